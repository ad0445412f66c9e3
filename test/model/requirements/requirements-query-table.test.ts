/** What each kind of condition selects in one small world, whichever way its rows are found. */
import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../../src/language/query/parse.ts'
import { planQuery } from '../../../src/language/query/plan.ts'
import { countedRows, prefixesInUse } from '../../../src/model/searching/query-rows.ts'
import { frozenSource, requirementSource } from '../../../src/model/searching/query-source.ts'
import type { RequirementRecord } from '../../../src/model/records/wiki/requirements.ts'
import { archived, matcherIn, rows, scopeOf, sorted, store } from './requirements-table.ts'
import { buildWorld, dependsOn, everyRow, plannedRow, rowIn, type WorldPlan } from './requirements-world.ts'

/** What a query selects of the rows that are no copies, and of copies. */
const selected = (text: string): number[] => sorted(rows.filter(matcherIn(store, text)))

/** The rows that indexes give for a query, which prefers any index to a scan; undefined where none answers it. */
function looked(text: string): number[] | undefined {
  const found = planQuery(parseQuery(text), requirementSource(scopeOf(store))).candidates()
  return found === undefined ? undefined : sorted(found)
}

/** A query, what it selects, and the rows that indexes give for it, where one answers it. */
const CASES: readonly (readonly [query: string, selected: string, looked?: string])[] = [
  ["key = 'R-1'", '6000 6007 6008', '6000 6007'],
  ["key = 'k-1'", '6011', '6011'],
  ["key ~ 'k-%'", '6011 6012', '6011 6012'],
  ["key ~ 'r-%'", '6000 6001 6002 6003 6007 6008 6009', '6000 6001 6002 6003 6007'],
  ["key ~ 'r-1'", '6000 6007 6008', '6000 6007'],
  ["key ~ '%1'", '6000 6004 6007 6008 6010 6011 6012'],
  ["key ~ 'ä%'", ''],
  ["key ~ 'z%'", '', ''],
  ["key ~ 'none of these%'", '', ''],
  ["key IN ('R-1', 'S-2')", '6000 6005 6007 6008', '6000 6005 6007'],
  ["text ~ 'return%'", '6005 6009'],
  ["space = 'OPS'", '6004 6005 6010'],
  ["status = 'deleted'", '6002', '6002'],
  ["status = 'active'", '6000 6001 6004 6005 6007 6011', '6000 6001 6004 6005 6007 6011'],
  ["status = 'active' AND key = 'R-1'", '6000 6007', '6000 6007'],
  ["status = 'MOVED' AND key ~ 'r-%'", '6003', '6003 6012'],
  ["status = 'MOVED'", '6003 6012', '6003 6012'],
  ["status = 'ARCHIVED'", '6008 6009 6010', ''],
  ['id = 6001', '6001', '6001'],
  ["id = '6005'", '6005', '6005'],
  ['id = 6006', '', '6006'],
  ["id = 'none'", '', ''],
  ['page = 4001', '6000', '6000'],
  ["page = 'Page of OPS'", '6004', '6004'],
  ['page = 4003', '', ''],
  ["page = 'Page of SEC'", '', ''],
  ['page = 9999', '', ''],
  ["page ~ '%'", '6000 6004'],
  ["page ~ 'page of %'", '6000 6004'],
  ['pageHistory = 4001', '6000 6002 6008', '6000 6002 6007'],
  ["pageHistory = 'Page of ENG'", '6000 6002 6008', '6000 6002 6007'],
  ['pageHistory = 4002', '6004 6005', '6001 6004 6005'],
  ['pageHistory = 4003', '', ''],
  ["pageHistory ~ '%ops'", '6004 6005'],
  ['links = 4001', '6000 6001 6004 6009 6010', '6000 6001 6004'],
  ["links = 'Page of OPS'", '6000 6004 6008', '6000 6004 6007'],
  ['links = 4003', '', '6001'],
  ["links ~ '%eng'", '6000 6001 6004 6009 6010'],
  ['link = 4001', '6001 6004 6009 6010', '6001 6004'],
  ["link = 'Page of OPS'", '6000 6008', '6000 6007'],
  ['link = 4003', '', '6001'],
  ['link IS NOT NULL', '6000 6001 6004 6008 6009 6010'],
  ["@P = 'High'", '6000 6008', '6000'],
  ["@Q = 'High'", '6000', '6000'],
  ["@Q = 'Low'", '6000', '6000'],
  ["@Q ~ 'h%'", '6000'],
  ["@P IS NULL AND key = 'R-1'", '6007', '6000 6007'],
  ["@None = 'x'", '', ''],
  ['ext@E = 3', '6000 6001 6008 6009', '6000 6001'],
  ["ext@E = '3'", '6000 6001 6008 6009', '6000 6001'],
  ["ext@E = 'x'", '6004 6010', '6004'],
  ['ext@E IS NOT NULL', '6000 6001 6004 6008 6009 6010'],
  ['ext@None IS NULL', '6000 6001 6002 6003 6004 6005 6007 6008 6009 6010 6011 6012'],
  ["from = 'R-1'", '', ''],
  ["from = 'R-2'", '6000 6004 6008', '6000 6004'],
  ["from@refines = 'R-2'", '6000 6008', '6000'],
  ["from@uses = 'R-2'", '6004', '6004'],
  ["from@uses = 'k-1'", '6001', '6001'],
  ["from = 'R-3'", '', '6000'],
  ["from = 'T-1'", '', ''],
  ["from = 'S-2'", '6000', '6000 6006'],
  ["from ~ 's-%'", '6000'],
  ["from IN ('R-2', 'k-1')", '6000 6001 6004 6008', '6000 6001 6004'],
  ["from != 'R-2'", '6001'],
  ["from > 'k'", '6001'],
  ['from IS NOT NULL', '6000 6001 6004 6008'],
  ["to = 'R-1'", '6001 6002 6005 6009', '6001 6002 6005 6006'],
  ["to@refines = 'R-1'", '6001 6002 6005 6009', '6001 6002 6005 6006'],
  ["to@uses = 'R-1'", '6009', '6001 6002 6005 6006'],
  ["to@uses = 'S-1'", '6001', '6001'],
  ["to = 'T-1'", '6005', '6005'],
  ["to = 'G-1'", '6005', '6005'],
  ['to IS NOT NULL', '6001 6002 6005 6007 6009 6011'],
  ["jira = 'DRN-1'", '6000 6008 6011', '6000 6011'],
  ["jira@uses = 'DRN-1'", '6000 6008', '6000'],
  ["jira@refines = 'DRN-2'", '6000', '6000'],
  ["jira@refines = 'DRN-1'", '6011', '6011'],
  ["jira = 'HID-1'", '6002 6004', '6002 6004'],
  ["jira = 'DRN-9'", '6005', '6005'],
  ["jira = 'HID-2'", '6009', ''],
  ["jira = 'DRN-2'", '6000', '6000'],
  ['jira IS NOT NULL', '6000 6002 6004 6005 6008 6009 6011'],
  ["project = 'DRN'", '6000 6008 6011'],
  ["project = 'HID'", ''],
  ["project_name = 'Name of DRN'", '6000 6008 6011'],
  ['project IS NOT NULL', '6000 6008 6011'],
  ["variant = 'Current' AND space = 'OPS'", '6004 6005 6010'],
  ["variant = 'Other'", '6007'],
  ['variant = 10011', '6007'],
  ["variant = ('Other' in space 'ENG')", '6007'],
  ["variant = (10011 in space 'ENG')", '6007'],
  ["variant = ('Other' in space 'OPS')", ''],
  ["variant = ('Other' in space 'SEC')", '', ''],
  ["variant = ('None' in space 'ENG')", '', ''],
  ["variant != ('Other' in space 'ENG') AND key = 'R-1'", '6000 6008', '6000 6007'],
  ['baseline = 1', '6008 6009 6010', ''],
  ["baseline = 'First'", '6008 6009', ''],
  ["baseline = '2'", '6010', ''],
  ['baseline = 2', '', ''],
  ["baseline = ('First' in space 'ENG')", '6008 6009', ''],
  ["baseline = (1 in space 'OPS')", '6010', ''],
  ["baseline = (1 in space 'SEC')", '', ''],
  ["baseline = ('First' in space 'OPS')", '', ''],
  ['baseline = $currentBaseline', '6008 6009 6010', ''],
  ['baseline != $currentBaseline AND baseline IS NOT NULL', ''],
  ['baseline IS NULL', '6000 6001 6002 6003 6004 6005 6007 6011 6012'],
  ['baseline was 1', '6000 6001 6004 6007 6008 6009 6010', '6000 6001 6004 6007'],
  ["baseline was 'First'", '6000 6001 6007 6008 6009', '6000 6001 6007'],
  ["baseline was '1'", '6000 6001 6004 6007 6008 6009 6010', '6000 6001 6004 6007'],
  ["baseline was '01'", '6000 6001 6004 6007 6008 6009 6010', '6000 6001 6004 6007'],
  ["baseline was '2'", '6004 6010', '6004'],
  ["baseline was 'x1'", '', ''],
  ["baseline was '1x'", '', ''],
  ['baseline was 2', '', ''],
  ["baseline was ('First' in space 'ENG')", '6000 6001 6007 6008 6009', '6000 6001 6007'],
  ["baseline was (1 in space 'OPS')", '6004 6010', '6004'],
  ["baseline was (1 in space 'SEC')", '', ''],
  ["isModified('1')", '6000 6001 6002 6003 6005 6007 6011 6012'],
  ["isModified('First')", '6000 6001 6002 6003 6004 6005 6007 6010 6011 6012'],
  ["isModified('Second') AND key = 'S-1'", '6004 6010', '6004'],
  ["type = 'Type 1'", '6000 6001 6002 6003 6007 6008 6009'],
  ['type = 2', '6004 6005 6010'],
  ['type.id = 1', '6000 6001 6002 6003 6007 6008 6009'],
  ["type.name ~ '%2'", '6004 6005 6010'],
  ['type IS NULL', '6011 6012'],
  ["excel = 'ENG.xlsx'", '6000'],
  ['excel = 8001', '6000'],
  ['excel = 8003', '6004'],
  ["excel = 'SEC.xlsx'", ''],
  ['excel = 8099', '6011'],
  ['excel IS NOT NULL', '6000 6004 6011'],
  ["new_key = 'S-1'", '6003'],
  ['new_key IS NOT NULL', '6003 6012'],
  ["new_space_key = 'OPS'", '6003'],
  ["new_container = 'Page of OPS'", '6003'],
  ['new_container = 1102', '6003'],
  ['new_container = 1002', ''],
  ['new_container IS NOT NULL', '6003'],
  ["container = 'Page of ENG'", '6000'],
  ["container = 'Name of OPS'", '6005 6010'],
  ['container = 1001', '6001 6002 6003 6007 6008 6009 6011 6012'],
  ['container = 1101', '6000'],
  ["test_case = 'T-0'", '6000 6001'],
  ["test_case = 'T-1'", '6000'],
  ['test_case IS NOT NULL', '6000 6001'],
  ['suspect IS NOT NULL', ''],
  ["hasTest('pass')", '6000'],
  ["hasTest('FAIL')", '6000 6001'],
  ["hasTest('uses', 'fail')", '6000'],
  ["hasTest('refines', 'fail')", '6001'],
  ["hasLastTest('pass')", '6000'],
  ["hasLastTest('fail')", '6001'],
  ["hasLastTest('uses', 'fail')", ''],
  ["hasLastTest('refines', 'fail')", '6001'],
  ["@P = user('reader')", '6011', '6011'],
  ["@P = user('nobody')", '', ''],
  ["@Q = user('nobody')", '', ''],
  ["@Q = 'nobody'", '6005', '6005'],
  ["from-> key = 'R-2'", '6000 6004 6008', '6000 6004'],
  ["from-> key = 'S-2'", '6000', '6000'],
  ["from@refines-> key = 'R-2'", '6000 6008', '6000'],
  ["from@uses-> key = 'R-2'", '6004', '6004'],
  ["from@uses-> key = 'k-1'", '6001', '6001'],
  ["from-> status = 'DELETED'", '', '6000'],
  ["to-> key = 'R-1'", '6001 6002 6005 6009', '6001 6002 6005 6006'],
  ["to@uses-> key = 'R-2'", '6011', '6007 6011'],
  ["to@refines-> key = 'R-2'", '', ''],
  ["to-> status = 'ACTIVE'", '6001 6002 6005 6011', '6001 6002 6005 6006 6007 6011'],
  ["to-> key = 'T-1'", '', ''],
  ["from-> (to-> key = 'R-1')", '6000 6004 6008', '6000 6004'],
  ["NOT (to-> key = 'R-1') AND space = 'ENG'", '6000 6003 6007 6008 6011 6012'],
]

