import { beforeEach, describe, expect, test } from 'vitest'
import { hashSecret } from '../../src/model/users/secrets.ts'
import { tablesOf } from '../../src/world/world.ts'
import { recordShape } from '../../src/simulator/records/record-shapes.ts'
import { worldSchema } from '../../src/model/schema.ts'
import { type ControlClient, createControlClient } from './client.ts'

const names = (items: readonly Record<string, unknown>[]) => items.map((item) => item['key'] ?? item['name'])

let client: ControlClient
beforeEach(() => {
  client = createControlClient()
})

test('tables are listed with what they hold', async () => {
  const { body } = await client.get('/state')
  expect(body.items).toContainEqual(
    expect.objectContaining({ table: 'requirement', store: 'eu', records: 3 }),
  )
  expect(body.items).toContainEqual(expect.objectContaining({ table: 'job', store: 'system', records: 0 }))
  const us = await client.get('/state?region=us')
  expect(us.body.items).toContainEqual(
    expect.objectContaining({ table: 'requirement', store: 'us', records: 0 }),
  )
})

test('each table says by which fields it can be filtered, and takes every one of them', async () => {
  const { body } = await client.get('/state')
  for (const { table, fields } of body.items as unknown as { table: string; fields: string[] }[]) {
    expect(fields.filter((field) => /hash/i.test(field))).toEqual([])
    for (const field of fields) expect((await client.get(`/state/${table}?${field}=x`)).status).toBe(200)
  }
  const requirement = body.items.find(({ table }) => table === 'requirement') as unknown as {
    fields: string[]
  }
  expect(requirement.fields).toContain('pageId')
  expect(requirement.fields).not.toContain('properties')
  expect(body.items.find(({ table }) => table === 'requirement')).toMatchObject({ key: 'id' })
  expect(body.items.find(({ table }) => table === 'membership')).not.toHaveProperty('key')
})

describe('records', () => {
  test('come in order of their key, in pages', async () => {
    const all = await client.get('/state/requirement')
    expect([names(all.body.items), all.body.total]).toEqual([['REQ-001', 'REQ-002', 'REQ-007'], 3])
    const page = await client.get('/state/requirement?offset=1&limit=1')
    expect([names(page.body.items), page.body.total]).toEqual([['REQ-002'], 3])
    expect((await client.get('/state/requirement?region=us')).body).toEqual({ items: [], total: 0 })
  })

  test('are filtered by fields: text, numbers, truth values', async () => {
    const filtered = async (query: string) => names((await client.get(`/state/${query}`)).body.items)
    expect(await filtered('requirement?pageId=4001')).toEqual(['REQ-001', 'REQ-002'])
    expect(await filtered('requirement?pageId=4001&key=REQ-002')).toEqual(['REQ-002'])
    expect(await filtered('application?selfHosted=true')).toEqual(['app 101'])
    expect(await filtered('user?name=alice')).toEqual(['alice'])
    expect(await filtered('user?name=')).toEqual([])
  })

  test('show as many members of their lists as requested', async () => {
    const definitions = async (query: string) => {
      const { body } = await client.get(`/state/page?id=4001${query}`)
      const [page] = body.items as unknown as { definitions: unknown[] }[]
      return page?.definitions.map((one) => (typeof one === 'string' ? one : (one as { key: string }).key))
    }
    expect(await definitions('')).toEqual(['REQ-001', 'REQ-002'])
    expect(await definitions('&members=2')).toEqual(['REQ-001', 'REQ-002'])
    expect(await definitions('&members=1')).toEqual(['REQ-001', '… 1 more'])
    expect(await definitions('&members=0')).toEqual(['… 2 more'])
    expect((await client.get('/state/page?members=-1')).status).toBe(400)
  })

  test('are found by their key, and only if the other filters match too', async () => {
    const filtered = async (query: string) => {
      const { body } = await client.get(`/state/${query}`)
      return [names(body.items), body.total]
    }
    expect(await filtered('requirement?id=6002')).toEqual([['REQ-002'], 1])
    expect(await filtered('requirement?id=6002&key=REQ-001')).toEqual([[], 0])
    expect(await filtered('requirement?id=06002')).toEqual([[], 0])
    expect(await filtered('requirement?id=6002&offset=1')).toEqual([[], 1])
    expect(await filtered('requirement?offset=3')).toEqual([[], 3])
    expect(await filtered('requirement?limit=0')).toEqual([[], 3])
  })

  test('tables of the world itself are read the same way', async () => {
    expect((await client.get('/state/sequence?region=eu&name=key%2F1001%2FREQ-')).body).toEqual({
      items: [{ name: 'key/1001/REQ-', value: 7 }],
      total: 1,
    })
    expect((await client.get('/state/job')).body.total).toBe(0)
  })
})

