/** What searches and lists of one small world answer: rows in order, pages, counts, explanations and refusals. */
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../../src/model/input/refusal.ts'
import { firstInOrder } from '../../../src/model/searching/first-in-order.ts'
import { listRequirements, type RequirementFilter } from '../../../src/model/searching/listing.ts'
import {
  isQuery,
  searchPage,
  type SearchRequest,
  searchRequirements,
} from '../../../src/model/searching/search.ts'
import { requirements } from '../../../src/model/records/wiki/requirements.ts'
import { explainSearch } from '../../../src/model/searching/search-explanation.ts'
import { queryWarnings } from '../../../src/model/searching/search-warnings.ts'
import { rules } from '../../../src/model/records/wiki/rules.ts'
import { type VariantRecord, variants } from '../../../src/model/records/wiki/variants.ts'
import type { Store } from '../../../src/world/store/store.ts'
import { archived, projects, store } from './requirements-table.ts'
import { buildWorld, plannedRow, READER, spaceIn, WIKI } from './requirements-world.ts'

const EVERY = 'all requirements'
const ANY = 'of any status'
const TWO = [10010, 10011]
const FROZEN = 'ACTIVE or frozen'

/**
 * What is searched, the ids that are found, from 6000 on, and how the search is explained. What is not said is:
 * requirements, in all spaces, ACTIVE only.
 */
type Search = [request: SearchRequest, found: string, what?: string, scope?: string]

