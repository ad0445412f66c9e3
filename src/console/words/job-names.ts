/** Names of the kinds of jobs in the console. */

export const SYNCHRONISE = 'integration.synchronise'

const JOBS: Readonly<Record<string, string>> = {
  'baseline.freeze': 'Freezing',
  [SYNCHRONISE]: 'Synchronisation',
  'tracker.bulkJob': 'Bulk job',
  'tracker.resynchronise': 'Resynchronisation',
  'fault.outage': 'Outage',
  'standalone.import': 'Import',
  'organization.expireInvitation': 'Expiry of an invitation',
}

export function jobName(kind: string): string {
  return JOBS[kind] ?? kind
}
