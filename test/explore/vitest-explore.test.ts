// Explorations as tests of Vitest.

import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { scenarioFile } from '../../src/adapters/explore.ts'
import { openTrace } from '../../src/adapters/trace.ts'
import { test } from '../../src/adapters/vitest.ts'
import { temporaryFolder } from '../support/folder.ts'
import { exploreTimeout, runExploration } from '../../src/adapters/vitest/explore.ts'

const headers = { Authorization: 'Bearer tok-alice' }
const vary = { faults: { unavailable: 1, slow: 1 }, clock: false, edits: false, outages: false } as const
const rest = { jobs: false, messages: false, assumptions: false } as const

async function read(sim: Simulator, attempts: number): Promise<void> {
  const response = await sim.fetch('http://wiki.sim/rest/reqs/1/baseline/ENG', { headers })
  if (response.ok) return
  if (attempts === 1) throw new Error(`reading failed with ${response.status}`)
  await read(sim, attempts - 1)
}

test.explore(
  'reads the baselines although the service fails once',
  { vary: { ...vary, ...rest }, schedules: 20 },
  (sim) => read(sim, 2),
)

const { path: folder } = temporaryFolder()
const context = {
  simulatorOptions: {},
  traceFolder: folder,
  task: { name: 'a client', meta: {}, file: { name: 'client.test.ts', meta: {} } },
} as unknown as Parameters<typeof runExploration>[0]

it('fails with the sentence, what was tried, a scenario file, and the error of the client as cause', async () => {
  const failed = runExploration(context, { vary: { ...vary, ...rest }, schedules: 20 }, (sim) => read(sim, 1))
  const error = await failed.then(
    () => undefined,
    (reason: unknown) => reason as Error,
  )
  expect(error?.message).toMatch(
    /^wiki\.baseline\.list got 503: the client threw "reading failed with 503"\n\n\d+ schedules, 1 failure/,
  )
  expect(error?.message).toContain('\n  - fault:\n')
  const file = `${folder}/client.test.ts-a-client.trace`
  expect(error?.message).toContain(`trace: ${file} (npx reqsim show ${file})`)
  const trace = await openTrace(readFileSync(file))
  expect(trace.notes).toEqual([])
  expect(trace.steps.at(-2)).toMatchObject({ operation: 'wiki.baseline.list', status: 503, fault: 1 })
  expect(trace.failure).toMatchObject({
    runner: 'vitest',
    title: 'a client',
    file: 'client.test.ts',
    error: 'wiki.baseline.list got 503: the client threw "reading failed with 503"',
    thrownAt: expect.stringMatching(/test\/explore\/vitest-explore\.test\.ts:\d+:\d+$/) as unknown,
  })
  expect(error?.cause).toMatchObject({ message: 'reading failed with 503' })
})

it('explores the scenario of simulatorOptions', async () => {
  const names = new Set<string>()
  const info = vi.spyOn(console, 'info').mockImplementation(() => {})
  await runExploration(
    { ...context, simulatorOptions: { scenario: 'permissions' } },
    { schedules: 1 },
    (sim) => void names.add(sim.scenario.name),
  )
  expect([...names]).toEqual(['permissions'])
  expect(info.mock.calls.flat().join('')).toContain("reqsim explored 'a client'")
  info.mockRestore()
})

it('has as long as its budget, and two minutes', () => {
  expect(exploreTimeout({ budget: '60s' })).toBe(180_000)
  expect(exploreTimeout({})).toBe(120_000)
})

it('writes a scenario file that the command line can run', async () => {
  const text = await scenarioFile({
    scenario: { name: 'x', timeline: [{ step: 'client call 1', call: 'GET /api' }] },
  })
  expect(text).toBe('name: x\ntimeline:\n  - step: client call 1\n    call: GET /api\n')
  await expect(createSimulator({ scenario: { name: 'x' } })).resolves.toBeDefined()
})
