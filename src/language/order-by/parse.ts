/** Reads the SQL ORDER BY clause that wiki searches take as `sort` (service §4.3). Nothing of it is ever evaluated. */
import { TokenCursor } from '../cursor.ts'
import { nearestName } from '../../world/nearest.ts'
import { LanguageSyntaxError, cut } from '../syntax-error.ts'
import type { Span } from '../tokens.ts'

/** REQKEY is the later name of KEY. */
export type SortColumn = 'KEY' | 'BASELINE' | 'SPACEKEY' | 'STATUS' | 'ID' | 'TITLE'

export interface SortTerm extends Span {
  readonly column: SortColumn
  readonly descending: boolean
}

/** The default order of a search (service §4.3). */
export const DEFAULT_ORDER_BY = 'KEY ASC, BASELINE DESC'

const COLUMNS: ReadonlyMap<string, SortColumn> = new Map([
  ['KEY', 'KEY'],
  ['REQKEY', 'KEY'],
  ['BASELINE', 'BASELINE'],
  ['SPACEKEY', 'SPACEKEY'],
  ['STATUS', 'STATUS'],
  ['ID', 'ID'],
  ['TITLE', 'TITLE'],
])

/** Parses `KEY ASC, BASELINE DESC` in any letter case. Throws LanguageSyntaxError. */
export function parseOrderBy(text: string): readonly SortTerm[] {
  const cursor = new TokenCursor(text, 'sort clause')
  const terms: SortTerm[] = []
  if (cursor.peek().kind === 'end') return terms
  do {
    terms.push(parseTerm(cursor, terms))
  } while (cursor.takeSymbol(','))
  if (cursor.peek().kind !== 'end') cursor.failExpecting('ASC, DESC, a comma or the end of the sort clause')
  return terms
}

function parseTerm(cursor: TokenCursor, earlier: readonly SortTerm[]): SortTerm {
  const token = cursor.peek()
  const choices = [...COLUMNS.keys()]
  if (token.kind !== 'word') return cursor.failExpecting(`a column: one of ${choices.join(', ')}`)
  const column = COLUMNS.get(token.text.toUpperCase())
  if (column === undefined) {
    const nearest = nearestName(token.text, choices)
    const suggestion = nearest === undefined ? `use one of ${choices.join(', ')}` : `did you mean ${nearest}?`
    throw new LanguageSyntaxError(token.start, `unknown column '${cut(token.text)}'; ${suggestion}`)
  }
  if (earlier.some((term) => term.column === column)) {
    throw new LanguageSyntaxError(
      token.start,
      `the column '${token.text}' is sorted by already; name it once`,
    )
  }
  cursor.take()
  const descending = cursor.takeWord('DESC')
  if (!descending) cursor.takeWord('ASC')
  return { column, descending, start: token.start, end: cursor.end }
}