const SEARCHES: Search[] = [
  [{}, '0 1 4 5 11'],
  [{ sort: 'KEY' }, '0 1 4 5 11'],
  [{ sort: 'KEY DESC' }, '11 5 4 1 0'],
  [{ sort: 'ID DESC' }, '11 5 4 1 0'],
  [{ sort: 'TITLE, ID DESC' }, '0 4 11 5 1'],
  [{ sort: 'SPACEKEY DESC, KEY' }, '4 5 0 1 11'],
  [{ sort: 'STATUS DESC, ID', includeArchived: true }, '3 12 2 8 9 10 0 1 4 5 11', EVERY, ANY],
  [{ sort: 'BASELINE, KEY', includeArchived: true }, '8 9 10 0 1 2 3 4 5 11 12', EVERY, ANY],
  [{ includeArchived: true }, '0 8 1 9 2 3 4 10 5 11 12', EVERY, ANY],
  [{ includeArchived: true, sort: 'KEY DESC, ID DESC' }, '12 11 5 10 4 3 2 9 1 8 0', EVERY, ANY],
  [{ includeBaselined: true }, '0 8 1 9 4 10 5 11', EVERY, FROZEN],
  [{ includeBaselined: true, sort: 'ID' }, '0 1 4 5 8 9 10 11', EVERY, FROZEN],
  [{ baselineCondition: 'ENG-1' }, '8 9', EVERY, 'as frozen in ENG-1'],
  [{ baselineCondition: ' OPS-2 , ENG-First,' }, '8 9 10', EVERY, 'as frozen in  OPS-2 , ENG-First,'],
  [{ baselineCondition: 'ENG-1', sort: 'KEY DESC' }, '9 8', EVERY, 'as frozen in ENG-1'],
  [{ baselineCondition: 'ENG-1', query: "to = 'R-1'" }, '9', "with the parent 'R-1'", 'as frozen in ENG-1'],
  [{ baselineCondition: 'ENG-1', spaceKeys: ['OPS'] }, '', EVERY, "in space 'OPS'; as frozen in ENG-1"],
  [{ baselineCondition: ' ' }, '0 1 4 5 11'],
  [{ keyPrefix: 'r-' }, '0 1', "all requirements; whose key begins with 'r-'"],
  [{ keyPrefix: 'R-1', includeArchived: true }, '0 8', "all requirements; whose key begins with 'R-1'", ANY],
  [{ keyPrefix: 'x' }, '', "all requirements; whose key begins with 'x'"],
  [{ spaceKeys: ['ENG'] }, '0 1 11', EVERY, "in space 'ENG'; ACTIVE only"],
  [{ spaceKeys: ['OPS', 'SEC'], includeArchived: true }, '4 10 5', EVERY, "in space 'OPS'; of any status"],
  [{ spaceKeys: ['SEC'] }, '', EVERY, 'in no space; ACTIVE only'],
  [{ spaceKeys: [] }, '', EVERY, 'in no space; ACTIVE only'],
  [
    { spaceKeys: ['OPS', 'ENG'], sort: 'key desc' },
    '11 5 4 1 0',
    EVERY,
    "in spaces 'ENG', 'OPS'; ACTIVE only",
  ],
  [{ variantIds: [10011] }, '7', 'in variant 10011'],
  [{ variantIds: TWO, query: "key = 'R-1'" }, '0 7', "whose key is 'R-1' and in variant 10010 or 10011"],
  [
    { variantIds: TWO, query: "key = 'R-1' AND text ~ 'hold%'" },
    '0 7',
    "whose key is 'R-1', whose text begins with 'hold' and in variant 10010 or 10011",
  ],
  [
    { variantIds: TWO, query: "key = 'R-1' OR key = 'S-1'" },
    '0 7',
    "(whose key is 'R-1' or whose key is 'S-1') and in variant 10010 or 10011",
  ],
  [{ query: ' ' }, '0 1 4 5 11'],
  [{ query: "key = 'R-1'" }, '0', "whose key is 'R-1'"],
  [{ query: "text ~ 'h%'", sort: 'KEY DESC' }, '11 4 1 0', "whose text begins with 'h'"],
  [{ query: "text ~ 'h%'", sort: 'ID DESC' }, '11 4 1 0', "whose text begins with 'h'"],
  [{ query: "key = 'R-1'", includeBaselined: true }, '0 8', "whose key is 'R-1'", FROZEN],
  [{ query: "key = 'R-1'", includeArchived: true }, '0 8', "whose key is 'R-1'", ANY],
  [
    { query: "key ~ '%1'", includeBaselined: true, sort: 'KEY DESC' },
    '11 4 10 0 8',
    "whose key ends with '1'",
    FROZEN,
  ],
  [
    { query: "key ~ '%1'", includeBaselined: true, sort: 'ID DESC' },
    '11 10 8 4 0',
    "whose key ends with '1'",
    FROZEN,
  ],
  [{ query: "status = 'DELETED'" }, '2', "whose status is 'DELETED'", ANY],
  [{ query: "status != 'ACTIVE'" }, '8 9 2 3 10 12', "whose status is something other than 'ACTIVE'", ANY],
  [{ query: 'baseline = 1' }, '8 9 10', 'in baseline 1', ANY],
  [
    { query: "baseline = 'First' AND key = 'R-2'" },
    '9',
    "in the baseline 'First' and whose key is 'R-2'",
    ANY,
  ],
  [{ query: "key = 'S-1' AND baseline = 1" }, '10', "whose key is 'S-1' and in baseline 1", ANY],
  [{ query: "baseline = 'none'" }, '', "in the baseline 'none'", ANY],
  [
    { query: "baseline != 2 AND space = 'ENG'" },
    '8 9',
    "(in a baseline, but not baseline 2) and whose space is 'ENG'",
    ANY,
  ],
  [
    { query: "(baseline = 1 OR status = 'ACTIVE') AND key ~ 'r-2'" },
    '1 9',
    "(in baseline 1 or whose status is 'ACTIVE') and whose key is 'r-2' in any letter case",
    ANY,
  ],
  [{ query: 'baseline IS NULL' }, '0 1 2 3 4 5 11 12', 'not in a baseline', ANY],
  [{ query: "variant = 'Other'" }, '7', "in the variant 'Other'"],
  [{ query: "key = 'R-1' AND variant IS NOT NULL" }, '0 7', "whose key is 'R-1' and in a variant"],
  [{ query: "NOT (to-> variant = 'Other')" }, '0 1 4 5 11', "without a parent in the variant 'Other'"],
  [{ includeBaselined: true, sort: 'SPACEKEY' }, '0 1 8 9 11 4 5 10', EVERY, FROZEN],
  [{ query: "suspect IS NULL AND key = 'k-1'" }, '11', "that have no suspect flag and whose key is 'k-1'"],
]

