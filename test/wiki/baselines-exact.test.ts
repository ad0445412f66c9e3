/** Changing, freezing and refreezing baselines to the letter: what stays as it was, who is told, what one step does. */
import { beforeEach, describe, expect, test } from 'vitest'
import { baselines } from '../../src/model/baselines/records.ts'
import { type IntegrationRecord, integrations } from '../../src/model/links/records.ts'
import { pages } from '../../src/model/pages/records.ts'
import { tasks } from '../../src/model/tasks/records.ts'
import { type Client, clientOf, startClient } from '../support/client.ts'
import { rewritePage, writePage } from './authoring.ts'
import { type Runbook, startRunbook } from './runbook.ts'

const wiki = '/wiki/rest/reqs/1'

let client: Client
let page: number
let create: Runbook['create']
let freeze: Runbook['freeze']
let baseline: Runbook['baseline']
let copies: Runbook['copies']

beforeEach(async () => {
  ;({ client, page, create, freeze, baseline, copies } = await startRunbook())
})

const store = () => client.simulator.world.region('eu')
const advance = (by = '1s') => client.simulator.clock.advance(by)
const change = (number: number, fields: string, body: object) =>
  client.call('PUT', `${wiki}/baseline/OPS/${number}?fields=${fields}`, {
    body: { spaceKey: 'OPS', baseline: number, ...body },
  })
const reset = (number: number) => change(number, 'STATUS', { status: 'PREVIEW' })
const taskOf = async (task: string) => (await client.get(`${wiki}/tasks/status/${task}`)).body
const record = (name: string) => client.simulator.state('baseline', { name })[0]
const frozen = async (fields: { readonly name: string; readonly [name: string]: unknown }) => {
  const { body } = await create(fields)
  await freeze(body.baseline)
  advance()
}
const setRecord = (name: string, fields: object) =>
  store()
    .table(baselines)
    .update(record(name)?.id ?? 0, fields)
const messages = () =>
  client.simulator
    .state('outboundMessage')
    .filter(({ spaceKey, operation }) => spaceKey === 'OPS' && operation === 'BASELINE_UPDATED')

describe('a change', () => {
  test('of a frozen baseline tells the tracker of a new name, and counts nothing anew', async () => {
    await frozen({ name: 'One', searchQuery: "key != 'OPS-1'" })
    const told = messages()
    expect(told).toMatchObject([{ title: 'One', createdBy: 2 }])
    const before = record('One')
    await rewritePage(client, page, { undefine: ['OPS-3'] })
    expect((await change(1, 'SEARCHQUERY', { searchQuery: "key != 'OPS-1'" })).status).toBe(200)
    expect(record('One')).toEqual(before)
    expect((await change(1, 'REFREEZEPROPERTIES', { refreezeProperties: true })).status).toBe(200)
    expect(messages()).toEqual(told)
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

  test('that has a wrong query is told that first, whatever the baseline could take', async () => {
    await frozen({ name: 'One' })
    const reply = await change(1, 'SEARCHQUERY', { searchQuery: '((' })
    expect(reply).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^Syntax error at position 2/) },
    })
  })

  test('names a page of the space of its own wiki, and a parent by its number', async () => {
    const table = store().table(pages)
    table.insert({ ...table.get(page)!, id: 99_001, applicationId: 201 })
    expect((await create({ name: 'One', pageId: 99_001 })).body.message).toBe(
      "pageId '99001': space 'OPS' has no such page",
    )
    await create({ name: '7' })
    expect((await create({ name: 'Two', parentBaseline: 7 })).body.message).toBe(
      "parentBaseline '7': space 'OPS' has no other baseline of this number",
    )
    expect((await create({ name: 'Two', parentBaseline: 1 })).body).toMatchObject({ parentBaseline: 1 })
  })
})

