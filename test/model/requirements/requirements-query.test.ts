import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Grammar } from '../../../src/language/grammar.ts'
import { parseQuery } from '../../../src/language/query/parse.ts'
import { foldCase } from '../../../src/language/values.ts'
import { planQuery } from '../../../src/language/query/plan.ts'
import type { QuerySource } from '../../../src/language/query/source.ts'
import { readableContainers } from '../../../src/model/finding/containers.ts'
import { htmlToText } from '../../../src/model/records/text/excerpt.ts'
import { frozenSource, requirementSource } from '../../../src/model/searching/query-source.ts'
import { findChildren } from '../../../src/model/finding/requirements/lookup.ts'
import { type ContainerRecord, containers } from '../../../src/model/records/service/containers.ts'
import { integrations } from '../../../src/model/records/tracker/integrations.ts'
import { issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { pages, pageVersions } from '../../../src/model/records/wiki/pages.ts'
import { type RequirementRecord, requirements } from '../../../src/model/records/wiki/requirements.ts'
import { grants } from '../../../src/model/records/service/users.ts'
import type { Store } from '../../../src/world/store/store.ts'
import { Table } from '../../../src/world/store/table.ts'
import { grammars, readAs, worldQueries } from './requirements-queries.ts'
import { archived, scopeOf, sorted } from './requirements-table.ts'
import {
  buildWorld,
  dependsOn,
  everyRow,
  plannedLink,
  plannedRow,
  READER,
  WIKI,
  type WorldPlan,
  worldPlans,
} from './requirements-world.ts'

/** Enough to leave every threshold behind, from which links are read by one walk. */
const MANY = 600

function projectsOf(store: Store) {
  return readableContainers(store, READER, WIKI, 'PROJECT')
}

function readableRows(store: Store): RequirementRecord[] {
  const readable = new Set(projectsOf(store).map((project) => project.id))
  return everyRow(store).filter((row) => readable.has(row.projectContainerId))
}

/** A source that prefers an index wherever there is one. */
function sourceOf(store: Store): QuerySource<RequirementRecord> {
  const projects = projectsOf(store)
  const size = Number.MAX_SAFE_INTEGER
  return requirementSource({ store, user: READER, applicationId: WIKI, projects, size })
}

function withoutIndexes(source: QuerySource<RequirementRecord>): QuerySource<RequirementRecord> {
  const { size, identity, field, user, special, condition, related, allLinks } = source
  return {
    size,
    identity,
    user,
    related,
    ...(allLinks === undefined ? {} : { allLinks }),
    field(reference) {
      const binding = field(reference)
      return binding === undefined ? undefined : { values: binding.values }
    },
    special: (reference, value) => ({ matches: special(reference, value).matches }),
    condition: (called) => ({ matches: condition(called).matches }),
  }
}

const idsOf = (rows: readonly RequirementRecord[]) => rows.map((row) => row.id)

function found(
  store: Store,
  text: string,
  source: QuerySource<RequirementRecord>,
  grammar?: Grammar,
): number[] {
  const rows = readableRows(store)
  const readable = new Set(rows)
  const plan = planQuery(readAs(text, grammar), source)
  const live = rows.filter((row) => row.baseline === undefined)
  const candidates = [...(plan.candidates() ?? live)].filter((row) => readable.has(row))
  const copies = rows
    .filter((row) => row.baseline !== undefined)
    .filter(matcherOfCopies(store, text, grammar))
  return idsOf([...candidates.filter(plan.matches), ...copies]).toSorted((a, b) => a - b)
}

/** How a query decides about frozen copies, which no index leads to. */
function matcherOfCopies(store: Store, text: string, grammar?: Grammar) {
  const scope = { store, user: READER, applicationId: WIKI, projects: projectsOf(store), size: 1 }
  return planQuery(readAs(text, grammar), frozenSource(scope)).matches
}

describe('queries over requirements', () => {
  test('find with indexes what they find without', () => {
    fc.assert(
      fc.property(worldPlans, worldQueries, grammars, (plan, text, grammar) => {
        const store = buildWorld(plan)
        const scanned = found(store, text, withoutIndexes(sourceOf(store)), grammar)
        expect(found(store, text, sourceOf(store), grammar)).toEqual(scanned)
      }),
      { numRuns: 400 },
    )
  })

  test('read links the same one by one and all at once', () => {
    fc.assert(
      fc.property(worldPlans, worldQueries, (plan, text) => {
        const store = buildWorld(plan)
        const rows = readableRows(store)
        const ofRows = planQuery(parseQuery(text), withoutIndexes(sourceOf(store))).matches
        const ofCopies = matcherOfCopies(store, text)
        const matches = (row: RequirementRecord) => (row.baseline === undefined ? ofRows(row) : ofCopies(row))
        const first = idsOf(rows.filter(matches))
        for (let count = 0; rows.length > 1 && count < MANY; count += rows.length) rows.forEach(matches)
        expect(idsOf(rows.filter(matches))).toEqual(first)
      }),
      { numRuns: 100 },
    )
  })

  test('reveal nothing that the caller may not read', () => {
    fc.assert(
      fc.property(worldPlans, worldQueries, (plan, text) => {
        const [whole, visible] = [true, false].map((hidden) => buildWorld(plan, { hidden })) as [Store, Store]
        expect(found(whole, text, sourceOf(whole))).toEqual(found(visible, text, sourceOf(visible)))
      }),
      { numRuns: 300 },
    )
  })
})

/** Values of properties as HTML, and what queries compare them with: texts, and HTML that no text is. */
const markedUp = fc.constantFrom('High', '<p>High</p>', '<b>3</b>.0', '3', 'R&amp;D', 'R&D', '<p></p>', '')
const properties: fc.Arbitrary<WorldPlan['rows'][number]['properties'][number]> = fc.oneof(
  markedUp.map((value) => ({ key: 'P' as const, value })),
  fc.array(markedUp, { maxLength: 3 }).map((multivalues) => ({ key: 'P' as const, multivalues })),
)
const comparisons = fc
  .record({ operator: fc.constantFrom('=', '!=', '~', '<'), value: markedUp })
  .map(({ operator, value }) => `@P ${operator} '${value}'`)

test('properties with markup are found by index as by looking at every row', () => {
  fc.assert(
    fc.property(fc.array(properties, { minLength: 1, maxLength: 6 }), comparisons, (values, text) => {
      const rows = values.map((property, index) => plannedRow({ key: `R-${index}`, properties: [property] }))
      const store = buildWorld({ rows })
      const scanned = found(store, text, withoutIndexes(sourceOf(store)))
      expect(found(store, text, sourceOf(store))).toEqual(scanned)
      const exact = values.map((property) =>
        'value' in property ? [htmlToText(property.value)] : property.multivalues.map(htmlToText),
      )
      const [, wanted] = /^@P = '(.*)'$/.exec(text) ?? []
      if (wanted === undefined || wanted === '3') return
      expect(scanned).toEqual(exact.flatMap((texts, index) => (texts.includes(wanted) ? [6000 + index] : [])))
    }),
    { numRuns: 100 },
  )
})

describe('regressions', () => {
  const parent = plannedRow({ key: 'R-1' })
  const child = plannedRow({ key: 'R-2', dependencies: dependsOn('refines ENG/R-1') })

  test('link fields read the indexes once per requirement and not once per term', () => {
    const rows = Array.from({ length: 1000 }, (_, index) => plannedRow({ key: `R-${index}` }))
    const store = buildWorld({ rows })
    const terms = Array.from({ length: 50 }, (_, index) => [
      `from@r${index} ~ 'x'`,
      `jira@r${index} ~ 'x'`,
      `link ~ 'x${index}'`,
      `hasTest('r${index}')`,
      `from@r${index}-> key ~ 'x'`,
      `to@r${index}-> key ~ 'x'`,
    ]).flat()
    const range = vi.spyOn(Table.prototype, 'range')
    const find = vi.spyOn(Table.prototype, 'find')
    expect(found(store, terms.join(' OR '), sourceOf(store))).toEqual([])
    expect(range.mock.calls.length + find.mock.calls.length).toBeLessThan(4000)
    vi.restoreAllMocks()
  })

  test('a chain to parents finds DELETED children by index too', () => {
    const deleted = { ...child, status: 'DELETED' } as const
    const store = buildWorld({ rows: [parent, deleted] })
    expect(found(store, "to-> key = 'R-1' AND status = 'DELETED'", sourceOf(store))).toEqual([6001])
  })

  test('a child in several relationships, with another between them, is listed once for each', () => {
    const rows = [
      parent,
      plannedRow({ key: 'R-2', dependencies: dependsOn('refines ENG/R-1', 'verifies ENG/R-1') }),
      plannedRow({ key: 'R-3', dependencies: dependsOn('uses ENG/R-1') }),
    ]
    const store = buildWorld({ rows })
    const children = findChildren(store, readableRows(store)[0] as RequirementRecord)
    expect(children.map((link) => `${link.other.key} ${link.relationship}`)).toEqual([
      'R-2 refines',
      'R-3 uses',
      'R-2 verifies',
    ])
  })

  test('a link that names a baseline belongs to the row of that baseline only', () => {
    const rows = [parent, { ...parent, status: 'ARCHIVED', baseline: 1 } as const]
    const issueLinks = [plannedLink({ baseline: 1 }), plannedLink({ issue: 'DRN-2' })]
    const store = buildWorld({ rows, issueLinks })
    expect(found(store, "jira = 'DRN-1'", sourceOf(store))).toEqual([6001])
    expect(found(store, "jira = 'DRN-2'", sourceOf(store))).toEqual([6000])
  })

  test('a link that only the wiki shows has an issue and a project', () => {
    const store = buildWorld({ rows: [parent], issueLinks: [plannedLink({ faces: 'wiki' })] })
    expect(found(store, "jira = 'DRN-1' AND project = 'DRN'", sourceOf(store))).toEqual([6000])
  })

  test.each(['r-1%', 'R-1%', '\u212a-%', 'k-1%', 'İ%', 'i-%', 'ä-%', '%1'])(
    'keys that begin like %s are found by index in any letter case',
    (text) => {
      const keys = ['R-1', 'r-1', 'R-10', 'K-1', 'k-1', '\u212a-1', 'I-1', 'İ-1', 'i-1', 'Ä-1', 'ä-1']
      const store = buildWorld({ rows: keys.map((key) => plannedRow({ key })) })
      const query = `key ~ '${text}'`
      expect(found(store, query, sourceOf(store))).toEqual(
        found(store, query, withoutIndexes(sourceOf(store))),
      )
    },
  )

  test('only the characters that prefixes handle fold to ASCII', () => {
    const found: string[] = []
    for (let code = 0x80; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code)
      if ((foldCase(character)[0] as string) < '\u0080') found.push(character)
    }
    expect(found).toEqual(['İ', '\u212a'])
  })
})

