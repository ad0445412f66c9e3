/** Whatever stands in a timeline: it is refused by name, or it runs to an end and says how. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimulator, ScenarioError } from '../../../src/index.ts'
import {
  fillText,
  fillValue,
  PlaceholderError,
  placeholdersOf,
} from '../../../src/scenario/timeline/values.ts'

const word = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '${id}',
    '${no}',
    '$${x}',
    '${',
    'alice',
    '3m',
    '$.id',
    '$..*',
    '__proto__',
    'GET /api/applications/${id}',
  ),
)
const value = fc.oneof(
  { maxDepth: 3 },
  fc.jsonValue({ maxDepth: 2 }),
  word,
  fc.dictionary(word, word, { maxKeys: 3 }),
)
const call = fc.constantFrom(
  'GET /api/applications/101',
  'GET /api/applications/${id}',
  'GET /wiki/rest/reqs/1/requirement2/ENG?q=${id}',
  'PUT /wiki/rest/reqs/1/requirement2/ENG/REQ-001',
  'POST /_sim/clock/advance',
  'GET /_sim/state/page',
  'DELETE /_sim/worlds',
)
const saving = { as: 'alice', call: 'GET /api/applications/101', save: { id: '$.id' } }
const sensible = fc.oneof(
  fc.record({ call, as: fc.constantFrom('alice', 'bob'), body: value, expect: fc.record({ body: value }) }),
  fc.record({ call, headers: fc.dictionary(word, word, { maxKeys: 2 }), save: fc.constant({ id: '$' }) }),
  fc.record({ advance: fc.constantFrom('1s', '3m') }),
  fc.record({
    edit: fc.record({
      page: fc.constantFrom(4001, 'Power'),
      define: fc.array(fc.record({ key: word }), { maxLength: 2 }),
    }),
  }),
  fc.record({
    fault: fc.record({
      operation: fc.constant('standalone.*'),
      status: fc.constantFrom(503, 200),
      body: value,
    }),
  }),
)
const step = fc.oneof({ weight: 3, arbitrary: sensible }, { weight: 1, arbitrary: value })

test('a timeline is refused or runs, and never defects', async () => {
  const demo = await createSimulator()
  let ran = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 5 }), async (steps) => {
      const timeline = [saving, ...steps, { fork: { steps: [saving] } }]
      const sim = await createSimulator({ scenario: { extends: ['demo'], timeline } as never }).catch(
        (error: unknown) => {
          if (error instanceof ScenarioError) return undefined
          throw error
        },
      )
      if (sim === undefined) return
      const { ok, steps: results } = await sim.run()
      if (results.filter(({ outcome }) => outcome === 'passed').length > 1) ran++
      expect(ok).toBe(results.every(({ outcome }) => outcome === 'passed'))
      for (const entry of sim.journal.entries()) expect(entry.defect).toBeUndefined()
    }),
    { numRuns: 75 },
  )
  // Not all of them were refused.
  expect(ran).toBeGreaterThan(15)
  expect(({} as Record<string, unknown>)['id']).toBeUndefined()
  expect((await demo.fetch('/_sim/health')).status).toBe(200)
})

test('filling in never throws but for what is missing, and leaves other text alone', () => {
  fc.assert(
    fc.property(word, word, (text, saved) => {
      const values = new Map<string, unknown>([['id', saved]])
      try {
        fillText(text, values)
        fillValue({ inner: [text] }, values)
      } catch (error) {
        if (!(error instanceof PlaceholderError)) throw error
        expect(placeholdersOf(text).names.includes('no') || placeholdersOf(text).broken !== undefined).toBe(
          true,
        )
      }
      if (!text.includes('$')) expect(fillText(text, values)).toBe(text)
    }),
  )
})
