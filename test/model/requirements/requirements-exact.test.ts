/** What queries and lists of requirements answer where little decides: an order, a namesake elsewhere, a value of another type. */
import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../../src/language/query/parse.ts'
import { planQuery } from '../../../src/language/query/plan.ts'
import type { ContainerRecord } from '../../../src/model/containers/records.ts'
import { containers } from '../../../src/model/containers/records.ts'
import { integrations, issueLinks } from '../../../src/model/links/records.ts'
import { pages, pageVersions } from '../../../src/model/pages/records.ts'
import { createFrozenSet, frozenSets } from '../../../src/model/requirements/records/frozen.ts'
import { frozenSource, requirementSource } from '../../../src/model/requirements/searching/query-source.ts'
import { querySuggestions } from '../../../src/model/requirements/searching/query-suggestions.ts'
import { type RequirementRecord, requirements } from '../../../src/model/requirements/records/records.ts'
import { grants } from '../../../src/model/users/records.ts'
import type { Store } from '../../../src/world/store/store.ts'
import { archived, projects, scopeOf, sorted } from './requirements-table.ts'
import {
  buildWorld,
  dependsOn,
  everyRow,
  plannedLink,
  plannedRow,
  READER,
  WIKI,
  type WorldPlan,
} from './requirements-world.ts'

const worldOf = (rows: WorldPlan['rows'], given: Partial<WorldPlan> = {}) => buildWorld({ ...given, rows })
/** The rows that a query selects, each asked about so often; no index is asked before, since rows seem to be few. */
function selected(store: Store, text: string, times = 1): string {
  const query = parseQuery(text)
  const scope = { ...scopeOf(store), size: 0 }
  const live = planQuery(query, requirementSource(scope)).matches
  const frozen = planQuery(query, frozenSource(scope)).matches
  const matches = (row: RequirementRecord) => (row.baseline === undefined ? live(row) : frozen(row))
  const rows = everyRow(store).filter(({ applicationId }) => applicationId === WIKI)
  for (let time = 1; time < times; time++) rows.forEach(matches)
  return sorted(rows.filter(matches)).join(' ')
}
/** The rows that indexes give for a query. */
const looked = (store: Store, text: string) =>
  sorted(planQuery(parseQuery(text), requirementSource(scopeOf(store))).candidates() ?? []).join(' ')

describe('another wiki, whose space and keys are called the same', () => {
  const OTHER = 50
  /** A page of it mentions and defined R-3, an issue is linked to it, and what it names comes before what the wiki does. */
  function twoWikis(): Store {
    const store = worldOf(
      [
        plannedRow({ key: 'R-1' }),
        plannedRow({ key: 'R-2', dependencies: dependsOn('uses ENG/R-1') }),
        plannedRow({ key: 'R-3' }),
      ],
      {
        pageLinks: [{ from: 'ENG', space: 'ENG', key: 'R-1' }],
        pageVersions: [{ space: 'ENG', keys: ['R-2'] }],
        issueLinks: [plannedLink({})],
      },
    )
    const place = { applicationId: OTHER, projectContainerId: 51 }
    const space = store.table(containers).get(1001) as ContainerRecord
    store.table(containers).insert({ ...space, ...place, id: 51 })
    const page = {
      ...place,
      id: 52,
      type: 'PAGE',
      level: 'DOCUMENT',
      name: 'Elsewhere',
      pageId: 53,
      createdAt: 0,
    } as const
    store.table(containers).insert({ ...page, parentContainerId: 51 })
    store.table(grants).insert({ containerId: 51, userId: READER.id, level: 'read' })
    const definition = { key: 'R-3', html: '', properties: [], dependencies: [] }
    const content = { definitions: [], links: [{ spaceKey: 'ENG', key: 'R-3' }] }
    store
      .table(pages)
      .insert({ id: 53, containerId: 52, applicationId: OTHER, spaceKey: 'ENG', version: 2, ...content })
    store.table(pageVersions).insert({
      id: '53/1',
      pageId: 53,
      version: 1,
      title: 'Elsewhere',
      links: [],
      savedAt: 0,
      definitions: [definition],
    })
    const own = store.table(requirements).get(6000) as RequirementRecord
    const dependencies = dependsOn('uses ENG/Z-9')
    store.table(requirements).insert({ ...own, ...place, id: 7000, variantId: 510, dependencies })
    const [integration] = [...store.table(integrations).scan()] as [never]
    const ids = { serviceId: 'other', wikiApplinkId: 'of-other-wiki', trackerApplinkId: 'of-other-tracker' }
    store
      .table(integrations)
      .insert({ ...(integration as object), ...ids, wikiApplicationId: OTHER } as never)
    store.table(issueLinks).insert({
      id: 99,
      serviceId: 'other',
      wiki: {
        applinkId: 'of-other-wiki',
        applicationId: OTHER,
        spaceKey: 'ENG',
        key: 'R-3',
        issueKey: 'DRN-1',
        relationship: 'uses',
      },
    })
    return store
  }

  // More than are asked about one by one before links are read by a walk over all of them.
  test.each([1, 200])('has no part in what is linked, asked %i times', (times) => {
    const store = twoWikis()
    expect(selected(store, "from = 'R-2'", times)).toBe('6000')
    expect(selected(store, 'link IS NOT NULL', times)).toBe('6000')
    expect(selected(store, "pageHistory ~ '%'", times)).toBe('6001')
    expect(selected(store, 'jira IS NOT NULL', times)).toBe('6000')
    expect(looked(store, "jira = 'DRN-1'")).toBe('6000')
  })
})

