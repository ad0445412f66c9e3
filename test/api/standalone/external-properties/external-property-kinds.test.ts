/** The kinds of external properties, wherever a value of one is written or read. */
import { describe, expect, test } from 'vitest'
import { importCheckedWorld } from '../../../../src/simulator/records/world-import.ts'
import { worldSchema } from '../../../../src/model/schema.ts'
import { exportWorld } from '../../../../src/world/transfer.ts'
import { problemsOf, resolveObject } from '../../../scenario/support.ts'
import { type Client, clientOf, refusal, startClient } from '../../../support/client.ts'

const Q = '?applicationId=101'
const properties = '/api/external-properties'
const wiki = '/wiki/rest/reqs/1'
const demo = await startClient()
const LEVELS = ['Low', 'High', 'Very high']

const make = async (client: Client, body: object) => client.post(`${properties}${Q}`, body)
const change = (client: Client, id: number, body: object) => client.put(`${properties}/${id}${Q}`, body)
const set = (client: Client, name: string, value: unknown) =>
  client.post(`/api/requirements/6001/external-properties${Q}`, { name, value })

/** A fork of the demo with a property of each kind. */
async function start() {
  const client = clientOf(demo.simulator.fork())
  const { body } = await make(client, { name: 'Level', dataType: 'ENUM', enumValues: LEVELS })
  await make(client, { name: 'Parts', dataType: 'INTEGER' })
  return { client, level: body.id as number }
}

describe('an external property', () => {
  test.each(['TEXT', 'DECIMAL', 'INTEGER', 'BOOLEAN'])('can be %s', async (dataType) => {
    const { body, status } = await make(clientOf(demo.simulator.fork()), { name: 'New', dataType })
    expect([status, body.dataType, 'enumValues' in body]).toEqual([201, dataType, false])
  })

  test('can be ENUM, with the values that it takes', async () => {
    const { client, level } = await start()
    const { body } = await client.get(`${properties}/${level}${Q}`)
    expect(body).toMatchObject({ name: 'Level', dataType: 'ENUM', enumValues: LEVELS })
    const { body: listed } = await client.get(`${properties}${Q}&dataType=ENUM`)
    expect(listed.items).toEqual([body])
  })

  test.each([
    [{ dataType: 'ENUM' }, 'needs one or more'],
    [{ dataType: 'ENUM', enumValues: [] }, 'needs one or more'],
    [{ dataType: 'ENUM', enumValues: ['a', ' '] }, 'must not be blank'],
    [{ dataType: 'ENUM', enumValues: ['a', ' a'] }, 'is there twice'],
    [{ dataType: 'TEXT', enumValues: ['a'] }, 'TEXT has none'],
    [{ enumValues: ['a'] }, 'TEXT has none'],
  ])('cannot be %o', async (fields, message) => {
    const reply = await make(demo, { name: 'Wrong', ...fields })
    expect(reply).toMatchObject(refusal(400, message))
  })

  test('keeps the values that requirements have', async () => {
    const { client, level } = await start()
    await set(client, 'Level', 'High')
    const short = await change(client, level, { enumValues: ['Low'] })
    expect(short).toMatchObject(refusal(409, "'High'"))
    const { body } = await change(client, level, { enumValues: ['High', 'Higher'] })
    expect(body.enumValues).toEqual(['High', 'Higher'])
    expect((await change(client, level, { name: 'Grade' })).body.enumValues).toEqual(['High', 'Higher'])
    expect((await change(client, level, { dataType: 'TEXT' })).status).toBe(409)
    await client.delete(`/api/requirements/6001/external-properties/${level}${Q}`)
    const text = await change(client, level, { dataType: 'TEXT' })
    expect([text.body.dataType, 'enumValues' in text.body]).toEqual(['TEXT', false])
  })

  test('that is INTEGER is of the type that NUMBER names', async () => {
    const { client } = await start()
    const put = (dataType: string) =>
      client.put(`${wiki}/external-properties/ENG/REQ-001`, { key: 'Parts', value: '4', dataType })
    expect([
      (await put('NUMBER')).status,
      (await put('INTEGER')).status,
      (await put('DECIMAL')).status,
    ]).toEqual([200, 200, 409])
  })
})

