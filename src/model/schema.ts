/** What every world of the simulator consists of: its regions, its tables and what its jobs do. */
import type { TableDefinition } from '../world/table.ts'
import type { WorldSchema } from '../world/world.ts'
import { applications, linkRequests } from './applications/records.ts'
import { configs } from './config.ts'
import { containers } from './containers/records.ts'
import { integrations, issueLinks, issues, issueTypes } from './links/records.ts'
import { memberships, organizations } from './organizations/records.ts'
import { pages } from './pages/records.ts'
import { rateWindows } from './rate-windows.ts'
import { externalPropertyMetadata, requirements, testCaseLinks } from './requirements/records.ts'
import { accountLinks, administrators, grants, sessions, tokens, users } from './users/records.ts'
import { variants } from './variants/records.ts'

/** The regions; they share no record. */
export const REGIONS = ['eu', 'us'] as const
export type Region = (typeof REGIONS)[number]

/** The tables of a region by name, in the order in which exports list them. */
export const regionTables = {
  organization: organizations,
  membership: memberships,
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
  requirement: requirements,
  externalPropertyMetadata,
  testCaseLink: testCaseLinks,
  issueType: issueTypes,
  issue: issues,
  integration: integrations,
  issueLink: issueLinks,
} as const

export type TableName = keyof typeof regionTables
/** The type of a table's records, by the table's name. */
export type TableRecords = {
  readonly [N in TableName]: (typeof regionTables)[N] extends TableDefinition<infer R, string> ? R : never
}

export const worldSchema: WorldSchema = {
  regions: REGIONS,
  tables: Object.values(regionTables) as unknown as WorldSchema['tables'],
  systemTables: [configs, rateWindows] as unknown as WorldSchema['systemTables'],
  jobs: {},
}