describe('a search', () => {
  test.each<Search>(SEARCHES)('for %j', (request, found, what = EVERY, scope = 'ACTIVE only') => {
    const searched = `${what.startsWith('all ') ? '' : 'requirements '}${what}`
    const explanation = `${searched}; ${scope.startsWith('in ') ? '' : 'in all spaces; '}${scope}`
    const whole = searchRequirements(store, READER, WIKI, request)
    expect(whole.rows.map(({ id }) => id - 6000).join(' ')).toBe(found)
    expect(whole.explanation).toBe(explanation)
    const ids = found === '' ? [] : found.split(' ')
    for (let offset = 0; offset <= ids.length + 1; offset++) {
      for (const limit of [1, 2, 5]) {
        const page = searchPage(store, READER, WIKI, request, { offset, limit })
        expect(page.rows.map(({ id }) => String(id - 6000))).toEqual(ids.slice(offset, offset + limit))
        expect(page).toMatchObject({ count: ids.length, explanation })
      }
    }
  })

  test('whose query names what no world holds says so', () => {
    const of = (query: string) => searchRequirements(store, READER, WIKI, { query }).namesAbsent
    const results = ['suspect IS NULL', "from-> suspect = 'x'", "key = 'R-1'", ''].map(of)
    expect(results).toEqual([true, true, false, false])
  })

  const pairs = (count: number) => Array.from({ length: count }, () => 'ENG-1').join(',')
  const part = "query parameter 'baselineCondition'"
  const syntax = /^Syntax error at position 5: /
  const column = /^query parameter 'sort': .*unknown column 'NAME'/
  const noPairs = `${part} ', ,': takes pairs <space>-<baseline> joined by commas, such as ENG-1`
  const invalid = (message: string | RegExp, ...reasons: string[]): Partial<Refusal> => {
    const text = typeof message === 'string' ? message : expect.stringMatching(message)
    return { kind: 'INVALID', message: text, errors: [text], reasons: reasons as never }
  }
  const notFound = (message: string): Partial<Refusal> => ({ kind: 'NOT_FOUND', message })

  test.each<[request: SearchRequest, refusal: Partial<Refusal>]>([
    [{ query: 'key ~' }, invalid(syntax, 'syntax')],
    [{ sort: 'NAME' }, invalid(column)],
    [{ sort: 'KEY up', inBody: ['sort'] }, invalid(/^body field 'sort': /)],
    [{ baselineCondition: ', ,' }, invalid(noPairs)],
    [
      { baselineCondition: 'ENG', inBody: ['baselineCondition'] },
      invalid(/^body field 'baselineCondition' 'ENG': takes pairs /),
    ],
    [{ baselineCondition: 'ENG-' }, invalid(/ 'ENG-': takes pairs /)],
    [{ baselineCondition: '-1' }, invalid(/ '-1': takes pairs /)],
    [{ baselineCondition: 'ENG-1,-' }, invalid(/ '-': takes pairs /)],
    [
      { baselineCondition: 'NO-SUCH-1' },
      notFound(`${part} 'NO-SUCH-1': no space 'NO-SUCH' in the wiki: there are 2`),
    ],
    [{ baselineCondition: 'ENG-9' }, notFound("no baseline '9' in space 'ENG'")],
    [{ baselineCondition: 'ENG-1x' }, notFound("no baseline '1x' in space 'ENG'")],
    [{ baselineCondition: 'ENG-x1' }, notFound("no baseline 'x1' in space 'ENG'")],
    [
      { baselineCondition: 'SEC-1' },
      { kind: 'FORBIDDEN', message: expect.stringContaining("may not read space 'SEC'") },
    ],
    [{ baselineCondition: pairs(101) }, invalid(`${part}: takes at most 100 pairs, not 101`, 'limit')],
  ])('refuses %j', (request, refusal) => {
    expect(() => searchRequirements(store, READER, WIKI, request)).toThrow(Refusal)
    try {
      searchRequirements(store, READER, WIKI, request)
    } catch (error) {
      expect(error).toMatchObject(refusal)
    }
  })

  test('takes a hundred pairs, and the simulator itself reads every space', () => {
    expect(searchRequirements(store, READER, WIKI, { baselineCondition: pairs(100) }).rows).toHaveLength(2)
    const own = { baselineCondition: 'OPS-1', spaceKeys: ['OPS'] }
    expect(searchRequirements(store, 'simulator', WIKI, own).rows.map(({ id }) => id)).toEqual([6010])
    expect(
      searchRequirements(store, 'simulator', WIKI, { spaceKeys: ['SEC'] }).rows.map(({ id }) => id),
    ).toEqual([6006])
  })

  test('is a query, or text that is none', () => {
    const results = [undefined, '', ' ', "key = 'x'", 'key', 'key ~'].map((text) => isQuery(text))
    expect(results).toEqual([true, true, true, true, false, false])
  })
})

