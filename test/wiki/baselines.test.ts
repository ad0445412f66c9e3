import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, startClient } from '../support/client.ts'
import { rewritePage, writePage } from './authoring.ts'

const wiki = '/wiki/rest/reqs/1'
const text = { 'content-type': 'text/plain' }

let client: Client
let page: number

beforeEach(async () => {
  client = await startClient()
  page = await writePage(client, {
    title: 'Runbook 7',
    spaceKey: 'OPS',
    content: [
      { key: 'OPS-1', html: 'Charge <b>twice</b>', properties: { Owner: 'Ann' } },
      { key: 'OPS-2', html: 'Log it', dependencies: [{ relationship: 'needs', key: 'OPS-1' }] },
      { key: 'OPS-3', html: 'Tell it', dependencies: [{ relationship: 'after', key: 'OPS-2' }] },
    ],
  })
})

const create = (baseline: object, token = 'tok-alice') =>
  client.post(`${wiki}/baseline/OPS`, { baseline }, { token })
const freeze = async (number: number) =>
  (await client.post(`${wiki}/baseline-actions/OPS/freeze/${number}`)).body.taskId as string
const baseline = async (number: number) => (await client.get(`${wiki}/baseline/OPS/${number}`)).body
const copies = async (number: number) =>
  (await client.get(`${wiki}/requirement2/OPS?baselineCondition=OPS-${number}`)).body.results.map(
    (row: { key: string }) => row.key,
  )

describe('creating', () => {
  test('makes a preview with the next number and expected counts', async () => {
    expect((await create({ name: 'One', searchQuery: "key != 'OPS-3'", pageId: page })).body).toEqual({
      baseline: 1,
      spaceKey: 'OPS',
      name: 'One',
      status: 'PREVIEW',
      searchQuery: "key != 'OPS-3'",
      pageId: page,
      count: 2,
      pageCount: 1,
      pageUrl: `/pages/viewpage.action?pageId=${page}`,
      indexUrl: '/baselines/OPS',
      canonicalUrl: `https://wiki.northwind.test/wiki/pages/viewpage.action?pageId=${page}`,
    })
    expect((await create({ name: 'Two' })).body).toMatchObject({ baseline: 2, count: 3 })
  })

  test('ignores what the service controls', async () => {
    const sent = { baseline: 40, status: 'DONE', count: 9, pageCount: 9, pageUrl: '/x', requirementCount: 9 }
    expect((await create({ name: 'One', ...sent })).body).toMatchObject({
      baseline: 1,
      status: 'PREVIEW',
      count: 3,
    })
  })

  test('never gives a number twice', async () => {
    await create({ name: 'One' })
    await client.call('DELETE', `${wiki}/baseline/OPS/1`)
    expect((await create({ name: 'One' })).body.baseline).toBe(2)
  })

  test.each([
    [{}, 400, "'baseline.name' is required"],
    [{ name: ' ' }, 400, '1 to 255 characters'],
    [{ name: 'x'.repeat(256) }, 400, '1 to 255 characters'],
    [{ name: 'One', searchQuery: 'key ~' }, 400, 'Syntax error at position 5'],
    [{ name: 'One', pageId: 4001 }, 400, 'pageId'],
    [{ name: 'One', parentBaseline: 7 }, 400, 'parentBaseline'],
    [{ name: 'One', spaceKey: 'ENG' }, 400, 'spaceKey'],
  ])('refuses %j', async (sent, status, message) => {
    const reply = await create(sent)
    expect(reply).toMatchObject({ status, body: { message: expect.stringContaining(message) } })
    expect((await client.get(`${wiki}/baseline/OPS`)).body).toEqual([])
  })

  test('refuses a name that is taken, and callers who may not edit', async () => {
    await create({ name: 'One' })
    expect((await create({ name: 'One' })).status).toBe(409)
    expect(await create({ name: 'Two' }, 'tok-bob')).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/'bob' may not edit space 'OPS'/) },
    })
  })
})

