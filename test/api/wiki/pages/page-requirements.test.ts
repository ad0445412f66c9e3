/** How a page shows its requirements (A78, A254). */
import { beforeEach, describe, expect, test } from 'vitest'
import { demoWith, startClient } from '../../../support/client.ts'
import { client, startDemo } from '../../../support/demo.ts'

const base = '/wiki/rest/reqs/1'
const page = `${base}/page/ENG/4001`

beforeEach(() => startDemo())

const save = async (path: string, body: object, method = 'PUT') => {
  const reply = await client.call(method, `/_sim${path}`, { body, headers: { 'x-sim-control': '1' } })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body
}
const shown = async (key: string, path = page) =>
  (await client.get(path)).body.requirements.find((row: { key: string }) => row.key === key)

test('the other spelling of the path answers the same, at hosted addresses too', async () => {
  const { status, text } = await client.get(page)
  expect(status).toBe(200)
  expect((await client.get(`${base}/misc/ENG/4001`)).text).toBe(text)
  const headers = { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' }
  expect((await client.get(`/eu${page}`, { token: null, headers })).text).toBe(text)
})

test('with the alternative, the other spelling shows them as searches do', async () => {
  const former = await startClient({ scenario: 'demo', config: { assumptions: { A78: 'as-searched' } } })
  const read = async (query = '') => (await former.get(`${base}/misc/ENG/4001${query}`)).body
  const { requirements, ...others } = await read('?numberOfRequirements=1')
  expect(requirements).toEqual([(await former.get(`${base}/requirement2/ENG/REQ-001`)).body])
  expect(others).toEqual({
    settings: { isolateSpaces: true, extendedMode: false, defaultRelationship: 'Dependency' },
    pageIndexing: { position: 6 },
    limitForPages: 1,
  })
  await former.put(
    `${base}/settings`,
    { defaultRelationship: 'satisfies', limitForPages: 3 },
    { token: 'tok-admin' },
  )
  expect(await read()).toMatchObject({ settings: { defaultRelationship: 'satisfies' }, limitForPages: 3 })
  expect((await former.get(page)).body.requirements[0]).toMatchObject({ tests: {}, validations: [] })
})

test('numberOfRequirements beyond limitForPages is the same as none', async () => {
  const { status, text } = await client.get(`${page}?numberOfRequirements=100000`)
  expect([status, text]).toEqual([200, (await client.get(page)).text])
})

test('it is a view of the page: excerpts are gathered', async () => {
  await client.put(`${base}/helpers/reindex/4001`)
  const read = async () => (await client.get(`${base}/requirement2/ENG/REQ-001`)).body.htmlNeedsUpdating
  expect(await read()).toBe(true)
  expect((await shown('REQ-001')).htmlNeedsUpdating).toBe(false)
  expect(await read()).toBe(false)
})

test('the settings are texts and an integer, and those of the wiki', async () => {
  expect((await client.get(page)).body.settings).toEqual({
    'popup-on-click': 'false',
    'collapse-excerpts': 'false',
    'popup-delay': '500',
    'indexing-mode': 0,
  })
  const body = { 'popup-on-click': 'true', 'popup-delay': '20', 'indexing-mode': 2 }
  await client.put(`${base}/settings`, body, { token: 'tok-admin' })
  expect((await client.get(page)).body.settings).toEqual({ ...body, 'collapse-excerpts': 'false' })
})

test.each([1, 2, 4000])('limitForPages is 4000 when %i are requested', async (count) => {
  const { body } = await client.get(`${page}?numberOfRequirements=${count}`)
  expect([body.limitForPages, body.requirements.length]).toEqual([4000, Math.min(count, 6)])
})

test('a requirement has the fields that were seen and no others', async () => {
  expect(await shown('REQ-002')).toEqual({
    id: 6002,
    key: 'REQ-002',
    spaceKey: 'ENG',
    status: 'ACTIVE',
    htmlExcerpt: expect.stringContaining('The drone shall'),
    htmlNeedsUpdating: false,
    isPublicDescription: true,
    genericUrl: '/requirements/ENG/REQ-002',
    destinationUrl: '/pages/viewpage.action?pageId=4001#req-REQ-002',
    origin: {
      javaType: 'PageReference',
      type: 'ORIGIN',
      pageId: 4001,
      title: 'Flight control',
      url: '/pages/viewpage.action?pageId=4001',
      isCoveredByDependency: false,
    },
    references: [],
    properties: expect.any(Array),
    dependencies: [
      { spaceKey: 'ENG', key: 'REQ-001', url: '/requirements/ENG/REQ-001', relationship: 'refines' },
    ],
    reverseDependencies: [
      { spaceKey: 'ENG', key: 'REQ-004', url: '/requirements/ENG/REQ-004', relationship: 'refines' },
    ],
    issues: [{ applinkId: expect.any(String), issueKey: 'DRN-2', relationship: 'implements' }],
    tests: {},
    validations: [],
  })
})

test('the requirements that a page shows can be sent back, and nothing changes', async () => {
  const typed = { Mass: 2.5, Tags: ['a', 'b, c'], Due: { value: '2026-02-01', dataType: 'DATE' } }
  const row = { space: 'ENG', key: 'REQ-900', page: 4001, html: 'Typed', properties: typed }
  await startDemo(demoWith({ config: { strict: true }, world: { requirements: [row] } }))
  const read = async (key: string) => (await client.get(`${base}/requirement2/ENG/${key}`)).body
  const before = await read('REQ-900')
  expect(before.properties.map(({ dataType }: { dataType: string }) => dataType)).toEqual([
    'DECIMAL',
    'LIST',
    'DATE',
  ])
  const { requirements } = (await client.get(`${base}/page/ENG/4001`)).body
  expect((await client.put(`${base}/requirement2/ENG`, requirements)).body.message).toBeUndefined()
  expect(await read('REQ-900')).toEqual(before)
  const cost = requirements[0].properties.find(({ key }: { key: string }) => key === 'Cost')
  const written = { ...cost, value: '7' }
  expect((await client.put(`${base}/external-properties/ENG/REQ-001`, written)).status).toBe(200)
  expect((await read('REQ-001')).properties).toContainEqual(
    expect.objectContaining({ key: 'Cost', value: '7', dataType: 'DECIMAL' }),
  )
})

describe('references', () => {
  const mention = (key: string) => ({ spaceKey: 'ENG', key })

  test('are there without expand, with how often the page mentions it', async () => {
    await save('/pages/4000', { links: [mention('REQ-002'), mention('REQ-001'), mention('REQ-002')] })
    expect((await shown('REQ-002')).references).toEqual([
      {
        javaType: 'PageReference',
        type: 'LINK',
        pageId: 4000,
        title: 'Drone specification',
        url: '/pages/viewpage.action?pageId=4000',
        isCoveredByDependency: false,
        occurrence: 2,
      },
    ])
    expect((await shown('REQ-001')).references).toMatchObject([{ pageId: 4000, occurrence: 1 }])
  })

  test('are covered when the page defines a requirement that depends on it', async () => {
    const dependencies = [{ spaceKey: 'ENG', key: 'REQ-001', relationship: 'refines' }]
    await save('/pages/4002', {
      define: [{ key: 'REQ-013', html: 'The drone shall hum.', dependencies }],
      links: [mention('REQ-001'), mention('REQ-002')],
    })
    await client.get(`${base}/page/ENG/4002`)
    expect((await shown('REQ-001')).references).toMatchObject([
      { pageId: 4000, isCoveredByDependency: false },
      { pageId: 4002, isCoveredByDependency: true },
    ])
    expect((await shown('REQ-002')).references).toMatchObject([
      { pageId: 4002, isCoveredByDependency: false },
    ])
  })

  test('from pages that the caller may not read are left out', async () => {
    const { id } = await save(
      '/pages',
      { spaceKey: 'LAB', title: 'Secret', links: [mention('REQ-001')] },
      'POST',
    )
    expect((await shown('REQ-001')).references).toMatchObject([{ pageId: 4000 }])
    const { body } = await client.get(page, { token: 'tok-admin' })
    expect(body.requirements[0].references).toMatchObject([{ pageId: 4000 }, { pageId: id }])
  })

  test('are at most 100', async () => {
    for (let count = 0; count < 101; count++)
      await save('/pages', { spaceKey: 'ENG', title: `P${count}`, links: [mention('REQ-001')] }, 'POST')
    expect((await shown('REQ-001')).references).toHaveLength(100)
  })
})

describe('properties', () => {
  test('are displayed texts, external ones too', async () => {
    const { properties } = await shown('REQ-002')
    expect(properties.map(({ key, type }: { key: string; type: string }) => [key, type])).toEqual([
      ['Category', 'INLINE'],
      ['Priority', 'INLINE'],
      ['Cost', 'EXTERNAL'],
    ])
    for (const property of properties) expect(property).toMatchObject({ display: true, dataType: 'STRING' })
    expect(properties[0]).toEqual({
      key: 'Category',
      value: 'Safety',
      type: 'INLINE',
      dataType: 'STRING',
      display: true,
      searchUrl: "/requirements/ENG?q=%40Category%20%3D%20'Safety'",
      indexation: { text: 'Safety' },
    })
  })

  test('say where requirements with the same value are found', async () => {
    const awkward = {
      "Owner's \\ name": "<b>O'Neill</b> \\ sons & co",
      Long: 'x'.repeat(501),
      List: ['red', 'green'],
    }
    await save('/pages/4001', {
      define: [{ key: 'REQ-013', html: 'x', properties: awkward }],
    })
    const { properties } = await shown('REQ-013')
    expect(properties).toHaveLength(3)
    const all = [...properties, ...(await shown('REQ-001')).properties.slice(-1)]
    for (const { key, searchUrl } of all) {
      const url = new URL(searchUrl, 'http://wiki.sim')
      expect(url.pathname).toBe('/requirements/ENG')
      const q = encodeURIComponent(url.searchParams.get('q') ?? '')
      const { body } = await client.get(`${base}/requirement2/ENG?limit=200&q=${q}`)
      const found = body.results.map((row: { key: string }) => row.key)
      expect([key, found]).toEqual([key, [key === 'Cost' ? 'REQ-001' : 'REQ-013']])
    }
  })
})
