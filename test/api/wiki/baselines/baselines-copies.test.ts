/** What becomes of frozen copies, of the links that name them and of notes on tasks, and what payloads may leave out. */
import { beforeEach, describe, expect, test } from 'vitest'
import { startClient } from '../../../support/client.ts'
import { rewritePage } from '../pages/authoring.ts'
import { client, refused } from '../../../support/demo.ts'
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
  baseline,
  requirement,
  copies,
} from './runbook.ts'

beforeEach(() => startRunbook())

const link = `${wiki}/requirement2/OPS/OPS-1/link/issue/DRN-1?baseline=1&relationship=shows`
const summary = (body: object) => client.post(`${wiki}/baseline-actions/OPS/pre-refreeze-summary`, body)
const messages = () =>
  client.simulator
    .state('outboundMessage')
    .filter(({ key, baseline: number }) => key === 'OPS-1' && number === 1)
    .map(({ operation }) => operation)

describe('links to copies', () => {
  test('are refused while the baseline is being frozen', async () => {
    const content = Array.from({ length: 150 }, (_, at) => ({ key: `OPS-${at + 100}`, html: 'x' }))
    await rewritePage(client, page, { define: content })
    await frozen({ name: 'One' })
    expect(await baseline(1)).toMatchObject({ status: 'IN_CREATION', count: 100 })
    expect(await client.put(link, {})).toMatchObject({ status: 409 })
    expect(messages()).toEqual([])
    advance()
    expect((await client.put(link, {})).status).toBe(201)
  })

  test('go with the baseline, with a message for the tracker', async () => {
    await frozen({ name: 'One' })
    await client.put(link, {})
    expect(messages()).toEqual(['LINK_ADDED'])
    expect((await deleteBaseline(1)).status).toBe(204)
    expect(messages()).toEqual(['LINK_ADDED', 'LINK_REMOVED'])
    const faces = client.simulator.state('issueLink').map(({ wiki: view }) => view as { baseline?: number })
    expect(faces.filter((view) => view?.baseline === 1)).toEqual([])
  })
})

describe('copies of another variant', () => {
  const copy = { space: 'ENG', key: 'REQ-001', variant: 'Experimental', status: 'ARCHIVED', text: 'x' }
  const scenario = (status: string) =>
    ({
      name: 'other',
      extends: ['demo'],
      world: {
        baselines: [{ space: 'ENG', number: 9, name: 'Soon', status, createdBy: 'alice' }],
        requirements: [{ ...copy, baseline: 9 }],
      },
    }) as never

  test.each(['PREVIEW', 'IN_CREATION'])('are no part of a world whose baseline is %s', async (status) => {
    await expect(startClient({ scenario: scenario(status) })).rejects.toThrow(
      new RegExp(`baseline 9 is ${status}: only a DONE baseline has copies`),
    )
  })

  test('may be of a baseline that is DONE', async () => {
    await expect(startClient({ scenario: scenario('DONE') })).resolves.toBeDefined()
  })
})

describe('a copy', () => {
  test('of a chosen old version keeps the version of its page', async () => {
    await frozen({ name: 'One' })
    await rewritePage(client, page, { define: [{ key: 'OPS-2', html: 'Log it well' }], undefine: ['OPS-3'] })
    await refreeze({ baselineNumberToRefreeze: 1, requirements: [{ key: 'OPS-2', baseline: 1 }] })
    advance()
    const set = client.simulator.state('frozenSet', { number: 2 })[0] as unknown as { pageVersions: number[] }
    expect(set.pageVersions).toEqual([2, 1, 1])
    const copy = await requirement('OPS-2', 2)
    expect(copy.htmlExcerpt).toBe('Log it')
  })

  test('of what needs its excerpt stays flagged', async () => {
    await frozen({ name: 'One' })
    const [headers, body] = [{ 'x-sim-control': '1' }, { define: [{ key: 'OPS-2', html: 'Log it well' }] }]
    await client.put(`/_sim/pages/${page}`, body, { token: null, headers })
    await frozen({ name: 'Two' })
    const flag = async (v: number) =>
      (await client.get(`${wiki}/requirement2/OPS/OPS-2?v=${v}`)).body.htmlNeedsUpdating
    expect([await flag(1), await flag(2)]).toEqual([false, true])
  })
})