describe('freezing', () => {
  test('runs on the virtual clock and can be polled', async () => {
    await create({ name: 'One' })
    const task = await freeze(1)
    const status = async () => (await client.get(`${wiki}/tasks/status/${task}`)).body
    expect(await status()).toMatchObject({ taskId: task, status: 'RUNNING', percentage: 0, pages: [] })
    expect(await baseline(1)).toMatchObject({ status: 'IN_CREATION', count: 0 })
    client.simulator.clock.advance('999ms')
    expect((await status()).status).toBe('RUNNING')
    client.simulator.clock.advance('1ms')
    expect(await status()).toMatchObject({ status: 'DONE', percentage: 100 })
    expect(await baseline(1)).toMatchObject({ status: 'DONE', count: 3, pageCount: 1 })
    expect(await copies(1)).toEqual(['OPS-1', 'OPS-2', 'OPS-3'])
  })

  test('freezes what was there at the start, and nothing changes it afterwards', async () => {
    await create({ name: 'One' })
    await freeze(1)
    await rewritePage(client, page, { define: [{ key: 'OPS-1', html: 'Changed' }], undefine: ['OPS-3'] })
    client.simulator.clock.advance('1m')
    const copy = async () => (await client.get(`${wiki}/requirement2/OPS/OPS-1?v=1`)).body
    expect(await copy()).toMatchObject({
      status: 'ARCHIVED',
      baseline: 1,
      htmlExcerpt: 'Charge <b>twice</b>',
      page: { pageId: page, version: 1 },
      baselineDetails: { name: 'One', status: 'DONE' },
    })
    const first = await copy()
    await rewritePage(client, page, { content: [] })
    expect(await copy()).toEqual(first)
    expect(await copies(1)).toEqual(['OPS-1', 'OPS-2', 'OPS-3'])
    expect((await client.get(`${wiki}/requirement2/OPS`)).body.count).toBe(0)
    expect((await client.get(`${wiki}/requirement2/OPS/OPS-1?v=One`)).body).toEqual(first)
  })

  test('takes only a preview', async () => {
    await create({ name: 'One' })
    await freeze(1)
    const again = await client.post(`${wiki}/baseline-actions/OPS/freeze/1`)
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('IN_CREATION') } })
    expect((await client.post(`${wiki}/baseline-actions/OPS/freeze/9`)).status).toBe(404)
  })

  test('is aborted at any moment without a trace', async () => {
    await create({ name: 'One' })
    const task = await freeze(1)
    client.simulator.clock.advance('500ms')
    const reset = { spaceKey: 'OPS', baseline: 1, status: 'PREVIEW' }
    const reply = await client.call('PUT', `${wiki}/baseline/OPS/1?fields=STATUS`, { body: reset })
    expect(reply.body).toMatchObject({ status: 'PREVIEW', count: 3 })
    expect((await client.get(`${wiki}/tasks/status/${task}`)).body).toMatchObject({
      status: 'ABORTED',
      percentage: 0,
    })
    client.simulator.clock.advance('1h')
    expect(await baseline(1)).toMatchObject({ status: 'PREVIEW' })
    expect(await copies(1)).toEqual([])
    expect(client.simulator.state('frozenSet', { projectContainerId: 1002 })).toEqual([])
  })

  test('of too many requirements ends in an error', async () => {
    await client.call('PUT', `${wiki}/settings/baselineMaximumRequirements`, {
      token: 'tok-admin',
      body: { value: 2 },
    })
    await create({ name: 'One' })
    const task = await freeze(1)
    client.simulator.clock.advance('1s')
    expect((await client.get(`${wiki}/tasks/status/${task}`)).body).toMatchObject({
      status: 'ERROR',
      message: expect.stringContaining('more than 2 requirements'),
    })
    expect(await baseline(1)).toMatchObject({
      status: 'ERROR',
      message: expect.stringContaining('more than 2'),
    })
    const reset = { spaceKey: 'OPS', baseline: 1, status: 'PREVIEW' }
    await client.call('PUT', `${wiki}/baseline/OPS/1?fields=STATUS`, { body: reset })
    expect(await baseline(1)).not.toHaveProperty('message')
  })

  test('tells the tracker once it is done', async () => {
    await create({ name: 'One' })
    await freeze(1)
    client.simulator.clock.advance('1s')
    expect(client.simulator.state('outboundMessage', { operation: 'BASELINE_UPDATED' })).toMatchObject([
      { serviceId: 'svc-0001-demo', spaceKey: 'OPS', baseline: 1, title: 'One', status: 'PENDING' },
    ])
  })

  test('is waited for on an automatic clock', async () => {
    const auto = await startClient({ scenario: 'demo', clock: { mode: 'auto' } })
    await writePage(auto, { title: 'P', spaceKey: 'OPS', content: [{ key: 'OPS-1', html: 'x' }] })
    await auto.post(`${wiki}/baseline/OPS`, { baseline: { name: 'One' } })
    const { taskId } = (await auto.post(`${wiki}/baseline-actions/OPS/freeze/1`)).body
    expect((await auto.get(`${wiki}/tasks/status/${taskId}`)).body.status).toBe('RUNNING')
    expect((await auto.get(`${wiki}/tasks/status/${taskId}`)).body.status).toBe('DONE')
  })
})

