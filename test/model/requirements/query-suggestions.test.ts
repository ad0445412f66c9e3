/** What can complete a query, of which spaces. */
import { expect, test } from 'vitest'
import { propertyNames } from '../../../src/model/records/wiki/property-names.ts'
import {
  MAXIMUM_SUGGESTIONS,
  type QuerySuggestions,
  querySuggestions,
} from '../../../src/model/searching/query-suggestions.ts'
import { createFrozenSet, frozenSets } from '../../../src/model/finding/requirements/frozen.ts'
import {
  externalPropertyMetadata,
  type RequirementRecord,
  requirements,
} from '../../../src/model/records/wiki/requirements.ts'
import { requirementTypes } from '../../../src/model/records/wiki/types.ts'
import type { Store } from '../../../src/world/store/store.ts'
import { archived, projects } from './requirements-table.ts'
import { buildWorld, plannedRow, WIKI, type WorldPlan } from './requirements-world.ts'

const places = projects.map((project) => ({ project, variantId: project.id * 10 }))
const [eng, ops] = places.map((place) => [place])
const namesOf = ({ spaces, statuses, properties, types, pages, baselines }: QuerySuggestions) => ({
  spaces: spaces.map(({ key }) => key),
  statuses,
  properties: properties.map(({ name, type, dataType }) => `${name} ${type} ${dataType}`),
  types: types.map(({ name }) => name),
  pages: pages.map(({ name }) => name),
  baselines: baselines.map(({ name }) => name),
})
const suggested = (store: Store, searched = places) =>
  namesOf(querySuggestions(store, WIKI, searched, places))

const PLAN: Pick<WorldPlan, 'rows'> & Partial<WorldPlan> = {
  rows: [
    plannedRow({
      key: 'R-1',
      properties: [
        { key: 'Q', value: 'x' },
        { key: 'P', multivalues: ['x', 'y'] },
      ],
    }),
    plannedRow({ key: 'R-2', variant: 'Other', status: 'DELETED', properties: [{ key: 'P', value: 'x' }] }),
    plannedRow({
      key: 'S-1',
      space: 'OPS',
      status: 'MOVED',
      external: 3,
      properties: [{ key: 'P', value: 'x' }],
    }),
    archived({ key: 'S-1', space: 'OPS' }),
    plannedRow({ key: 'T-1', space: 'SEC', status: 'DELETED', properties: [{ key: 'Q', value: 'x' }] }),
  ],
  baselines: [
    { space: 'ENG', number: 2, name: 'Second', status: 'DONE' },
    { space: 'ENG', number: 1, name: 'First', status: 'PREVIEW' },
    { space: 'SEC', number: 1, name: 'First', status: 'DONE' },
  ],
  types: [
    { space: 'OPS', pattern: '{0}' },
    { space: 'SEC', pattern: '{0}' },
  ],
}

test('suggests names from the current variants of the spaces, and external properties of the wiki', () => {
  const store = buildWorld(PLAN)
  expect(suggested(store, eng)).toEqual({
    spaces: ['ENG'],
    statuses: ['ACTIVE'],
    properties: ['P INLINE LIST', 'Q INLINE TEXT', 'E EXTERNAL TEXT'],
    types: [],
    pages: ['Page of ENG'],
    baselines: ['First', 'Second'],
  })
  expect(suggested(store, ops)).toEqual({
    spaces: ['OPS'],
    statuses: ['MOVED', 'ARCHIVED'],
    properties: ['P INLINE TEXT', 'E EXTERNAL TEXT'],
    types: ['Type 1'],
    pages: ['Page of OPS'],
    baselines: [],
  })
  expect(suggested(store)).toMatchObject({
    spaces: ['ENG', 'OPS'],
    statuses: ['ACTIVE', 'MOVED', 'ARCHIVED'],
    properties: ['P INLINE LIST', 'Q INLINE TEXT', 'E EXTERNAL TEXT'],
    pages: ['Page of ENG', 'Page of OPS'],
  })
  expect(suggested(store, [])).toMatchObject({ spaces: [], statuses: [], properties: ['E EXTERNAL TEXT'] })
  expect(namesOf(querySuggestions(store, WIKI, places, eng ?? [])).properties).not.toContain(
    'E EXTERNAL TEXT',
  )
})

test('registered names of properties come with their type, once, and those of the searched spaces only', () => {
  const store = buildWorld(PLAN)
  const register = (id: number, projectContainerId: number, name: string, dataType: 'DATE' | 'USER') =>
    store.table(propertyNames).insert({ id, applicationId: WIKI, projectContainerId, name, dataType })
  register(1, 1001, 'Q', 'DATE')
  register(2, 1001, 'A', 'USER')
  register(3, 1002, 'Q', 'USER')
  register(4, 1003, 'Z', 'USER')
  expect(suggested(store).properties).toEqual([
    'A INLINE USER',
    'P INLINE LIST',
    'Q INLINE DATE',
    'E EXTERNAL TEXT',
  ])
  expect(suggested(store, ops).properties).toEqual(['P INLINE TEXT', 'Q INLINE USER', 'E EXTERNAL TEXT'])
})

test('at most two hundred of a kind', () => {
  const store = buildWorld({ rows: [] })
  const [project] = projects as [(typeof projects)[number]]
  for (let id = 1; id <= MAXIMUM_SUGGESTIONS + 1; id++)
    store.table(requirementTypes).insert({
      id,
      applicationId: WIKI,
      projectContainerId: 1001,
      name: `T${id}`,
      pattern: `T${String.fromCodePoint(0x4e00 + id)}{0}`,
    })
  const many = Array.from({ length: MAXIMUM_SUGGESTIONS + 1 }, (_, place) => ({ project, variantId: place }))
  expect(suggested(store, eng).types).toHaveLength(MAXIMUM_SUGGESTIONS)
  expect(suggested(store, many).spaces).toHaveLength(MAXIMUM_SUGGESTIONS)
})

test('external properties of other wikis, and those that no requirement has, are left out', () => {
  const store = buildWorld(PLAN)
  store
    .table(externalPropertyMetadata)
    .insert({ id: 2, applicationId: WIKI, name: 'Unused', dataType: 'TEXT' })
  store.table(externalPropertyMetadata).insert({ id: 3, applicationId: 999, name: 'E', dataType: 'DATE' })
  expect(suggested(store).properties.filter((text) => text.includes('EXTERNAL'))).toEqual(['E EXTERNAL TEXT'])
})

test('a property has the type of a requirement that has it', () => {
  const store = buildWorld({
    rows: [
      plannedRow({ properties: [{ key: 'P', value: 'x' }] }),
      plannedRow({ key: 'R-2', properties: [{ key: 'Q', multivalues: ['x'] }] }),
    ],
  })
  const { properties } = querySuggestions(store, WIKI, places, places)
  expect(properties.map(({ name, dataType }) => `${name} ${dataType}`)).toEqual(['P TEXT', 'Q LIST'])
})

test('the status ARCHIVED is suggested after a requirement was copied', () => {
  const store = buildWorld({ rows: [plannedRow({})] })
  const place = { projectContainerId: 1001, number: 1, variantId: 10_010 }
  const copies = [{ source: store.table(requirements).get(6000) as RequirementRecord, id: 6500 }]
  const statuses = () => querySuggestions(store, WIKI, places, places).statuses
  store.table(frozenSets).put(createFrozenSet(place, copies, 0, 0))
  expect(statuses()).toEqual(['ACTIVE'])
  store.table(frozenSets).put(createFrozenSet(place, copies, 0))
  expect(statuses()).toEqual(['ACTIVE', 'ARCHIVED'])
})
