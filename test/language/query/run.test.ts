import { describe, expect, test, vi } from 'vitest'
import { parseQuery } from '../../../src/language/query/parse.ts'
import { planQuery } from '../../../src/language/query/plan.ts'
import { smallRecord, smallSource } from './small-world.ts'
import type { SmallWorld } from './small-world.ts'

const world = (): SmallWorld => ({
  followed: 0,
  records: [
    smallRecord(1, {
      key: 'REQ-001',
      text: 'The battery shall last',
      status: 'ACTIVE',
      space: 'ENG',
      '@': 'x',
      'property@Category': 'Safety',
      'property@Tags': ['a', 'b'],
      'externalProperty@Cost': 100,
      page: [4001, 'Flight control'],
    }),
    smallRecord(
      2,
      {
        key: 'REQ-002',
        text: 'The drone shall fly',
        status: 'DELETED',
        space: 'ENG',
        'property@Category': 'safety',
        'externalProperty@Cost': 20,
        page: [4002, '4001'],
        baseline: [1, 'Release 1.0'],
      },
      [{ target: 1, relationship: 'refines' }],
    ),
    smallRecord(
      3,
      {
        key: 'req-003',
        text: 'Straße',
        status: 'ACTIVE',
        space: 'LAB',
        'property@Cost': '9',
        'property@Owner': 'Alice A',
        'externalProperty@Cost': '9',
        suspect: true,
        baseline: [2, 'Release 1.0'],
      },
      [
        { target: 2, relationship: 'refines' },
        { target: 1, relationship: 'uses' },
        { target: 77, relationship: 'uses' },
      ],
    ),
  ],
})

function run(text: string): number[] {
  const here = world()
  const plan = planQuery(parseQuery(text), smallSource(here))
  return here.records.filter((record) => plan.matches(record)).map(({ id }) => id)
}

describe('what matches', () => {
  test.each<[string, number[]]>([
    ['', [1, 2, 3]],
    ["'BATTERY'", [1]],
    ["'req-00'", [1, 2, 3]],
    ["'drone%fly'", [2]],
    ["key = 'REQ-003'", []],
    ["key = 'req-003'", [3]],
    ["key ~ 'REQ-003'", [3]],
    ["key ~ 'REQ-%'", [1, 2, 3]],
    ["key like '%2'", [2]],
    ["key ilike 'REQ'", []],
    ["status = 'active'", [1, 3]],
    ["status != 'Active'", [2]],
    ["status in ('active', 'deleted')", [1, 2, 3]],
    ["space = 'eng'", []],
    ["@Category = 'Safety'", [1]],
    ["@Category != 'Safety'", [2]],
    ["not @Category = 'Safety'", [2, 3]],
    ["@Category not in ('Safety')", [2]],
    ['@Category is null', [3]],
    ['@Category is not null', [1, 2]],
    ["@Category in ('Safety', null)", [1, 3]],
    ["@Category not in ('Safety', null)", [2]],
    ["@Tags = 'b'", [1]],
    ["@Tags != 'b'", []],
    ["@Tags != 'c'", [1]],
    ['ext@Cost > 9', [1, 2]],
    ['ext@Cost > 10', [1, 2]],
    ["ext@Cost < '100'", [2, 3]],
    ['ext@Cost <= 20', [2, 3]],
    ['ext@Cost >= 100', [1]],
    ['ext@Cost = 9', [3]],
    ["ext@Cost = '100'", [1]],
    ["ext@Cost = '100.0'", []],
    ['ext@Cost = 100.0', [1]],
    ["key > 'REQ-001'", [2, 3]],
    ['page = 4001', [1]],
    ["page = '4001'", [2]],
    ["page ~ 'flight%'", [1]],
    ["page ~ '40%'", [2]],
    ['page ~ 4002', [2]],
    ['baseline > 1', [3]],
    ["baseline = 'Release 1.0'", [2, 3]],
    ["baseline = ('Release 1.0' in space 'LAB')", [3]],
    ["baseline != ('Release 1.0' in space 'LAB')", [2]],
    ['baseline = $currentBaseline', [3]],
    ['baseline = null', [1]],
    ['suspect = true', [3]],
    ["@Owner = user('alice')", [3]],
    ["@Owner != user('alice')", []],
    ["@Owner = user('nobody')", []],
    ["@Owner ~ user('nobody')", []],
    ["@Owner != user('nobody')", [3]],
    ["to->key = 'REQ-001'", [2, 3]],
    ["to@refines->key = 'REQ-001'", [2]],
    ["to->to->key = 'REQ-001'", [3]],
    ["to->key = 'REQ-002' or to->space = 'none' or key = 'none'", [3]],
    ["to->space = 'none' or to->key = 'REQ-002'", [3]],
    ["to@refines->key = 'REQ-001' or to@uses->key = 'REQ-001'", [2, 3]],
    ["not to->key = 'REQ-002' and not to->key = 'REQ-001'", [1]],
    ["from->key = 'req-003'", [1, 2]],
    ["not from->''", [3]],
    ["from->(status = 'ACTIVE' and space = 'LAB')", [1, 2]],
    ["type = 'x' or @Nothing = 1", []],
  ])('%s', (text, expected) => expect(run(text)).toEqual(expected))
})