describe('changing', () => {
  const put = (number: number, fields: string, body: object) =>
    client.call('PUT', `${wiki}/baseline/OPS/${number}?fields=${fields}`, {
      body: { spaceKey: 'OPS', baseline: number, ...body },
    })

  test('takes the listed fields and leaves the others', async () => {
    await create({ name: 'One', pageId: page, searchQuery: "key = 'OPS-1'" })
    const reply = await put(1, 'name,SEARCHQUERY', { name: 'Uno', pageId: 4001 })
    expect(reply.body).toMatchObject({ name: 'Uno', pageId: page, count: 3 })
    expect(reply.body).not.toHaveProperty('searchQuery')
    expect((await put(1, 'PAGEID', {})).body).not.toHaveProperty('pageId')
    expect((await put(1, 'REFREEZEPROPERTIES', { refreezeProperties: true })).body.refreezeProperties).toBe(
      true,
    )
  })

  test.each([
    ['NAME', { name: 'Two', spaceKey: 'ENG' }, 400, 'spaceKey'],
    ['NAME', { name: 'Two', baseline: 2 }, 400, 'baseline'],
    ['NAME,COLOUR', { name: 'Two' }, 400, 'COLOUR'],
    ['NAME', {}, 400, 'name'],
    ['STATUS', { status: 'DONE' }, 400, 'PREVIEW'],
    ['STATUS', {}, 400, 'status'],
    ['SEARCHQUERY', { searchQuery: '((' }, 400, 'Syntax error at position 2'],
    ['PARENTBASELINE', { parentBaseline: 1 }, 400, 'parentBaseline'],
    ['PAGEID', { pageId: 4001 }, 400, 'pageId'],
  ])('refuses %s of %j', async (fields, body, status, message) => {
    await create({ name: 'One' })
    const before = await baseline(1)
    expect(await put(1, fields, body)).toMatchObject({
      status,
      body: { message: expect.stringContaining(message) },
    })
    expect(await baseline(1)).toEqual(before)
  })

  test('of a frozen baseline is refused for its query, its parent and its status, and not for its name', async () => {
    await create({ name: 'Zero' })
    await create({ name: 'One' })
    await freeze(2)
    client.simulator.clock.advance('1s')
    expect((await put(2, 'SEARCHQUERY', { searchQuery: 'id > 1' })).status).toBe(409)
    expect((await put(2, 'PARENTBASELINE', { parentBaseline: 1 })).status).toBe(409)
    expect((await put(2, 'STATUS', { status: 'PREVIEW' })).status).toBe(409)
    expect((await put(2, 'NAME', { name: 'Zero' })).status).toBe(409)
    const renamed = await client.call('PUT', `${wiki}/baseline/OPS/2/label`, { body: 'Final', headers: text })
    expect(renamed.body).toMatchObject({ name: 'Final', status: 'DONE', count: 3 })
  })

  test('deleting takes the copies along, also while freezing', async () => {
    await create({ name: 'One' })
    await freeze(1)
    client.simulator.clock.advance('1s')
    await create({ name: 'Two' })
    const task = await freeze(2)
    for (const number of [1, 2])
      expect((await client.call('DELETE', `${wiki}/baseline/OPS/${number}`)).status).toBe(204)
    expect((await client.get(`${wiki}/tasks/status/${task}`)).body.status).toBe('ABORTED')
    expect(client.simulator.state('frozenSet', { projectContainerId: 1002 })).toEqual([])
    expect(await client.get(`${wiki}/baseline/OPS/1`)).toMatchObject({ status: 404 })
    expect((await client.get(`${wiki}/requirement2/OPS/OPS-1?v=1`)).status).toBe(404)
  })
})

