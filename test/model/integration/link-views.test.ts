/** Faces of issue links: which record shows a link, and which one a product's face goes to. */
import { expect, test } from 'vitest'
import { importCheckedWorld } from '../../../src/simulator/world-import.ts'
import { createSimulator } from '../../../src/index.ts'
import {
  addTrackerView,
  addWikiView,
  findTrackerView,
  findWikiView,
  type LinkFacts,
  trackerViewOf,
} from '../../../src/model/links/views.ts'
import { type IntegrationRecord, integrations } from '../../../src/model/records/tracker/integrations.ts'
import { issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { type IssueRecord, issues } from '../../../src/model/records/tracker/tracker.ts'
import { worldSchema } from '../../../src/model/schema.ts'
import type { Store } from '../../../src/world/store/store.ts'
import { exportWorld } from '../../../src/world/transfer.ts'
import { buildWorld, plannedLink, plannedRow, type WorldPlan } from '../requirements/requirements-world.ts'

const FACTS: LinkFacts = { issueKey: 'DRN-1', spaceKey: 'ENG', key: 'R-1', relationship: 'uses' }

function linked(...views: WorldPlan['issueLinks'][number]['faces'][]) {
  const issueLinks = views.map((each) => plannedLink({ faces: each }))
  const store = buildWorld({ rows: [plannedRow({})], issueLinks })
  const integration = store.table(integrations).get('s') as IntegrationRecord
  const issueRecord = store.table(issues).get(30_000) as IssueRecord
  return { store, integration, issue: issueRecord }
}
const links = (store: Store) => [...store.table(issueLinks).scan()]
const shown = (store: Store) =>
  links(store).map(({ id, wiki, tracker }) => [id, wiki?.relationship, tracker?.relationship])

test('two wikis link one issue to requirements that are called the same', () => {
  const { store, integration, issue } = linked()
  const ids = { serviceId: 't', wikiApplinkId: 'of-other-wiki', trackerApplinkId: 'of-other-tracker' }
  const other = store.table(integrations).insert({ ...integration, ...ids, wikiApplicationId: 201 })
  expect(
    [integration, other].map((one) => addTrackerView({ store, integration: one }, issue, FACTS)),
  ).toEqual([true, true])
  expect(
    [integration, other].map((one) => findTrackerView({ store, integration: one }, issue, FACTS)?.serviceId),
  ).toEqual(['s', 't'])
  expect(
    [integration, other].map((one) => addTrackerView({ store, integration: one }, issue, FACTS)),
  ).toEqual([false, false])
  expect(links(store)).toHaveLength(2)
})

test('a link to a frozen copy is another one, and so is one that lost its key', () => {
  const { store, integration, issue } = linked('tracker')
  expect(findTrackerView({ store, integration }, issue, { ...FACTS, baseline: 1 })).toBeUndefined()
  expect(addTrackerView({ store, integration }, issue, { ...FACTS, baseline: 1 })).toBe(true)
  expect(links(store).map(({ tracker }) => tracker?.baseline)).toEqual([null, 1])
  const lost = { ...trackerViewOf(integration, issue, { ...FACTS, relationship: 'lost' }), key: null }
  store.table(issueLinks).insert({ id: 9, serviceId: 's', tracker: lost })
  const unnamed = { ...FACTS, key: '', relationship: 'lost' }
  expect(findTrackerView({ store, integration }, issue, unnamed)).toBeUndefined()
})

test('the wiki shows a link to an issue that the tracker does not have', () => {
  const { store, integration } = linked('both')
  const facts = { ...FACTS, issueKey: 'DRN-99' }
  expect(addWikiView({ store, integration }, undefined, facts)).toBe(true)
  expect(findWikiView({ store, integration }, facts)).toEqual({
    id: 2,
    serviceId: 's',
    wiki: expect.objectContaining({ issueKey: 'DRN-99' }),
  })
})

test('a face joins the other product’s face of the same link, and takes nothing from another one', () => {
  const half = linked('wiki')
  expect(addTrackerView({ store: half.store, integration: half.integration }, half.issue, FACTS)).toBe(true)
  expect(shown(half.store)).toEqual([[1, 'uses', 'uses']])
  const { store, integration, issue } = linked('wiki')
  const tracker = trackerViewOf(integration, issue, { ...FACTS, relationship: 'refines' })
  store.table(issueLinks).update(1, { tracker })
  expect(addTrackerView({ store, integration }, issue, FACTS)).toBe(true)
  expect(shown(store)).toEqual([
    [1, 'uses', 'refines'],
    [2, undefined, 'uses'],
  ])
})

test('a world with an integration to an unknown tracker is imported as it was exported', async () => {
  const { world } = await createSimulator({ scenario: 'demo' })
  const [{ serviceId }] = [...world.region('eu').table(integrations).scan()] as [IntegrationRecord]
  world
    .region('eu')
    .table(integrations)
    .update(serviceId, { trackerApplicationId: undefined } as never)
  const document = exportWorld(world)
  expect(exportWorld(importCheckedWorld(worldSchema, document))).toEqual(document)
})
