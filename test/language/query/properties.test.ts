import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainQuery } from '../../../src/language/query/explain.ts'
import { parseQuery } from '../../../src/language/query/parse.ts'
import { planQuery } from '../../../src/language/query/plan.ts'
import { printQuery } from '../../../src/language/query/print.ts'
import { LanguageSyntaxError } from '../../../src/language/syntax-error.ts'
import { anyQueries, withoutSpans, worldQueries } from './arbitrary.ts'
import { naiveMatch, smallSource, smallWorlds } from './small-world.ts'
import { codePoint } from '../../support/code-points.ts'

/** Fragments that valid queries are made of: random texts of them get far into the parser. */
const fragments = fc.constantFrom(
  'ext@Main\\ Category',
  ...`key status @Name from@refines to -> → = == != <> < <= > >= ~ LIKE ILIKE IS NULL NOT IN AND OR ( ) , 'REQ-%' "x"
    3 - 1.5 true user baseline was space $currentBaseline isModified hasTest hasLastTest ' \\ @ page toString __proto__
    constructor 𝒳 \u0000`.split(/[ \n]+/),
)

/** What is wrong with how a text is read: nothing, when it reads and writes back, or is refused at a position. */
function problemWith(text: string): string | undefined {
  try {
    const query = parseQuery(text)
    if (!isDeepStrictEqual(withoutSpans(parseQuery(printQuery(query))), withoutSpans(query)))
      return 'reads back otherwise'
    return explainQuery(query).includes('requirements') ? undefined : 'is not explained'
  } catch (error) {
    if (!(error instanceof LanguageSyntaxError)) return `throws ${String(error)}`
    if (error.position < 0 || error.position > text.length) return `is refused at ${error.position}`
    return error.message.length < 500 ? undefined : 'is refused at length'
  }
}

describe('reading and writing', () => {
  test('what is written reads back as the same tree', () => {
    fc.assert(
      fc.property(anyQueries, (query) => {
        const text = printQuery(query)
        expect(withoutSpans(parseQuery(text))).toEqual(withoutSpans(query))
        expect(printQuery(parseQuery(text))).toBe(text)
      }),
      { numRuns: 75 },
    )
  })

  test('every node spans the text it was read from', () => {
    fc.assert(
      fc.property(anyQueries, (query) => {
        const text = printQuery(query)
        const read = parseQuery(text)
        expect(text.slice(read.start, read.end)).toBe(text)
        if (read.kind !== 'and' && read.kind !== 'or') return
        for (const operand of read.operands) {
          expect(withoutSpans(parseQuery(text.slice(operand.start, operand.end)))).toEqual(
            withoutSpans(operand),
          )
        }
      }),
    )
  })

  test('any text reads or is refused with a position', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        expect(problemWith(text)).toBeUndefined()
      }),
      { numRuns: 75 },
    )
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 30 }), (parts) => {
        expect(problemWith(parts.join(' '))).toBeUndefined()
      }),
      { numRuns: 300 },
    )
    fc.assert(
      fc.property(fc.array(fragments), (parts) => {
        expect(problemWith(parts.join(''))).toBeUndefined()
      }),
      { numRuns: 100 },
    )
  })

  test('a mutated query reads or is refused with a position', () => {
    const mutation = fc.record({
      at: fc.nat(),
      removed: fc.nat({ max: 3 }),
      added: fc.oneof(fragments, fc.string()),
    })
    fc.assert(
      fc.property(anyQueries, fc.array(mutation, { minLength: 1, maxLength: 3 }), (query, mutations) => {
        let text = printQuery(query)
        for (const { at, removed, added } of mutations) {
          const position = at % (text.length + 1)
          text = text.slice(0, position) + added + text.slice(position + removed)
        }
        expect(problemWith(text)).toBeUndefined()
      }),
      { numRuns: 100 },
    )
  })
})

describe('running', () => {
  test('the plan finds what a naive scan finds', () => {
    fc.assert(
      fc.property(smallWorlds, worldQueries, (world, query) => {
        const plan = planQuery(query, smallSource(world))
        const expected = world.records
          .filter((record) => naiveMatch(query, record, world))
          .map(({ id }) => id)
        const scanned = world.records.filter((record) => plan.matches(record)).map(({ id }) => id)
        expect(scanned).toEqual(expected)
        const candidates = [...(plan.candidates() ?? world.records)]
        const found = candidates.filter((record) => plan.matches(record)).map(({ id }) => id)
        expect(found.toSorted((a, b) => a - b)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  test('matches all but some of its exceptions, each once', () => {
    let negations = 0
    fc.assert(
      fc.property(smallWorlds, worldQueries, (world, query) => {
        for (const each of [query, { kind: 'not' as const, operand: query, start: 0, end: 0 }]) {
          const plan = planQuery(each, smallSource(world))
          const exceptions = plan.exceptions()
          if (exceptions === undefined) continue
          negations++
          const all = [...exceptions]
          expect(new Set(all).size).toBe(all.length)
          for (const record of world.records)
            expect(all.includes(record) || naiveMatch(each, record, world)).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
    expect(negations).toBeGreaterThan(50)
  })

  test('NOT selects exactly the others', () => {
    fc.assert(
      fc.property(smallWorlds, worldQueries, (world, query) => {
        const source = smallSource(world)
        const plan = planQuery(query, source)
        const complement = planQuery({ kind: 'not', operand: query, start: 0, end: 0 }, source)
        for (const record of world.records) expect(complement.matches(record)).toBe(!plan.matches(record))
      }),
    )
  })
})
