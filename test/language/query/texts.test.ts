import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/language/query/parse.ts'
import { planQuery } from '../../../src/language/query/plan.ts'
import { naiveMatch, scannedSource, smallRecord, type SmallWorld } from './small-world.ts'

/** Texts of few words, so that some of many that are looked for are there. */
const words = fc
  .array(fc.constantFrom('a', 'AB', 'ba', 'aaaa', 'ΟΔΟΣ', 'x', '😀', ' '), { maxLength: 5 })
  .map((parts) => parts.join(''))

const patterns = fc
  .tuple(fc.constantFrom('', '%'), words, fc.constantFrom('', '%', '%a', '%%x'), fc.constantFrom('', '%'))
  .map((parts) => parts.join(''))

const conditions = fc
  .tuple(fc.constantFrom('text', 'key', '@P', 'page', ''), patterns)
  .filter(([field, pattern]) => field !== '' || pattern.trim() !== '')
  .map(([field, pattern]) => (field === '' ? `'${pattern}'` : `${field} ~ '${pattern}'`))

const queries = fc
  .tuple(fc.array(conditions, { minLength: 6, maxLength: 30 }), fc.boolean())
  .map(([texts, negated]) =>
    negated ? texts.map((text) => `NOT ${text}`).join(' AND ') : texts.join(' OR '),
  )

const values = fc.oneof(words, fc.array(fc.oneof(words, fc.integer()), { maxLength: 3 }))

const worlds: fc.Arbitrary<SmallWorld> = fc
  .array(
    fc.record({ text: words, key: words, 'property@P': fc.option(values, { nil: undefined }), page: values }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((records) => ({ records: records.map((record, id) => smallRecord(id, record)), followed: 0 }))

test('finds many texts at once as each alone', () => {
  fc.assert(
    fc.property(worlds, queries, (world, text) => {
      const query = parseQuery(text)
      const { matches } = planQuery(query, scannedSource(world, 'page'))
      // Twice, since what is remembered of one record must not tell of another.
      for (const record of [...world.records, ...world.records])
        expect([text, matches(record)]).toEqual([text, naiveMatch(query, record, world)])
    }),
    { numRuns: 100 },
  )
})
