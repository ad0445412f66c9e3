/** Jobs whose runners this file never loads, and one whose runner it registers itself. */
import { expect, test } from 'vitest'
import { lacksRunners, lateJobs, runsJobs } from '../../src/model/late-jobs.ts'
import { worldSchema } from '../../src/model/schema.ts'
import { type JobRecord, jobs, schedule } from '../../src/world/jobs.ts'
import { World } from '../../src/world/world.ts'

/** A world in which a job of each of these kinds is pending, due a second from its beginning. */
function pending(...kinds: readonly string[]): World {
  const world = new World(worldSchema, {
    seed: '1',
    clock: { now: 0, start: 0, mode: 'manual', speed: 1 },
  })
  for (const kind of kinds) schedule(world, { kind, due: 1000, region: 'eu' })
  return world
}

const early = Object.keys(worldSchema.jobs).filter((kind) => !Object.hasOwn(lateJobs, kind))

test('a world lacks what runs its late jobs, and nothing for jobs that are always loaded', () => {
  expect(early.length).toBeGreaterThan(0)
  expect(lacksRunners(pending())).toBe(false)
  expect(lacksRunners(pending(...early))).toBe(false)
  expect(lacksRunners(pending(...early, 'tracker.resynchronise'))).toBe(true)
})

test('a job runs by what was registered for its kind', () => {
  const ran: number[] = []
  runsJobs('baseline.freeze', (_world, job) => {
    ran.push(job.id)
    return 'frozen'
  })
  const world = pending('baseline.freeze')
  expect(lacksRunners(world)).toBe(false)
  const [job] = world.system.table(jobs).scan()
  expect(lateJobs['baseline.freeze']?.(world, job as JobRecord)).toBe('frozen')
  expect(ran).toEqual([job?.id])
})

test('a job that nothing runs yet says what to wait for', () => {
  const world = pending('tracker.resynchronise')
  const [job] = world.system.table(jobs).scan()
  expect(() => lateJobs['tracker.resynchronise']?.(world, job as JobRecord)).toThrow(
    "jobs of kind 'tracker.resynchronise' are not loaded yet: await the simulator's preload() first",
  )
})
