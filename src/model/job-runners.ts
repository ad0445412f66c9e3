/** What runs the jobs that only few exchanges begin; a test holds the kinds against `late-jobs.ts`. */
import type { JobHandler } from '../world/world.ts'
import { runFreezeStep } from './baselines/freeze-task.ts'
import { runImportStep } from './import-jobs/import-jobs.ts'
import { runBulkJobStep } from './integration/tracker/bulk-jobs.ts'
import { runResynchronisationStep } from './integration/tracker/resynchronisation.ts'
import { IMPORT_JOB, RESYNCHRONISE_JOB, BULK_JOB, FREEZE_JOB } from './records/world/job-kinds.ts'

export const jobRunners = {
  [FREEZE_JOB]: runFreezeStep,
  [IMPORT_JOB]: runImportStep,
  [BULK_JOB]: runBulkJobStep,
  [RESYNCHRONISE_JOB]: runResynchronisationStep,
} satisfies Readonly<Record<string, JobHandler>>
