import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, startClient } from '../support/client.ts'

const WRITE = { 'x-sim-control': '1' }

async function query(client: Client, body: object) {
  return client.post('/_sim/query', body, { headers: WRITE })
}

const keys = (items: readonly { key: string }[]) => items.map(({ key }) => key)

let client: Client
beforeEach(async () => {
  client = await startClient()
})

describe('a query', () => {
  test('reads all spaces, and is explained in English', async () => {
    const { status, body } = await query(client, { query: "key ~ 'SEC-%' OR text ~ '%battery%'" })
    expect(status).toBe(200)
    expect([keys(body.results), body.total]).toEqual([['REQ-007', 'REQ-008', 'REQ-009', 'SEC-001'], 4])
    expect(body.explanation).toContain("whose key begins with 'SEC-'")
    expect(body.results[0]).toMatchObject({ id: 6007, spaceKey: 'ENG', page: 'Power', pageId: 4002 })
    expect((await client.get('/wiki/rest/reqs/1/requirement2/LAB?q=', { token: 'tok-bob' })).status).toBe(403)
  })

  test('is cut into pages, and limited to a space', async () => {
    const page = await query(client, { query: '', spaceKey: 'ENG', offset: 10, limit: 5 })
    expect([keys(page.body.results), page.body.total]).toEqual([['REQ-011', 'REQ-012'], 12])
    expect((await query(client, { spaceKey: 'OPS' })).body).toMatchObject({ results: [], total: 0 })
    const sorted = await query(client, { spaceKey: 'ENG', sort: 'key DESC', limit: 1 })
    expect(keys(sorted.body.results)).toEqual(['REQ-012'])
  })

  test('finds every status and frozen copies on request', async () => {
    const all = await query(client, { query: "key IN ('REQ-001', 'REQ-099')", includeArchived: true })
    expect(
      all.body.results.map(({ key, status, baseline }: Record<string, unknown>) => [key, status, baseline]),
    ).toEqual([
      ['REQ-001', 'ACTIVE', undefined],
      ['REQ-001', 'ARCHIVED', 1],
      ['REQ-099', 'DELETED', undefined],
    ])
  })

  test('with a syntax error returns the position of the error', async () => {
    const { status, body } = await query(await startClient(), { query: "key = 'A' AND" })
    expect([status, body.results, body.total]).toEqual([200, [], 0])
    expect(body.error).toEqual({
      position: 13,
      message: expect.stringContaining('Syntax error at position 13: expected a field'),
    })
  })

  test('changes nothing and makes no event', async () => {
    const before = JSON.stringify((await client.get('/_sim/export')).body)
    await query(client, { query: "from@refines -> key ~ 'REQ%'" })
    await client.get('/_sim/query/names')
    await client.get('/_sim/requirements/6001/graph')
    expect(JSON.stringify((await client.get('/_sim/export')).body)).toBe(before)
    expect((await client.get('/_sim/journal')).body.total).toBe(0)
  })

  test.each([
    [{ query: 'key', limit: 1001 }, /'limit'/],
    [{ query: '', applicationId: 77 }, /no application '77'/],
    [{ query: '', sort: 'nothing' }, /body field 'sort'/],
    [{ query: 5 }, /'query'/],
    [{ q: '' }, /did you mean 'query'\?|no field 'q'/],
    [{ query: '', region: 'us', applicationId: 101 }, /no application '101'/],
  ])('%j is refused', async (body, message) => {
    const reply = await query(await startClient(), body)
    expect([400, 404]).toContain(reply.status)
    expect(reply.body.message).toMatch(message)
  })

  test('survives hostile texts', async () => {
    for (const text of [
      '('.repeat(9000),
      '@'.repeat(100),
      '__proto__ = 1',
      "@__proto__ = '1'",
      '\u0000',
      "'".repeat(8000),
    ])
      expect((await query(client, { query: text })).status).toBe(200)
  })
})

