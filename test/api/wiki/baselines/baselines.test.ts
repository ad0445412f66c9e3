import { beforeEach, describe, expect, test } from 'vitest'
import { baselines } from '../../../../src/model/records/wiki/baselines.ts'
import { grants } from '../../../../src/model/records/service/users.ts'
import { clientOf, startClient, demoWith } from '../../../support/client.ts'
import { erasePage, rewritePage, writePage } from '../pages/authoring.ts'
import { type IntegrationRecord, integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { pages } from '../../../../src/model/records/wiki/pages.ts'
import { tasks } from '../../../../src/model/records/wiki/tasks.ts'
import { client, tableOf, startDemo, refused } from '../../../support/demo.ts'
import {
  wiki,
  page,
  startRunbook,
  advance,
  create,
  freeze,
  frozen,
  refreeze,
  deleteBaseline,
  label,
  change,
  reset,
  taskOf,
  baseline,
  requirement,
  copies,
} from './runbook.ts'

const text = { 'content-type': 'text/plain' }

beforeEach(() => startRunbook())

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
    const sent = {
      baseline: 'x',
      status: { a: 1 },
      count: 'nine',
      pageCount: 9,
      pageUrl: 7,
      requirementCount: 9,
    }
    const more = { indexUrl: null, canonicalUrl: {}, message: [], history: [{}], spaceKey: null }
    expect((await create({ name: 'One', ...sent, ...more })).body).toEqual({
      baseline: 1,
      spaceKey: 'OPS',
      name: 'One',
      status: 'PREVIEW',
      count: 3,
      pageCount: 1,
      indexUrl: '/baselines/OPS',
      canonicalUrl: 'https://wiki.northwind.test/wiki/baselines/OPS',
    })
    expect((await create({ name: 'Two', baseline: null, status: null })).body.baseline).toBe(2)
  })

  test.each(
    'baseline status count pageCount requirementCount pageUrl indexUrl canonicalUrl urls history message'.split(
      ' ',
    ),
  )('ignores %s in a strict world too', async (field) => {
    const strict = await startClient(demoWith({ config: { strict: true } }))
    const sent = { baseline: { name: 'One', [field]: { any: 'value' } } }
    const { status, body } = await strict.post(`${wiki}/baseline/ENG`, sent)
    expect([status, body.baseline, body.status]).toEqual([200, 4, 'PREVIEW'])
  })

  test('never gives a number twice', async () => {
    await create({ name: 'One' })
    await deleteBaseline(1)
    expect((await create({ name: 'One' })).body.baseline).toBe(2)
  })

  test('takes names of any script, counted in characters, each with its own letter case', async () => {
    const long = '\u{1F600}'.repeat(255)
    for (const name of [long, 'Überprüfung №5', 'النسخة ٢', 'one', 'One']) {
      expect((await create({ name })).body).toMatchObject({ name, status: 'PREVIEW' })
      const check = `${wiki}/baseline-actions/OPS/search?baselineName=${encodeURIComponent(name)}`
      expect((await client.get(check)).body.valid).toBe(false)
    }
    expect((await create({ name: `${long}x` })).status).toBe(400)
    await freeze(2)
    advance()
    const found = await client.get(`${wiki}/requirement2/OPS/OPS-1?v=${encodeURIComponent('Überprüfung №5')}`)
    expect(found.body).toMatchObject({ status: 'ARCHIVED', baseline: 2 })
  })

  test.each([
    [{}, 400, "'baseline.name': is missing"],
    [{ name: ' ' }, 400, '1 to 255 characters'],
    [{ name: 'x'.repeat(256) }, 400, '1 to 255 characters'],
    [{ name: 'One', searchQuery: 'key ~' }, 400, 'Syntax error at position 5'],
    [{ name: 'One', pageId: 4001 }, 400, 'pageId'],
    [{ name: 'One', parentBaseline: 7 }, 404, 'parentBaseline'],
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
    const status = async () => await taskOf(task)
    expect(await status()).toMatchObject({ taskId: task, status: 'RUNNING', percentage: 0, pages: [] })
    expect(await baseline(1)).toMatchObject({ status: 'IN_CREATION', count: 0 })
    advance('999ms')
    expect((await status()).status).toBe('RUNNING')
    advance('1ms')
    expect(await status()).toMatchObject({ status: 'DONE', percentage: 100 })
    expect(await baseline(1)).toMatchObject({ status: 'DONE', count: 3, pageCount: 1 })
    expect(await copies(1)).toEqual(['OPS-1', 'OPS-2', 'OPS-3'])
  })

  test('freezes what was there at the start, and nothing changes it afterwards', async () => {
    await create({ name: 'One' })
    await freeze(1)
    await rewritePage(client, page, { define: [{ key: 'OPS-1', html: 'Changed' }], undefine: ['OPS-3'] })
    advance('1m')
    const copy = async () => await requirement('OPS-1', 1)
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
    expect(await requirement('OPS-1', 'One')).toEqual(first)
  })

  test('takes only a preview', async () => {
    await create({ name: 'One' })
    await freeze(1)
    const again = await client.post(`${wiki}/baseline-actions/OPS/freeze/1`)
    expect(again).toMatchObject(
      refused(
        409,
        "baseline '1' is being frozen and cannot be frozen: it can be reset to PREVIEW or deleted",
      ),
    )
    expect((await client.post(`${wiki}/baseline-actions/OPS/freeze/9`)).status).toBe(404)
  })

  test('is aborted at any moment without a trace', async () => {
    await create({ name: 'One' })
    const task = await freeze(1)
    advance('500ms')
    expect((await reset(1)).body).toMatchObject({ status: 'PREVIEW', count: 3 })
    expect(await taskOf(task)).toMatchObject({
      status: 'ABORTED',
      percentage: 0,
    })
    advance('1h')
    expect(await baseline(1)).toMatchObject({ status: 'PREVIEW' })
    expect(await copies(1)).toEqual([])
    expect(client.simulator.state('frozenSet', { projectContainerId: 1002 })).toEqual([])
  })

  test('of too many requirements ends in an error', async () => {
    await client.put(`${wiki}/settings/baselineMaximumRequirements`, { value: 2 }, { token: 'tok-admin' })
    await create({ name: 'One' })
    const task = await freeze(1)
    advance()
    expect(await taskOf(task)).toMatchObject({
      status: 'ERROR',
      message: expect.stringContaining('more than 2 requirements'),
    })
    expect(await baseline(1)).toMatchObject({
      status: 'ERROR',
      message: expect.stringContaining('more than 2'),
    })
    await reset(1)
    expect(await baseline(1)).not.toHaveProperty('message')
    await client.put(`${wiki}/settings/baselineMaximumRequirements`, { value: 3 }, { token: 'tok-admin' })
    await freeze(1)
    advance()
    expect(await baseline(1)).toMatchObject({ status: 'DONE', count: 3 })
  })

  test('queues a message when a frozen baseline is renamed or deleted, and for no other', async () => {
    const updates = () =>
      client.simulator
        .state('outboundMessage', { operation: 'BASELINE_UPDATED', spaceKey: 'OPS' })
        .map((message) => (message as { title: string }).title)
    await create({ name: 'One' })
    await label(1, 'Uno')
    await create({ name: 'Two' })
    await freeze(2)
    await deleteBaseline(2)
    expect(updates()).toEqual([])
    await freeze(1)
    advance()
    await label(1, 'Uno')
    await label(1, 'Unus')
    await deleteBaseline(1)
    expect(updates()).toEqual(['Uno', 'Unus', 'Unus'])
  })

  test('is waited for on an automatic clock', async () => {
    const auto = await startClient({ scenario: 'demo', clock: { mode: 'auto' } })
    await writePage(auto, { title: 'P', spaceKey: 'OPS', content: [{ key: 'OPS-1', html: 'x' }] })
    await auto.post(`${wiki}/baseline/OPS`, { baseline: { name: 'One' } })
    const { taskId } = (await auto.post(`${wiki}/baseline-actions/OPS/freeze/1`)).body
    expect((await auto.get(`${wiki}/tasks/status/${taskId}`)).body.status).toBe('RUNNING')
    expect((await auto.get(`${wiki}/tasks/status/${taskId}`)).body.status).toBe('DONE')
  })

  test('of any kind is polled to its end on an automatic clock, through the baseline or a list', async () => {
    const auto = await startClient({ scenario: 'demo', clock: { mode: 'auto' } })
    const content = Array.from({ length: 250 }, (_, at) => ({ key: `OPS-${at}`, html: 'x' }))
    const id = await writePage(auto, { title: 'P', spaceKey: 'OPS', content })
    const polls = async (number: number, path: string) => {
      for (let count = 1; count <= 20; count++) {
        const { body } = await auto.get(`${wiki}/${path}`)
        const all = path.startsWith('baseline?')
          ? body.flatMap((item: { baselines: object[] }) => item.baselines)
          : body
        const found = [all].flat().find((item: { baseline: number }) => item.baseline === number)
        if (found.status === 'DONE') return count
      }
      return Number.NaN
    }
    const start = [
      () => auto.post(`${wiki}/baseline/OPS/1/create`, { name: 'One' }),
      () => auto.post(`${wiki}/baseline/OPS/1/create-instant`, { name: 'Two', fromCeo: id }),
      () => auto.put(`${wiki}/baseline/OPS/0/refreeze`, { baselineToRefreeze: 1 }),
      () => auto.post(`${wiki}/baseline/OPS/2/create-instant`, { name: 'Four', fromCeo: id }),
    ]
    const paths = ['baseline/OPS/1', 'baseline/OPS', 'baseline/OPS?expand=details', 'baseline?q=Four']
    for (const [at, path] of paths.entries()) {
      expect((await start[at]!()).status).toBe(200)
      expect(await polls(at + 1, path)).toBe(3)
    }
  })

  test('continues when its user loses the permission, who then cannot abort it', async () => {
    await create({ name: 'One' })
    const task = await freeze(1)
    const [alice] = client.simulator.state('user', { name: 'alice' })
    expect(client.simulator.world.region('eu').table(grants).remove(`1002:${alice?.id}`)).toBe(true)
    expect(await client.delete(`${wiki}/tasks/${task}`)).toMatchObject(refused(403, "space 'OPS'"))
    advance()
    expect((await client.get(`${wiki}/baseline/OPS/1`, { token: 'tok-admin' })).body).toMatchObject({
      status: 'DONE',
      count: 3,
    })
  })
})