const worldOf = (planned: WorldPlan['rows'], plan: Partial<WorldPlan> = {}) =>
  buildWorld({ ...plan, rows: planned })

/** The rows that a query selects, each tested so often. The size of 0 keeps it from reading an index first. */
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
function candidatesOf(store: Store, text: string): string {
  return sorted(planQuery(parseQuery(text), requirementSource(scopeOf(store))).candidates() ?? []).join(' ')
}

describe('another wiki with the same space and keys', () => {
  const OTHER = 50
  /** Its page mentions R-3 and defined it once, an issue links to it, and its records come before those of the wiki. */
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

  // After this many records, links are read in one walk over all of them.
  test.each([1, 200])('adds no links, tested %i times', (times) => {
    const store = twoWikis()
    expect(selected(store, "from = 'R-2'", times)).toBe('6000')
    expect(selected(store, 'link IS NOT NULL', times)).toBe('6000')
    expect(selected(store, "pageHistory ~ '%'", times)).toBe('6001')
    expect(selected(store, 'jira IS NOT NULL', times)).toBe('6000')
    expect(candidatesOf(store, "jira = 'DRN-1'")).toBe('6000')
  })
})

test('a boolean external property is found by its word', () => {
  const store = worldOf([plannedRow({ external: true }), plannedRow({ key: 'R-2', external: 3 })])
  expect(candidatesOf(store, "ext@E = 'true'")).toBe('6000')
  expect(candidatesOf(store, 'ext@E = 3')).toBe('6001')
})

test('a requirement without baselines is not in a baseline of another space', () => {
  const store = worldOf([plannedRow({ space: 'OPS', key: 'S-1' }), archived({})], {
    baselines: [{ space: 'ENG', number: 1, name: 'First', status: 'DONE' }],
  })
  expect(selected(store, "baseline = ('First' in space 'ENG')")).toBe('6001')
  expect(selected(store, 'baseline = $currentBaseline')).toBe('6001')
})

test('the index of properties has a text as a whole, and each item of a list', () => {
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
