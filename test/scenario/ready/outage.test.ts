/** The scenario outage: what waits while wiki and tracker cannot reach each other, and what becomes of it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { OUTBOUND_OPERATIONS } from '../../../src/model/records/tracker/outbound-messages.ts'
import { INBOUND_OPERATIONS } from '../../../src/model/records/tracker/inbound-messages.ts'
import { type Linker, startLinker } from '../../api/tracker/linking.ts'

const TRACKER_ID = 102
const QUEUE = '/integration/svc-0001-demo/queue/outbound?limit=1000&includeLastResponse=true'

let linker: Linker
beforeEach(async () => {
  linker = await startLinker({ scenario: 'outage' })
})

const control = (path: string, body: object) =>
  linker.author.client.call('PATCH', `/_sim${path}`, { token: null, headers: { 'x-sim-control': '1' }, body })
const bringBack = () => control(`/sites/${TRACKER_ID}`, { status: 'ACTIVE' })
const asAdministrator = async (path: string) => {
  const reply = await linker.author.call('GET', path, undefined, { token: 'tok-admin' })
  expect(reply.status).toBe(200)
  return reply.body
}
const waitingInWiki = () => asAdministrator(QUEUE)
const textOf = async (issue: string, key: string) => {
  const links = await linker.done('GET', `/issuelinks/${issue}`)
  return links.find((link: { key: string }) => link.key === key)?.html
}

describe('while the tracker is down', () => {
  test('dozens of messages of every operation wait in the wiki, some of them tried before', async () => {
    const messages = await waitingInWiki()
    expect(messages.length).toBeGreaterThan(36)
    const operations = new Set(messages.map(({ operation }: { operation: string }) => operation))
    expect([...operations].sort()).toEqual([...OUTBOUND_OPERATIONS].sort())
    const tried = messages.filter(({ attempts }: { attempts: number }) => attempts > 0)
    expect(new Set(tried.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['FAILED', 'NOT_EXECUTED']),
    )
    for (const { lastResponse } of tried) expect(lastResponse).toEqual(expect.any(String))
  })

  test('messages of every operation wait in the tracker', async () => {
    const operations = new Set((await linker.waiting()).map((message) => message.split(' ')[0]))
    expect([...operations].sort()).toEqual([...INBOUND_OPERATIONS].sort())
  })

  test('nothing moves, however long one waits, and the wiki cannot compare', async () => {
    const before = [await waitingInWiki(), await linker.waiting(), linker.faces()]
    linker.author.client.simulator.clock.advance('1d')
    expect([await waitingInWiki(), await linker.waiting(), linker.faces()]).toEqual(before)
    expect(await asAdministrator('/repair/trackerlinks')).toMatchObject({
      total: 0,
      unreachable: [{ serviceId: 'svc-0001-demo' }],
    })
  })

  test('the tracker shows texts, keys and links of before', async () => {
    expect(await textOf('DRN-11', 'CAM-001')).toBe('The camera shall record 4K video at 30 frames a second.')
    expect(await linker.shown('DRN-21')).toEqual(['implements ENG/CAM-011'])
    expect(await linker.shown('DRN-24')).toEqual(['implements ENG/CAM-014'])
    expect(await linker.shown('DRN-3')).toEqual([])
    expect(await linker.inWiki('CAM-005')).toEqual(['implements DRN-15', 'tests DRN-3'])
    expect(await linker.inWiki('CAM-004')).toEqual([
      'implements DRN-14',
      'implements DRN-4',
      'tests DRN-26',
      'implements DRN-27',
    ])
  })

  test('further edits wait in the queue too', async () => {
    const before = (await waitingInWiki()).length
    await linker.author.done('PUT', '/requirement2/ENG/CAM-018', { htmlExcerpt: 'Lighter.' })
    expect(await waitingInWiki()).toHaveLength(before + 1)
  })
})

describe('once it is back', () => {
  test('nothing has moved yet', async () => {
    const before = await waitingInWiki()
    expect(await bringBack()).toMatchObject({ status: 200, body: { id: TRACKER_ID, status: 'ACTIVE' } })
    expect(await waitingInWiki()).toEqual(before)
    expect((await asAdministrator('/repair/trackerlinks')).total).toBeGreaterThan(20)
  })

  test('three minutes empty both queues, and the products agree', async () => {
    await bringBack()
    linker.synchronise()
    expect(await waitingInWiki()).toEqual([])
    expect(await linker.waiting()).toEqual([])
    expect(await asAdministrator('/repair/trackerlinks')).toEqual({
      total: 0,
      discrepancies: [],
      unreachable: [],
    })
    // The wiki goes on showing links at requirements that were deleted; the tracker lets go of them.
    const live = linker.faces().wiki.filter((view) => !/ CAM-01[45] /.test(view))
    expect(live).toEqual(linker.faces().tracker)
    expect(live.length).toBeGreaterThan(25)
  })

  test('both products have received every message', async () => {
    await bringBack()
    linker.synchronise()
    expect(await textOf('DRN-11', 'CAM-001')).toBe('The camera shall record 4K video at 60 frames a second.')
    expect(await linker.shown('DRN-21')).toEqual(['implements ENG/GIM-001'])
    expect(await linker.shown('DRN-23')).toEqual(['implements OPS/OPS-001'])
    expect(await linker.shown('DRN-24')).toEqual([])
    expect(await linker.shown('DRN-3')).toEqual(['tests ENG/CAM-005'])
    expect(await linker.shown('DRN-17')).toEqual(['implements ENG/CAM-007'])
    expect(await linker.inWiki('CAM-004')).toEqual([
      'implements DRN-14',
      'implements DRN-4',
      'tests DRN-60',
      'implements GND-1',
    ])
    expect(await linker.inWiki('CAM-002')).toEqual(['implements DRN-12', 'implements DRN-15'])
    expect(await linker.inWiki('CAM-010')).toEqual(['implements DRN-20'])
  })

  test('requested issues exist once, and are linked', async () => {
    const known = new Set(linker.author.client.simulator.state('issue').map(({ id }) => id))
    await bringBack()
    linker.synchronise()
    linker.synchronise()
    const made = linker.author.client.simulator.state('issue').filter(({ id }) => !known.has(id))
    expect(made).toHaveLength(4)
    const shown = await Promise.all(made.map(({ key }) => linker.shown(key)))
    expect(shown.flat().sort()).toEqual(
      ['CAM-016', 'CAM-017', 'CAM-018', 'GIM-002'].map((key) => `implements ENG/${key}`),
    )
  })

  test('it can go down again', async () => {
    await bringBack()
    linker.synchronise()
    await control(`/sites/${TRACKER_ID}`, { status: 'DISABLED' })
    await linker.author.done('PUT', '/requirement2/ENG/CAM-001', { htmlExcerpt: 'Once more.' })
    linker.synchronise()
    expect(await waitingInWiki()).toMatchObject([{ operation: 'REQUIREMENT_UPDATED', attempts: 0 }])
  })
})

test('the same through the library: a fork recovers, the world that it came from does not', async () => {
  const simulator = await createSimulator({ scenario: 'outage' })
  const fork = simulator.fork()
  const answer = await fork.exchange({
    method: 'PATCH',
    url: '/_sim/sites/102',
    headers: { 'content-type': 'application/json', 'x-sim-control': '1' },
    body: '{"status":"ACTIVE"}',
  })
  expect(answer.status).toBe(200)
  fork.clock.advance('3m')
  simulator.clock.advance('3m')
  const waiting = (one: typeof simulator, table: 'outboundMessage' | 'trackerMessage') =>
    one.state(table).filter(({ status }) => status !== 'DONE').length
  expect([waiting(fork, 'outboundMessage'), waiting(fork, 'trackerMessage')]).toEqual([0, 0])
  expect(waiting(simulator, 'outboundMessage')).toBeGreaterThan(36)
  expect(waiting(simulator, 'trackerMessage')).toBe(6)
})

describe('the control route refuses', () => {
  test.each([
    ['/sites/999', { status: 'ACTIVE' }, 404, "'999'"],
    ['/sites/102', { status: 'DOWN' }, 400, 'status'],
    ['/sites/102', {}, 400, 'status'],
    ['/sites/102', { status: 'ACTIVE', mode: 'AUTO' }, 400, 'mode'],
    ['/sites/102', { status: 'ACTIVE', region: 'us' }, 404, "'102'"],
    ['/sites/x', { status: 'ACTIVE' }, 404, ''],
  ])('%s %j: %i', async (path, body, status, mention) => {
    const before = linker.author.everything()
    const reply = await control(path, body)
    expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(mention)])
    expect(linker.author.everything()).toBe(before)
  })

  test('a wiki that is down refuses its hosted address', async () => {
    const search = () =>
      linker.author.client.get('/eu/wiki/rest/search?query=&spaceKey=ENG', {
        token: null,
        headers: { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' },
      })
    expect((await search()).status).toBe(200)
    await control('/sites/101', { status: 'DISABLED' })
    expect((await search()).status).toBe(403)
  })
})