describe('creating frozen baselines', () => {
  test('from a query', async () => {
    const body = { queryString: "key > 'OPS-1'", name: 'Classic', ceo: 'Runbook 7' }
    const reply = await client.post(`${wiki}/baseline/OPS/1/create`, body)
    expect(reply.body).toMatchObject({ baseline: 1, status: 'IN_CREATION', count: 0, pageId: page })
    client.simulator.clock.advance('1s')
    expect(await baseline(1)).toMatchObject({ status: 'DONE', count: 2 })
  })

  test('from a page, with and without its children', async () => {
    await writePage(client, { title: 'Child', parent: page, content: [{ key: 'OPS-9', html: 'Below' }] })
    const instant = (n: number, body: object) => client.post(`${wiki}/baseline/OPS/${n}/create-instant`, body)
    expect((await instant(1, { name: 'Page', fromCeo: page })).status).toBe(200)
    expect((await instant(2, { name: 'Tree', fromCeo: page, fromCeoWithChildren: true })).status).toBe(200)
    client.simulator.clock.advance('1s')
    expect([(await baseline(1)).count, (await baseline(2)).count]).toEqual([3, 4])
    expect((await client.get(`${wiki}/baseline/OPS/2/pages`)).body).toMatchObject([
      { pageId: page, title: 'Runbook 7', version: 1, count: 3 },
      { title: 'Child', count: 1 },
    ])
    expect((await instant(3, { name: 'Three', fromCeo: page })).status).toBe(404)
    expect((await instant(1, { name: 'Four', fromCeo: 4001 })).status).toBe(400)
  })
})

describe('reading', () => {
  test('lists of a space are brief unless details are asked for', async () => {
    await create({ name: 'One' })
    await create({ name: 'Two' })
    const brief = (await client.get(`${wiki}/baseline/OPS`)).body
    expect(brief).toEqual([
      { baseline: 2, spaceKey: 'OPS', name: 'Two', status: 'PREVIEW' },
      { baseline: 1, spaceKey: 'OPS', name: 'One', status: 'PREVIEW' },
    ])
    const [detailed] = (await client.get(`${wiki}/baseline/OPS?expand=details`)).body
    expect(detailed).toMatchObject({ count: 3, indexUrl: '/baselines/OPS' })
  })

  test('searches look in every space that the caller may read', async () => {
    await create({ name: 'Night Shift' })
    const found = async (query: string, token = 'tok-alice') =>
      (await client.get(`${wiki}/baseline?${query}`, { token })).body.flatMap(
        (item: { baselines: { name: string }[] }) => item.baselines.map(({ name }) => name),
      )
    expect(await found('q=night')).toEqual(['Night Shift'])
    expect(await found('q=1&spaceKeys=OPS')).toEqual(['Night Shift'])
    expect(await found('q=night&spaceKeys=ENG,LAB')).toEqual([])
    expect(await found('q=night', 'tok-bob')).toEqual([])
    expect((await client.get(`${wiki}/baseline?q=night&expand=details`)).body).toMatchObject([
      { spaceKey: 'OPS', spaceName: 'Operations', baselines: [{ count: 3 }] },
    ])
  })

  test('names are checked and suggested, in both forms', async () => {
    await create({ name: 'Release 7' })
    for (const base of ['baseline-actions/OPS', 'baseline/OPS/0']) {
      const check = async (name: string) =>
        (await client.get(`${wiki}/${base}/search?baselineName=${encodeURIComponent(name)}`)).body
      expect(await check('Release 8')).toEqual({ valid: true })
      expect(await check('Release 7')).toMatchObject({
        valid: false,
        message: expect.stringContaining('baseline 1'),
      })
      expect(await check('')).toMatchObject({ valid: false })
      const suggest = async (query: string) => (await client.get(`${wiki}/${base}/suggest${query}`)).body.name
      expect(await suggest('?pageName=Sprint%2009')).toBe('Sprint 10')
      expect(await suggest('?pageName=Release%206')).toBe('Release 8')
      expect(await suggest('?pageName=Notes')).toBe('Release 8')
      expect(await suggest('')).toBe('Release 8')
    }
  })

  test('the status names of the ledger can be chosen', async () => {
    const renaming = await startClient({
      scenario: 'demo',
      config: { assumptions: { A140: 'freezing-frozen' } },
    })
    await renaming.post(`${wiki}/baseline/OPS/1/create`, { name: 'One' })
    const status = async () => (await renaming.get(`${wiki}/baseline/OPS/1`)).body.status
    expect(await status()).toBe('FREEZING')
    renaming.simulator.clock.advance('1s')
    expect(await status()).toBe('FROZEN')
  })
})