describe('changing', () => {
  test('takes the listed fields and leaves the others', async () => {
    await create({ name: 'One', pageId: page, searchQuery: "key = 'OPS-1'" })
    const reply = await change(1, 'name,SEARCHQUERY', { name: 'Uno', pageId: 4001 })
    expect(reply.body).toMatchObject({ name: 'Uno', pageId: page, count: 3 })
    expect(reply.body).not.toHaveProperty('searchQuery')
    expect((await change(1, 'PAGEID', {})).body).not.toHaveProperty('pageId')
    expect(
      (await change(1, 'REFREEZEPROPERTIES', { refreezeProperties: true })).body.refreezeProperties,
    ).toBe(true)
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
    expect(await change(1, fields, body)).toMatchObject({
      status,
      body: { message: expect.stringContaining(message) },
    })
    expect(await baseline(1)).toEqual(before)
  })

  test('of its query updates the expected counts, of another field does not', async () => {
    await create({ name: 'One' })
    await rewritePage(client, page, { define: [{ key: 'OPS-4', html: 'More' }] })
    expect((await change(1, 'NAME', { name: 'Uno' })).body).toMatchObject({ name: 'Uno', count: 3 })
    expect((await change(1, 'SEARCHQUERY', {})).body).toMatchObject({ count: 4, pageCount: 1 })
    expect((await change(1, 'PAGEID', { pageId: 999_999 })).status).toBe(404)
  })

  test('of a baseline in ERROR works as of a preview; equal values of a frozen one are no change', async () => {
    await create({ name: 'One' })
    await create({ name: 'Two', searchQuery: "key = 'OPS-1'" })
    const stored = client.simulator.world.region('eu').table(baselines)
    const [first] = [...stored.scan()].filter(({ name }) => name === 'One')
    stored.update(first?.id ?? 0, { status: 'ERROR', message: 'it failed' })
    const one = "key = 'OPS-2'"
    expect((await change(1, 'SEARCHQUERY', { searchQuery: one })).body).toMatchObject({
      status: 'ERROR',
      searchQuery: one,
    })
    expect((await change(1, 'PARENTBASELINE', { parentBaseline: 2 })).body).toMatchObject({
      parentBaseline: 2,
    })
    await freeze(2)
    advance()
    await rewritePage(client, page, { undefine: ['OPS-1'] })
    const same = await change(2, 'SEARCHQUERY,NAME', { searchQuery: "key = 'OPS-1'", name: 'Two' })
    expect(same).toMatchObject({ status: 200, body: { status: 'DONE', count: 1, name: 'Two' } })
    expect((await change(2, 'SEARCHQUERY', {})).status).toBe(409)
  })

  test('resets to PREVIEW first, so that a freezing baseline takes another query at once', async () => {
    await create({ name: 'One' })
    const task = await freeze(1)
    const changes = { status: 'PREVIEW', searchQuery: "key = 'OPS-1'", name: 'Uno' }
    expect((await change(1, 'SEARCHQUERY', changes)).status).toBe(409)
    expect((await change(1, 'SEARCHQUERY,STATUS', { ...changes, searchQuery: '((' })).status).toBe(400)
    expect((await taskOf(task)).status).toBe('RUNNING')
    expect((await change(1, 'SEARCHQUERY,STATUS,NAME', changes)).body).toMatchObject({
      name: 'Uno',
      status: 'PREVIEW',
      count: 1,
    })
    expect((await taskOf(task)).status).toBe('ABORTED')
  })

  test('has no page of the release when that is deleted', async () => {
    await create({ name: 'One', pageId: page })
    await erasePage(client, page)
    const { pageId, pageUrl, canonicalUrl } = await baseline(1)
    expect([pageId, pageUrl]).toEqual([undefined, undefined])
    expect(canonicalUrl).toBe('https://wiki.northwind.test/wiki/baselines/OPS')
  })

  test('a label is text, and nothing else', async () => {
    await create({ name: 'One' })
    const label = (body: unknown, headers: Record<string, string> = text) =>
      client.put(`${wiki}/baseline/OPS/1/label`, body, { headers })
    expect((await label('"Eins"')).body.name).toBe('"Eins"')
    expect((await label('')).status).toBe(400)
    expect((await label('x'.repeat(256))).status).toBe(400)
    expect((await label('{}', { 'content-type': 'application/xml' })).status).toBe(415)
    expect(await baseline(1)).toMatchObject({ name: '"Eins"' })
  })

  test('of a frozen baseline is refused for its query, its parent and its status, and not for its name', async () => {
    await create({ name: 'Zero' })
    await frozen({ name: 'One' })
    expect((await change(2, 'SEARCHQUERY', { searchQuery: 'id > 1' })).status).toBe(409)
    expect((await change(2, 'PARENTBASELINE', { parentBaseline: 1 })).status).toBe(409)
    expect((await change(2, 'STATUS', { status: 'PREVIEW' })).status).toBe(409)
    expect((await change(2, 'NAME', { name: 'Zero' })).status).toBe(409)
    expect((await label(2, 'Final')).body).toMatchObject({ name: 'Final', status: 'DONE', count: 3 })
  })

  test('deleting takes the copies along, also while freezing', async () => {
    await frozen({ name: 'One' })
    await create({ name: 'Two' })
    const task = await freeze(2)
    for (const number of [1, 2]) expect((await deleteBaseline(number)).status).toBe(204)
    expect((await taskOf(task)).status).toBe('ABORTED')
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
    advance()
    expect(await baseline(1)).toMatchObject({ status: 'DONE', count: 2 })
  })

  test('from a page, with and without its children', async () => {
    await writePage(client, { title: 'Child', parent: page, content: [{ key: 'OPS-9', html: 'Below' }] })
    const instant = (n: number, body: object) => client.post(`${wiki}/baseline/OPS/${n}/create-instant`, body)
    expect((await instant(1, { name: 'Page', fromCeo: page })).status).toBe(200)
    expect((await instant(2, { name: 'Tree', fromCeo: page, fromCeoWithChildren: true })).status).toBe(200)
    advance()
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
  test('lists of a space are brief unless details are requested', async () => {
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
    for (const blank of ['', '%20', ','])
      expect(await found(`q=night&spaceKeys=${blank}`)).toEqual(['Night Shift'])
    expect(await found('q=night', 'tok-bob')).toEqual([])
    expect((await client.get(`${wiki}/baseline?q=night&expand=details`)).body).toMatchObject([
      { spaceKey: 'OPS', spaceName: 'Operations', baselines: [{ count: 3 }] },
    ])
  })

  test('a label that ends in a line break, as a shell sends it, is found by its name', async () => {
    const client = await startClient()
    const sent = { headers: text, body: 'Release 1.1 final\n' }
    const { body } = await client.call('PUT', `${wiki}/baseline/ENG/1/label`, sent)
    expect(body.name).toBe('Release 1.1 final')
    const query = encodeURIComponent("baseline = 'Release 1.1 final'")
    const found = await client.get(`${wiki}/requirement2/ENG?q=${query}`)
    expect([found.status, found.body.results.length]).toEqual([200, 6])
    const taken = { baseline: { name: ' Release 1.1\n' } }
    expect((await client.post(`${wiki}/baseline/ENG`, taken)).status).toBe(409)
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
      expect(await suggest('?pageName=Release%2099999999999999999999')).toBe('Release 100000000000000000000')
      expect(await suggest('?pageName=Notes')).toBe('Release 8')
      expect(await suggest('')).toBe('Release 8')
    }
  })
})

describe('tasks', () => {
  test('are for whoever started them to note and to abort, and for administrators; others may read them', async () => {
    await create({ name: 'One' })
    const task = await freeze(1)
    const note = async (fields: object, token: string) =>
      (await client.put(`${wiki}/tasks/status/${task}/pages/${page}`, fields, { token })).status
    expect(await note({ a: 1 }, 'tok-bob')).toBe(403)
    expect(await note({ a: 1 }, 'tok-admin')).toBe(200)
    expect(await note({ a: [1] }, 'tok-alice')).toBe(200)
    expect((await client.delete(`${wiki}/tasks/${task}`, { token: 'tok-bob' })).status).toBe(403)
    expect((await client.get(`${wiki}/tasks/status/${task}`, { token: 'tok-bob' })).status).toBe(200)
    expect((await client.delete(`${wiki}/tasks/${task}`)).status).toBe(204)
    expect(await baseline(1)).toMatchObject({ status: 'PREVIEW' })
    advance('1h')
    expect(await copies(1)).toEqual([])
  })
})

const record = (name: string) => client.simulator.state('baseline', { name })[0]
const setRecord = (name: string, fields: object) => tableOf(baselines).update(record(name)?.id ?? 0, fields)
const messages = () =>
  client.simulator
    .state('outboundMessage')
    .filter(({ spaceKey, operation }) => spaceKey === 'OPS' && operation === 'BASELINE_UPDATED')

describe('a change', () => {
  test('of a frozen baseline queues a message for a new name only, and updates no counts', async () => {
    await frozen({ name: 'One', searchQuery: "key != 'OPS-1'" })
    const queued = messages()
    expect(queued).toMatchObject([
      { serviceId: 'svc-0001-demo', baseline: 1, title: 'One', createdBy: 2, status: 'PENDING' },
    ])
    const before = record('One')
    await rewritePage(client, page, { undefine: ['OPS-3'] })
    expect((await change(1, 'SEARCHQUERY', { searchQuery: "key != 'OPS-1'" })).status).toBe(200)
    expect(record('One')).toEqual(before)
    expect((await change(1, 'REFREEZEPROPERTIES', { refreezeProperties: true })).status).toBe(200)
    expect(messages()).toEqual(queued)
  })

  test('of a query takes the place of pages, in PREVIEW and in ERROR, and no other does', async () => {
    const instant = (name: string) =>
      client.post(`${wiki}/baseline/OPS/1/create-instant`, { name, fromCeo: page })
    await create({ name: 'First' })
    for (const status of ['PREVIEW', 'ERROR']) {
      const { baseline: number } = (await instant(status)).body
      await reset(number)
      setRecord(status, { status })
      expect((await change(number, 'NAME', { name: `${status} 2` })).status).toBe(200)
      expect(record(`${status} 2`)).toMatchObject({ fromPages: [page] })
      const changed = await change(number, 'SEARCHQUERY', { searchQuery: "key = 'OPS-1'" })
      expect(changed.body).toMatchObject({ status, searchQuery: "key = 'OPS-1'" })
      expect(record(`${status} 2`)).not.toHaveProperty('fromPages')
    }
  })

  test('with an invalid query is refused for the query first, in any state of the baseline', async () => {
    await frozen({ name: 'One' })
    const reply = await change(1, 'SEARCHQUERY', { searchQuery: '((' })
    expect(reply).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^Syntax error at position 2/) },
    })
  })

  test('names a page of the space of its own wiki, and a parent by its number', async () => {
    const table = tableOf(pages)
    table.insert({ ...table.get(page)!, id: 99_001, applicationId: 201 })
    expect((await create({ name: 'One', pageId: 99_001 })).body.message).toContain(
      "pageId: no page '99001' in the wiki: there is one",
    )
    await create({ name: '7' })
    expect((await create({ name: 'Two', parentBaseline: 7 })).body.message).toBe(
      "parentBaseline: no baseline '7' in space 'OPS'",
    )
    expect((await create({ name: 'Two', parentBaseline: 1 })).body).toMatchObject({ parentBaseline: 1 })
  })
})

