import { beforeEach, describe, expect, test, vi } from 'vitest'
import { pages } from '../../../../src/model/records/wiki/pages.ts'
import { requirements } from '../../../../src/model/records/wiki/requirements.ts'
import { IndexTree } from '../../../../src/world/store/index-tree.ts'
import { client, startDemo, tableOf } from '../../../support/demo.ts'

const base = '/wiki/rest/reqs/1'
const standalone = '/api/applications/101/projects/1001/variants/current/requirements'

beforeEach(() => startDemo())

const control = async (method: string, path: string, body?: object) => {
  const reply = await client.call(method, `/_sim${path}`, {
    body,
    headers: { 'x-sim-control': '1', 'content-type': 'application/json' },
  })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body
}
const edit = (page: number, changes: object) => control('PUT', `/pages/${page}`, changes)
const reindex = (page: number | string, options = {}) =>
  client.call('PUT', `${base}/helpers/reindex/${page}`, options)
const requirement = async (key: string) => (await client.get(`${base}/requirement2/ENG/${key}`)).body
const found = async (query: string): Promise<string[]> =>
  (await client.get(`${base}/requirement2/ENG?limit=200&q=${encodeURIComponent(query)}`)).body.results.map(
    ({ key }: { key: string }) => key,
  )
const listed = async (): Promise<string[]> =>
  (await client.get(`${standalone}?limit=200`)).body.items.map(({ key }: { key: string }) => key)
const onPage = async (page = 4001, query = '') => (await client.get(`${base}/misc/ENG/${page}${query}`)).body
const keysOf = (rows: { key: string }[]) => rows.map(({ key }) => key)
const flight = ['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004', 'REQ-005', 'REQ-006']

describe('reindex', () => {
  test('flags the requirements of the page; the red dot goes at the next view', async () => {
    expect((await requirement('REQ-001')).htmlNeedsUpdating).toBe(false)
    expect(await reindex(4001)).toMatchObject({
      status: 200,
      body: { page: { pageId: 4001, version: 1 }, active: [], deleted: [], flagged: flight },
    })
    expect((await requirement('REQ-001')).htmlNeedsUpdating).toBe(true)
    expect((await requirement('REQ-007')).htmlNeedsUpdating).toBe(false)
    await onPage()
    expect((await requirement('REQ-001')).htmlNeedsUpdating).toBe(false)
    expect((await control('GET', '/pages/4001')).version).toBe(1)
  })

  test('by POST as public clients send it', async () => {
    const reply = await client.post(`${base}/helpers/reindex/4001`)
    expect([reply.status, reply.body.flagged]).toEqual([200, flight])
    expect((await requirement('REQ-006')).htmlNeedsUpdating).toBe(true)
  })

  test('makes a requirement that was deleted and is still defined ACTIVE again', async () => {
    const row = (await client.get('/_sim/state/requirement?key=REQ-003')).body.items.find(
      ({ variantId }: { variantId: number }) => variantId === 5001,
    )
    tableOf(requirements).update(row.id, { status: 'DELETED' })
    expect(await found("key ~ 'REQ-00%'")).not.toContain('REQ-003')
    expect((await reindex(4001)).body).toMatchObject({ active: ['REQ-003'], deleted: [], flagged: flight })
    expect(await found("key ~ 'REQ-00%'")).toContain('REQ-003')
  })

  test('makes what the page does not define DELETED', async () => {
    const table = tableOf(pages)
    const page = table.get(4001)
    table.update(4001, { definitions: page?.definitions.slice(1) ?? [] })
    expect((await reindex(4001)).body).toMatchObject({ active: [], deleted: ['REQ-001'] })
    expect((await requirement('REQ-001')).status).toBe('DELETED')
    expect(await listed()).not.toContain('REQ-001')
  })

  test('queues messages for the tracker at the view and not before, in the name of who viewed', async () => {
    const waiting = async () => (await client.get('/_sim/state/outboundMessage?limit=1000')).body.items
    const before = (await waiting()).length
    await reindex(4001)
    expect(await waiting()).toHaveLength(before)
    await client.get(`${base}/misc/ENG/4001`, { token: 'tok-bob' })
    const after = (await waiting()).slice(before)
    const bob = client.simulator.state('user', { name: 'bob' })[0] as { id: number }
    expect(after.length).toBeGreaterThan(0)
    for (const message of after)
      expect(message).toMatchObject({
        operation: 'REQUIREMENT_UPDATED',
        createdBy: bob.id,
        status: 'PENDING',
      })
    expect(new Set(keysOf(after))).toEqual(new Set(['REQ-001', 'REQ-002']))
  })

  test.each([
    [9, "page '9'"],
    ['9223372036854775807', '9223372036854775807'],
    ['x', 'x'],
  ])('page %s is unknown', async (page, mention) => {
    expect(await reindex(page)).toMatchObject({ status: 404, text: expect.stringContaining(mention) })
    expect((await requirement('REQ-001')).htmlNeedsUpdating).toBe(false)
  })

  test('a page of another wiki is unknown to the one addressed', async () => {
    const headers = { 'x-api-key': 'tok-uma', 'x-base-url': 'https://wiki.fabrikam.test/wiki' }
    const us = (page: number) =>
      client.call('PUT', `/us/wiki/rest/reqs/1/helpers/reindex/${page}`, { token: null, headers })
    expect((await us(4001)).status).toBe(404)
    expect((await us(4901)).status).toBe(200)
  })
})

