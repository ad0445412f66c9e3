/** Rules, which no operation manages: queries of every interface tell which requirements keep them. */
import { beforeEach, describe, expect, test } from 'vitest'
import { importCheckedWorld } from '../../../../src/simulator/records/world-import.ts'
import { type RuleRecord, rules } from '../../../../src/model/records/wiki/rules.ts'
import { MAXIMUM_RULES } from '../../../../src/model/rules/rules.ts'
import { worldSchema } from '../../../../src/model/schema.ts'
import { exportWorld } from '../../../../src/world/transfer.ts'
import { problemsOf, resolveObject } from '../../../scenario/support.ts'
import { type StandaloneAuthor, startStandaloneAuthor } from '../../../support/standalone-author.ts'
import { demoWith } from '../../../support/client.ts'

let author: StandaloneAuthor
beforeEach(async () => {
  author = await startStandaloneAuthor()
})

const WIKI = '?applicationId=101'
const ALL = Array.from({ length: 12 }, (_, at) => `REQ-${String(at + 1).padStart(3, '0')}`)

/** What the three interfaces find alike. */
async function found(query: string): Promise<string[]> {
  const { wiki, hosted, standalone } = await author.found(query)
  expect(hosted).toEqual(wiki)
  expect(standalone).toEqual(wiki)
  return wiki
}

const rule = (body: object) => author.control('POST', '/rules', { containerId: 1001, ...body })

/** A request of the control API that is refused and leaves the world as it was. */
async function refused(method: string, path: string, body?: object): Promise<[number, string]> {
  const before = author.everything()
  const headers = { 'x-sim-control': '1', 'content-type': 'application/json' }
  const reply = await author.client.call(method, `/_sim${path}`, { headers, ...(body && { body }) })
  expect(author.everything()).toBe(before)
  return [reply.status, reply.body.message]
}

