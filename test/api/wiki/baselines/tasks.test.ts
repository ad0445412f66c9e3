/** Long-running tasks of a wiki: whose they are, how far they are, what is noted of their pages, and what aborting leaves. */
import { beforeEach, expect, test } from 'vitest'
import { demoWith } from '../../../support/client.ts'
import { hostedHeaders, SITES } from '../../../support/hosted.ts'
import { client, startDemo, refused } from '../../../support/demo.ts'
import { wiki, startRunbook, advance, create, freeze, baseline, copies } from './runbook.ts'

beforeEach(() => startRunbook())

const noteOf = (task: string) => (id: number, body: object, token?: string) =>
  client.call('PUT', `${wiki}/tasks/status/${task}/pages/${id}`, {
    body,
    ...(token === undefined ? {} : { token }),
  })

/** Starts to freeze the second baseline of ENG in the demo world; answers the id of the task. */
async function freezeAll(): Promise<string> {
  await client.post(`${wiki}/baseline/ENG`, { baseline: { name: 'Next' } })
  return (await client.post(`${wiki}/baseline-actions/ENG/freeze/2`)).body.taskId
}

test('a task is none of another wiki', async () => {
  const accountLinks = [{ user: 'dana', site: 'contoso-wiki' }]
  await startDemo(demoWith({ world: { accountLinks } }))
  const task = await freezeAll()
  const status = async (method: string, path: string, site: string) => {
    const headers = hostedHeaders(site === SITES.wiki ? 'tok-admin' : 'tok-dana', site)
    return (await client.call(method, `/eu${wiki}/tasks/${path}`, { token: null, headers })).status
  }
  expect(await status('GET', `status/${task}`, SITES.wiki)).toBe(200)
  expect(await status('GET', `status/${task}`, SITES.contoso)).toBe(404)
  expect(await status('DELETE', task, SITES.contoso)).toBe(404)
  expect(await status('GET', 'status/none', SITES.wiki)).toBe(404)
})

test('a task of a space without requirements is at no percent, then at all of them', async () => {
  await startDemo()
  await client.post(`${wiki}/baseline/OPS`, { baseline: { name: 'Empty' } })
  const { taskId } = (await client.post(`${wiki}/baseline-actions/OPS/freeze/1`)).body
  const percentage = async () => (await client.get(`${wiki}/tasks/status/${taskId}`)).body.percentage
  expect(await percentage()).toBe(0)
  advance('1m')
  expect(await percentage()).toBe(100)
})

test('only the user who started a task can write notes to it', async () => {
  const spaces = [{ site: 'wiki', key: 'ENG', grants: { edit: ['admin', 'alice', 'bob'] } }]
  await startDemo(demoWith({ world: { spaces } }))
  const note = noteOf(await freezeAll())
  expect(await note(1, { a: 1 }, 'tok-bob')).toMatchObject(refused(403, 'somebody else started it'))
})

test('a note is any JSON value, and a page can be sent back as it was shown', async () => {
  await create({ name: 'One' })
  const note = noteOf(await freeze(1))
  const fields = { text: 'x', list: [1, { deep: [null] }], nothing: null, object: {} }
  const page = { id: 4001, ...fields }
  expect((await note(4001, fields)).body.pages).toEqual([page])
  expect((await note(4001, page)).body.pages).toEqual([page])
  expect(await note(4002, page)).toMatchObject(refused(400, "body field 'id' '4001': send 4002"))
})

test('each page has notes of its own, and pages are listed by id', async () => {
  await create({ name: 'One' })
  const note = noteOf(await freeze(1))
  await note(20, { a: 1 })
  await note(3, { b: 2 })
  await note(100, { c: 3 })
  expect((await note(3, { d: 4 })).body.pages).toEqual([
    { id: 3, b: 2, d: 4 },
    { id: 20, a: 1 },
    { id: 100, c: 3 },
  ])
})

test('a task that is done is forgotten, and what it froze stays', async () => {
  await create({ name: 'One' })
  const task = await freeze(1)
  advance('1m')
  expect((await client.delete(`${wiki}/tasks/${task}`)).status).toBe(204)
  expect((await client.get(`${wiki}/tasks/status/${task}`)).status).toBe(404)
  expect(await baseline(1)).toMatchObject({ status: 'DONE' })
  expect(await copies(1)).toEqual(['OPS-1', 'OPS-2', 'OPS-3'])
})

test('a task that runs is aborted half-way, and nothing is left of what it froze', async () => {
  await startDemo(demoWith({ generate: [{ requirements: 2000, space: 'OPS', prefix: 'OPS-' }] }))
  await client.post(`${wiki}/baseline/OPS`, { baseline: { name: 'One' } })
  const { taskId } = (await client.post(`${wiki}/baseline-actions/OPS/freeze/1`)).body
  advance('10s')
  const [running] = client.simulator.state('task', { id: taskId })
  expect(running).toMatchObject({ status: 'RUNNING' })
  expect((await client.delete(`${wiki}/tasks/${taskId}`)).status).toBe(204)
  expect((await client.get(`${wiki}/baseline/OPS/1`)).body).toMatchObject({ status: 'PREVIEW' })
  advance('1h')
  expect((await client.get(`${wiki}/baseline/OPS/1`)).body).toMatchObject({ status: 'PREVIEW' })
})

test.each([
  [12, 1000],
  [250, 2500],
])('the percentage of a task that freezes %i requirements follows the clock', async (requirements, whole) => {
  await startDemo(demoWith({ generate: [{ requirements, space: 'OPS', prefix: 'OPS-' }] }))
  await client.post(`${wiki}/baseline/OPS`, { baseline: { name: 'One' } })
  const { taskId } = (await client.post(`${wiki}/baseline-actions/OPS/freeze/1`)).body
  const status = async () => (await client.get(`${wiki}/tasks/status/${taskId}`)).body
  for (const percentage of [0, 25, 50, 75]) {
    expect(await status()).toMatchObject({ status: 'RUNNING', percentage })
    client.simulator.clock.advance(whole / 4 - (percentage === 75 ? 1 : 0))
  }
  expect(await status()).toMatchObject({ status: 'RUNNING', percentage: 99 })
  client.simulator.clock.advance(1)
  expect(await status()).toMatchObject({ status: 'DONE', percentage: 100 })
  expect((await client.get(`${wiki}/baseline/OPS/1`)).body).toMatchObject({
    status: 'DONE',
    count: requirements,
  })
})
