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

const tables = [
  organizations,
  memberships,
  users,
  tokens,
  sessions,
  accountLinks,
  grants,
  administrators,
  applications,
  linkRequests,
  containers,
  variants,
  pages,
  requirements,
  externalPropertyMetadata,
  testCaseLinks,
  issueTypes,
  issues,
  integrations,
  issueLinks,
] as unknown as readonly TableDefinition<never, string>[]

export const worldSchema: WorldSchema = {
  regions: REGIONS,
  tables,
  systemTables: [configs, rateWindows] as unknown as readonly TableDefinition<never, string>[],
  jobs: {},
}