test('only the trackers of the wiki receive messages', async () => {
  const [own] = [...tableOf(integrations).scan()] as [IntegrationRecord]
  for (const [serviceId, wikiApplicationId] of [
    ['svc-more', 101],
    ['svc-other', 201],
  ] as const)
    tableOf(integrations).insert({
      ...own,
      serviceId,
      wikiApplicationId,
      wikiApplinkId: serviceId,
      trackerApplinkId: serviceId,
    })
  await frozen({ name: 'One' })
  expect(messages().map(({ serviceId }) => serviceId)).toEqual(['svc-0001-demo', 'svc-more'])
})

test('a world with two baselines of one name or number in a space is not imported', async () => {
  await create({ name: 'One' })
  await create({ name: 'Two' })
  const headers = { 'x-sim-control': '1' }
  const { text: exported } = await client.get('/_sim/export', { token: null, headers })
  for (const field of ['name', 'number']) {
    const document = JSON.parse(exported)
    const own = document.stores.eu.baseline.filter(({ spaceKey }: { spaceKey: string }) => spaceKey === 'OPS')
    own[1][field] = own[0][field]
    const reply = await client.post('/_sim/import', document, { token: null, headers })
    expect([field, reply.status]).toEqual([field, 400])
    expect(reply.text).toContain('baseline')
  }
  expect(await baseline(2)).toMatchObject({ name: 'Two' })
})