describe('names that complete a query', () => {
  test('are those of the records', async () => {
    const { body } = await (await startClient()).get('/_sim/query/names')
    expect(body.spaces).toEqual(['ENG', 'OPS', 'LAB'])
    expect(body.properties).toContainEqual({ name: 'Category', kind: 'inline', dataType: 'TEXT' })
    expect(body.properties).toContainEqual({ name: 'Cost', kind: 'external', dataType: 'DECIMAL' })
    expect(body.relationships).toEqual(['refines'])
    expect(body.issueRelationships).toEqual(['implements', 'tests'])
    expect(body.baselines).toEqual(['Broken', 'Release 1.0', 'Release 1.1'])
    expect(body.statuses).toEqual(['ACTIVE', 'DELETED', 'ARCHIVED'])
    expect(body.projects).toEqual(['DRN'])
    expect(body.types).toEqual(['Requirement'])
    expect(body.rules).toEqual(['Categorised', 'Known priority'])
  })

  test('list the values of a property', async () => {
    const values = async (parameters: string) =>
      (await client.get(`/_sim/query/names?${parameters}`)).body.values
    expect(await values('property=Priority')).toEqual(['High', 'Low', 'Medium'])
    expect(await values('property=Priority&prefix=M')).toEqual(['Medium'])
    expect(await values('property=Priority&spaceKey=OPS')).toEqual([])
    expect(await values('property=__proto__')).toEqual([])
    expect(await values('')).toEqual([])
  })

  test('begin with what was typed, and at most 20 of them come', async () => {
    expect((await client.get('/_sim/query/names?prefix=REQ-01')).body.keys).toEqual([
      'REQ-010',
      'REQ-011',
      'REQ-012',
    ])
    expect((await client.get('/_sim/query/names?prefix=DRN-&spaceKey=ENG')).body.issues).toHaveLength(5)
    expect((await client.get('/_sim/query/names?prefix=Po')).body.pages).toEqual(['Power'])
    expect((await client.get('/_sim/query/names?spaceKey=OPS')).body).toMatchObject({
      keys: [],
      properties: expect.arrayContaining([]),
    })
    expect((await client.get('/_sim/query/names?prefix=')).body.keys.length).toBeLessThanOrEqual(20)
  })
})

describe('one requirement', () => {
  test('is shown with all that belongs to it', async () => {
    const { body } = await client.get('/_sim/requirements/6001')
    expect(body).toMatchObject({
      key: 'REQ-001',
      status: 'ACTIVE',
      page: { id: 4001, title: 'Flight control' },
      variant: 'Current',
      type: 'Requirement',
      baselines: [{ number: 1, id: expect.any(Number), name: 'Release 1.0', status: 'DONE' }],
      issues: [
        { issueKey: 'DRN-1', relationship: 'implements', shownBy: ['wiki', 'tracker'], issueId: 30001 },
        { issueKey: 'DRN-2', relationship: 'tests', summary: 'Hold the altitude in wind' },
      ],
    })
    const copy = await client.get(`/_sim/requirements/${body.baselines[0].id}`)
    expect(copy.body).toMatchObject({ key: 'REQ-001', baseline: 1 })
    expect(body.properties).toContainEqual({
      name: 'Cost',
      kind: 'external',
      dataType: 'DECIMAL',
      value: '100',
    })
    const child = (await client.get('/_sim/requirements/6002')).body
    expect(child.dependencies).toEqual([
      { relationship: 'refines', spaceKey: 'ENG', key: 'REQ-001', id: 6001 },
    ])
  })

  test('lists its history, the latest first', async () => {
    const content = { define: [{ key: 'REQ-001', html: '<p>The drone shall hover.</p>' }], as: 'alice' }
    await client.call('PUT', '/_sim/pages/4001', { body: content, headers: WRITE })
    await client.call('POST', '/_sim/pages/4001/view', { body: { as: 'bob' }, headers: WRITE })
    const { body } = await client.get('/_sim/requirements/6001')
    expect(body.history[0]).toMatchObject({ event: 'GATHERED', at: '2026-01-05T09:00:00.000Z' })
    expect(body.history.length).toBe(body.historyTotal)
    expect(body.html).toContain('hover')
  })

  test('may be a frozen copy', async () => {
    const found = await query(client, { query: "baseline = 1 AND key = 'REQ-002'" })
    const { id } = found.body.results[0]
    const copy = (await client.get(`/_sim/requirements/${id}`)).body
    expect(copy).toMatchObject({ key: 'REQ-002', status: 'ARCHIVED', baseline: 1 })
    const graph = (await client.get(`/_sim/requirements/${id}/graph`)).body
    expect(keys(graph.nodes).toSorted()).toEqual(['REQ-001', 'REQ-002', 'REQ-004'])
    expect(graph.nodes.every(({ baseline }: { baseline: number }) => baseline === 1)).toBe(true)
  })

  test.each([
    ['/_sim/requirements/1', 404, /no requirement '1'/],
    ['/_sim/requirements/0', 404, /nothing at/],
    ['/_sim/requirements/x/graph', 404, /nothing at/],
    ['/_sim/requirements/6001?region=us', 404, /in this region/],
    ['/_sim/requirements/6001/graph?depth=5', 400, /'depth' must be at most 4/],
    ['/_sim/requirements/6001/graph?limit=201', 400, /'limit'/],
  ])('%s is refused', async (path, status, message) => {
    const reply = await (await startClient()).get(path)
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringMatching(message)])
  })
})

