/** What every world of the simulator consists of: its regions, its tables and what its jobs do. */
import { sequences } from '../world/store/store.ts'
import type { TableDefinition } from '../world/store/table.ts'
import { jobs } from '../world/time/jobs.ts'
import type { WorldSchema } from '../world/world.ts'
import { applications, linkRequests } from './records/service/applications.ts'
import { baselines } from './records/wiki/baselines.ts'
import { configs } from './records/world/config.ts'
import { containers } from './records/service/containers.ts'
import { dashboards } from './records/service/dashboards.ts'
import { downtimes } from './records/world/downtimes.ts'
import { faults, outages } from './records/world/faults.ts'
import { runOutage } from './faults/writing.ts'
import type { RecordListener } from './records/events.ts'
import { excelAttachments } from './records/wiki/excel.ts'
import { fileContents } from './records/service/files.ts'
import { historyEntries } from './records/wiki/history.ts'
import { importJobs } from './records/service/import-jobs.ts'
import { rules } from './records/wiki/rules.ts'
import { lateJobs } from './late-jobs.ts'
import { formerKeys, keyHolds } from './records/wiki/requirement-keys.ts'
import { linkIdentities } from './records/tracker/link-identities.ts'
import { integrations } from './records/tracker/integrations.ts'
import { issueLinks } from './records/tracker/issue-links.ts'
import {
  issues,
  issueTypes,
  bulkJobs,
  customFields,
  issueHistory,
  issueTemplates,
  remoteUsers,
  trackerTexts,
} from './records/tracker/tracker.ts'
import { inboundAnswers, trackerMessages } from './records/tracker/inbound-messages.ts'
import { queueMessages } from './integration/messages/events.ts'
import { runSynchronisation } from './integration/queues/synchronisation.ts'
import { outboundMessages } from './records/tracker/outbound-messages.ts'
import { runExpiry } from './organizations/invitation-expiry.ts'
import { invitations, memberships, organizations } from './records/service/organizations.ts'
import { pages, pageVersions } from './records/wiki/pages.ts'
import { propertyNames } from './records/wiki/property-names.ts'
import { rateWindows } from './records/world/rate-windows.ts'
import { REGIONS, type Region } from './records/world/regions.ts'
import { frozenSets } from './finding/requirements/frozen.ts'
import { externalPropertyMetadata, requirements, testCaseLinks } from './records/wiki/requirements.ts'
import { notifications, settings } from './records/service/settings.ts'
import { matrices } from './records/wiki/matrices.ts'
import { tasks } from './records/wiki/tasks.ts'
import { featureUses } from './records/service/telemetry.ts'
import { templates } from './records/wiki/templates.ts'
import { timelines } from './records/world/timeline-progress.ts'
import { requirementTypes } from './records/wiki/types.ts'
import { accountLinks, administrators, grants, sessions, tokens, users } from './records/service/users.ts'
import { variants } from './records/wiki/variants.ts'
import { OUTAGE_JOB, SYNCHRONISE_JOB, INVITATION_JOB } from './records/world/job-kinds.ts'

export { REGIONS, type Region }

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
/** A table whose records belong to a region. */
export type RegionTableName = keyof typeof regionTables
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
