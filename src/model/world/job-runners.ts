/** What runs the jobs that only few exchanges begin; a test holds the kinds against `late-jobs.ts`. */
import type { JobHandler } from '../../world/world.ts'
import { FREEZE_JOB, runFreezeStep } from '../baselines/freezing.ts'
import { runImportStep } from '../jobs/import-jobs.ts'
import { IMPORT_JOB } from '../jobs/import-step.ts'
import { BULK_JOB, runBulkJobStep } from '../tracker/bulk-jobs.ts'
import { RESYNCHRONISE_JOB, runResynchronisationStep } from '../tracker/resynchronisation.ts'

export const jobRunners = {
  [FREEZE_JOB]: runFreezeStep,
  [IMPORT_JOB]: runImportStep,
  [BULK_JOB]: runBulkJobStep,
  [RESYNCHRONISE_JOB]: runResynchronisationStep,
} satisfies Readonly<Record<string, JobHandler>>