describe('the graph around a requirement', () => {
  const levels = (nodes: readonly { key: string; level: number }[]) =>
    Object.fromEntries(nodes.map(({ key, level }) => [key, level]))

  test('leads up to parents and down to children, to the requested depth', async () => {
    const one = (await client.get('/_sim/requirements/6001/graph?depth=1')).body
    expect(levels(one.nodes)).toEqual({ 'REQ-001': 0, 'REQ-002': 1, 'REQ-003': 1 })
    expect(one.nodes[1].more).toMatchObject({ parents: 0, children: 1 })
    const two = (await client.get('/_sim/requirements/6001/graph?depth=2')).body
    expect(levels(two.nodes)).toEqual({ 'REQ-001': 0, 'REQ-002': 1, 'REQ-003': 1, 'REQ-004': 2 })
    expect(two.links).toContainEqual({ child: 6004, parent: 6002, relationship: 'refines' })
    const up = (await client.get('/_sim/requirements/6004/graph?depth=4')).body
    expect(levels(up.nodes)).toEqual({ 'REQ-004': 0, 'REQ-002': -1, 'REQ-001': -2 })
    expect(up.nodes[0].baselines).toEqual([1])
  })

  test('lists issues, with the products that show them', async () => {
    const { body } = await client.get('/_sim/requirements/6002/graph?depth=1')
    const issues = body.nodes.flatMap((node: { key: string; issues: { issueKey: string }[] }) =>
      node.issues.map(({ issueKey }) => `${node.key} ${issueKey}`),
    )
    expect(issues.toSorted()).toEqual(['REQ-001 DRN-1', 'REQ-001 DRN-2', 'REQ-002 DRN-2'])
  })

  test('ends at the limit, and counts what is left out', async () => {
    const define = Array.from({ length: 80 }, (_, index) => ({
      key: `HUB-${index + 1}`,
      html: 'x',
      dependencies: [{ relationship: 'refines', key: 'REQ-012' }],
    }))
    await client.call('PUT', '/_sim/pages/4001', { body: { define }, headers: WRITE })
    await client.call('POST', '/_sim/pages/4001/view', { body: {}, headers: WRITE })
    const { nodes, links } = (await client.get('/_sim/requirements/6012/graph')).body
    expect(nodes).toHaveLength(60)
    expect(nodes[0]).toMatchObject({ key: 'REQ-012', more: { parents: 0, children: 21 } })
    expect(links).toHaveLength(59)
  })

  test('ends at cycles', async () => {
    const define = [{ key: 'REQ-001', html: 'x', dependencies: [{ key: 'REQ-004' }, { key: 'REQ-001' }] }]
    await client.call('PUT', '/_sim/pages/4001', { body: { define }, headers: WRITE })
    await client.call('POST', '/_sim/pages/4001/view', { body: {}, headers: WRITE })
    const { nodes } = (await client.get('/_sim/requirements/6001/graph?depth=4')).body
    expect(keys(nodes).toSorted()).toEqual(['REQ-001', 'REQ-002', 'REQ-003', 'REQ-004'])
  })
})