describe('queries', () => {
  test('find what keeps and breaks the rules of the demo', async () => {
    expect(await found("ruleStatus = 'VALID'")).toEqual(ALL)
    expect(await found("ruleStatus = 'INVALID'")).toEqual([])
    expect(await found('ruleStatus@Categorised IS NULL')).toEqual([])
    expect(await found('ruleStatus@Nothing IS NULL')).toEqual(ALL)
  })

  test('compare the status by rules in any letter case, as they do the status', async () => {
    for (const query of [
      "ruleStatus = 'valid'",
      "ruleStatus IN ('Valid')",
      "ruleStatus@Categorised != 'inVALID'",
    ])
      expect([query, await found(query)]).toEqual([query, ALL])
    expect(await found("ruleStatus = 'BROKEN'")).toEqual([])
  })

  test('run after every write', async () => {
    await author.made('PUT', `/requirements/6001${WIKI}`, {
      properties: [{ label: 'Priority', value: 'Odd' }],
    })
    expect(await found("ruleStatus = 'INVALID'")).toEqual(['REQ-001'])
    expect(await found("ruleStatus@Categorised = 'INVALID'")).toEqual(['REQ-001'])
    expect(await found(String.raw`ruleStatus@Known\ priority = 'INVALID'`)).toEqual(['REQ-001'])
    const both = [
      { label: 'Priority', value: 'High' },
      { label: 'Category', value: 'Safety' },
    ]
    await author.made('PUT', `/requirements/6001${WIKI}`, { properties: both })
    expect(await found("ruleStatus = 'INVALID'")).toEqual([])
    await author.made('PUT', `/requirements/6001${WIKI}`, {
      properties: [{ label: 'Category', value: ' ' }],
    })
    expect(await found("ruleStatus = 'INVALID'")).toEqual(['REQ-001'])
  })

  test('run after every change of a rule, in a chain', async () => {
    await rule({ name: 'Cheap', kind: 'ALLOWED_VALUES', property: 'Cost', external: true, values: ['100'] })
    expect(await found("ruleStatus@Cheap = 'VALID'")).toEqual(['REQ-001'])
    expect(await found("ruleStatus = 'VALID'")).toEqual(['REQ-001'])
    const children = await found("to -> ruleStatus@Cheap = 'VALID'")
    expect(children).toEqual(await found("to = 'REQ-001'"))
    expect(children).not.toEqual([])
    const change = { name: 'Cheap', kind: 'KEY_PATTERN', pattern: 'REQ-{0000}' }
    expect(await author.control('PUT', '/rules/3', change)).toMatchObject({ id: 3, pattern: 'REQ-{0000}' })
    expect(await found("ruleStatus@Cheap = 'INVALID'")).toEqual(ALL)
    await author.control('DELETE', '/rules/3')
    expect(await found("ruleStatus = 'VALID'")).toEqual(ALL)
  })

  test('a rule of a type is for its requirements alone', async () => {
    await author.made('POST', `/requirements${WIKI}`, { containerId: 1001, key: 'N-1', text: 'x' })
    await rule({ name: 'Typed', kind: 'MANDATORY_PROPERTY', property: 'Nope', typeId: 1 })
    expect(await found("ruleStatus@Typed = 'INVALID'")).toEqual(ALL)
    expect(await found('ruleStatus@Typed IS NULL')).toEqual(['N-1'])
    expect(await found("ruleStatus@Categorised = 'INVALID'")).toEqual(['N-1'])
  })

  test('aggregations count by it', async () => {
    const formula = "COUNT(*, ruleStatus = 'VALID')"
    const selection = { projectContainerId: 1001 }
    const { value } = await author.made('POST', `/aggregations/execute${WIKI}`, { formula, selection })
    expect(value).toBe(12)
  })

  test('frozen copies keep or break the rules of now', async () => {
    const frozen = await found('baseline = 1')
    expect(frozen).not.toEqual([])
    expect(await found("baseline = 1 AND ruleStatus = 'VALID'")).toEqual(frozen)
    await rule({ name: 'Frozen', kind: 'ALLOWED_VALUES', property: 'Category', values: ['None'] })
    expect(await found("baseline = 1 AND ruleStatus@Frozen = 'INVALID'")).toEqual(frozen)
  })

  test('a baseline freezes what a rule finds when it is frozen, and keeps it', async () => {
    const keepsNone = { name: 'Safe', kind: 'ALLOWED_VALUES', property: 'Category', values: ['Safety'] }
    const { id } = await rule(keepsNone)
    const searchQuery = "ruleStatus@Safe = 'INVALID'"
    const { baseline } = await author.done('POST', '/baseline/ENG', {
      baseline: { name: 'Odd', searchQuery },
    })
    expect((await author.done('GET', `/baseline/ENG/${baseline}?expand=details`)).count).toBe(6)
    await author.done('POST', `/baseline-actions/ENG/freeze/${baseline}`)
    author.client.simulator.clock.advance('1m')
    await author.control('DELETE', `/rules/${id}`)
    const odd = ALL.filter((_key, at) => at % 2 === 0)
    expect(await found(`baseline = ${baseline}`)).toEqual(odd)
  })

  test('other containers have rules of their own', async () => {
    await author.made('POST', '/requirements?applicationId=103', { containerId: 3001, key: 'N-1', text: 'x' })
    const list = '/requirements?applicationId=103&projectContainerId=3001'
    const body = { formula: "COUNT(*, ruleStatus = 'INVALID')", selection: { projectContainerId: 3001 } }
    const broken = async () =>
      (await author.made('POST', '/aggregations/execute?applicationId=103', body)).value
    expect((await author.made('GET', list)).total).toBeGreaterThan(0)
    expect(await broken()).toBe(0)
    await rule({ containerId: 3001, name: 'Categorised', kind: 'MANDATORY_PROPERTY', property: 'Nope' })
    expect(await broken()).toBe((await author.made('GET', list)).total)
    expect(await found("ruleStatus@Categorised = 'INVALID'")).toEqual([])
  })

  test('read the external property that a rule names, item by item, and no other one', async () => {
    const place = { space: 'ENG', kind: 'ALLOWED_VALUES', external: true }
    const world = {
      externalProperties: [
        { site: 'wiki', name: 'Owner', dataType: 'TEXT' },
        { site: 'wiki', name: 'Labels', dataType: 'LIST' },
      ],
      requirements: [
        { space: 'ENG', key: 'E-1', external: { Cost: 7, Owner: 'bob', Labels: ['a', 'b'] } },
        { space: 'ENG', key: 'E-2', external: { Cost: 7, Owner: ' ', Labels: ['a', 'x'] } },
        { space: 'ENG', key: 'E-3', external: { Cost: 8 } },
        { space: 'ENG', key: 'E-4' },
      ],
      rules: [
        { ...place, name: 'Owned', kind: 'MANDATORY_PROPERTY', property: 'Owner' },
        { ...place, name: 'Cheap', property: 'Cost', values: ['7'] },
        { ...place, name: 'Known', property: 'Labels', values: ['a', 'b'] },
        { ...place, name: 'Nobody has it', kind: 'MANDATORY_PROPERTY', property: 'Nope' },
      ],
    }
    author = await startStandaloneAuthor(demoWith({ world }))
    const broken = (rule: string) => found(`key ~ 'E-%' AND ruleStatus@${rule} = 'INVALID'`)
    expect(await broken('Owned')).toEqual(['E-2', 'E-3', 'E-4'])
    expect(await broken('Cheap')).toEqual(['E-3'])
    expect(await broken('Known')).toEqual(['E-2'])
    expect(await broken(String.raw`Nobody\ has\ it`)).toEqual(['E-1', 'E-2', 'E-3', 'E-4'])
  })

  test('tell rules that only warn from others', async () => {
    await author.control('DELETE', '/rules/1')
    await author.control('DELETE', '/rules/2')
    const safety = { kind: 'ALLOWED_VALUES', property: 'Category', values: ['Safety'] }
    await rule({ name: 'Safe', ...safety, severity: 'WARNING' })
    const safe = await found("@Category = 'Safety'")
    const warned = ALL.filter((key) => !safe.includes(key))
    expect([safe.length, warned.length].includes(0)).toBe(false)
    expect(await found("ruleStatus = 'warning'")).toEqual(warned)
    await rule({ name: 'Urgent', kind: 'ALLOWED_VALUES', property: 'Priority', values: ['High'] })
    const broken = await found("@Priority != 'High'")
    expect([broken.length, ALL.length - broken.length].includes(0)).toBe(false)
    for (const [value, keys] of [
      ['false', broken],
      ["'false'", broken],
      ["'INVALID'", broken],
      ["'warning'", warned.filter((key) => !broken.includes(key))],
      ['true', safe.filter((key) => !broken.includes(key))],
      ["'true'", safe.filter((key) => !broken.includes(key))],
      ["'VALID'", safe.filter((key) => !broken.includes(key))],
    ] as const)
      expect(await found(`ruleStatus = ${value}`)).toEqual(keys)
    expect(await found(String.raw`ruleStatus@Safe = 'warning'`)).toEqual(warned)
  })

  test('without any rule it is absent', async () => {
    await author.control('DELETE', '/rules/1')
    await author.control('DELETE', '/rules/2')
    expect(await found('ruleStatus IS NULL')).toEqual(ALL)
  })
})

