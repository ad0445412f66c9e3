import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderByComparator } from '../../../src/language/order-by/compare.ts'
import { DEFAULT_ORDER_BY, parseOrderBy } from '../../../src/language/order-by/parse.ts'
import type { SortColumn } from '../../../src/language/order-by/parse.ts'
import { LanguageSyntaxError } from '../../../src/language/syntax-error.ts'
import type { Scalar } from '../../../src/language/values.ts'
import { codePoint } from '../../support/code-points.ts'

const COLUMNS = ['KEY', 'BASELINE', 'SPACEKEY', 'STATUS', 'ID', 'TITLE'] as const

function read(text: string): string {
  try {
    return parseOrderBy(text)
      .map(({ column, descending }) => `${column} ${descending ? 'DESC' : 'ASC'}`)
      .join(', ')
  } catch (error) {
    if (error instanceof LanguageSyntaxError) return error.message
    throw error
  }
}

describe('reading', () => {
  test.each([
    ['', ''],
    ['  ', ''],
    [DEFAULT_ORDER_BY, 'KEY ASC, BASELINE DESC'],
    ['reqkey asc , Baseline Desc', 'KEY ASC, BASELINE DESC'],
    ['KEY', 'KEY ASC'],
    ['title desc,STATUS,spacekey,id DESC', 'TITLE DESC, STATUS ASC, SPACEKEY ASC, ID DESC'],
  ])('%j sorts by %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  const columns = 'KEY, REQKEY, BASELINE, SPACEKEY, STATUS, ID, TITLE'
  const needed = `expected a column: one of ${columns}, but found`
  const after = 'expected ASC, DESC, a comma or the end of the sort clause, but found'
  test.each([
    ['baselin', "0: unknown column 'baselin'; did you mean BASELINE?"],
    ['constructor', `0: unknown column 'constructor'; use one of ${columns}`],
    ['KEY, REQKEY', "5: the column 'REQKEY' is sorted by already; name it once"],
    ['KEY,', `4: ${needed} the end of the sort clause`],
    ['KEY ASC DESC', `8: ${after} 'DESC'`],
    ['KEY NULLS FIRST', `4: ${after} 'NULLS'`],
    ['1', `0: ${needed} the number 1`],
    [
      'KEY; DROP TABLE requirements',
      "3: unexpected character ';'; remove it, or quote the text it belongs to",
    ],
    ['(SELECT 1)', `0: ${needed} '('`],
    [
      `KEY${' '.repeat(8190)}`,
      '8192: a sort clause has at most 8192 characters, this one has 8193; shorten it',
    ],
  ])('%s is refused at %s', (text, reason) => {
    expect(read(text)).toBe(`Syntax error at position ${reason}`)
  })

  test('any text reads or is refused with a position', () => {
    const parts = fc.constantFrom(...COLUMNS, 'ASC', 'DESC', ',', ' ', 'x', "'", '(', '1')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: codePoint }),
          fc.array(parts).map((texts) => texts.join(' ')),
        ),
        (text) => {
          expect(read(text)).toMatch(
            /^(?:Syntax error at position \d+: [^]*|(?:[A-Z]+ (?:ASC|DESC)(?:, )?)*)$/,
          )
        },
      ),
      { numRuns: 100 },
    )
  })
})

interface Row {
  readonly id: number
  readonly values: Readonly<Partial<Record<SortColumn, Scalar>>>
}

const cell = fc.option(fc.constantFrom<Scalar>(1, 2, 10, '1', '10', 'a', 'B', '\uFFFF', '𝒳', true), {
  nil: undefined,
})
const rows: fc.Arbitrary<Row[]> = fc
  .array(fc.tuple(cell, cell), { minLength: 3, maxLength: 8 })
  .map((cells) =>
    cells.map(([key, baseline], id) => ({
      id,
      values: {
        ...(key === undefined ? {} : { KEY: key }),
        ...(baseline === undefined ? {} : { BASELINE: baseline }),
      },
    })),
  )
const clauses = fc.constantFrom('', 'KEY', 'KEY DESC', 'BASELINE DESC, KEY', DEFAULT_ORDER_BY, 'TITLE')
const comparator = (clause: string) =>
  orderByComparator<Row>(parseOrderBy(clause), {
    identity: ({ id }) => id,
    column: ({ values }, column) => values[column],
  })

describe('sorting', () => {
  test('numbers before texts, texts by code point, absent values last', () => {
    const keys: (Scalar | undefined)[] = ['b', undefined, '10', 9, 'B', '𝒳', '\uFFFF', 10, '9']
    const sorted = keys
      .map((key, id): Row => ({ id, values: key === undefined ? {} : { KEY: key } }))
      .toSorted(comparator('KEY'))
    const wanted = [9, 10, '10', '9', 'B', 'b', '\uFFFF', '𝒳', undefined]
    expect(sorted.map(({ values }) => values.KEY)).toEqual(wanted)
  })

  test('the default shows the current row, then its baselined copies from the newest on', () => {
    const list: Row[] = [
      { id: 1, values: { KEY: 'A', BASELINE: 1 } },
      { id: 2, values: { KEY: 'A', BASELINE: 2 } },
      { id: 3, values: { KEY: 'A' } },
      { id: 4, values: { KEY: 'A', BASELINE: 2 } },
    ]
    expect(list.toSorted(comparator(DEFAULT_ORDER_BY)).map(({ id }) => id)).toEqual([3, 2, 4, 1])
  })

  test('every clause gives a total order in which no two records tie', () => {
    fc.assert(
      fc.property(rows, clauses, (list, clause) => {
        const compare = comparator(clause)
        for (const a of list) {
          for (const b of list) {
            expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0)
            expect(compare(a, b) === 0).toBe(a === b)
            for (const c of list)
              expect(compare(a, b) < 0 && compare(b, c) < 0 && compare(a, c) >= 0).toBe(false)
          }
        }
      }),
    )
  })

  test('the order does not depend on the order before', () => {
    fc.assert(
      fc.property(rows, clauses, (list, clause) => {
        const ids = (sorted: readonly Row[]) => sorted.map(({ id }) => id)
        expect(ids(list.toReversed().toSorted(comparator(clause)))).toEqual(
          ids(list.toSorted(comparator(clause))),
        )
      }),
    )
  })
})
