import { expect, test } from 'vitest'
import { type AssumptionId, assumptions } from '../../src/api/framework/assumptions.ts'
import { type Client, startClient } from '../support/client.ts'
import type { Evidence } from './evidence/evidence.ts'
import { foundationEvidence } from './evidence/foundation.ts'
import { standaloneDashboardEvidence } from './evidence/standalone-dashboards.ts'
import { standaloneImportEvidence } from './evidence/standalone-imports.ts'
import { standaloneWritingEvidence } from './evidence/standalone-writing.ts'
import { organizationEvidence } from './evidence/organizations.ts'
import { trackerCommonEvidence } from './evidence/tracker-common.ts'
import { integrationQueueEvidence } from './evidence/integration-queues.ts'
import { integrationDescriptorEvidence } from './evidence/integration-descriptors.ts'
import { trackerLinkEvidence } from './evidence/tracker-links.ts'
import { trackerDataEvidence } from './evidence/tracker-data.ts'
import { bulkJobEvidence } from './evidence/bulk-jobs.ts'
import { hostedWikiEvidence } from './evidence/hosted-wiki.ts'
import { repairEvidence } from './evidence/repair.ts'
import { wikiBaselineEvidence } from './evidence/wiki-baselines.ts'
import { wikiCommonEvidence } from './evidence/wiki-common.ts'
import { wikiRequirementEvidence } from './evidence/wiki-requirements.ts'
import { wikiSearchEvidence } from './evidence/wiki-search.ts'
import { wikiPageEvidence } from './evidence/wiki-pages.ts'
import { wikiPropertyEvidence } from './evidence/wiki-properties.ts'
import { wikiSettingEvidence } from './evidence/wiki-settings.ts'
import { witnesses } from './witnesses.ts'
import { wikiTraceabilityEvidence } from './evidence/wiki-traceability.ts'
import { queryLanguageEvidence } from './evidence/query-language.ts'

/** Exchanges whose answers an entry of the ledger shapes. */
const evidence: Readonly<Partial<Record<AssumptionId, Evidence>>> = {
  ...foundationEvidence,
  ...standaloneWritingEvidence,
  ...standaloneImportEvidence,
  ...standaloneDashboardEvidence,
  ...organizationEvidence,
  ...trackerCommonEvidence,
  ...integrationQueueEvidence,
  ...integrationDescriptorEvidence,
  ...trackerLinkEvidence,
  ...trackerDataEvidence,
  ...bulkJobEvidence,
  ...repairEvidence,
  ...wikiCommonEvidence,
  ...wikiBaselineEvidence,
  ...wikiRequirementEvidence,
  ...wikiSearchEvidence,
  ...wikiPageEvidence,
  ...wikiPropertyEvidence,
  ...wikiSettingEvidence,
  ...wikiTraceabilityEvidence,
  ...queryLanguageEvidence,
  ...hostedWikiEvidence,
}

async function leanedOn(
  client: Client,
  { call, times = 1, before = [] }: Evidence,
): Promise<readonly string[]> {
  for (const [method, path, options] of before) await client.call(method, path, options)
  const [method, path, options = {}] = call
  for (let count = 1; count < times; count++) await client.call(method, path, options)
  const headers = { ...options.headers, 'x-sim-explain': '1' }
  const reply = await client.call(method, path, { ...options, headers })
  return reply.headers['X-Sim-Assumptions']?.split(',') ?? []
}

test('each entry of the ledger has evidence or a witness, and none has both', () => {
  const witnessed = [...new Set(witnesses.map(({ id }) => id))]
  const ids = assumptions.map(({ id }) => id)
  expect([...Object.keys(evidence), ...witnessed].toSorted()).toEqual(ids.toSorted())
})

test.each(Object.entries(evidence))('a response that %s shapes names it', async (id, shaped) => {
  const { config } = shaped
  const client = await startClient({ scenario: 'demo', ...(config === undefined ? {} : { config }) } as never)
  expect(await leanedOn(client, shaped)).toContain(id)
})