describe('a freezing', () => {
  const steps = async () =>
    (await client.get('/_sim/jobs')).body.items.filter(
      ({ kind }: { kind: string }) => kind === 'baseline.freeze',
    )
  const more = (count: number) =>
    rewritePage(client, page, {
      define: Array.from({ length: count }, (_, at) => ({ key: `OPS-${at + 100}`, html: 'x' })),
    })
  const archived = () =>
    client.simulator
      .report()
      .machines.find(({ machine }) => machine === 'requirement')
      ?.transitions.find(({ event }) => event === 'ARCHIVED')?.times

  /** What came of the steps of freezings, as listeners of events are told. */
  const outcomes = () => {
    const results: unknown[] = []
    client.simulator.events.subscribe((event) => {
      if (event.type === 'job') results.push(event.data.outcome)
    })
    return results
  }

  test('reports its progress at each step', async () => {
    await more(120)
    await create({ name: 'One' })
    await freeze(1)
    const results = outcomes()
    advance('5s')
    await create({ name: 'Two' })
    await freeze(2)
    client.simulator.faults.add({ freeze: 'OPS', message: 'no more disk' })
    advance()
    expect(results).toEqual(['100 of 123 frozen', '123 of 123 frozen', 'failed: no more disk'])
    expect(archived()).toBe(1)
  })

  test('of nothing is done at once, makes no copies, and meets every fault on its way', async () => {
    await create({ name: 'One', searchQuery: "key = 'NONE'" })
    const task = await freeze(1)
    advance()
    expect(await taskOf(task)).toMatchObject({ status: 'DONE', percentage: 100 })
    expect(archived()).toBe(0)
    client.simulator.faults.add({ freeze: 'OPS', at: 55, times: 1 })
    await create({ name: 'Two', searchQuery: "key = 'NONE'" })
    expect((await taskOf(await freeze(2))).status).toBe('RUNNING')
    advance()
    expect(await baseline(2)).toMatchObject({ status: 'ERROR' })
  })

  test('is one match of a fault at its beginning, whatever its steps', async () => {
    await more(250)
    client.simulator.faults.add({ freeze: 'OPS', after: 1 })
    await create({ name: 'One' })
    await freeze(1)
    advance('5s')
    expect(await baseline(1)).toMatchObject({ status: 'DONE', count: 253 })
    expect(client.simulator.faults.list()).toMatchObject([{ matched: 1, struck: 0 }])
  })

  test('that fails after its first step leaves no copies', async () => {
    await more(250)
    client.simulator.faults.add({ freeze: 'OPS', at: 55 })
    await create({ name: 'One' })
    await freeze(1)
    advance('5s')
    expect(await baseline(1)).toMatchObject({ status: 'ERROR' })
    expect(client.simulator.state('frozenSet', { projectContainerId: 1002 })).toEqual([])
  })

  test('is aborted alone, and takes its next step from the clock', async () => {
    await create({ name: 'One' })
    await create({ name: 'Two' })
    const [first, second] = [await freeze(1), await freeze(2)]
    expect(await steps()).toHaveLength(2)
    await reset(1)
    expect(await steps()).toHaveLength(1)
    expect([(await taskOf(first)).status, (await taskOf(second)).status]).toEqual(['ABORTED', 'RUNNING'])
    advance()
    expect([(await baseline(1)).status, (await baseline(2)).status]).toEqual(['PREVIEW', 'DONE'])
  })

  test('that has failed is not aborted by a reset', async () => {
    client.simulator.faults.add({ freeze: 'OPS', times: 1, message: 'no more disk' })
    await create({ name: 'One' })
    const task = await freeze(1)
    advance()
    expect((await reset(1)).body).toMatchObject({ status: 'PREVIEW' })
    expect(await taskOf(task)).toMatchObject({ status: 'ERROR', message: 'no more disk' })
  })

  test.each<[what: string, change: (task: string) => unknown, said: string | undefined]>([
    ['task has ended', (task) => tableOf(tasks).update(task, { status: 'ABORTED' }), '0 of 3 frozen'],
    ['task is gone', (task) => tableOf(tasks).remove(task), undefined],
  ])('whose %s stops', async (_what, take, outcome) => {
    await create({ name: 'One' })
    take(await freeze(1))
    const results = outcomes()
    expect(advance()).toHaveLength(1)
    expect(results).toEqual([outcome])
    expect(await baseline(1)).toMatchObject({ status: 'IN_CREATION', count: 0 })
    expect(archived()).toBe(0)
  })

  test('whose baseline was deleted ends its task', async () => {
    await create({ name: 'One' })
    const task = await freeze(1)
    tableOf(baselines).remove(record('One')?.id ?? 0)
    advance()
    expect(tableOf(tasks).get(task)).toMatchObject({
      status: 'ERROR',
      message: 'baseline 1 is not in creation any more',
    })
  })

  test('has a task of its own in a world that has the task of another already', async () => {
    await create({ name: 'One' })
    const fork = clientOf(client.simulator.fork())
    const elsewhere = (await fork.post(`${wiki}/baseline-actions/OPS/freeze/1`)).body.taskId
    const known = fork.simulator.world.region('eu').table(tasks).get(elsewhere)!
    tableOf(tasks).insert({ ...known, status: 'DONE' })
    expect(await freeze(1)).not.toBe(elsewhere)
  })
})

