import { expect, test } from 'vitest'
import { jobRunners } from '../../src/model/job-runners.ts'
import { lateJobs, loadJobRunners, runsJobs } from '../../src/model/late-jobs.ts'
import { worldSchema } from '../../src/model/schema.ts'
import { type JobRecord, jobs, schedule } from '../../src/world/jobs.ts'
import { World } from '../../src/world/world.ts'

test('loading registers what runs every kind of late job', async () => {
  const world = new World(worldSchema, {
    seed: '1',
    clock: { now: 0, start: 0, mode: 'manual', speed: 1 },
  })
  const kinds = Object.keys(lateJobs)
  for (const kind of kinds) {
    runsJobs(kind as 'baseline.freeze', () => 'something else')
    schedule(world, { kind, due: 1000, region: 'eu' })
  }
  await loadJobRunners()
  expect(Object.keys(jobRunners).toSorted()).toEqual(kinds.toSorted())
  // Of what none of them is about, they do nothing.
  const pending: JobRecord[] = [...world.system.table(jobs).scan()]
  expect(pending.map((job) => lateJobs[job.kind]?.(world, job))).toEqual(kinds.map(() => undefined))
})
