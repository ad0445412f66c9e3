import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Grammar } from '../../../src/language/grammar.ts'
import { parseQuery } from '../../../src/language/query/parse.ts'
import { foldCase } from '../../../src/language/values.ts'
import { planQuery } from '../../../src/language/query/plan.ts'
import type { QuerySource } from '../../../src/language/query/source.ts'
import { readableContainers } from '../../../src/model/containers/containers.ts'
import { htmlToText } from '../../../src/model/requirements/records/excerpt.ts'
import { frozenSource, requirementSource } from '../../../src/model/requirements/searching/query-source.ts'
import { findChildren } from '../../../src/model/requirements/records/lookup.ts'
import type { RequirementRecord } from '../../../src/model/requirements/records/records.ts'
import type { Store } from '../../../src/world/store/store.ts'
import { Table } from '../../../src/world/store/table.ts'
import { grammars, readAs, worldQueries } from './requirements-queries.ts'
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
        for (let asked = 0; rows.length > 1 && asked < MANY; asked += rows.length) rows.forEach(matches)
        expect(idsOf(rows.filter(matches))).toEqual(first)
      }),
      { numRuns: 100 },
    )
  })

  test('tell nothing of what the caller may not read', () => {
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
    fc.property(fc.array(properties, { minLength: 1, maxLength: 6 }), comparisons, (given, text) => {
      const rows = given.map((property, index) => plannedRow({ key: `R-${index}`, properties: [property] }))
      const store = buildWorld({ rows })
      const scanned = found(store, text, withoutIndexes(sourceOf(store)))
      expect(found(store, text, sourceOf(store))).toEqual(scanned)
      const exact = given.map((property) =>
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

  test('no character beyond ASCII folds to one, but those that prefixes know', () => {
    const found: string[] = []
    for (let code = 0x80; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code)
      if ((foldCase(character)[0] as string) < '\u0080') found.push(character)
    }
    expect(found).toEqual(['İ', '\u212a'])
  })
})
