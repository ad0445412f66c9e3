/** What wiki and tracker ask each other while one of them is silent, or the application link is switched off. */
import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../../src/model/records/service/applications.ts'
import { type IntegrationRecord, integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { client, startDemo, tableOf, refused } from '../../../support/demo.ts'

const WIKI = '/wiki/rest/reqs/1'
const TRACKER = '/tracker/rest/reqs/1'
const SERVICE = 'svc-0001-demo'
const WIKI_LINK = '11111111-2222-4333-8444-555555555555'
const TRACKER_LINK = '99999999-8888-4777-8666-555555555555'
const WIKI_SILENCE = "no response from 'https://wiki.northwind.test/wiki'"
const TRACKER_SILENCE = "no response from 'https://tracker.northwind.test'"
const OFF = 'the application link is in mode DISABLED'
const admin = { token: 'tok-admin' }
const item = (key: string, more: object = {}) => ({
  applinkId: TRACKER_LINK,
  spaceKey: 'ENG',
  key,
  relationship: 'implements',
  ...more,
})

beforeEach(() => startDemo())

const setStatus = (id: number, status: 'ACTIVE' | 'DISABLED') => tableOf(applications).update(id, { status })
const change = (fields: Partial<IntegrationRecord>) => tableOf(integrations).update(SERVICE, fields)
const call = (method: string, path: string, body?: unknown) => client.call(method, path, { ...admin, body })
const integration = (path: string) => `${WIKI}/integration/${SERVICE}${path}`

describe('a silent wiki is not read by the tracker', () => {
  test('when it searches, looks requirements up or makes data up', async () => {
    const paths = [
      '/search',
      '/recover-null-keys/requirement?spaceKey=ENG',
      '/recover-null-keys/requirement',
      '/sync/create-random-data',
    ]
    for (const path of paths) expect((await call('GET', TRACKER + path)).status, path).toBe(200)
    setStatus(101, 'DISABLED')
    for (const path of paths)
      expect(await call('GET', TRACKER + path)).toMatchObject(
        refused(409, `the wiki does not respond: ${WIKI_SILENCE}`),
      )
  })

  test('when it suggests requirements for links that lost their key', async () => {
    const suggest = async () => (await call('GET', `${TRACKER}/recover-null-keys/suggest`)).body
    const [before] = await suggest()
    expect(before).not.toHaveProperty('obstacle')
    expect(before.candidates.length).toBeGreaterThan(0)
    setStatus(101, 'DISABLED')
    expect(await suggest()).toEqual([{ ...before, candidates: [], obstacle: WIKI_SILENCE }])
  })

  test('when it lists baselines and takes a baseline condition', async () => {
    const condition = (text: string) =>
      call('PUT', `${TRACKER}/preferences/baselineCondition`, JSON.stringify(text))
    const list = async () => (await call('GET', `${TRACKER}/baselines/DRN`)).body
    await call('POST', `${TRACKER}/issuelinks/DRN-3`, [item('REQ-003', { baseline: 1 })])
    expect((await condition('ENG-1,ENG-2')).status).toBe(200)
    const [linked, other] = await list()
    expect(linked).toMatchObject({ number: 1, name: 'Release 1.0', status: 'DONE', inCondition: true })
    expect(other).toMatchObject({ number: 2, name: 'Release 1.1', links: 0 })
    setStatus(101, 'DISABLED')
    const { name: _name, status: _status, ...own } = linked
    expect(await list()).toEqual([own])
    expect(await condition('ENG-3')).toMatchObject(refused(409, WIKI_SILENCE))
    expect((await condition('')).status).toBe(200)
    setStatus(101, 'ACTIVE')
    expect(await list()).toEqual([{ ...linked, inCondition: false }])
  })
})

test('a silent tracker is not read for the fields of a matrix', async () => {
  const path = `${WIKI}/traceability/ENG/uiTraceability/customfields/${WIKI_LINK}`
  expect((await client.get(path)).status).toBe(200)
  setStatus(102, 'DISABLED')
  expect(await client.get(path)).toMatchObject(refused(409, TRACKER_SILENCE))
  setStatus(102, 'ACTIVE')
  change({ mode: 'DISABLED' })
  expect(await client.get(path)).toMatchObject(refused(409, OFF))
})

test('a silent tracker is not read for the cells of a matrix, which show what the wiki stores', async () => {
  const columns = [
    { label: 'Key', step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 },
    { label: 'Issues', step: { type: 'JIRA' }, columnIndex: 1, parentColumnIndex: 0 },
    { label: 'Summary', step: { type: 'JIRAFIELD', value: 'summary' }, columnIndex: 2, parentColumnIndex: 1 },
  ]
  const render = async () => {
    const body = { columns, q: "key = 'REQ-002'" }
    const reply = await call('PUT', `${WIKI}/traceability/ENG/uiTraceability`, body)
    expect(reply.status, reply.text).toBe(200)
    return reply
  }
  const summary = 'Hold the altitude in wind'
  expect((await render()).text).toContain(summary)
  setStatus(102, 'DISABLED')
  const silent = await render()
  expect(silent.text).not.toContain(summary)
  expect(silent.text).toContain('"issueKey":"DRN-2"')
  setStatus(102, 'ACTIVE')
  expect((await render()).text).toContain(summary)
})

test('mode DISABLED stops messages, and neither searching nor linking from the tracker', async () => {
  change({ mode: 'DISABLED' })
  const found = await call('GET', `${TRACKER}/search?q=${encodeURIComponent("key = 'REQ-003'")}`)
  expect(found).toMatchObject({ status: 200, body: { count: 1, results: [{ key: 'REQ-003' }] } })
  expect((await call('POST', `${TRACKER}/issuelinks/DRN-3`, [item('REQ-003')])).status).toBe(200)
  client.simulator.clock.advance('9m')
  expect(client.simulator.state('trackerMessage')).toMatchObject([{ status: 'PENDING', attempts: 0 }])
})

test('mode DISABLED refuses a list without messages as well', async () => {
  expect(await call('POST', `${TRACKER}/api`, [])).toMatchObject({ status: 200, body: [] })
  change({ mode: 'DISABLED' })
  const message = { operation: 'REQUIREMENT_UPDATED', spaceKey: 'ENG', key: 'REQ-001' }
  for (const messages of [[], [message]])
    expect(await call('POST', `${TRACKER}/api`, messages)).toMatchObject(refused(403, OFF))
  const second = { ...client.simulator.state('integration')[0], serviceId: 'svc-2', mode: 'AUTO' }
  const ids = { wikiApplinkId: 'second-of-wiki', trackerApplinkId: 'second-of-tracker' }
  tableOf(integrations).insert({ ...second, ...ids } as IntegrationRecord)
  expect((await call('POST', `${TRACKER}/api`, [])).status).toBe(200)
})

describe('the same reason has the same message everywhere', () => {
  test('of a tracker that is silent', async () => {
    setStatus(102, 'DISABLED')
    expect((await call('PUT', integration('/queue/outbound/8001'))).body.lastResponse).toBe(TRACKER_SILENCE)
    expect((await call('POST', integration('/check-applinks'))).body[0].message).toBe(TRACKER_SILENCE)
    expect((await call('GET', integration('/applink/test'))).body.message).toBe(TRACKER_SILENCE)
    expect((await call('POST', integration('/change-version?version=7'))).body.message).toBe(TRACKER_SILENCE)
    expect((await call('GET', `${WIKI}/repair/trackerlinks`)).body.unreachable[0].reason).toBe(
      TRACKER_SILENCE,
    )
    expect(await call('GET', integration('/jira/projects'))).toMatchObject(refused(409, TRACKER_SILENCE))
    await call('DELETE', integration(''))
    const { body } = await call('POST', `${WIKI}/integration`, { rpcUrl: 'https://t2.test' })
    const links = (await call('POST', `${WIKI}/integration/${body.serviceId}/check-applinks`)).body
    expect(new Set(links.map(({ message }: { message: string }) => message))).toEqual(
      new Set([TRACKER_SILENCE, "no response from 'https://t2.test'"]),
    )
  })

  test('of a wiki that is silent', async () => {
    setStatus(101, 'DISABLED')
    const [{ id }] = (
      await call('POST', `${TRACKER}/queue/${TRACKER_LINK}/messages`, [
        { operation: 'ADD_LINK', issueKey: 'DRN-3', spaceKey: 'ENG', key: 'REQ-003' },
      ])
    ).body
    const sent = await call('POST', `${TRACKER}/queue/${TRACKER_LINK}/messages/${id}`)
    expect(sent.body.lastResponse).toBe(WIKI_SILENCE)
    const version = await call('PUT', `${TRACKER}/api/${TRACKER_LINK}/version`, '7')
    expect(version.body).toMatchObject({ notified: false, message: WIKI_SILENCE })
    const { jobId } = (await call('PUT', `${TRACKER}/sync?issues=DRN-1`)).body
    client.simulator.clock.advance('1s')
    expect((await call('GET', `${TRACKER}/sync/job/${jobId}`)).body.errors[0].message).toBe(WIKI_SILENCE)
  })

  test.each([
    ['mode', { mode: 'DISABLED' }, OFF],
    ['status', { status: 'DISABLED' }, 'the integration is DISABLED'],
  ] as const)('of an application link whose %s is DISABLED', async (_field, fields, reason) => {
    change(fields)
    expect((await call('PUT', integration('/queue/outbound/8001'))).body.lastResponse).toBe(reason)
    expect(await call('GET', integration('/jira/projects'))).toMatchObject(refused(409, reason))
    expect((await call('GET', `${TRACKER}/operations/${TRACKER_LINK}`)).body.obstacle).toBe(reason)
    const message = (await call('POST', integration('/change-version?version=7'))).body.message
    expect(message).toBe('mode' in fields ? reason : 'the tracker was notified')
  })
})

describe('an address that would tell a password', () => {
  const bad = [
    'https://user:pw@x.test/?a#b',
    'https://user:pw@x.test',
    'https://pw@x.test/jira',
    'https://x.test/?token=pw',
    'https://x.test/#pw',
    'https://x.test\\@pw',
    'ftp://x.test/pw',
  ]

  test.each(bad)('is refused where an integration is created: %s', async (rpcUrl) => {
    const before = client.simulator.state('integration')
    for (const field of ['rpcUrl', 'displayUrl', 'endpoint']) {
      const body = { rpcUrl: 'https://y.test', [field]: rpcUrl }
      const reply = await call('POST', `${WIKI}/integration`, body)
      expect(reply).toMatchObject(refused(400, field))
      expect(reply.text).not.toContain('user:pw')
    }
    expect(client.simulator.state('integration')).toEqual(before)
  })

  test('is refused when an integration is changed', async () => {
    for (const rpcUrl of bad) expect((await call('PUT', integration(''), { rpcUrl })).status).toBe(400)
    const rpcUrl = 'https://x.test:8443/teams/@home/jira/'
    expect(await call('PUT', integration(''), { rpcUrl })).toMatchObject({ status: 200, body: { rpcUrl } })
  })
})

test('the wiki answers a posted link to what it deleted or moved by a message of its own', async () => {
  await call('PUT', `${WIKI}/requirement2/ENG/REQ-003`, { newKey: 'TOP-1' })
  client.simulator.clock.advance('3m')
  const post = (key: string) =>
    call('POST', integration('/queue/inbound'), [
      { operation: 'ADD_LINK', issueKey: 'DRN-3', spaceKey: 'ENG', key },
    ])
  const queued = async () =>
    (await call('GET', integration('/queue/outbound'))).body.map(
      ({ operation, key }: Record<string, string>) => `${operation} ${key}`,
    )
  expect(await queued()).toEqual([])
  await post('REQ-004')
  expect(await queued()).toEqual([])
  await post('REQ-099')
  expect(await queued()).toEqual(['LINK_REMOVED REQ-099'])
  await post('REQ-003')
  expect(await queued()).toEqual(['LINK_REMOVED REQ-099', 'LINK_REMOVED REQ-003', 'LINK_ADDED TOP-1'])
})
