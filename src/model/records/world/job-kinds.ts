/** The kinds of jobs that the clock runs. The schema says what runs each; `late-jobs.ts` which are loaded once one is pending. */
export const FREEZE_JOB = 'baseline.freeze'
export const IMPORT_JOB = 'standalone.import'
export const BULK_JOB = 'tracker.bulkJob'
export const RESYNCHRONISE_JOB = 'tracker.resynchronise'
export const SYNCHRONISE_JOB = 'integration.synchronise'
export const OUTAGE_JOB = 'fault.outage'
export const INVITATION_JOB = 'organization.expireInvitation'

/** Between two runs of one integration, in virtual milliseconds. */
export const SYNCHRONISATION_PERIOD = 180_000
