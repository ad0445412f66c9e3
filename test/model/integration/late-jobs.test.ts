import { expect, test, vi } from 'vitest'

/** Modules of their own, of which nothing is loaded yet. */
async function unloaded() {
  vi.resetModules()
  const late = await import('../../../src/model/late-jobs.ts')
  const { createSimulator } = await import('../../../src/index.ts')
  const { schedule } = await import('../../../src/world/time/jobs.ts')
  return { ...late, simulator: await createSimulator(), schedule }
}

test('every kind has what runs it, once that is loaded', async () => {
  const { lateJobs } = await unloaded()
  const { jobRunners } = await import('../../../src/model/job-runners.ts')
  expect(Object.keys(jobRunners).toSorted()).toEqual(Object.keys(lateJobs).toSorted())
})

test('a job that came with a state from elsewhere is refused, and run once its kind is loaded', async () => {
  const { simulator, schedule, lacksRunners, loadJobRunners } = await unloaded()
  const { world } = simulator
  expect(lacksRunners(world)).toBe(false)
  schedule(world, { kind: 'tracker.bulkJob', due: world.now + 1000, region: 'eu', payload: { bulkJob: 999 } })
  expect(lacksRunners(world)).toBe(true)
  expect(() => simulator.clock.advance('1s')).toThrow("await the simulator's preload() first")
  await loadJobRunners()
  expect(lacksRunners(world)).toBe(false)
})

test('an exchange after a state was put back waits until its jobs can be run', async () => {
  const { simulator, schedule, lacksRunners } = await unloaded()
  const before = simulator.snapshot()
  const { world } = simulator
  schedule(world, { kind: 'tracker.bulkJob', due: world.now + 1000, region: 'eu', payload: { bulkJob: 999 } })
  const kept = simulator.snapshot()
  simulator.restore(before)
  expect(lacksRunners(simulator.world)).toBe(false)
  simulator.restore(kept)
  expect(lacksRunners(simulator.world)).toBe(true)
  await simulator.exchange({ method: 'GET', url: '/nowhere', headers: {}, body: undefined })
  expect(lacksRunners(simulator.world)).toBe(false)
})