test('only the trackers of the wiki are told', async () => {
  const [own] = [...store().table(integrations).scan()] as [IntegrationRecord]
  for (const [serviceId, wikiApplicationId] of [
    ['svc-more', 101],
    ['svc-other', 201],
  ] as const)
    store()
      .table(integrations)
      .insert({ ...own, serviceId, wikiApplicationId, wikiApplinkId: serviceId, trackerApplinkId: serviceId })
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
    const said: unknown[] = []
    client.simulator.events.subscribe((event) => {
      if (event.type === 'job') said.push(event.data.outcome)
    })
    return said
  }

  test('says at each step how far it is', async () => {
    await more(120)
    await create({ name: 'One' })
    await freeze(1)
    const said = outcomes()
    advance('5s')
    await create({ name: 'Two' })
    await freeze(2)
    client.simulator.faults.add({ freeze: 'OPS', message: 'no more disk' })
    advance()
    expect(said).toEqual(['100 of 123 frozen', '123 of 123 frozen', 'failed: no more disk'])
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

  test('makes copies, as the report tells', async () => {
    await frozen({ name: 'One' })
    expect(archived()).toBe(1)
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
    ['task has ended', (task) => store().table(tasks).update(task, { status: 'ABORTED' }), '0 of 3 frozen'],
    ['task is gone', (task) => store().table(tasks).remove(task), undefined],
  ])('whose %s takes no step more', async (_what, take, outcome) => {
    await create({ name: 'One' })
    take(await freeze(1))
    const said = outcomes()
    expect(advance()).toHaveLength(1)
    expect(said).toEqual([outcome])
    expect(await baseline(1)).toMatchObject({ status: 'IN_CREATION', count: 0 })
    expect(archived()).toBe(0)
  })

  test('whose baseline is gone ends its task', async () => {
    await create({ name: 'One' })
    const task = await freeze(1)
    store()
      .table(baselines)
      .remove(record('One')?.id ?? 0)
    advance()
    expect(store().table(tasks).get(task)).toMatchObject({
      status: 'ERROR',
      message: 'baseline 1 is not in creation any more',
    })
  })

  test('has a task of its own in a world that has the task of another already', async () => {
    await create({ name: 'One' })
    const fork = clientOf(client.simulator.fork())
    const elsewhere = (await fork.post(`${wiki}/baseline-actions/OPS/freeze/1`)).body.taskId
    const known = fork.simulator.world.region('eu').table(tasks).get(elsewhere)!
    store()
      .table(tasks)
      .insert({ ...known, status: 'DONE' })
    expect(await freeze(1)).not.toBe(elsewhere)
  })
})

test('links to other copies, and to what is not frozen, stay when a baseline goes', async () => {
  const link = (space: string, key: string, query: string) =>
    client.call('PUT', `${wiki}/requirement2/${space}/${key}/link/issue/DRN-1?relationship=shows${query}`, {
      body: {},
    })
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
    client.simulator.state('issueLink').flatMap(({ wiki: face }) => {
      const { relationship, spaceKey, key, baseline: number = 0 } = face ?? {}
      return relationship === 'shows' ? [`${spaceKey}/${key} ${number}`] : []
    })
  expect(shown().sort()).toEqual(['ENG/REQ-001 1', 'OPS/OPS-1 1', 'OPS/OPS-1 2', 'OPS/OPS-2 0'])
  await client.call('DELETE', `${wiki}/baseline/OPS/1`)
  expect(shown().sort()).toEqual(['ENG/REQ-001 1', 'OPS/OPS-1 2', 'OPS/OPS-2 0'])
})

describe('freezing again', () => {
  const refreeze = (body: object, space = 'OPS') =>
    client.call('PUT', `${wiki}/baseline/${space}/0/refreeze`, { body })
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

  test('finds each copy by its key, in whatever order they were chosen', async () => {
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

  test('takes an old version of what is no longer there with its own properties', async () => {
    await frozen({ name: 'One', refreezeProperties: true })
    await rewritePage(client, page, { undefine: ['OPS-1'] })
    const requirements = [{ key: 'OPS-1', baseline: 1 }]
    expect((await refreeze({ baselineNumberToRefreeze: 1, requirements })).status).toBe(200)
    advance()
    expect((await client.get(`${wiki}/requirement2/OPS/OPS-1?v=2`)).body.properties).toMatchObject([
      { key: 'Owner', value: 'Ann' },
    ])
  })

  test('knows no version of a baseline that there is not', async () => {
    await frozen({ name: 'One' })
    const reply = await refreeze({
      baselineNumberToRefreeze: 1,
      requirements: [{ key: 'OPS-1', baseline: 9 }],
    })
    expect(reply).toMatchObject({
      status: 404,
      body: { message: "requirements: 'OPS-1' is not in baseline 9" },
    })
  })

  test('begins with what was frozen, even if that is nothing', async () => {
    const bare = { space: 'OPS', number: 1, name: 'Bare', status: 'DONE', createdBy: 'alice' }
    client = await startClient({
      scenario: { name: 'bare', extends: ['demo'], world: { baselines: [bare] } },
    } as never)
    await writePage(client, { title: 'P', spaceKey: 'OPS', content: [{ key: 'OPS-1', html: 'x' }] })
    const reply = await refreeze({ baselineNumberToRefreeze: 1, requirements: [{ key: 'OPS-1' }] })
    expect(reply.status, reply.text).toBe(200)
    advance()
    const { body } = await client.get(`${wiki}/requirement2/OPS?baselineCondition=OPS-2`)
    expect(body.results.map(({ key }: { key: string }) => key)).toEqual(['OPS-1'])
  })
})