describe('warnings of a query', () => {
  const places = projects.map((project) => {
    return { project, variantId: store.table(variants).find('current', [project.id])?.id }
  })
  const eng = places.filter(({ project }) => project.key === 'ENG')
  const ops = places.filter(({ project }) => project.key === 'OPS')
  const status = (value: string) =>
    `status '${value}': no requirement has it; there is ACTIVE, ARCHIVED, DELETED, MOVED`
  test.each<[text: string | undefined, searched: typeof places, warnings: readonly string[]]>([
    [undefined, places, []],
    ["key = 'R-1' AND 'text'", places, []],
    ['suspect IS NULL', places, ["field 'suspect': no requirement has it"]],
    ["@P = 'x' AND @Q = 'x'", eng, []],
    ["@P = 'x'", ops, ["property 'P': no requirement of the spaces searched has it"]],
    ["from-> @P = 'x'", ops, []],
    ["@Q = 'x'", places, []],
    ["from-> @None = 'x'", ops, ["property 'None': no requirement that you may read has it"]],
    [
      "NOT (@B = 'x' OR @A = 'x') AND @B = 'y'",
      eng,
      [
        "property 'B': no requirement of the spaces searched has it",
        "property 'A': no requirement of the spaces searched has it",
      ],
    ],
    ["ext@E = 'x' AND ext@None = 'x'", eng, ["external property 'None': the wiki has none of this name"]],
    ["ruleStatus = 'VALID'", eng, []],
    ["ruleStatus = 'good'", eng, ["ruleStatus 'good': no requirement has it; there is false, true, warning"]],
    ["ruleStatus@None = 'VALID'", eng, ["rule 'None': no space that is searched has a rule of this name"]],
    [
      "to-> ruleStatus@None = 'VALID'",
      eng,
      ["rule 'None': no space that you may read has a rule of this name"],
    ],
    ["status = 'active' AND status != 'Deleted'", eng, []],
    ["status = 'open'", eng, [status('open')]],
    ["status != 'open'", eng, [status('open')]],
    ["status ~ 'open'", eng, []],
    ["status IN ('moved', 'open', 'shut')", eng, [status('open'), status('shut')]],
    ["key = 'open' OR from-> status = 'open'", eng, [status('open')]],
    ['status = 3', eng, []],
  ])('of %s', (text, searched, warnings) => {
    expect(queryWarnings(store, WIKI, { places: searched, readable: places }, text)).toEqual(warnings)
  })
})

