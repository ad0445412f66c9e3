/** Who has a value of an external property: in order, of every type and container, frozen copies without a requirement too. */
import { describe, expect, test } from 'vitest'
import { type Client, pluck, refusal, startClient } from '../../../support/client.ts'

const inWiki = 'applicationId=101'
const properties = '/api/external-properties'
const COST = 7001

const scenario = {
  name: 'usage',
  extends: ['demo'],
  world: {
    types: [{ id: 5, space: 'OPS', name: 'Task', pattern: 'TASK-{0}' }],
    externalProperties: [
      { id: 7002, site: 'wiki', name: 'Vendor', dataType: 'TEXT' },
      { id: 7003, site: 'wiki', name: 'Unused', dataType: 'TEXT' },
    ],
    baselines: [{ space: 'OPS', number: 4, name: 'Then', status: 'DONE', createdBy: 'alice' }],
    requirements: [
      { id: 100, space: 'OPS', key: 'TASK-1', text: 'x', external: { Cost: 900 } },
      { id: 101, space: 'OPS', key: 'TASK-2', text: 'x', external: { Cost: 50 } },
      { id: 102, space: 'OPS', key: 'OTHER', text: 'x', external: { Cost: 70 } },
      {
        space: 'OPS',
        key: 'GONE-1',
        baseline: 4,
        status: 'ARCHIVED',
        text: 'x',
        external: { Cost: 5, Vendor: 'Northwind' },
      },
      { space: 'OPS', key: 'GONE-2', baseline: 4, status: 'ARCHIVED', text: 'x' },
    ],
    workspaces: [
      {
        id: 302,
        container: 3002,
        site: 'workspaces',
        key: 'BOB',
        name: 'Own',
        grants: { edit: ['bob'] },
        variants: [{ id: 5106, name: 'Current', current: true }],
      },
    ],
  },
}

const start = (): Promise<Client> => startClient({ scenario } as never)
const change = (client: Client, id: number, body: object) => client.put(`${properties}/${id}?${inWiki}`, body)

describe('usage', () => {
  test('lists requirements and types by id, whatever their values and order', async () => {
    const client = await start()
    const usage = async (what: string) =>
      (await client.get(`${properties}/${COST}/usage/${what}?${inWiki}&limit=200`)).body.items
    expect(await usage('requirements')).toEqual([
      100,
      101,
      102,
      ...Array.from({ length: 12 }, (_, at) => 6001 + at),
    ])
    expect(await usage('requirement-types')).toEqual([1, 5])
    const [counted] = (await client.get(`${properties}/usage?ids=${COST}&${inWiki}`)).body
    expect(counted).toMatchObject({ requirementCount: 15, requirementTypeCount: 2 })
  })
})

describe('what only frozen copies have', () => {
  const vendors = async (client: Client) => {
    const { body } = await client.get('/wiki/rest/reqs/1/requirement2/OPS/GONE-1?v=4')
    return pluck(body.properties, 'key')
  }

  test('keeps its type, and what nothing has does not', async () => {
    const client = await start()
    expect(await vendors(client)).toEqual(['Cost', 'Vendor'])
    expect((await change(client, 7002, { dataType: 'LIST' })).status).toBe(409)
    expect((await change(client, 7003, { dataType: 'LIST' })).body).toMatchObject({ dataType: 'LIST' })
  })

  test('goes with the property', async () => {
    const client = await start()
    expect((await client.delete(`${properties}/7002?${inWiki}`)).status).toBe(204)
    expect(await vendors(client)).toEqual(['Cost'])
  })
})

test('a new name is as little nonsense as the first one', async () => {
  const client = await start()
  for (const [name, problem] of [
    [' ', 'a name must not be blank'],
    ['a\u0000b', 'a name has no control characters, such as a line break or a tab: leave out U+0000'],
  ] as const) {
    const { status, body } = await change(client, 7003, { name })
    expect([status, body.message]).toEqual([400, `body field 'name' '${name}': ${problem}`])
  }
  expect((await client.get(`${properties}/7003?${inWiki}`)).body.name).toBe('Unused')
  expect((await change(client, 7003, { name: ' a\n' })).body.name).toBe('a')
})

test('who may edit something of another application may not edit properties of this one', async () => {
  const client = await start()
  const create = (applicationId: number) =>
    client.post(`${properties}?applicationId=${applicationId}`, { name: 'Mine' }, { token: 'tok-bob' })
  expect((await create(103)).status).toBe(201)
  expect(await create(101)).toMatchObject(refusal(403, 'edit external properties of application 101'))
})