test('links to other copies and live requirements stay when a baseline is deleted', async () => {
  const link = (space: string, key: string, query: string) =>
    client.put(`${wiki}/requirement2/${space}/${key}/link/issue/DRN-1?relationship=shows${query}`, {})
  await frozen({ name: 'One' })
  await frozen({ name: 'Two' })
  for (const reply of [
    await link('OPS', 'OPS-1', '&baseline=1'),
    await link('OPS', 'OPS-1', '&baseline=2'),
    await link('OPS', 'OPS-2', ''),
    await link('ENG', 'REQ-001', '&baseline=1'),
  ])
    expect(reply.status, reply.text).toBe(201)
  const shown = () =>
    client.simulator.state('issueLink').flatMap(({ wiki: view }) => {
      const { relationship, spaceKey, key, baseline: number = 0 } = view ?? {}
      return relationship === 'shows' ? [`${spaceKey}/${key} ${number}`] : []
    })
  expect(shown().sort()).toEqual(['ENG/REQ-001 1', 'OPS/OPS-1 1', 'OPS/OPS-1 2', 'OPS/OPS-2 0'])
  await deleteBaseline(1)
  expect(shown().sort()).toEqual(['ENG/REQ-001 1', 'OPS/OPS-1 2', 'OPS/OPS-2 0'])
})