/** More than are asked about one by one before links are read by a walk over all of them. */
const MANY = 600

describe('conditions', () => {
  test.each<[query: string, selected: string, looked?: string]>(CASES.map((each) => [...each]))(
    '%s',
    (text, wanted, index) => {
      expect(selected(text).join(' ')).toBe(wanted)
      expect(looked(text)?.map(String).join(' ')).toBe(index)
    },
  )

  test.each([
    ['rows', requirementSource, rows.filter(({ baseline }) => baseline === undefined)],
    ['frozen copies', frozenSource, rows.filter(({ baseline }) => baseline !== undefined)],
  ] as const)('select the same of many %s as of few', (_, sourceOf, tested) => {
    const isAsked = new Set(tested.map(({ id }) => String(id)))
    for (const [text, wanted] of CASES) {
      const { matches } = planQuery(parseQuery(text), sourceOf(scopeOf(store)))
      for (let count = 0; count < MANY; count += tested.length) tested.forEach(matches)
      const own = wanted.split(' ').filter((id) => isAsked.has(id))
      expect(sorted(tested.filter(matches)).join(' '), text).toBe(own.join(' '))
    }
  })

  test.each([
    [{ direction: 'from' }, ['6000 6001', '6000 6005', '6001 6011', '6004 6001']],
    [{ direction: 'from', relationship: 'uses' }, ['6001 6011', '6004 6001']],
    [{ direction: 'to' }, ['6001 6000', '6001 6004', '6002 6000', '6005 6000', '6011 6001']],
    [{ direction: 'to', relationship: 'refines' }, ['6001 6000', '6002 6000', '6005 6000']],
  ] as const)('links along %j, one by one and all at once', (relation, wanted) => {
    const source = requirementSource(scopeOf(store))
    const live = rows.filter(({ baseline, key }) => baseline === undefined && key !== '\u212a-1')
    const followed = () =>
      live.flatMap((row) => source.related(row, relation).map(({ id }) => `${row.id} ${id}`)).toSorted()
    for (let count = 0; count < MANY; count += live.length) expect(followed()).toEqual(wanted)
    const links = source.allLinks?.(relation)
    const pairs = links?.map(({ from, target }) => `${from} ${target.id}`)
    expect(pairs?.toSorted()).toEqual(wanted)
  })

  test('links to a key between keys that nothing names, and to absent requirements', () => {
    const world = buildWorld({
      rows: [
        plannedRow({ key: 'A-1' }),
        plannedRow({
          key: 'B-1',
          dependencies: dependsOn('uses ENG/B-0', 'uses ENG/C-1', 'refines ENG/C-1'),
        }),
        plannedRow({
          key: 'B-2',
          dependencies: dependsOn('uses ENG/D-1', 'uses ENG/D-2'),
        }),
        plannedRow({ key: 'C-1' }),
        plannedRow({ key: 'C-2' }),
        plannedRow({ key: 'D-2' }),
      ],
    })
    const links = requirementSource(scopeOf(world)).allLinks?.({ direction: 'to' })
    const pairs = links?.map(({ from, target }) => `${from} ${target.id}`)
    expect(pairs?.toSorted()).toEqual(['6001 6003', '6001 6003', '6002 6005'])
  })
})