describe('payloads', () => {
  beforeEach(async () => {
    await frozen({ name: 'Summer' })
  })

  test('blank queries count as absent, and so does null', async () => {
    const blank = { queryForRequirementsToExcludeFromBaseline: ' ', requirements: null, title: null }
    expect((await refreeze({ baselineToRefreeze: 1, ...blank })).status).toBe(200)
    advance()
    expect(await copies(2)).toEqual(['OPS-1', 'OPS-2', 'OPS-3'])
    const wanted = encodeURIComponent("key = 'OPS-2'")
    const path = `${wiki}/baseline/OPS/refreezeDependencies?queryForRequirementsToBaseline=${wanted}`
    expect((await client.get(`${path}&queryForRequirementsToRemove=`)).body).toHaveProperty('needs')
    const nulls = { queryString: null, ceo: null, name: 'Nulls' }
    expect((await client.post(`${wiki}/baseline/OPS/1/create`, nulls)).status).toBe(200)
  })

  test('requirements of other spaces are passed over', async () => {
    const requirements = [{ key: 'REQ-001', spaceKey: 'ENG', relationship: null, url: null }]
    expect((await refreeze({ baselineNumberToRefreeze: 1, requirements })).status).toBe(200)
    advance()
    expect(await copies(2)).toEqual(['OPS-1', 'OPS-2', 'OPS-3'])
  })

  test('a title that is taken is followed by a number', async () => {
    await create({ name: 'Release 7' })
    expect((await refreeze({ baselineToRefreeze: 1, title: 'Summer' })).body.baseline.name).toBe('Summer 1')
  })

  test('a summary of a frozen baseline is of what a refreeze takes', async () => {
    await rewritePage(client, page, { undefine: ['OPS-3'] })
    expect((await summary({ baseline: 1 })).body.count).toBe(3)
    expect((await summary({ baselineToRefreeze: 1 })).body.count).toBe(3)
    expect((await summary({ baseline: 1, spaceKey: 'ENG' })).status).toBe(400)
  })

  test('an empty label asks for text', async () => {
    expect(await label(1, '')).toMatchObject(refused(400, 'send text'))
  })
})

test('pages of a baseline that is being frozen are waited for on an automatic clock', async () => {
  const auto = await startClient({ scenario: 'demo', clock: { mode: 'auto' } })
  await auto.post(`${wiki}/baseline/ENG`, { baseline: { name: 'Next' } })
  const [made] = auto.simulator.state('baseline', { name: 'Next' })
  await auto.post(`${wiki}/baseline-actions/ENG/freeze/${made?.number}`)
  const pages = async () => (await auto.get(`${wiki}/baseline/ENG/${made?.number}/pages`)).body
  expect(await pages()).toEqual([])
  expect(await pages()).not.toEqual([])
})

describe('notes on a task', () => {
  const fields = (count: number, prefix: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, at]))

  test('are bounded for a page and for the task, and none is the id of another page', async () => {
    await create({ name: 'One' })
    const task = await freeze(1)
    const note = async (id: number, body: object) =>
      (await client.put(`${wiki}/tasks/status/${task}/pages/${id}`, body)).status
    expect(await note(1, { id: 7 })).toBe(400)
    expect(await note(1, { a0: ['x'.repeat(997)] })).toBe(400)
    expect(await note(1, { a0: ['x'.repeat(996)] })).toBe(200)
    expect(await note(1, fields(50, 'a'))).toBe(200)
    expect(await note(1, fields(50, 'a'))).toBe(200)
    expect(await note(1, { more: 1 })).toBe(409)
    for (let id = 2; id <= 200; id++) await note(id, fields(50, 'a'))
    expect(await note(201, { more: 1 })).toBe(409)
    expect(await note(200, { a0: 'other' })).toBe(200)
  })
})
