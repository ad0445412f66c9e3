// The ledger as pages divide it: a page for each file of entries.

import { bulkJobEntries } from '../../src/api/ledger/bulk-jobs.ts'
import type { Entries } from '../../src/api/ledger/entry.ts'
import { generalEntries } from '../../src/api/ledger/general.ts'
import { hostedWikiEntries } from '../../src/api/ledger/hosted-wiki.ts'
import { integrationDescriptorEntries } from '../../src/api/ledger/integration-descriptors.ts'
import { integrationQueueEntries } from '../../src/api/ledger/integration-queues.ts'
import { organizationEntries } from '../../src/api/ledger/organizations.ts'
import { queryLanguageEntries } from '../../src/api/ledger/query-language.ts'
import { repairEntries } from '../../src/api/ledger/repair.ts'
import { standaloneDashboardEntries } from '../../src/api/ledger/standalone-dashboards.ts'
import { standaloneImportEntries } from '../../src/api/ledger/standalone-imports.ts'
import { standaloneWritingEntries } from '../../src/api/ledger/standalone-writing.ts'
import { standaloneEntries } from '../../src/api/ledger/standalone.ts'
import { trackerCommonEntries } from '../../src/api/ledger/tracker-common.ts'
import { trackerDataEntries } from '../../src/api/ledger/tracker-data.ts'
import { trackerLinkEntries } from '../../src/api/ledger/tracker-links.ts'
import { wikiBaselineViewEntries } from '../../src/api/ledger/wiki-baseline-views.ts'
import { wikiBaselineEntries } from '../../src/api/ledger/wiki-baselines.ts'
import { wikiCommonEntries } from '../../src/api/ledger/wiki-common.ts'
import { wikiPageEntries } from '../../src/api/ledger/wiki-pages.ts'
import { wikiPropertyEntries } from '../../src/api/ledger/wiki-properties.ts'
import { wikiRequirementEntries } from '../../src/api/ledger/wiki-requirements.ts'
import { wikiSearchEntries } from '../../src/api/ledger/wiki-search.ts'
import { wikiSettingEntries } from '../../src/api/ledger/wiki-settings.ts'
import { wikiTraceabilityEntries } from '../../src/api/ledger/wiki-traceability.ts'

export interface AssumptionGroup {
  /** The page's file name. */
  readonly name: string
  readonly title: string
  readonly entries: Entries
}

export const ASSUMPTION_GROUPS: readonly AssumptionGroup[] = [
  { name: 'general', title: 'All interfaces', entries: generalEntries },
  { name: 'query-language', title: 'Query language and formulas', entries: queryLanguageEntries },
  { name: 'standalone', title: 'Reading in the standalone API', entries: standaloneEntries },
  { name: 'standalone-writing', title: 'Writing in the standalone API', entries: standaloneWritingEntries },
  { name: 'standalone-imports', title: 'Imports of the standalone API', entries: standaloneImportEntries },
  { name: 'standalone-dashboards', title: 'Dashboards and templates', entries: standaloneDashboardEntries },
  { name: 'organizations', title: 'Organizations and users', entries: organizationEntries },
  { name: 'wiki-common', title: 'All operations of the wiki', entries: wikiCommonEntries },
  { name: 'wiki-requirements', title: 'Requirements of the wiki', entries: wikiRequirementEntries },
  { name: 'wiki-search', title: 'Search in the wiki', entries: wikiSearchEntries },
  { name: 'wiki-pages', title: 'Pages of the wiki', entries: wikiPageEntries },
  { name: 'wiki-properties', title: 'Properties in the wiki', entries: wikiPropertyEntries },
  { name: 'wiki-baselines', title: 'Baselines', entries: wikiBaselineEntries },
  { name: 'wiki-baseline-views', title: 'Views of baselines', entries: wikiBaselineViewEntries },
  { name: 'wiki-traceability', title: 'Traceability matrices', entries: wikiTraceabilityEntries },
  { name: 'wiki-settings', title: 'Settings of the wiki', entries: wikiSettingEntries },
  { name: 'hosted-wiki', title: 'Hosted wiki', entries: hostedWikiEntries },
  {
    name: 'integration-descriptors',
    title: 'Descriptors of an integration',
    entries: integrationDescriptorEntries,
  },
  { name: 'integration-queues', title: 'Queues between wiki and tracker', entries: integrationQueueEntries },
  { name: 'repair', title: 'Repair', entries: repairEntries },
  { name: 'tracker-common', title: 'All operations of the tracker', entries: trackerCommonEntries },
  { name: 'tracker-links', title: 'Issue links of the tracker', entries: trackerLinkEntries },
  { name: 'tracker-data', title: 'Data of the tracker', entries: trackerDataEntries },
  { name: 'bulk-jobs', title: 'Bulk jobs of the tracker', entries: bulkJobEntries },
]

/** The name of the page that an entry is on. Throws for one that is in no group. */
export function groupOfAssumption(id: string): string {
  const group = ASSUMPTION_GROUPS.find(({ entries }) => Object.hasOwn(entries, id))
  if (group === undefined) throw new Error(`${id} is in no group of assumption-groups.ts`)
  return group.name
}