describe('isModified compares inline properties', () => {
  type Properties = WorldPlan['rows'][number]['properties']
  const value = (text: string, key: 'P' | 'Q' = 'P') => ({ key, value: text })
  const list = (...multivalues: string[]): Properties => [{ key: 'P', multivalues }]
  const two = [value('3'), value('4', 'Q')]

  test.each<[name: string, now: Properties, then: Properties, modified: boolean]>([
    ['of the same name and value', [value('3')], [value('3')], false],
    ['of another value', [value('3')], [value('4')], true],
    ['of another name', [value('3')], [value('3', 'Q')], true],
    ['one more', two, [value('3')], true],
    ['one less', [value('3')], two, true],
    ['the second of two', two, [value('3'), value('5', 'Q')], true],
    ['lists of the same items', list('Low', 'High'), list('Low', 'High'), false],
    ['lists in another order', list('Low', 'High'), list('High', 'Low'), true],
    ['lists that read the same', list('Low', 'High'), list('Low, High'), true],
    [
      'lists of as many items that read the same',
      list('Low', 'High', 'Full, Empty'),
      list('Low', 'High, Full', 'Empty'),
      true,
    ],
    ['a list that gained an empty item', list('a', ''), list('a, '), true],
    ['a list that lost an empty item', list('a, '), list('a', ''), true],
    ['an empty list and one of an empty item', list(), list(''), true],
    ['a list of an empty item and an empty one', list(''), list(), true],
    ['a list that reads like a value', list('Low', 'High'), [value('Low, High')], true],
    ['a value that reads like a list', [value('Low, High')], list('Low', 'High'), true],
  ])('%s', (_, now, then, wanted) => {
    const world = buildWorld({ rows: [plannedRow({ properties: now }), archived({ properties: then })] })
    expect(matcherIn(world, "isModified('1')")(rowIn(world))).toBe(wanted)
  })
})