describe('an edit of a page', () => {
  const define = [
    {
      key: 'REQ-013',
      html: '<p>The drone shall <b>hover</b>.</p>',
      properties: { Category: 'Hovering' },
      dependencies: [{ relationship: 'refines', key: 'REQ-001' }],
    },
  ]

  test('is seen by every interface at once, its text after the view', async () => {
    await edit(4001, { define, undefine: ['REQ-006'] })
    expect(await found("key >= 'REQ-006' AND page = 4001")).toEqual(['REQ-013'])
    expect(await listed()).toEqual(expect.arrayContaining(['REQ-013']))
    expect(await listed()).not.toContain('REQ-006')
    expect(await requirement('REQ-006')).toMatchObject({ status: 'DELETED' })
    expect(await requirement('REQ-013')).toMatchObject({
      status: 'ACTIVE',
      htmlExcerpt: '',
      htmlNeedsUpdating: true,
      properties: [],
      page: { pageId: 4001, version: 2 },
    })
    const { requirements } = await onPage()
    expect(keysOf(requirements)).toEqual([...flight.slice(0, 5), 'REQ-013'])
    expect(requirements.at(-1)).toMatchObject({
      htmlExcerpt: '<p>The drone shall <b>hover</b>.</p>',
      htmlNeedsUpdating: false,
      dependencies: [{ relationship: 'refines', key: 'REQ-001' }],
    })
    expect(await found("@Category = 'Hovering' AND 'hover'")).toEqual(['REQ-013'])
    const { items } = (await client.get(`${standalone}?key=REQ-013&includeToDependencies=true`)).body
    expect(items).toMatchObject([{ text: 'The drone shall hover.', toDependencies: [{ key: 'REQ-001' }] }])
    const hosted = await client.get('/eu/wiki/rest/search?query=%40Category%20%3D%20%27Hovering%27', {
      token: null,
      headers: { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' },
    })
    expect(keysOf(hosted.body.results)).toEqual(['REQ-013'])
    expect((await requirement('REQ-001')).reverseDependencies).toContainEqual(
      expect.objectContaining({ key: 'REQ-013', relationship: 'refines' }),
    )
  })

  test('leaves the other variant of the space alone', async () => {
    const other = '/api/applications/101/projects/1001/variants/5002/requirements'
    const before = (await client.get(other)).text
    await edit(4001, { content: [] })
    await reindex(4001)
    await onPage()
    expect((await client.get(other)).text).toBe(before)
    expect((await onPage()).requirements).toEqual([])
  })
})

describe('the requirements of a page', () => {
  test('in the order of its content', async () => {
    await edit(4002, { content: [{ key: 'REQ-012' }, { key: 'REQ-007' }, { key: 'REQ-010' }] })
    expect(await onPage(4002)).toMatchObject({
      requirements: [{ key: 'REQ-012' }, { key: 'REQ-007' }, { key: 'REQ-010' }],
      pageIndexing: { position: 3 },
      limitForPages: 4000,
    })
    expect((await onPage(4000)).requirements).toEqual([])
  })

  test('those that were reserved for it and are not defined yet stand last, and are not indexed', async () => {
    const reserved = await client.post(`${base}/requirement2/ENG/REQ-0001?pageId=4001`, {})
    expect(reserved.status, reserved.text).toBeLessThan(300)
    const { requirements: rows, pageIndexing } = await onPage()
    expect(keysOf(rows)).toEqual([...flight, 'REQ-0001'])
    expect(rows.at(-1)).toMatchObject({ htmlNeedsUpdating: true })
    expect(pageIndexing).toEqual({ position: 6 })
    expect((await reindex(4001)).body).toMatchObject({ deleted: ['REQ-0001'] })
  })

  test('at most as many as requested, and as the setting limitForPages allows', async () => {
    const two = await onPage(4001, '?numberOfRequirements=2')
    expect([keysOf(two.requirements), two.limitForPages, two.pageIndexing.position]).toEqual([
      flight.slice(0, 2),
      4000,
      6,
    ])
    await client.put(`${base}/settings/limitForPages`, { value: 3 }, { token: 'tok-admin' })
    for (const query of ['', '?numberOfRequirements=4000']) {
      const three = await onPage(4001, query)
      expect([keysOf(three.requirements), three.limitForPages]).toEqual([flight.slice(0, 3), 3])
    }
  })

  test.each([
    ['/misc/OPS/4001', "page '4001'"],
    ['/misc/ENG/9', "page '9'"],
    ['/misc/NOPE/4001', "'NOPE'"],
    ['/misc/ENG/migrateUsersQueries', ''],
    ['/misc/ENG/9223372036854775807', ''],
    ['/page/ENG/9', "page '9'"],
    ['/page/OPS/4001', "page '4001'"],
  ])('%s is unknown', async (path, mention) => {
    const reply = await client.get(`${base}${path}`)
    expect([reply.status, reply.text]).toEqual([404, expect.stringContaining(mention)])
  })
})

describe('removing the macros of a page', () => {
  const uninstall = (page: number, token = 'tok-admin') =>
    client.delete(`${base}/uninstall/pages/${page}`, { token })

  test('leaves a page that defines and mentions nothing; its requirements are DELETED', async () => {
    expect(await uninstall(4001)).toMatchObject({ status: 204, text: '' })
    expect(await control('GET', '/pages/4001')).toMatchObject({ version: 2, definitions: [], links: [] })
    expect((await onPage()).requirements).toEqual([])
    for (const key of flight) expect((await requirement(key)).status).toBe('DELETED')
    expect(await found('')).toEqual(['REQ-007', 'REQ-008', 'REQ-009', 'REQ-010', 'REQ-011', 'REQ-012'])
    expect((await listed()).includes('REQ-001')).toBe(false)
    expect((await control('GET', '/pages/4001?version=1')).definitions).toHaveLength(6)
  })

  test('takes mentions out as well, and leaves a page without macros as it is', async () => {
    expect((await found('links = 4000')).length).toBe(2)
    await uninstall(4000)
    expect(await found('links = 4000')).toEqual([])
    await uninstall(4000)
    expect(await control('GET', '/pages/4000')).toMatchObject({ version: 2, links: [] })
  })

  test('lists the assumptions behind its effects on requirements', async () => {
    const assumptions = () => client.simulator.journal.entries().at(-1)?.assumptions
    await uninstall(4000)
    expect(assumptions()).toEqual(expect.not.arrayContaining(['A62']))
    await uninstall(4001)
    expect(assumptions()).toEqual(expect.arrayContaining(['A62', 'A67', 'A84']))
  })

  test('takes a page', async () => {
    expect((await uninstall(9)).status).toBe(404)
    expect((await onPage()).requirements).toHaveLength(6)
  })
})

describe('a page that is saved again and again', () => {
  test('keeps the latest hundred versions besides the current one', async () => {
    for (let save = 0; save < 103; save++) await control('PUT', '/pages/4000', { title: `Title ${save}` })
    const { version, versions } = await control('GET', '/pages/4000')
    expect([version, versions.length, versions[0], versions.at(-1)]).toEqual([104, 101, 4, 104])
  })

  test('saves one of thousands of definitions without writing an index entry for each', async () => {
    const content = Array.from({ length: 2000 }, (_, index) => ({ key: `BIG-${index}`, html: 'x' }))
    await control('POST', '/pages', { title: 'Big', spaceKey: 'ENG', content })
    const changed = vi.spyOn(IndexTree.prototype, 'enter')
    await client.put(`${base}/requirement2/ENG/BIG-7`, { htmlExcerpt: 'y' })
    expect(changed.mock.calls.length).toBeLessThan(100)
    vi.restoreAllMocks()
  })
})

describe('a page that is deleted', () => {
  test('is named by its requirements no more, but by frozen copies', async () => {
    expect((await requirement('REQ-001')).page).toMatchObject({ pageId: 4001 })
    await control('DELETE', '/pages/4001')
    const gone = await requirement('REQ-001')
    expect(gone).toMatchObject({ status: 'DELETED' })
    expect(gone).not.toHaveProperty('page')
    expect(gone.destinationUrl).toBe(gone.genericUrl)
    expect((await requirement('REQ-001?v=1')).page).toMatchObject({ pageId: 4001 })
  })
})