describe('the control API', () => {
  test('lists, makes, changes and deletes rules', async () => {
    const made = await rule({ name: 'Keys', kind: 'KEY_PATTERN', pattern: 'REQ-{000}' })
    expect(made).toEqual({
      id: 3,
      applicationId: 101,
      containerId: 1001,
      name: 'Keys',
      kind: 'KEY_PATTERN',
      pattern: 'REQ-{000}',
      createdAt: '2026-01-05T09:00:00.000Z',
      updatedAt: '2026-01-05T09:00:00.000Z',
    })
    expect((await author.control('GET', '/rules?containerId=1001')).total).toBe(3)
    expect(await author.control('GET', '/rules?containerId=3001')).toEqual({ items: [], total: 0 })
    await author.control('DELETE', '/rules/3')
    expect((await author.control('GET', '/rules')).total).toBe(2)
    expect((await author.control('GET', '/rules?region=us')).total).toBe(0)
    const document = exportWorld(author.client.simulator.world)
    expect(exportWorld(importCheckedWorld(worldSchema, document))).toEqual(document)
  })

  test('has no world in which two rules of a container have one name', () => {
    const document = structuredClone(exportWorld(author.client.simulator.world)) as never as {
      stores: { eu: { rule: { id: number }[] } }
    }
    const { rule: all } = document.stores.eu
    all.push({ ...(all[0] as { id: number }), id: 77 })
    expect(() => importCheckedWorld(worldSchema, document)).toThrow(/name key .* exists already/)
  })

  const good = { containerId: 1001, name: 'A', kind: 'MANDATORY_PROPERTY', property: 'P' }
  test.each([
    [{ ...good, containerId: 1100 }, 404, 'containerId'],
    [{ ...good, containerId: 77_777 }, 404, 'containerId'],
    [{ ...good, name: 'Categorised' }, 409, 'rule 1'],
    [{ ...good, name: ' ' }, 400, 'name'],
    [{ ...good, kind: 'OTHER' }, 400, 'kind'],
    [{ ...good, property: ' ' }, 400, 'property'],
    [{ ...good, values: ['x'] }, 400, 'values'],
    [{ ...good, typeId: 77 }, 404, 'typeId'],
    [{ containerId: 1001, name: 'A', kind: 'KEY_PATTERN' }, 400, 'pattern is missing'],
    [{ containerId: 1001, name: 'A', kind: 'KEY_PATTERN', pattern: '(a+)+' }, 400, 'pattern'],
    [{ containerId: 1001, name: 'A', kind: 'ALLOWED_VALUES', property: 'P' }, 400, 'values is missing'],
  ])('refuses %j with %i', async (body, status, message) => {
    expect(await refused('POST', '/rules', body)).toEqual([status, expect.stringContaining(message)])
  })

  test('takes external properties, and lists what is wrong as the only error', async () => {
    expect(await rule({ ...good, external: true })).toMatchObject({ property: 'P', external: true })
    const headers = { 'x-sim-control': '1', 'content-type': 'application/json' }
    const { body } = await author.client.post('/_sim/rules', { ...good, name: ' ' }, { headers })
    expect(body.errors).toEqual([body.message])
  })

  test('gives no number twice, whoever gave it', async () => {
    const table = author.client.simulator.world.region('eu').table(rules)
    table.insert({ ...(table.get(2) as RuleRecord), id: 3, name: 'Imported' })
    expect((await rule(good)).id).toBe(4)
    table.insert({ ...(table.get(2) as RuleRecord), id: 6, name: 'Imported later' })
    await author.control('DELETE', '/rules/6')
    expect((await rule({ ...good, name: 'B' })).id).toBe(7)
  })

  test('refuses unknown rules, and rules beyond the bound', async () => {
    const { containerId: _containerId, ...fields } = good
    expect((await refused('PUT', '/rules/77', fields))[0]).toBe(404)
    expect((await refused('DELETE', '/rules/77'))[0]).toBe(404)
    expect((await refused('PUT', '/rules/2', { ...fields, name: 'Categorised' }))[0]).toBe(409)
    for (let at = 2; at < MAXIMUM_RULES; at++) await rule({ ...good, name: `A${at}` })
    expect((await refused('POST', '/rules', good))[0]).toBe(409)
  })
})