describe('names that only one of several spaces has', () => {
  const world = buildWorld({
    rows: [
      plannedRow({ key: 'R-1' }),
      archived({ key: 'R-1', baseline: 12, properties: [{ key: 'P', value: 'x' }] }),
      archived({ key: 'R-2', baseline: 12, properties: [{ key: 'Q', value: 'x' }] }),
    ],
  })
  const rule = { id: 1, applicationId: WIKI, projectContainerId: 1002, kind: 'MANDATORY_PROPERTY' } as const
  world.table(rules).insert({ ...rule, name: 'Owned', property: 'P', createdAt: 0, updatedAt: 0 })
  const places = projects.map((project) => ({ project, variantId: project.id * 10 }))

  test.each([
    ["@P = 'x'", []],
    ["@Q = 'x'", []],
    ["@I = 'x'", ["property 'I': no requirement of the spaces searched has it"]],
    ["ruleStatus@Owned = 'VALID'", []],
    ["ruleStatus@Other = 'VALID'", ["rule 'Other': no space that is searched has a rule of this name"]],
  ])('%s', (text, warnings) => {
    expect(queryWarnings(world, WIKI, { places, readable: places }, text)).toEqual(warnings)
  })

  test('copies are found by the number of a baseline that has no record', () => {
    const found = (baselineCondition: string) =>
      searchRequirements(world, READER, WIKI, { baselineCondition }).rows.map(({ id }) => id)
    for (const reference of ['12', '012']) expect(found(`ENG-${reference}`)).toEqual([6001, 6002])
    for (const reference of ['1', '13', 'x12', '12x', '0b1100', '+12', '12.0', '12e0', '1.2e1'])
      expect(() => found(`ENG-${reference}`)).toThrow(`no baseline '${reference}' in space 'ENG'`)
  })

  test('five spaces are named, and how many there are beyond', () => {
    const [project] = projects as [(typeof projects)[number]]
    const explain = (count: number) => {
      const many = Array.from({ length: count }, (_, place) => ({
        project: { ...project, key: `S${place}` },
        variantId: 1,
      }))
      return explainSearch({ spaceKeys: ['S0'] }, { query: undefined, places: many, statuses: ['ACTIVE'] })
    }
    expect(explain(1)).toBe("all requirements; in space 'S0'; ACTIVE only")
    expect(explain(5)).toBe("all requirements; in spaces 'S0', 'S1', 'S2', 'S3', 'S4'; ACTIVE only")
    expect(explain(7)).toBe(
      "all requirements; in spaces 'S0', 'S1', 'S2', 'S3', 'S4' and 2 more; ACTIVE only",
    )
  })
})

test('the beginning of a sorted list, however long it is', () => {
  const items = Array.from({ length: 3000 }, (_, place) => (place * 1009) % 3000)
  const compare = (a: number, b: number) => a - b
  for (const count of [0, 1, 2, 1023, 1024, 1025, 2999, 3000, 3001])
    expect(firstInOrder(items, compare, count)).toEqual(items.toSorted(compare).slice(0, count))
})

