/** The steps of long jobs on the virtual clock, a second each; apart from what they do, so that worlds can be filled without it. */
import { jobs, schedule } from '../../../world/time/jobs.ts'
import type { Store } from '../../../world/store/store.ts'
import type { World } from '../../../world/world.ts'

const STEP_MILLISECONDS = 1000

interface SteppedJob {
  readonly status: string
  readonly clockJobId?: number
}

/** Schedules the next step of a job and returns the id of its clock job. */
export function scheduleStep(
  world: World,
  store: Store,
  kind: string,
  payload: Readonly<Record<string, number>>,
): number {
  return schedule(world, { kind, due: world.now + STEP_MILLISECONDS, region: store.name, payload }).id
}

export function isUnderWay({ status }: SteppedJob): boolean {
  return status === 'PENDING' || status === 'RUNNING'
}

/** Undefined for a job that has ended. */
export function nextStep(world: World, { clockJobId }: SteppedJob): number | undefined {
  return clockJobId === undefined ? undefined : world.system.table(jobs).get(clockJobId)?.due
}
