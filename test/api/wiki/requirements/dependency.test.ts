import { beforeEach, expect, test } from 'vitest'
import { client, startDemo } from '../../../support/demo.ts'

const base = '/wiki/rest/reqs/1'
const url = (space: string, key: string) => `https://wiki.northwind.test/wiki/requirements/${space}/${key}`

beforeEach(() => startDemo())

const dependencies = async (query?: string, token = 'tok-alice') => {
  const parameters = query === undefined ? '' : `?query=${encodeURIComponent(query)}`
  const reply = await client.get(`${base}/misc/ENG/dependency${parameters}`, { token })
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const define = async (...dependenciesOfNew: object[]) => {
  const body = { define: [{ key: 'NEW-1', html: 'x', dependencies: dependenciesOfNew }] }
  const headers = { 'x-sim-control': '1' }
  expect((await client.put('/_sim/pages/4001', body, { headers })).status).toBe(200)
  expect((await client.post('/_sim/pages/4001/view', {}, { headers })).status).toBe(200)
}
const refines = (key: string) => ({ relationship: 'refines', spaceKey: 'ENG', key, url: url('ENG', key) })

test('the dependencies of the matches of a query are listed by relationship, each once', async () => {
  expect(await dependencies("key = 'REQ-004'")).toEqual({ refines: [refines('REQ-002')] })
  expect(await dependencies("key IN ('REQ-002', 'REQ-003')")).toEqual({ refines: [refines('REQ-001')] })
  expect(await dependencies("key = 'REQ-001'")).toEqual({})
  expect(await dependencies()).toEqual({ refines: [refines('REQ-001'), refines('REQ-002')] })
})

test('relationships and references in order, dangling ones as they are named', async () => {
  await define(
    { relationship: 'uses', key: 'REQ-012' },
    { relationship: 'Dependency', key: 'GONE-1' },
    { relationship: 'uses', key: 'REQ-002' },
    { relationship: 'uses', key: 'SEC-001', spaceKey: 'LAB' },
    { relationship: '__proto__', key: 'REQ-001' },
  )
  const text = (await client.get(`${base}/misc/ENG/dependency?query=key%20%3D%20'NEW-1'`)).text
  expect(text).toContain('"__proto__":[{"relationship":"__proto__"')
  const found = JSON.parse(text) as object
  expect(Object.keys(found)).toEqual(['Dependency', '__proto__', 'uses'])
  expect(found).toMatchObject({
    Dependency: [{ relationship: 'Dependency', spaceKey: 'ENG', key: 'GONE-1' }],
    uses: [
      { key: 'REQ-002', url: url('ENG', 'REQ-002') },
      { key: 'REQ-012', url: url('ENG', 'REQ-012') },
      { spaceKey: 'LAB', key: 'SEC-001' },
    ],
  })
  expect(text).not.toContain('requirements/LAB')
  expect((await dependencies("key = 'NEW-1'", 'tok-admin')).uses[2].url).toBe(url('LAB', 'SEC-001'))
})

test('frozen copies that a query asks for depend on the copies of their baseline', async () => {
  expect(await dependencies("baseline = 1 AND key = 'REQ-002'")).toEqual({
    refines: [{ ...refines('REQ-001'), baseline: 1, url: `${url('ENG', 'REQ-001')}?v=1` }],
  })
})

test('a dependency of a requirement and of its frozen copy is listed as the first of them means it', async () => {
  expect(await dependencies("key = 'REQ-002' AND (baseline = 1 OR status = 'ACTIVE')")).toEqual({
    refines: [refines('REQ-001')],
  })
})

test.each([
  ['/misc/NOPE/dependency', 404, "'NOPE'"],
  ['/misc/ENG/dependency?query=key%20%3D', 400, 'Syntax error at position'],
])('%s is %i', async (path, status, mention) => {
  const reply = await client.get(`${base}${path}`)
  expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(mention)])
})
