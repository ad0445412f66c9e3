/** What runs late jobs, in the modules that other tests use. */
import { expect, test } from 'vitest'
import { jobRunners } from '../../../src/model/job-runners.ts'
import { lacksRunners, lateJobs, loadJobRunners } from '../../../src/model/late-jobs.ts'
import { worldSchema } from '../../../src/model/schema.ts'
import { type JobRecord, jobs } from '../../../src/world/time/jobs.ts'
import { World, type JobHandler } from '../../../src/world/world.ts'

/** A world in which a job of each of these kinds is pending. */
function pending(...kinds: readonly string[]): World {
  const clock = { now: 0, start: 0, mode: 'manual', speed: 1 } as const
  const world = new World(worldSchema, { seed: '1', clock })
  kinds.forEach((kind, index) => {
    world.system.table(jobs).insert({ id: index + 1, kind, due: 1000, created: 0, region: 'eu' })
  })
  return world
}

const run = (world: World, job: JobRecord) => (lateJobs[job.kind] as JobHandler)(world, job)
const early = Object.keys(worldSchema.jobs).filter((kind) => !Object.hasOwn(lateJobs, kind))
test('jobs whose runners are always there lack none, nor does a world without jobs', () => {
  expect(early.length).toBeGreaterThan(0)
  expect(lacksRunners(pending(...early))).toBe(false)
  expect(lacksRunners(pending())).toBe(false)
})

test('every kind has what runs it once that is loaded', async () => {
  const kinds = Object.keys(lateJobs)
  expect(Object.keys(jobRunners).toSorted()).toEqual(kinds.toSorted())
  await loadJobRunners()
  // Of what none of them is about, they do nothing.
  const world = pending(...kinds)
  const all: JobRecord[] = [...world.system.table(jobs).scan()]
  expect(all.map((job) => run(world, job))).toEqual(kinds.map(() => undefined))
  expect(lacksRunners(world)).toBe(false)
})