describe('secrets', () => {
  test('hashes of passwords, tokens and sessions are neither shown nor filters', async () => {
    await client.write('POST', '/tokens', { user: 'alice', value: 'my-token' })
    await client.write('POST', '/sessions', { user: 'alice', value: 'my-session' })
    const hashes = [hashSecret('alice'), hashSecret('my-token'), hashSecret('my-session')]
    for (const table of ['user', 'token', 'session', 'rateWindow', 'config', 'job']) {
      const text = JSON.stringify((await client.get(`/state/${table}`)).body)
      for (const hash of hashes) expect(text).not.toContain(hash)
    }
    expect((await client.get(`/state/token?hash=${hashes[1]}`)).status).toBe(400)
    expect((await client.get(`/state/user?passwordHash=${hashes[0]}`)).status).toBe(400)
  })

  test('a rate window counted for a session does not show its hash', async () => {
    await client.write('POST', '/sessions', { user: 'alice', value: 'my-session' })
    await client.simulator.exchange({
      method: 'GET',
      url: '/wiki/rest/reqs/1/nothing',
      headers: { cookie: 'JSESSIONID=my-session' },
    })
    const { body } = await client.get('/state/rateWindow')
    expect(body.total).toBe(1)
    expect(JSON.stringify(body)).not.toContain(hashSecret('my-session'))
  })
})

describe('refusals', () => {
  test.each([
    ['/state/requirment', 404, /did you mean 'requirement'\?/],
    ['/state/__proto__', 404, /no table '__proto__'/],
    ['/state/constructor', 404, /no table 'constructor'/],
    ['/state/toString', 404, /no table/],
    ['/state/requirement?pageid=1', 400, /did you mean 'pageId'\?/],
    ['/state/requirement?__proto__=1', 400, /no field of table/],
    ['/state/requirement?properties=1', 400, /no field of table 'requirement' that can be compared/],
    ['/state/requirement?constructor=1', 400, /no field of table/],
    ['/state/requirement?key=a&key=b', 400, /sent once/],
    ['/state/requirement?region=mars', 400, /'region' must be one of eu, us, not 'mars'/],
    ['/state/requirement?region=system', 400, /'region'/],
    ['/state/requirement?offset=-1', 400, /'offset' must be at least 0/],
    ['/state/requirement?limit=10001', 400, /'limit' must be at most 10000/],
    ['/state/requirement?limit=NaN', 400, /'limit'/],
    ['/state/requirement?offset=1e3', 400, /'offset'/],
    ['/state/requirement?offset=99999999999999999999', 400, /'offset'/],
    ['/state/requirement?key=%E0%A4%A', 400, /percent-encoding/],
    ['/state/%E0%A4%A', 400, /percent-encoding/],
    ['/clock?nwo=1', 400, /not known here/],
  ])('%s', async (path, status, message) => {
    const reply = await client.get(path)
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringMatching(message)])
  })
})

test('every table of a world has a shape to be filtered and imported by', () => {
  for (const store of ['system', 'eu', 'us']) {
    for (const { name } of tablesOf(worldSchema, store))
      expect([name, recordShape(name) !== undefined]).toEqual([name, true])
  }
})