test('a scenario gave a container more rules and types than the control API and the wiki do', async () => {
  const one = (at: number) => ({ space: 'ENG', name: `R${at}`, pattern: `R${at}-{000}` })
  const many = (count: number) => Array.from({ length: count }, (_, at) => one(at))
  const tooMany = many(MAXIMUM_RULES - 1).map((entry) => ({ ...entry, kind: 'KEY_PATTERN' }))
  const types = many(100).map(({ pattern, ...entry }) => ({ ...entry, pattern: pattern.replace('-', '') }))
  const problems = await problemsOf(() =>
    resolveObject({ extends: ['demo'], world: { rules: tooMany, types } }),
  )
  expect(problems.join('\n')).toMatch(/world\.rules\[98\]: wiki\/ENG has 100 rules already: remove some/)
  expect(problems.join('\n')).toMatch(/world\.types\[99\]: wiki\/ENG has 100 types already/)
  await resolveObject({ extends: ['demo'], world: { rules: tooMany.slice(1) } })
})

test('scenarios with a wrong rule are refused with the reason', async () => {
  const scenario = (rules: object[]) => resolveObject({ extends: ['demo'], world: { rules } })
  const wrong = [
    { space: 'ENG', name: 'A', kind: 'KEY_PATTERN' },
    { space: 'ENG', type: 'Requirment', name: 'B', kind: 'KEY_PATTERN', pattern: 'A-{0}' },
    { name: 'C', kind: 'KEY_PATTERN', pattern: 'A-{0}' },
    { space: 'ENG', id: 9, name: 'Categorised', kind: 'KEY_PATTERN', pattern: 'A-{0}' },
  ]
  const problems = await problemsOf(() => scenario(wrong))
  for (const part of [
    'pattern is missing',
    "'Requirement'",
    "'space' or 'workspace'",
    "'wiki/ENG/Categorised'",
  ])
    expect(problems.join('\n')).toContain(part)
})
