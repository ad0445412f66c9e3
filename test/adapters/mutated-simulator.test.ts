// What fixtures do while `reqsim mutate` runs the tests: their simulators make the mistake of the environment.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { createMutated } from '../../src/adapters/shared/mutated-simulator.ts'
import { mutantWithId } from '../../src/mutate/index.ts'
import type { Simulator } from '../../src/simulator/simulator.ts'
import { temporaryFolder } from '../support/folder.ts'

const { path: folder } = temporaryFolder()
const READ = 'http://wiki.sim/rest/reqs/1/requirement2/ENG/REQ-001'
const headers = { Authorization: 'Bearer tok-alice' }
const statusOf = async (sim: Simulator) => (await sim.fetch(READ, { headers })).status

beforeEach(() => () => vi.unstubAllEnvs())

it('a simulator makes no mistake without the variable', async () => {
  vi.stubEnv('REQSIM_MUTANT', '')
  const sim = await createMutated({})
  expect([sim.mutant, await statusOf(sim)]).toEqual([undefined, 200])
})

it('a simulator and its forks make the mistake of the variable, and say once that it was reached', async () => {
  const file = join(folder, 'reached.txt')
  vi.stubEnv('REQSIM_MUTANT', 'wiki.requirement.read:permission:refused')
  vi.stubEnv('REQSIM_MUTANT_REACHED', file)
  const sim = await createMutated({})
  expect(sim.mutant?.id).toBe('wiki.requirement.read:permission:refused')
  expect([await statusOf(sim.fork()), await statusOf(sim)]).toEqual([403, 403])
  expect(readFileSync(file, 'utf8')).toBe('wiki.requirement.read:permission:refused\n')
})

it('a mutant of the test itself comes first', async () => {
  vi.stubEnv('REQSIM_MUTANT', 'wiki.requirement.read:permission:refused')
  const sim = await createMutated({ mutant: await mutantWithId('token:time:outlives-expiry') })
  expect([sim.mutant?.id, await statusOf(sim)]).toEqual(['token:time:outlives-expiry', 200])
})

it('the first run learns the operations of simulators, and the jobs that the clock runs', async () => {
  const file = join(folder, 'used.txt')
  vi.stubEnv('REQSIM_MUTANT', 'none')
  vi.stubEnv('REQSIM_MUTANT_REACHED', file)
  const fork = (await createMutated({})).fork()
  expect(await statusOf(fork)).toBe(200)
  fork.clock.advance('3m')
  expect(readFileSync(file, 'utf8')).toBe('wiki.requirement.read\njob:integration.synchronise\n')
})

it('an id that does not exist is refused', async () => {
  vi.stubEnv('REQSIM_MUTANT', 'nowhere:time:never')
  await expect(createMutated({})).rejects.toThrow(/^mutant: there is none 'nowhere:time:never'/)
})
