/** What the parts of the formula parser share while they read one formula. */
import type { TokenCursor } from '../cursor.ts'
import { escapeName } from '../tokens.ts'
import type { Token } from '../tokens.ts'
import type { AggregateNode, FormulaError, FormulaLanguage, FormulaNode } from './syntax.ts'

export interface FormulaReader {
  readonly cursor: TokenCursor
  readonly language: FormulaLanguage
  /** True outside the figures of an aggregation, where there is no single requirement. */
  selecting: boolean
  readonly aggregates: AggregateNode[]
  readonly references: Set<string>
  readonly errors: FormulaError[]
  readonly parseExpression: (reader: FormulaReader) => FormulaNode
}

/** Records an error that reading can continue after. */
export function problem(reader: FormulaReader, position: number, message: string): void {
  reader.errors.push({ position, message })
}

/** Records what the formula refers to, as written. */
export function refer(reader: FormulaReader, token: Token): void {
  if (token.kind === 'name')
    reader.references.add(`${token.qualifier.toLowerCase()}@${escapeName(token.name)}`)
}