describe('baselines, containers and keys that only some rows have', () => {
  const world = buildWorld({
    rows: [
      plannedRow({ key: 'R-1' }),
      archived({ key: 'R-1', baseline: 12 }),
      plannedRow({ key: 'R-2', status: 'MOVED', movedTo: { space: 'GONE', key: 'R-2' } }),
      plannedRow({ key: 'R-3', status: 'MOVED', movedTo: { space: 'OPS', key: 'R-3' } }),
    ],
  })
  test.each([
    ['baseline = 12', '6001'],
    ["baseline = '12'", ''],
    ["baseline was '12'", '6000 6001'],
    ["baseline was 'x12'", ''],
    ["baseline was '12x'", ''],
    ['baseline = $currentBaseline', ''],
    ['new_container IS NOT NULL', ''],
    ['new_key IS NOT NULL', '6002 6003'],
  ])('%s', (text, wanted) => {
    expect(sorted(everyRow(world).filter(matcherIn(world, text))).join(' ')).toBe(wanted)
  })
})

describe('indexes', () => {
  const row = rows[0] as RequirementRecord
  test('rows are counted as far as that is worth it, and can be read again', () => {
    const some = countedRows(() => Array.from({ length: 4095 }, () => row))
    expect([some.count, [...some.records()].length, [...some.records()].length]).toEqual([4095, 4095, 4095])
    const full = countedRows(() => Array.from({ length: 4096 }, () => row))
    expect([full.count, [...full.records()].length]).toEqual([4096, 4096])
    const more = countedRows(() => Array.from({ length: 4097 }, () => row))
    expect([more.count, [...more.records()].length]).toEqual([Number.MAX_SAFE_INTEGER, 4097])
  })

  test('beginnings are followed in the letter cases that occur', () => {
    const of = (keys: readonly string[], folded: string) =>
      prefixesInUse(folded, (prefix) => keys.some((key) => key.startsWith(prefix)))
    expect(of(['Req-1', 'REQ-2', 'rex'], 're')).toEqual(['re', 'Re', 'RE'])
    expect(of(['Req-1', 'REQ-2', 'rex'], 'req-')).toEqual(['Req-', 'REQ-'])
    expect(of(['\u212a1', '\u01301'], 'k1')).toEqual(['\u212a1'])
    expect(of(['\u212a1', '\u01301'], 'i')).toEqual(['\u0130'])
    expect(of(['Req-1'], 'x')).toEqual([])
    expect(of(['Req-1'], '\u00e41')).toBeUndefined()
    expect(of(['r\u00c41', 'R\u00e42'], 'r\u00e41')).toEqual(['r', 'R'])
    expect(of(['a\u007fb'], 'a\u007fb')).toEqual(['a\u007fb'])
    expect(of([], '')).toBeUndefined()
  })

  test('too many letter cases are left to a look at every row', () => {
    const cases = (length: number): string[] =>
      Array.from({ length: 2 ** length }, (_, bits) =>
        Array.from({ length }, (_each, place) => ((bits >> place) & 1 ? 'A' : 'a')).join(''),
      )
    const inUse = (keys: readonly string[]) => (prefix: string) => keys.some((key) => key.startsWith(prefix))
    expect(prefixesInUse('aaaaa', inUse(cases(5)))?.length).toBe(32)
    expect(prefixesInUse('aaaaaa', inUse(cases(6)))).toBeUndefined()
    const many = buildWorld({ rows: cases(6).map((key) => plannedRow({ key })) })
    const plan = planQuery(parseQuery("key ~ 'aaaaaa%'"), requirementSource(scopeOf(many)))
    expect(plan.candidates()).toBeUndefined()
    expect(everyRow(many).filter(plan.matches)).toHaveLength(64)
  })
})
