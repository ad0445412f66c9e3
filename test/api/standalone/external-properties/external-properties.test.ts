import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, pluck, refusal, startClient } from '../../../support/client.ts'

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const inWiki = 'applicationId=101'
const properties = '/api/external-properties'

const change = (id: number, body: unknown, token = 'tok-alice') =>
  client.put(`${properties}/${id}?${inWiki}`, body, { token })
const search = async (q: string) => {
  const path = `/wiki/rest/reqs/1/requirement2/ENG?limit=200&q=${encodeURIComponent(q)}`
  return pluck((await client.get(path)).body.results, 'key')
}

describe('external properties', () => {
  test('are listed, filtered and sorted', async () => {
    await client.post(`${properties}?${inWiki}`, { name: 'Supplier' })
    await client.post(`${properties}?${inWiki}`, { name: 'Audited', dataType: 'BOOLEAN' })
    const names = async (query: string) => {
      const { body } = await client.get(`${properties}?${inWiki}&${query}`)
      return pluck(body.items, 'name')
    }
    expect(await names('')).toEqual(['Cost', 'Supplier', 'Audited'])
    expect(await names('sort=name,desc')).toEqual(['Supplier', 'Cost', 'Audited'])
    // Those of another application are not among them.
    await client.post(`${properties}?applicationId=103`, { name: 'Elsewhere' })
    expect(await names('search=where')).toEqual([])
    expect((await client.get(`${properties}?applicationId=103`)).body.items).toMatchObject([
      { name: 'Elsewhere' },
    ])
    expect(await names('search=uPPL')).toEqual(['Supplier'])
    expect(await names('name=Cost')).toEqual(['Cost'])
    expect(await names('name=Cos')).toEqual([])
    expect(await names('dataType=boolean')).toEqual(['Audited'])
    expect((await client.get(`${properties}?${inWiki}&offset=1&limit=1`)).body).toMatchObject({
      items: [{ name: 'Supplier', dataType: 'TEXT' }],
      total: 3,
    })
  })

  test('have unique names that are no nonsense', async () => {
    const create = (body: unknown) => client.post(`${properties}?${inWiki}`, body)
    expect(await create({ name: 'Cost' })).toMatchObject(refusal(409, "'Cost'"))
    for (const name of ['', ' ', 'a\u0000b', 'x'.repeat(256)])
      expect((await create({ name })).status, JSON.stringify(name)).toBe(400)
    expect((await create({ name: '__proto__' })).status).toBe(201)
    expect((await create({ name: '__proto__' })).status).toBe(409)
    // Other applications know nothing of it.
    const { body } = await client.get(`${properties}?applicationId=102`)
    expect(body.total).toBe(0)
  })

  test('are renamed everywhere: values, queries, saved queries', async () => {
    const matrix = { name: 'Costly', spaceKey: 'ENG', query: "ext@Cost > 500 AND @Cost = 'x'", columns: [] }
    const { world } = client.simulator
    const { matrices } = await import('../../../../src/model/records/wiki/matrices.ts')
    const [known] = client.simulator.state('matrix')
    world.transact(() => {
      const column = { label: 'Cost', columnIndex: 1, parentColumnIndex: 0, hidden: false }
      const columns = [
        ...(known?.columns ?? []),
        { ...column, step: { type: 'EXTERNAL_PROPERTY', value: 'Cost' } },
      ]
      world
        .region('eu')
        .table(matrices)
        .put({ ...(known as object), id: 77, ...matrix, columns } as never)
    })
    expect(await search('ext@Cost = 200')).toEqual(['REQ-002'])
    expect(await change(7001, { name: 'Net price' })).toMatchObject({
      status: 200,
      body: { id: 7001, name: 'Net price', dataType: 'DECIMAL' },
    })
    expect(await search('ext@Net\\ price = 200')).toEqual(['REQ-002'])
    expect(await search('ext@Cost = 200')).toEqual([])
    const wiki = await client.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-002')
    expect(wiki.body.properties).toContainEqual(
      expect.objectContaining({ key: 'Net price', type: 'EXTERNAL', value: '200' }),
    )
    const [saved] = client.simulator.state('matrix', { id: 77 } as never)
    expect(saved).toMatchObject({ query: "ext@Net\\ price > 500 AND @Cost = 'x'" })
    expect(saved?.columns.at(-1)?.step).toEqual({ type: 'EXTERNAL_PROPERTY', value: 'Net price' })
  })

  test('keep their type while something has a value of it', async () => {
    expect((await change(7001, { dataType: 'TEXT' })).status).toBe(409)
    expect((await change(7001, { dataType: 'DECIMAL' })).status).toBe(200)
    const { body } = await client.post(`${properties}?${inWiki}`, { name: 'Supplier' })
    expect((await change(body.id, { dataType: 'NUMBER' })).body.dataType).toBe('NUMBER')
    expect((await change(body.id, { name: 'Cost' })).status).toBe(409)
  })

  test('take their values along when they are deleted, from frozen copies too', async () => {
    const removed = await client.delete(`${properties}/7001?${inWiki}`)
    expect(removed.status).toBe(204)
    expect((await client.get(`${properties}/7001?${inWiki}`)).status).toBe(404)
    for (const version of ['', '?v=1']) {
      const { body } = await client.get(`/wiki/rest/reqs/1/requirement2/ENG/REQ-002${version}`)
      expect(pluck(body.properties, 'key')).not.toContain('Cost')
    }
    const left = client.simulator.state('requirement').flatMap((row) => row.externalProperties)
    expect(left).toEqual([])
    // The name is free again, with a life of its own.
    const again = await client.post(`${properties}?${inWiki}`, { name: 'Cost', dataType: 'TEXT' })
    expect(again).toMatchObject({ status: 201, body: { dataType: 'TEXT' } })
    expect(again.body.id).not.toBe(7001)
  })

  test('are kept while in use where the world says so', async () => {
    client = await startClient({
      scenario: 'demo',
      config: { assumptions: { A216: 'refuse' } },
    } as never)
    expect((await client.delete(`${properties}/7001?${inWiki}`)).status).toBe(409)
    const { body } = await client.post(`${properties}?${inWiki}`, { name: 'Supplier' })
    expect((await client.delete(`${properties}/${body.id}?${inWiki}`)).status).toBe(204)
  })

  test('are changed by those who may edit all their values', async () => {
    // One value in a space that alice may not edit is enough.
    const path = '/wiki/rest/reqs/1/external-properties/LAB/SEC-001'
    const value = { body: { key: 'Cost', value: '1' }, token: 'tok-admin' }
    expect((await client.call('PUT', path, value)).status).toBe(200)
    expect((await change(7001, { name: 'Mine' })).status).toBe(403)
    expect((await change(7001, { name: 'Mine' }, 'tok-admin')).status).toBe(200)
  })
})

