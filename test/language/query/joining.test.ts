import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/language/query/parse.ts'
import { planQuery } from '../../../src/language/query/plan.ts'
import { printQuery } from '../../../src/language/query/print.ts'
import { naiveMatch, scannedSource, smallRecord, type SmallRecord, type SmallWorld } from './small-world.ts'

const VALUES = ['', 'a', 'b', 'B', '3', '3.0', '10', '-1', 'z9', '😀']

/** Conditions on few fields with few values, so that many can be tested together. */
const conditions = fc
  .tuple(
    fc.constantFrom('@P', 'key', 'id', 'page', 'status', 'space'),
    fc.constantFrom('=', '!=', '<', '<=', '>', '>=', 'IN', 'NOT IN', '~', 'IS NULL'),
    fc.array(
      fc.oneof(
        fc.constantFrom(...VALUES).map((text) => `'${text}'`),
        fc.integer({ min: -1, max: 10 }),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    fc.boolean(),
  )
  .map(([field, operator, values, orAbsent]) => {
    if (operator === 'IS NULL') return `${field} IS NULL`
    if (field === 'page' && !operator.includes('IN')) return `page = ${values[0]}`
    if (operator.includes('IN'))
      return `${field} ${operator} (${[...values, ...(orAbsent ? ['NULL'] : [])].join(', ')})`
    return `${field} ${operator} ${values[0]}`
  })
  .filter((text) => isQuery(text))

const queries: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc.tuple(fc.boolean(), conditions).map(([negated, text]) => (negated ? `NOT ${text}` : text)),
      { minLength: 1, maxLength: 8 },
    ),
    fc.constantFrom(' OR ', ' AND '),
    fc.boolean(),
  )
  .map(([texts, by, negated]) => (negated ? `NOT (${texts.join(by)})` : texts.join(by)))

const fieldValue = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom(...VALUES),
  fc.integer({ min: -1, max: 10 }),
  fc.array(fc.oneof(fc.constantFrom(...VALUES), fc.integer({ min: -1, max: 10 })), { maxLength: 2 }),
)

const worlds: fc.Arbitrary<SmallWorld> = fc
  .array(
    fc.record({
      'property@P': fieldValue,
      key: fc.constantFrom(...VALUES),
      id: fieldValue,
      page: fieldValue,
      status: fieldValue,
      space: fieldValue,
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((records) => ({ records: records.map((values, id) => smallRecord(id, values)), followed: 0 }))

function isQuery(text: string): boolean {
  try {
    parseQuery(text)
    return true
  } catch {
    return false
  }
}

test('conditions that are tested together answer as each alone', () => {
  fc.assert(
    fc.property(worlds, queries, (world, text) => {
      const query = parseQuery(text)
      const { matches } = planQuery(query, scannedSource(world))
      for (const record of world.records)
        expect([printQuery(query), matches(record)]).toEqual([
          printQuery(query),
          naiveMatch(query, record, world),
        ])
    }),
    { numRuns: 300 },
  )
})

test('a literal among hundreds is compared once for each value, not once for each literal', () => {
  let read = 0
  // Reading a value as text is what each comparison does.
  const value = {
    toString() {
      read++
      return 'x'
    },
  }
  const world = { records: [smallRecord(1, { 'property@P': [value as unknown as string] })], followed: 0 }
  const reads = (by: string, condition: (at: number) => string) => {
    read = 0
    const text = Array.from({ length: 200 }, (_, at) => condition(at)).join(by)
    const { matches } = planQuery(parseQuery(text), { ...scannedSource(world), size: 1 })
    matches(world.records[0] as SmallRecord)
    return read
  }
  for (const operator of ['<', '<=']) expect(reads(' OR ', (at) => `@P ${operator} 'a${at}'`)).toBeLessThan(5)
  for (const operator of ['>', '>=']) expect(reads(' OR ', (at) => `@P ${operator} 'y${at}'`)).toBeLessThan(5)
})