describe('freezing again', () => {
  const container = (pageId: number) => client.simulator.state('container', { pageId })[0]

  test('puts the new page below that of the old baseline, under the whole of its title', async () => {
    await frozen({ name: 'One', pageId: page })
    await refreeze({ baselineToRefreeze: 1, title: 'x'.repeat(255) })
    await refreeze({ baselineToRefreeze: 1, title: ' Later ' })
    advance()
    const [long, later] = [container((await baseline(2)).pageId), container((await baseline(3)).pageId)]
    expect(long).toMatchObject({ name: 'x'.repeat(255), parentContainerId: container(page)?.id })
    expect([later?.name, (await baseline(3)).name]).toEqual(['Later', 'Later'])
  })

  test('finds each copy by its key, in any order', async () => {
    await frozen({ name: 'One', searchQuery: "key != 'OPS-1'" })
    await refreeze({ baselineNumberToRefreeze: 1, requirements: [{ key: 'OPS-1' }] })
    advance()
    for (const key of await copies(2))
      expect((await client.get(`${wiki}/requirement2/OPS/${key}?v=2`)).body).toMatchObject({
        key,
        baseline: 2,
      })
    const [{ ids } = { ids: [] }] = client.simulator.state('frozenSet', { number: 2 })
    // Their ids ascend with their keys.
    expect(ids).toHaveLength(3)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  test('keeps the properties of an old version of a deleted requirement', async () => {
    await frozen({ name: 'One', refreezeProperties: true })
    await rewritePage(client, page, { undefine: ['OPS-1'] })
    const requirements = [{ key: 'OPS-1', baseline: 1 }]
    expect((await refreeze({ baselineNumberToRefreeze: 1, requirements })).status).toBe(200)
    advance()
    expect((await requirement('OPS-1', 2)).properties).toMatchObject([{ key: 'Owner', value: 'Ann' }])
  })

  test('returns no version for an unknown baseline', async () => {
    await frozen({ name: 'One' })
    const reply = await refreeze({
      baselineNumberToRefreeze: 1,
      requirements: [{ key: 'OPS-1', baseline: 9 }],
    })
    expect(reply).toMatchObject({
      status: 404,
      body: { message: "requirements: no requirement 'OPS-1' in baseline 9" },
    })
  })

  test('begins with what was frozen, even if that is nothing', async () => {
    const bare = { space: 'OPS', number: 1, name: 'Bare', status: 'DONE', createdBy: 'alice' }
    await startDemo(demoWith({ world: { baselines: [bare] } }))
    await writePage(client, { title: 'P', spaceKey: 'OPS', content: [{ key: 'OPS-1', html: 'x' }] })
    const reply = await refreeze({ baselineNumberToRefreeze: 1, requirements: [{ key: 'OPS-1' }] })
    expect(reply.status, reply.text).toBe(200)
    advance()
    const { body } = await client.get(`${wiki}/requirement2/OPS?baselineCondition=OPS-2`)
    expect(body.results.map(({ key }: { key: string }) => key)).toEqual(['OPS-1'])
  })
})