describe('usage of external properties', () => {
  test('counts requirements, their types and baselines that the caller may read', async () => {
    const path = '/wiki/rest/reqs/1/external-properties/LAB/SEC-001'
    await client.put(path, { key: 'Cost', value: '1' }, { token: 'tok-admin' })
    const { body: created } = await client.post(`${properties}?${inWiki}`, { name: 'Supplier' })
    const usage = (token: string) =>
      client.get(`${properties}/usage?ids=${created.id},7001&ids=7001&${inWiki}`, { token })
    expect((await usage('tok-alice')).body).toEqual([
      { id: created.id, name: 'Supplier', requirementCount: 0, requirementTypeCount: 0, baselineCount: 0 },
      { id: 7001, name: 'Cost', requirementCount: 12, requirementTypeCount: 1, baselineCount: 1 },
    ])
    expect((await usage('tok-admin')).body[1]).toMatchObject({ requirementCount: 13 })
  })

  test('lists the identifiers of requirements and of their types', async () => {
    const types = await client.get(`${properties}/7001/usage/requirement-types?${inWiki}`)
    expect(types.body).toMatchObject({ total: 1, items: [1] })
    const { body } = await client.get(`${properties}/7001/usage/requirements?${inWiki}&offset=10&limit=5`)
    expect(body).toMatchObject({ total: 12, items: [6011, 6012] })
    await client.delete(`/api/requirements/6012?${inWiki}`)
    const after = await client.get(`${properties}/usage?ids=7001&${inWiki}`)
    expect(after.body[0].requirementCount).toBe(11)
  })

  test.each([
    ['abc', 400],
    ['7001,-1', 400],
    ['%2C', 400],
    ['1e3', 400],
    ['7999', 404],
  ])('of %s is refused', async (ids, status) => {
    expect((await client.get(`${properties}/usage?ids=${ids}&${inWiki}`)).status).toBe(status)
  })
})