test('an external property that is true or false is found by its word', () => {
  const store = worldOf([plannedRow({ external: true }), plannedRow({ key: 'R-2', external: 3 })])
  expect(looked(store, "ext@E = 'true'")).toBe('6000')
  expect(looked(store, 'ext@E = 3')).toBe('6001')
})

test('what is in no baseline is not in one that its space has not either', () => {
  const store = worldOf([plannedRow({ space: 'OPS', key: 'S-1' }), archived({})], {
    baselines: [{ space: 'ENG', number: 1, name: 'First', status: 'DONE' }],
  })
  expect(selected(store, "baseline = ('First' in space 'ENG')")).toBe('6001')
  expect(selected(store, 'baseline = $currentBaseline')).toBe('6001')
})

describe('suggestions', () => {
  const places = projects.map((project) => ({ project, variantId: project.id * 10 }))

  test('tell the type of a property by a requirement that has it', () => {
    const store = worldOf([
      plannedRow({ properties: [{ key: 'P', value: 'x' }] }),
      plannedRow({ key: 'R-2', properties: [{ key: 'Q', multivalues: ['x'] }] }),
    ])
    const { properties } = querySuggestions(store, WIKI, places, places)
    expect(properties.map(({ name, dataType }) => `${name} ${dataType}`)).toEqual(['P TEXT', 'Q LIST'])
  })

  test('are not of copies before there is one', () => {
    const store = worldOf([plannedRow({})])
    const place = { projectContainerId: 1001, number: 1, variantId: 10_010 }
    const copies = [{ source: store.table(requirements).get(6000) as RequirementRecord, id: 6500 }]
    const statuses = () => querySuggestions(store, WIKI, places, places).statuses
    store.table(frozenSets).put(createFrozenSet(place, copies, 0, 0))
    expect(statuses()).toEqual(['ACTIVE'])
    store.table(frozenSets).put(createFrozenSet(place, copies, 0))
    expect(statuses()).toEqual(['ACTIVE', 'ARCHIVED'])
  })
})

test('a property is filed under its text as a whole, and a list under each item', () => {
  const keysOf = (properties: RequirementRecord['properties']) =>
    requirements.indexes.property.keys({
      projectContainerId: 1001,
      properties,
    } as RequirementRecord) as readonly (readonly unknown[])[]
  const row = worldOf([
    plannedRow({ properties: [{ key: 'P', value: 'ab' }] }),
    plannedRow({ key: 'R-2', properties: [{ key: 'Q', multivalues: ['cd', 'e'] }] }),
  ]).table(requirements)
  const stored = [...row.scan()].flatMap(({ properties }) => keysOf(properties))
  expect(stored).toEqual([
    [1001, 'P', 'ab'],
    [1001, 'Q', 'cd'],
    [1001, 'Q', 'e'],
  ])
})
