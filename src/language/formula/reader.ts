/** What the parts of the formula parser share while they read one formula. */
import type { TokenCursor } from '../cursor.ts'
import { escapeName } from '../tokens.ts'
import type { Token } from '../tokens.ts'
import type { AggregateNode, FormulaError, FormulaLanguage, FormulaNode } from './syntax.ts'

export interface FormulaReader {
  readonly cursor: TokenCursor
  readonly language: FormulaLanguage
  /** True outside of the figures of an aggregation, where no single requirement is at hand. */
  selecting: boolean
  readonly aggregates: AggregateNode[]
  readonly references: Set<string>
  readonly errors: FormulaError[]
  readonly parseExpression: (reader: FormulaReader) => FormulaNode
}

/** Notes an error after which reading can go on. */
export function problem(reader: FormulaReader, position: number, message: string): void {
  reader.errors.push({ position, message })
}

/** Notes what the formula refers to, as it is written. */
export function refer(reader: FormulaReader, token: Token): void {
  if (token.kind === 'name')
    reader.references.add(`${token.qualifier.toLowerCase()}@${escapeName(token.name)}`)
}