describe('freezing again', () => {
  const refreeze = (body: object) => client.call('PUT', `${wiki}/baseline/OPS/0/refreeze`, { body })

  beforeEach(async () => {
    await create({ name: 'One', searchQuery: "key != 'OPS-1'", pageId: page })
    await freeze(1)
    client.simulator.clock.advance('1s')
    await rewritePage(client, page, { define: [{ key: 'OPS-2', html: 'Log it well' }] })
  })

  test('takes the requirements as they are now, without the excluded ones, and makes a page', async () => {
    const reply = await refreeze({
      baselineToRefreeze: 1,
      queryForRequirementsToExcludeFromBaseline: "key = 'OPS-3'",
    })
    expect(reply.body).toMatchObject({
      taskId: expect.any(String),
      baseline: { baseline: 2, parentBaseline: 1, status: 'IN_CREATION' },
    })
    client.simulator.clock.advance('1s')
    const made = await baseline(2)
    expect(made).toMatchObject({ status: 'DONE', count: 1 })
    expect(made.pageId).not.toBe(page)
    expect(client.simulator.state('page', { id: made.pageId })).toMatchObject([
      { links: [{ spaceKey: 'OPS', key: 'OPS-2' }] },
    ])
    expect((await client.get(`${wiki}/requirement2/OPS/OPS-2?v=2`)).body.htmlExcerpt).toBe('Log it well')
    expect((await client.get(`${wiki}/requirement2/OPS/OPS-2?v=1`)).body.htmlExcerpt).toBe('Log it')
  })

  test('takes the chosen versions', async () => {
    const requirements = [
      { key: 'OPS-2', baseline: 1 },
      { key: 'OPS-1', spaceKey: 'OPS', relationship: 'needs' },
    ]
    const reply = await refreeze({ baselineNumberToRefreeze: 1, requirements, title: 'Release page' })
    expect(reply.body.baseline.name).toBe('Release page')
    client.simulator.clock.advance('1s')
    expect(await copies(2)).toEqual(['OPS-1', 'OPS-2', 'OPS-3'])
    expect((await client.get(`${wiki}/requirement2/OPS/OPS-2?v=2`)).body.htmlExcerpt).toBe('Log it')
  })

  test.each([
    [{}, 400],
    [{ baselineToRefreeze: 1, baselineNumberToRefreeze: 1 }, 400],
    [{ baselineToRefreeze: 1, requirements: [] }, 400],
    [{ baselineToRefreeze: 7 }, 404],
    [{ baselineNumberToRefreeze: 1, requirements: [{ key: 'OPS-8' }] }, 404],
    [{ baselineNumberToRefreeze: 1, requirements: [{ key: 'OPS-1', baseline: 1 }] }, 404],
    [{ baselineNumberToRefreeze: 1, requirements: [{ key: 'REQ-001', spaceKey: 'ENG' }] }, 400],
  ])('refuses %j', async (body, status) => {
    expect((await refreeze(body)).status).toBe(status)
    expect((await client.get(`${wiki}/baseline/OPS`)).body).toHaveLength(1)
  })

  test('lists what the selection depends on, in its three places', async () => {
    const needs = {
      needs: [expect.objectContaining({ relationship: 'needs', spaceKey: 'OPS', key: 'OPS-1' })],
    }
    await rewritePage(client, page, {
      define: [{ key: 'OPS-2', html: 'x', dependencies: [{ relationship: 'needs', key: 'OPS-1' }] }],
    })
    const query = encodeURIComponent("key = 'OPS-2'")
    expect(
      (await client.get(`${wiki}/misc/OPS/refreezeDependencies?requirementQuery=${query}`)).body,
    ).toEqual(needs)
    expect(
      (await client.get(`${wiki}/baseline/OPS/refreezeDependencies?requirementQuery=${query}`)).body,
    ).toEqual(needs)
    const removed = encodeURIComponent("key = 'OPS-1'")
    const path = `${wiki}/baseline/OPS/refreezeDependencies?queryForRequirementsToBaseline=&queryForRequirementsToRemove=${removed}`
    expect((await client.get(path)).body).toEqual(needs)
    for (const base of ['baseline-actions/OPS', 'baseline/OPS']) {
      const summary = (body: object) => client.post(`${wiki}/${base}/pre-refreeze-summary`, body)
      expect((await summary({ baselineToRefreeze: 1 })).body).toEqual({ dependencies: needs, count: 2 })
      expect((await summary({ baseline: 1, spaceKey: 'OPS' })).body).toEqual({
        dependencies: needs,
        count: 2,
      })
      expect((await summary({ searchQuery: "key = 'OPS-3'" })).body).toMatchObject({
        dependencies: { after: [{ key: 'OPS-2' }] },
      })
      expect((await summary({})).status).toBe(400)
    }
  })
})