describe('a value', () => {
  test('is of its kind, through each interface', async () => {
    const { client } = await start()
    const refused = await set(client, 'Level', 'high')
    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain("takes one of its enumValues: 'Low', 'High', 'Very high'")
    expect((await set(client, 'Parts', '1.5')).status).toBe(400)
    expect((await set(client, 'Parts', '3')).body).toMatchObject({ dataType: 'INTEGER', value: 3 })
    const path = `${wiki}/external-properties/ENG/REQ-001`
    const put = (value: string) => client.put(path, { key: 'Level', value })
    expect((await put('Medium')).status).toBe(400)
    expect((await put('Very high')).status).toBe(200)
    const shown = (await client.get(`${wiki}/requirement2/ENG/REQ-001`)).body.properties
    expect(shown).toContainEqual(
      expect.objectContaining({ key: 'Level', value: 'Very high', dataType: 'ENUM', type: 'EXTERNAL' }),
    )
  })

  test('of an undeclared ENUM is refused', async () => {
    const body = { key: 'Unheard of', value: 'x', dataType: 'ENUM' }
    const reply = await demo.put(`${wiki}/external-properties/ENG/REQ-001`, body)
    expect(reply).toMatchObject(refusal(400, 'create it first'))
  })

  test('is found by queries and read by formulas', async () => {
    const { client } = await start()
    await set(client, 'Level', 'High')
    await set(client, 'Parts', 3)
    const run = async (formula: string) =>
      (await client.post(`/api/aggregations/execute${Q}`, { formula })).body.value
    expect(await run("COUNT(*, ext@Level = 'High' AND ext@Parts >= 3)")).toBe(1)
    expect(await run('SUM(POW(ext@Parts, 2))')).toBe(9)
  })

  test('is imported, and one of another kind is reported', async () => {
    const { client } = await start()
    const row = (key: string, value: string) => ({ key, properties: [{ name: 'Level', value }] })
    const rows = [row('REQ-001', 'Low'), row('REQ-002', 'Lower')]
    const { body } = await client.post(`/api/external-properties/import/json${Q}`, {
      projectContainerId: 1001,
      rows,
    })
    client.simulator.clock.advance('1m')
    const id = body.jobs?.[0]?.id ?? body.id ?? body.items?.[0]?.id
    const job = (await client.get(`/api/jobs/${id}${Q}`)).body
    expect(job).toMatchObject({ done: 1, failed: 1, errors: [{ row: 2, column: 'Level' }] })
  })
})

describe('kinds in scenarios', () => {
  const world = (entry: object) => ({ externalProperties: [{ site: 'wiki', name: 'Kind', ...entry }] })

  test.each([
    [{ dataType: 'INTEGER' }, 0],
    [{ dataType: 'NUMBER' }, 0],
    [{ dataType: 'ENUM', enumValues: LEVELS }, 0],
    [{ dataType: 'ENUM' }, 1],
    [{ dataType: 'TEXT', enumValues: LEVELS }, 1],
  ])('of %o', async (entry, problems) => {
    const scenario = { name: 'kinds', extends: ['demo'], world: world(entry) }
    expect(await problemsOf(() => resolveObject(scenario))).toHaveLength(problems)
    if (problems > 0) return
    const client = await startClient({ scenario: scenario as never })
    const [found] = (await client.get(`${properties}${Q}&name=Kind`)).body.items
    expect(found).toMatchObject(entry)
    const document = exportWorld(client.simulator.world)
    expect(exportWorld(importCheckedWorld(worldSchema, document))).toEqual(document)
  })
})

test('a hosted matrix suggests the values of dropdowns, of all columns together no more than so many', async () => {
  const { client } = await start()
  await set(client, 'Level', 'High')
  const matrix = async (columns: number) => {
    const step = (columnIndex: number) => ({
      step: columnIndex === 0 ? { type: 'FIRST_COLUMN' } : { type: 'TO', value: 'refines' },
      columnIndex,
      parentColumnIndex: 0,
    })
    const reply = await client.post(
      '/eu/wiki/rest/traceability/ENG',
      {
        traceabilityMatrix: {
          columns: Array.from({ length: columns }, (_, index) => step(index)),
          query: '',
        },
      },
      {
        token: null,
        headers: { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' },
      },
    )
    expect(reply.status).toBe(200)
    return reply.body.columnSuggestions as { externalPropertySuggestions?: { enumValues: object }[] }[]
  }
  const levels = Object.fromEntries(LEVELS.map((level) => [level, level]))
  const [first] = await matrix(1)
  expect(first?.externalPropertySuggestions).toContainEqual({
    property: 'Level',
    dataType: 'ENUM',
    enumValues: levels,
  })
  const many = (name: string) => Array.from({ length: 500 }, (_, n) => `${name} ${n} `.padEnd(250, 'x'))
  for (const name of ['A', 'B', 'C']) {
    await make(client, { name, dataType: 'ENUM', enumValues: many(name) })
    await set(client, name, many(name)[0])
  }
  const suggested = (await matrix(3)).flatMap(({ externalPropertySuggestions = [] }) =>
    externalPropertySuggestions.map(({ enumValues }) => Object.keys(enumValues).length),
  )
  expect(suggested.filter((count) => count === 500)).toHaveLength(1)
  expect(suggested).toContain(LEVELS.length)
})
