/** Jobs that few exchanges begin: what runs them is loaded once one is pending, so that a start does not wait. */
import { latePart } from '../world/once.ts'
import { jobs } from '../world/time/jobs.ts'
import type { JobHandler, World } from '../world/world.ts'
import { FREEZE_JOB, IMPORT_JOB, BULK_JOB, RESYNCHRONISE_JOB } from './records/world/job-kinds.ts'

const KINDS = [FREEZE_JOB, IMPORT_JOB, BULK_JOB, RESYNCHRONISE_JOB] as const

const runners = latePart(() => import('./job-runners.ts'))

/** Handlers of a world's schema. Each throws if its module is not loaded. */
export const lateJobs = Object.fromEntries(
  KINDS.map((kind): [string, JobHandler] => [
    kind,
    (world, job) => {
      const loaded = runners.loaded()
      if (loaded === undefined)
        throw new Error(`jobs of kind '${kind}' are not loaded yet: await the simulator's preload() first`)
      const run: JobHandler = loaded.jobRunners[kind]
      return run(world, job)
    },
  ]),
)

/** Whether a pending job has no loaded handler. */
export function lacksRunners(world: World): boolean {
  if (runners.loaded() !== undefined) return false
  for (const { kind } of world.system.table(jobs).scan()) if (Object.hasOwn(lateJobs, kind)) return true
  return false
}

export async function loadJobRunners(): Promise<void> {
  await runners.load()
}