describe('tasks', () => {
  test('keep notes on pages, for whoever started them', async () => {
    await create({ name: 'One' })
    const task = await freeze(1)
    const note = (fields: object, token = 'tok-alice') =>
      client.call('PUT', `${wiki}/tasks/status/${task}/pages/${page}`, { body: fields, token })
    await note({ status: 'STARTED' })
    expect((await note({ status: 'DONE', seconds: 3 })).body.pages).toEqual([
      { id: page, status: 'DONE', seconds: 3 },
    ])
    expect((await note({ a: 1 }, 'tok-bob')).status).toBe(403)
    expect((await note({ a: 1 }, 'tok-admin')).status).toBe(200)
    expect((await note({ a: [1] })).status).toBe(400)
    expect((await client.get(`${wiki}/tasks/status/${task}`, { token: 'tok-bob' })).status).toBe(200)
  })

  test('are aborted and forgotten', async () => {
    await create({ name: 'One' })
    const task = await freeze(1)
    expect((await client.call('DELETE', `${wiki}/tasks/${task}`, { token: 'tok-bob' })).status).toBe(403)
    expect((await client.call('DELETE', `${wiki}/tasks/${task}`)).status).toBe(204)
    expect((await client.get(`${wiki}/tasks/status/${task}`)).status).toBe(404)
    expect(await baseline(1)).toMatchObject({ status: 'PREVIEW' })
    client.simulator.clock.advance('1h')
    expect(await copies(1)).toEqual([])
  })

  test('show growing progress of 10,000 requirements', async () => {
    const large = await startClient({
      scenario: {
        extends: ['demo'],
        name: 'x',
        generate: [{ requirements: 10_000, space: 'OPS', prefix: 'OPS-' }],
      } as never,
    })
    await large.post(`${wiki}/baseline/OPS`, { baseline: { name: 'One' } })
    const { taskId } = (await large.post(`${wiki}/baseline-actions/OPS/freeze/1`)).body
    const seen: number[] = []
    for (let step = 0; step <= 10; step++) {
      const { percentage } = (await large.get(`${wiki}/tasks/status/${taskId}`)).body
      seen.push(percentage)
      large.simulator.clock.advance('10s')
    }
    expect(seen).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    expect((await large.get(`${wiki}/baseline/OPS/1`)).body).toMatchObject({ status: 'DONE', count: 10_000 })
  })
})