describe('the plan', () => {
  const plan = (text: string) => planQuery(parseQuery(text), smallSource(world()))

  test.each<[string, number[] | undefined]>([
    ["status = 'ACTIVE' and key = 'REQ-001'", [1]],
    ["(key = 'REQ-001' or key = 'REQ-002') and status ~ '%x'", [1, 2]],
    ["key = 'A' or @P > 3", undefined],
    ["key ~ 'REQ-00%'", [1, 2, 3]],
    ["key ~ '%1'", undefined],
    ["to@refines->to->key = 'REQ-001'", [3]],
    ["key in ('REQ-001', 'B')", [1]],
    ["key in ('A', null)", undefined],
    ["not key = 'A'", undefined],
    ["isModified('1')", []],
    ["key != 'A'", undefined],
  ])('%s looks only at %j', (text, expected) => {
    // So large that no way through an index is too long.
    const large = planQuery(parseQuery(text), { ...smallSource(world()), size: 100 })
    const candidates = large.candidates()
    expect(candidates && [...candidates].map(({ id }) => id).toSorted()).toEqual(expected)
  })

  test.each<[string, number[] | undefined]>([
    ["not key = 'REQ-001'", [1]],
    ["not key = 'REQ-001' and @Owner is null", [1, 3]],
    ["not key = 'REQ-001' or not status = 'ACTIVE'", [1]],
    ["@Owner is null or text ~ '%x'", [3]],
    ["not key = 'REQ-001' and text ~ '%x'", undefined],
    ["not text ~ '%x'", undefined],
    ['@Owner is not null', undefined],
    ["key != 'REQ-001'", undefined],
  ])('%s is tested only by the exceptions %j', (text, expected) => {
    const exceptions = plan(text).exceptions()
    expect(exceptions && [...exceptions].map(({ id }) => id).toSorted()).toEqual(expected)
  })

  test.each<[string, boolean, boolean]>([
    ["status = 'ACTIVE'", true, false],
    ["not (key = 'A' or status is null)", true, false],
    ['baseline in (1, 2)', false, true],
    ["from->(status = 'ACTIVE' and baseline = 1)", false, false],
    ['baseline was 3', false, false],
  ])('%s names status: %s, baseline: %s', (text, status, baseline) =>
    expect(plan(text).mentions).toEqual({ status, baseline }),
  )

  test('a full scan is preferred where the index would give half of the records', () => {
    const source = { ...smallSource(world()), size: 2 }
    expect(planQuery(parseQuery("key = 'REQ-001'"), source).candidates()).toBeUndefined()
  })
})

describe('work', () => {
  /** A ladder of requirements, each linked to the next two: the number of paths doubles with every rung. */
  const ladder = (length: number): SmallWorld => ({
    followed: 0,
    records: Array.from({ length }, (_unused, id) =>
      smallRecord(id, { key: `R${id}` }, [
        { target: id + 1, relationship: 'uses' },
        { target: id + 2, relationship: 'uses' },
      ]),
    ),
  })

  test.each([20, 40, 80])('a chain over a ladder of %d follows each link once per step', (length) => {
    const steps = 15
    const here = ladder(length)
    const plan = planQuery(parseQuery(`${'to->'.repeat(steps)}key = 'none'`), smallSource(here))
    expect(here.records.filter((record) => plan.matches(record))).toEqual([])
    expect(here.followed).toBeLessThanOrEqual(steps * length * 2)
  })

  test('a chain over many records follows all links at once, and finds the same', () => {
    const here = ladder(1500)
    const query = parseQuery("to-> to-> key ~ '%7' AND NOT from-> (key ~ '%9' OR to-> key = 'R30')")
    const plan = planQuery(query, smallSource(here))
    const found = here.records.filter((record) => plan.matches(record)).map(({ id }) => id)
    const expected = here.records.flatMap(({ id }) => {
      const digitOf = (step: number) => (id + step < 1500 ? (id + step) % 10 : -1)
      const above = [2, 3, 4].some((step) => digitOf(step) === 7)
      const below = [1, 2].map((step) => id - step).filter((child) => child >= 0)
      const excluded = below.some((child) => child % 10 === 9 || child === 28 || child === 29)
      return above && !excluded ? [id] : []
    })
    expect(found).toEqual(expected)
    expect(here.followed).toBeLessThanOrEqual(4 * 1500 * 2)
  })

  test('conditions that an index answers are not tested on the records that it does not name', () => {
    let reads = 0
    const here = world()
    const source = smallSource(here)
    const negated = Array.from({ length: 50 }, (_unused, index) => `NOT from = 'R${index}'`).join(' AND ')
    const plan = planQuery(parseQuery(`${negated} AND text ~ '%'`), {
      ...source,
      field: (field) => {
        const binding = source.field(field)
        if (field.field !== 'from' || binding === undefined) return binding
        return { ...binding, values: () => void reads++ }
      },
    })
    expect(here.records.filter((record) => plan.matches(record))).toHaveLength(3)
    expect(reads).toBe(0)
  })

  test('searches texts only where they may occur, however many terms there are', () => {
    const here = world()
    const terms = Array.from({ length: 200 }, (_unused, index) => `'zq${index}'`).join(' OR ')
    const plan = planQuery(parseQuery(terms), smallSource(here))
    const includes = vi.spyOn(String.prototype, 'includes')
    expect(here.records.filter((record) => plan.matches(record))).toEqual([])
    expect(includes.mock.calls.filter(([wanted]) => String(wanted).startsWith('zq'))).toHaveLength(0)
    includes.mockRestore()
  })

  test('each field is read once per record, however many conditions name it', () => {
    let reads = 0
    const here = world()
    const source = smallSource(here)
    const counting = planQuery(parseQuery(Array.from({ length: 400 }, () => "@P ~ 'x'").join(' OR ')), {
      ...source,
      field: () => ({ values: () => String(reads++) }),
    })
    expect(here.records.filter((record) => counting.matches(record))).toEqual([])
    expect(reads).toBe(here.records.length)
  })
})
