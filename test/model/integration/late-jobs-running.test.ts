/** What runs late jobs, as it is registered: in the modules that other tests use, so that nothing is taken from them. */
import { expect, test } from 'vitest'
import { jobRunners } from '../../../src/model/job-runners.ts'
import {
  lacksRunners,
  type LateJobKind,
  lateJobs,
  loadJobRunners,
  runsJobs,
} from '../../../src/model/late-jobs.ts'
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

const run = (world: World, job: JobRecord) =>
  (lateJobs['baseline.freeze'] as JobHandler)(world, job, { cacheOf: (_kind, make) => make() })
const early = Object.keys(worldSchema.jobs).filter((kind) => !Object.hasOwn(lateJobs, kind))
let made = 0

test('a kind lacks what runs it until that is registered', () => {
  const kind = `made.up${++made}` as LateJobKind
  const world = pending(...early, kind)
  const job = world.system.table(jobs).get(early.length + 1) as JobRecord
  lateJobs[kind] = run
  try {
    expect(lacksRunners(world)).toBe(true)
    expect(() => run(world, job)).toThrow(
      `jobs of kind '${kind}' are not loaded yet: await the simulator's preload() first`,
    )
    runsJobs(kind, (_world, { id }) => ({ text: `ran ${id}`, failed: false }))
    expect(lacksRunners(world)).toBe(false)
    expect(run(world, job)).toEqual({ text: `ran ${early.length + 1}`, failed: false })
  } finally {
    delete lateJobs[kind]
  }
})

test('jobs whose runners are always there lack none, nor does a world without jobs', () => {
  expect(early.length).toBeGreaterThan(0)
  expect(lacksRunners(pending(...early))).toBe(false)
  expect(lacksRunners(pending())).toBe(false)
})

test('loading registers what runs every kind', async () => {
  const kinds = Object.keys(lateJobs)
  expect(Object.keys(jobRunners).toSorted()).toEqual(kinds.toSorted())
  for (const kind of kinds) runsJobs(kind as LateJobKind, () => ({ text: 'something else', failed: false }))
  await loadJobRunners()
  // Of what none of them is about, they do nothing.
  const world = pending(...kinds)
  const all: JobRecord[] = [...world.system.table(jobs).scan()]
  expect(all.map((job) => run(world, job))).toEqual(kinds.map(() => undefined))
  expect(lacksRunners(world)).toBe(false)
})
