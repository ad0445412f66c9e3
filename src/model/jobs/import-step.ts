/** When an import takes its next step: apart from what a step does, so that worlds can be filled without that. */
import { schedule } from '../../world/time/jobs.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { IMPORT_JOB } from '../world/job-kinds.ts'

const STEP_MILLISECONDS = 1000

export function scheduleImportStep(world: World, store: Store, importJob: number): number {
  const due = world.now + STEP_MILLISECONDS
  return schedule(world, { kind: IMPORT_JOB, due, region: store.name, payload: { importJob } }).id
}
