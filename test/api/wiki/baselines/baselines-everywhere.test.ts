/** Frozen copies as every interface shows them, and what changes around them without changing them. */
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig, writeConfig } from '../../../../src/model/records/world/config.ts'
import { clientOf, startClient } from '../../../support/client.ts'
import { erasePage, rewritePage, writePage } from '../pages/authoring.ts'
import { client } from '../../../support/demo.ts'
import { wiki, page, startRunbook, create, frozen } from './runbook.ts'

const hostedHeaders = { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' }

interface Row {
  readonly key: string
  readonly status: string
  readonly baseline?: number
}

/**
 * OPS, of which baselines 1 (First) and 2 (Second) are frozen, and 3 (Third) is not. OPS-1 has changed between them, OPS-2
 * is deleted after both, OPS-3 never changes, OPS-4 came between them, OPS-5 after both.
 */
async function freezeTwice(): Promise<void> {
  await startRunbook()
  await frozen({ name: 'First' })
  await rewritePage(client, page, {
    define: [
      { key: 'OPS-1', html: 'Charge once', properties: { Owner: 'Ann' } },
      { key: 'OPS-4', html: 'Later' },
    ],
  })
  await frozen({ name: 'Second' })
  await rewritePage(client, page, { define: [{ key: 'OPS-5', html: 'Last' }], undefine: ['OPS-2'] })
  await create({ name: 'Third' })
}

beforeAll(async () => {
  await freezeTwice()
  // So that every interface can be asked the same.
  const { system } = client.simulator.world
  writeConfig(system, { ...readConfig(system), assumptions: { A255: 'one-grammar' } })
})

const label = ({ key, baseline, status }: Row) => {
  if (status === 'ARCHIVED') return `${key}@${baseline}`
  return status === 'ACTIVE' ? key : `${key} ${status}`
}

/** What each interface finds for a query: the wiki, its search for the user interface, the hosted and the standalone one. */
async function found(query: string): Promise<Record<string, string[]>> {
  const q = encodeURIComponent(query)
  const embedded = (await client.get(`${wiki}/requirement2/OPS?q=${q}&limit=200`)).body.results as Row[]
  const ui = (await client.get(`${wiki}/misc/OPS/uiSearch?q=${q}&limit=200`)).body.searchResult
    .results as Row[]
  const hosted = await client.get(`/eu/wiki/rest/search?query=${q}&spaceKey=OPS&limit=200`, {
    token: null,
    headers: hostedHeaders,
  })
  const path = `/api/applications/101/projects/1002/variants/current/requirements?query=${q}&limit=200`
  const standalone = (await client.get(path)).body.items as { id: number }[]
  const byId = new Map(embedded.map((row) => [(row as Row & { id: number }).id, label(row)]))
  const named = ({ id }: { id: number }) => byId.get(id) ?? `id ${id}`
  return {
    embedded: embedded.map(label),
    ui: ui.map(label),
    hosted: hosted.body.results.map(named),
    standalone: standalone.map(named).toSorted(),
  }
}

describe('queries of every interface', () => {
  test.each([
    ['baseline = 1', ['OPS-1@1', 'OPS-2@1', 'OPS-3@1']],
    ["baseline = 'Second'", ['OPS-1@2', 'OPS-2@2', 'OPS-3@2', 'OPS-4@2']],
    ["baseline = 'second'", []],
    ['baseline = 3', []],
    ['baseline = 7', []],
    ["baseline = 1 AND text ~ '%twice%'", ['OPS-1@1']],
    ["baseline = ('First' in space 'OPS') AND key > 'OPS-1'", ['OPS-2@1', 'OPS-3@1']],
    ["baseline = ('First' in space 'ENG')", []],
    ['baseline = $currentBaseline', ['OPS-1@2', 'OPS-2@2', 'OPS-3@2', 'OPS-4@2']],
    ["key = 'OPS-1' AND baseline IS NOT NULL", ['OPS-1@2', 'OPS-1@1']],
    ["key = 'OPS-1' AND baseline IN (2, 3)", ['OPS-1@2']],
    ['baseline was 1', ['OPS-1', 'OPS-3']],
    ["status = 'ARCHIVED' AND key = 'OPS-3'", ['OPS-3@2', 'OPS-3@1']],
    ["status = 'DELETED'", ['OPS-2 DELETED']],
    ["isModified('First')", ['OPS-1', 'OPS-4', 'OPS-5']],
    ["isModified('2')", ['OPS-5']],
    ["baseline = 2 AND isModified('1')", ['OPS-1@2', 'OPS-4@2']],
    ["baseline = 1 AND to@needs = 'OPS-1'", ['OPS-2@1']],
    ["baseline = 2 AND from = 'OPS-2'", ['OPS-1@2']],
  ])('%s', async (query, expected) => {
    const { embedded, ui, hosted, standalone } = await found(query)
    expect(embedded).toEqual(expected)
    expect(ui).toEqual(expected)
    expect(hosted).toEqual(expected)
    expect(standalone).toEqual(expected.toSorted())
  })
})

describe('searches', () => {
  const rows = async (parameters: string) =>
    ((await client.get(`${wiki}/requirement2/OPS?${parameters}`)).body.results as Row[]).map(label)

  test('show copies when parameters ask for them', async () => {
    expect(await rows('')).toEqual(['OPS-1', 'OPS-3', 'OPS-4', 'OPS-5'])
    expect(await rows('baselineCondition=OPS-1')).toEqual(['OPS-1@1', 'OPS-2@1', 'OPS-3@1'])
    expect(await rows('baselineCondition=OPS-Second,OPS-1&limit=3')).toEqual([
      'OPS-1@2',
      'OPS-1@1',
      'OPS-2@2',
    ])
    expect(await rows(`includeArchived=true&q=${encodeURIComponent("key = 'OPS-2'")}`)).toEqual([
      'OPS-2 DELETED',
      'OPS-2@2',
      'OPS-2@1',
    ])
    const ui = `${wiki}/misc/OPS/uiSearch?includeBaselined=true&q=${encodeURIComponent("key <= 'OPS-2'")}`
    expect(((await client.get(ui)).body.searchResult.results as Row[]).map(label)).toEqual([
      'OPS-1',
      'OPS-1@2',
      'OPS-1@1',
      'OPS-2@2',
      'OPS-2@1',
    ])
  })

  test('page through everything, each row once', async () => {
    const all = await rows('includeArchived=true&limit=200')
    const pages: string[] = []
    for (let offset = 0; offset < all.length; offset += 5)
      pages.push(...(await rows(`includeArchived=true&limit=5&offset=${offset}`)))
    expect(pages).toEqual(all)
    expect(all).toHaveLength(3 + 4 + 4 + 1)
  })
})

describe('one requirement', () => {
  const version = async (key: string, v: string | number) =>
    (await client.get(`${wiki}/requirement2/OPS/${key}?v=${encodeURIComponent(v)}`)).body

  test('is read by number and by name, and in bulk, each time the same', async () => {
    const copy = await version('OPS-1', 1)
    expect(copy).toMatchObject({
      baseline: 1,
      baselineDetails: { baseline: 1, spaceKey: 'OPS', name: 'First', status: 'DONE' },
      status: 'ARCHIVED',
      htmlExcerpt: 'Charge <b>twice</b>',
      page: { pageId: page, version: 1 },
      reverseDependencies: [
        expect.objectContaining({ relationship: 'needs', url: expect.stringContaining('OPS-2?v=1') }),
      ],
    })
    expect(await version('OPS-1', 'First')).toEqual(copy)
    const twice = [1, 1].map((v) => ({ spaceKey: 'OPS', key: 'OPS-1', v }))
    const bulk = await client.put(`${wiki}/requirement3/request`, twice)
    expect(bulk.body).toMatchObject({ results: [copy], count: 1 })
    const searched = await client.get(`${wiki}/requirement2/OPS?baselineCondition=OPS-1`)
    expect(searched.body.results[0]).toEqual(copy)
    expect(await version('OPS-2', 2)).toMatchObject({ status: 'ARCHIVED', htmlExcerpt: 'Log it' })
  })

  test('names the newest baseline of its space for an unknown one', async () => {
    const { baseline, baselineDetails } = (await client.get(`${wiki}/requirement2/OPS/OPS-3`)).body
    expect([baseline, baselineDetails]).toEqual([
      3,
      expect.objectContaining({ name: 'Third', status: 'PREVIEW' }),
    ])
  })

  test('lists in its history when it was frozen', async () => {
    const [{ events }] = (await client.get(`${wiki}/misc/OPS/history?reqs=OPS-2`)).body
    const frozen = events.filter(({ event }: { event: string }) => event === 'ARCHIVED')
    expect(frozen.map(({ baseline }: { baseline: number }) => baseline)).toEqual([1, 2])
    expect(frozen[0].requirementId).toBe((await version('OPS-2', 1)).id)
  })

  test('shares its external properties with its copies, even once it is deleted', async () => {
    const own = clientOf(client.simulator.fork())
    const put = (path: string, value: string) =>
      own.put(`${wiki}/external-properties/OPS/${path}`, { key: 'Cost', value })
    const costs = async (key: string) => {
      const found: string[] = []
      for (const v of ['', '?v=1', '?v=2']) {
        const { properties } = (await own.get(`${wiki}/requirement2/OPS/${key}${v}`)).body
        found.push(properties.find((property: { key: string }) => property.key === 'Cost')?.value)
      }
      return found
    }
    expect((await put('OPS-3?v=1', '7')).status).toBe(200)
    expect(await costs('OPS-3')).toEqual(['7', '7', '7'])
    expect((await put('OPS-2?v=Second', '8')).status).toBe(200)
    expect(await costs('OPS-2')).toEqual(['8', '8', '8'])
  })

  test('is linked in one baseline, and in no other', async () => {
    const own = clientOf(client.simulator.fork())
    const link = `${wiki}/requirement2/OPS/OPS-2/link/issue/DRN-1?baseline=1&relationship=shows`
    expect((await own.put(link, {})).status).toBe(201)
    const issues = async (v: number) => (await own.get(`${wiki}/requirement2/OPS/OPS-2?v=${v}`)).body.issues
    expect(await issues(1)).toMatchObject([{ issueKey: 'DRN-1', relationship: 'shows' }])
    expect(await issues(2)).toEqual([])
    const linked = encodeURIComponent("jira = 'DRN-1' AND baseline IS NOT NULL")
    const rows = (await own.get(`${wiki}/requirement2/OPS?q=${linked}`)).body.results as Row[]
    expect(rows.map(label)).toEqual(['OPS-2@1'])
    const events = async () => (await own.get(`${wiki}/misc/OPS/history?reqs=OPS-2`)).body[0].events
    expect(await events()).toContainEqual(expect.objectContaining({ event: 'LINKED', baseline: 1 }))
    await own.delete(`${wiki}/baseline/OPS/1`)
    expect((await events()).filter(({ baseline }: Row) => baseline === 1)).toEqual([])
    expect(own.simulator.state('historyEntry').filter(({ event }) => event === 'LINKED')).toEqual([])
  })
})

test('a matrix over a baseline shows its copies and what they lead to there', async () => {
  const columns = [
    { step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 },
    { step: { type: 'FROM', value: 'needs' }, columnIndex: 1, parentColumnIndex: 0 },
    { step: { type: 'PROPERTY', value: 'Owner' }, columnIndex: 2, parentColumnIndex: 0 },
  ]
  const rendered = await client.put(`${wiki}/traceability/OPS/uiTraceability`, { columns, q: 'baseline = 1' })
  expect(rendered.status, rendered.text).toBe(200)
  const texts = rendered.body.cells.map((cells: { text: string }[]) => cells.map(({ text }) => text))
  expect(texts).toEqual([['OPS-1', 'OPS-2', 'OPS-3'], ['OPS-2'], ['Ann']])
  for (const { requirement } of rendered.body.cells[1])
    expect(requirement).toMatchObject({ status: 'ARCHIVED', baseline: 1 })
})

test('copies stay unchanged when their pages are deleted and their keys reused', async () => {
  const own = clientOf(client.simulator.fork())
  const whole = async () => ({
    wiki: (await own.get(`${wiki}/requirement2/OPS?baselineCondition=OPS-1,OPS-2`)).body,
    pages: (await own.get(`${wiki}/baseline/OPS/1`)).body,
  })
  const before = await whole()
  const container = own.simulator.state('container', { pageId: page })[0]?.id
  await erasePage(own, page)
  await writePage(own, { title: 'New', spaceKey: 'OPS', content: [{ key: 'OPS-2', html: 'Another' }] })
  expect(await whole()).toEqual(before)
  for (const place of [`page = ${page}`, `container = ${container}`]) {
    const q = encodeURIComponent(`${place} AND baseline = 1`)
    const { results } = (await own.get(`${wiki}/requirement2/OPS?q=${q}`)).body
    expect(results.map(label), place).toEqual(['OPS-1@1', 'OPS-2@1', 'OPS-3@1'])
  }
  for (const query of [
    `page = ${page}`,
    "page = 'Runbook 7'",
    "pageHistory = 'Runbook 7'",
    "links = 'New'",
  ]) {
    const q = encodeURIComponent(`${query} AND baseline = 1`)
    expect((await own.get(`${wiki}/requirement2/OPS?sort=TITLE&q=${q}`)).status).toBe(200)
  }
  const all = { step: { type: 'ORIGINAL_LINKS' }, columnIndex: 1, parentColumnIndex: 0 }
  const first = { step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 }
  const body = { columns: [first, all], q: 'baseline = 1' }
  expect((await own.put(`${wiki}/traceability/OPS/uiTraceability`, body)).status).toBe(200)
  const references = [{ spaceKey: 'OPS', key: 'OPS-1', v: 1 }]
  const bulk = `${wiki}/requirement3/request?fetchDependentPages=true`
  expect((await own.put(bulk, references)).status).toBe(200)
  const standalone = `/api/applications/101/projects/1002/variants/current/requirements?query=baseline%20=%201`
  const listed = (await own.get(`${standalone}&includeDependencies=true`)).body
  expect(listed.items).toHaveLength(3)
})

test('only the current variant is frozen', async () => {
  const own = await startClient()
  const rows = own.simulator.state('requirement', { projectContainerId: 1001 })
  const current = own.simulator.state('variant', { projectContainerId: 1001, current: true })[0]?.id
  const active = rows.filter(({ status }) => status === 'ACTIVE')
  const own1 = active.filter(({ variantId }) => variantId === current)
  expect(active.length).toBeGreaterThan(own1.length)
  await own.post(`${wiki}/baseline/ENG/1/create`, { name: 'Everything' })
  own.simulator.clock.advance('1s')
  expect((await own.get(`${wiki}/baseline/ENG/4`)).body).toMatchObject({ status: 'DONE', count: own1.length })
  const copies = (await own.get(`${wiki}/requirement2/ENG?baselineCondition=ENG-4&limit=200`)).body.results
  expect(copies.map(({ key }: Row) => key)).toEqual(own1.map(({ key }) => key).toSorted())
})
