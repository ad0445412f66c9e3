/** Names of the kinds of jobs in the console. */

import {
  BULK_JOB,
  FREEZE_JOB,
  IMPORT_JOB,
  INVITATION_JOB,
  OUTAGE_JOB,
  RESYNCHRONISE_JOB,
  SYNCHRONISE_JOB,
} from '../../model/records/world/job-kinds.ts'

const JOBS: Readonly<Record<string, string>> = {
  [FREEZE_JOB]: 'Freezing',
  [SYNCHRONISE_JOB]: 'Synchronisation',
  [BULK_JOB]: 'Bulk job',
  [RESYNCHRONISE_JOB]: 'Resynchronisation',
  [OUTAGE_JOB]: 'Outage',
  [IMPORT_JOB]: 'Import',
  [INVITATION_JOB]: 'Expiry of an invitation',
}

export function jobName(kind: string): string {
  return JOBS[kind] ?? kind
}