describe('a list of the requirements of a variant', () => {
  const listOf = (inStore: Store, variantId: number, filter: RequirementFilter) => {
    const variant = inStore.table(variants).get(variantId) as VariantRecord
    const project = spaceIn(inStore, variant.projectContainerId)
    return listRequirements(inStore, READER, project, variant, filter)
  }
  const isFirst = (key: string) => key === 'R-1'
  const isR = (key: string) => key.startsWith('R-')
  test.each<[filter: RequirementFilter, variant: number, found: string]>([
    [{}, 10010, '6000 6001 6011'],
    [{}, 10011, '6007'],
    [{ query: ' ' }, 10010, '6000 6001 6011'],
    [{ query: "text ~ 'hold%'" }, 10010, '6000 6001 6011'],
    [{ query: "text ~ 'hold%'" }, 10011, '6007'],
    [{ query: "key = 'R-1'" }, 10010, '6000'],
    [{ query: "key = 'R-1'" }, 10011, '6007'],
    [{ query: "text ~ 'return%'" }, 10020, '6005'],
    [{ query: "status IN ('MOVED', 'DELETED')" }, 10010, '6002 6003 6012'],
    [{ query: "status != 'ACTIVE'" }, 10010, '6002 6003 6008 6009 6012'],
    [{ query: "status != 'ACTIVE'" }, 10011, ''],
    [{ query: 'baseline = 1' }, 10010, '6008 6009'],
    [{ query: "baseline = 1 AND key = 'R-1'" }, 10010, '6008'],
    [{ query: 'baseline = 2' }, 10010, ''],
    [{ query: 'baseline IS NULL' }, 10010, '6000 6001 6002 6003 6011 6012'],
    [{ key: isR }, 10010, '6000 6001'],
    [{ key: isR, query: "baseline = 1 OR status = 'MOVED'" }, 10010, '6003 6008 6009'],
    [{ key: isFirst, exactKey: 'R-1' }, 10010, '6000'],
    [{ key: isFirst, exactKey: 'R-1', query: "status IN ('ACTIVE', 'ARCHIVED')" }, 10010, '6000 6008'],
    [{ key: (key) => key === 'R-3', exactKey: 'R-3' }, 10010, ''],
    [{ key: isFirst, exactKey: 'R-1', originContainerId: 1102 }, 10010, ''],
    [{ key: isFirst, exactKey: 'R-1', externalPropertyMetadataId: 1 }, 10010, '6000'],
    [{ key: isFirst, exactKey: 'R-1', externalPropertyMetadataId: 2 }, 10010, ''],
    [{ key: (key) => key === 'S-2', exactKey: 'S-2', externalPropertyMetadataId: 1 }, 10020, ''],
    [{ originContainerId: 1101 }, 10010, '6000'],
    [{ originContainerId: 1102 }, 10010, ''],
    [{ originContainerId: 1102, query: "key = 'S-2'" }, 10020, ''],
    [{ originContainerId: 10n ** 18n }, 10010, ''],
    [{ externalPropertyMetadataId: 1 }, 10010, '6000 6001'],
    [{ externalPropertyMetadataId: 1 }, 10020, '6004'],
    [{ externalPropertyMetadataId: 1, query: "key = 'R-2'" }, 10010, '6001'],
    [{ externalPropertyMetadataId: 1, originContainerId: 1101 }, 10010, '6000'],
    [{ externalPropertyMetadataId: 2 }, 10010, ''],
    [{ externalPropertyMetadataId: 10n ** 18n }, 10010, ''],
    [{ query: "from = 'R-2' OR from = 'S-2'" }, 10010, '6000'],
  ])('with %o in %i', (filter, variantId, found) => {
    const list = listOf(store, variantId, filter)
    const ids = found === '' ? [] : found.split(' ').map(Number)
    expect([...list.rowsFrom(0)].map(({ id }) => id)).toEqual(ids)
    expect([...list.rowsFrom(1)].map(({ id }) => id)).toEqual(ids.slice(1))
    expect(list).toMatchObject({ total: ids.length, namesAbsent: false })
    expect(list.unfiltered).toBe(Object.keys(filter).length === 0 || filter.query === ' ')
  })

  test('reports a query that names a field which no world has', () => {
    const list = listOf(store, 10010, { query: 'suspect IS NULL' })
    expect(list).toMatchObject({ namesAbsent: true, unfiltered: false, total: 3 })
  })

  test('names each once that has a property several times over', () => {
    const world = buildWorld({ rows: [plannedRow({ key: 'R-1' }), plannedRow({ key: 'R-2' })] })
    const properties = [{ metadataId: 1, value: 'a, b', multivalues: ['a', 'b'] }]
    for (const id of [6000, 6001]) world.table(requirements).update(id, { externalProperties: properties })
    const list = listOf(world, 10010, { externalPropertyMetadataId: 1 })
    expect(list.total).toBe(2)
    expect([...list.rowsFrom(0)].map(({ id }) => id)).toEqual([6000, 6001])
  })
})
