/** What every world of the simulator consists of: its regions, its tables and what its jobs do. */
import { sequences } from '../world/store/store.ts'
import type { TableDefinition } from '../world/store/table.ts'
import { jobs } from '../world/time/jobs.ts'
import type { WorldSchema } from '../world/world.ts'
import { applications, linkRequests } from './applications/records.ts'
import { baselines } from './baselines/records.ts'
import { configs } from './world/config.ts'
import { containers } from './containers/records.ts'
import { dashboards } from './dashboards/records.ts'
import { downtimes } from './faults/downtimes.ts'
import { faults, outages } from './faults/records.ts'
import { runOutage } from './faults/writing.ts'
import type { RecordListener } from './events.ts'
import { excelAttachments } from './excel/records.ts'
import { fileContents } from './files/records.ts'
import { historyEntries } from './history/records.ts'
import { importJobs } from './import-jobs/records.ts'
import { rules } from './rules/records.ts'
import { lateJobs } from './world/late-jobs.ts'
import { formerKeys, keyHolds } from './requirement-keys/records.ts'
import { linkIdentities } from './links/identities.ts'
import { integrations } from './integration/records.ts'
import { issueLinks } from './links/records.ts'
import {
  issues,
  issueTypes,
  bulkJobs,
  customFields,
  issueHistory,
  issueTemplates,
  remoteUsers,
  trackerTexts,
} from './tracker/records.ts'
import { inboundAnswers, trackerMessages } from './integration/queues/inbound-records.ts'
import { queueMessages } from './integration/queues/requirement-messages.ts'
import { runSynchronisation } from './integration/queues/synchronisation.ts'
import { outboundMessages } from './integration/queues/records.ts'
import { runExpiry } from './organizations/invitation-expiry.ts'
import { invitations, memberships, organizations } from './organizations/records.ts'
import { pages, pageVersions } from './pages/records.ts'
import { propertyNames } from './properties/records.ts'
import { rateWindows } from './world/records.ts'
import { frozenSets } from './requirements/records/frozen.ts'
import { externalPropertyMetadata, requirements, testCaseLinks } from './requirements/records/records.ts'
import { notifications, settings } from './settings/records.ts'
import { matrices } from './traceability/records.ts'
import { tasks } from './tasks/records.ts'
import { featureUses } from './telemetry/records.ts'
import { templates } from './templates/records.ts'
import { timelines } from './world/timeline-progress.ts'
import { requirementTypes } from './types/records.ts'
import { accountLinks, administrators, grants, sessions, tokens, users } from './users/records.ts'
import { variants } from './variants/records.ts'
import { OUTAGE_JOB, SYNCHRONISE_JOB, INVITATION_JOB } from './world/job-kinds.ts'

/** The regions; they share no record. */
export const REGIONS = ['eu', 'us'] as const
export type Region = (typeof REGIONS)[number]

/** By name, in the order in which exports list them. */
export const regionTables = {
  organization: organizations,
  membership: memberships,
  invitation: invitations,
  user: users,
  token: tokens,
  session: sessions,
  accountLink: accountLinks,
  grant: grants,
  administrator: administrators,
  application: applications,
  linkRequest: linkRequests,
  container: containers,
  variant: variants,
  page: pages,
  pageVersion: pageVersions,
  requirement: requirements,
  historyEntry: historyEntries,
  baseline: baselines,
  frozenSet: frozenSets,
  task: tasks,
  externalPropertyMetadata,
  propertyName: propertyNames,
  requirementType: requirementTypes,
  keyHold: keyHolds,
  formerKey: formerKeys,
  excelAttachment: excelAttachments,
  matrix: matrices,
  setting: settings,
  notification: notifications,
  testCaseLink: testCaseLinks,
  linkIdentity: linkIdentities,
  issueType: issueTypes,
  issue: issues,
  integration: integrations,
  issueLink: issueLinks,
  outboundMessage: outboundMessages,
  inboundAnswer: inboundAnswers,
  issueTemplate: issueTemplates,
  trackerText: trackerTexts,
  trackerMessage: trackerMessages,
  bulkJob: bulkJobs,
  issueHistory,
  customField: customFields,
  remoteUser: remoteUsers,
  fileContent: fileContents,
  importJob: importJobs,
  dashboard: dashboards,
  template: templates,
  rule: rules,
  featureUse: featureUses,
  outage: outages,
  downtime: downtimes,
} as const

/** Tables of the world itself, whose records belong to no region. */
const systemTables = { config: configs, rateWindow: rateWindows, timeline: timelines, fault: faults } as const

/** Every table that can be read by name: `job` is of the world itself, and each region has its `sequence`. */
export const namedTables = { ...regionTables, sequence: sequences, job: jobs, ...systemTables } as const

export type TableName = keyof typeof namedTables
export type TableRecords = {
  readonly [N in TableName]: (typeof namedTables)[N] extends TableDefinition<infer R, string> ? R : never
}

/** Whether a table belongs to the world itself, and not to a region. */
export function isSystemTable(name: TableName): boolean {
  return name === 'job' || Object.hasOwn(systemTables, name)
}

export const worldSchema: WorldSchema = {
  regions: REGIONS,
  tables: Object.values(regionTables) as unknown as WorldSchema['tables'],
  systemTables: Object.values(systemTables) as unknown as WorldSchema['systemTables'],
  jobs: {
    ...lateJobs,
    [SYNCHRONISE_JOB]: runSynchronisation,
    [OUTAGE_JOB]: runOutage,
    [INVITATION_JOB]: runExpiry,
  },
  listeners: [queueMessages] satisfies readonly RecordListener[],
}
