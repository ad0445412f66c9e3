/** Mutants for the tests of one project: each changes the status of requests that name it in a header. */
export const STAND_IN = `
const TIMES = new Map()
const mutant = (name) => ({
  id: name,
  sentence: name,
  group: 'response',
  kind: 'status-200',
  operations: OPERATIONS_OF(name),
  hint: '',
  begin(onReached) {
    return {
      world: (world) => world,
      gateway: (gateway) => ({
        ...gateway,
        handle(call, refused) {
          const entry = gateway.handle(call, refused)
          if (call.request.headers['x-mutant'] !== name) return entry
          TIMES.set(name, (TIMES.get(name) ?? 0) + 1)
          if (name === 'once' && TIMES.get(name) > 1) return entry
          onReached()
          return { ...entry, answer: { ...entry.answer, status: 299 } }
        },
      }),
    }
  },
})
const OPERATIONS_OF = (name) => [/^(cached|counted|dependent)$/.test(name) ? 'standalone.application.read' : 'wiki.requirement.read']
const NAMES = NAMES_OF_MUTANTS
export const mutants = async () => NAMES.map(mutant)
`

const HEAD = `
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { test } from 'reqsim/vitest'
const statusOf = async (sim, mutant) => {
  const headers = { authorization: 'Bearer tok-alice', 'x-mutant': mutant }
  return (await sim.fetch('http://wiki.sim/rest/reqs/1/requirement2/ENG/REQ-001', { headers })).status
}
`

/** By file, tests and the mutants that they name. */
export const FILES: Readonly<Record<string, string>> = {
  'plain.test.ts': `${HEAD}
let open = 0
beforeEach(() => { open++ })
afterEach(() => { open-- })
describe('outer', () => {
  describe('inner', () => {
    test.for(['killed', 'another'])('expects %s', async (mutant, { sim }) => {
      expect(open).toBe(1)
      expect(await statusOf(sim, mutant)).toBe(200)
    })
  })
})
test('looks away', async ({ sim }) => { console.log('printed', await statusOf(sim, 'survived')) })
test('does without', () => {})
test.fails('fails', async ({ sim }) => expect(await statusOf(sim, 'passed')).toBe(299))
test('tries again', { retry: 1 }, async ({ sim }) => {
  expect(await statusOf(sim, 'once')).toBe(200)
  expect(await statusOf(sim, 'always')).toBe(200)
})
test('forks', async ({ sim }) => expect(await statusOf(sim.fork(), 'forked')).toBe(200))
test('rejects later', async ({ sim }) => {
  if ((await statusOf(sim, 'rejected')) !== 200) void Promise.reject(new Error('nobody catches it'))
  await new Promise((resolve) => setTimeout(resolve, 1))
})
test('gives up', async ({ sim, skip }) => { if ((await statusOf(sim, 'skipped')) !== 200) skip() })
`,
  'concurrent.test.ts': `${HEAD}
describe.concurrent('together', () => {
  for (const mutant of ['left', 'right'])
    test(mutant, async ({ sim, expect }) => expect(await statusOf(sim, mutant)).toBe(200))
})
`,
  'slow.test.ts': `${HEAD}
// The others then take little time.
test('loads', async ({ sim }) => { await statusOf(sim, 'loaded') })
test('waits', async ({ sim }) => {
  while ((await statusOf(sim, 'waits')) !== 200) await new Promise((resolve) => setTimeout(resolve, 5))
})
test('asks on', async ({ sim }) => { while ((await statusOf(sim, 'asks')) !== 200); })
test('loops', async ({ sim }) => { for (const status = await statusOf(sim, 'loops'); status !== 200; ); })
test('comes later', async ({ sim }) => expect(await statusOf(sim, 'later')).toBe(200))
`,
  'state.test.ts': `${HEAD.replace('wiki.sim/rest/reqs/1/requirement2/ENG/REQ-001', 'api.sim/api/applications/101')}
let cached
let sum = 0
test('caches', async ({ sim }) => {
  cached ??= await statusOf(sim, 'cached')
  expect(cached).toBe(200)
})
test('counts', async ({ sim }) => { sum += await statusOf(sim, 'counted') })
test('depends on another', async ({ sim }) => {
  await statusOf(sim, 'dependent')
  expect(sum).toBe(200)
})
`,
}
