/** An issue that was renamed or moved is found by each of its keys, in any letter case, wherever a key is taken. */
import { beforeEach, describe, expect, test } from 'vitest'
import { presets } from '../../../src/api/ledger/presets.ts'
import { createSimulator } from '../../../src/index.ts'
import { keyReadingOf } from '../../../src/model/integration/issues/issue-keys.ts'
import { type CallOptions, type Client, clientOf, demoWith, startClient } from '../../support/client.ts'

const WIKI = '/wiki/rest/reqs/1'
const TRACKER = '/tracker/rest/reqs/1'
const SERVICE = 'svc-0001-demo'
const APPLINK = '99999999-8888-4777-8666-555555555555'
const admin = { token: 'tok-admin' }
const hosted = {
  token: null,
  headers: { 'x-api-key': 'tok-admin', 'x-base-url': 'https://wiki.northwind.test/wiki' },
}

const GROUND = { site: 102, key: 'GND', name: 'Ground', grants: { edit: ['admin', 'alice'] } }

let client: Client
const rename = (id: number, edit: object) =>
  client.put(`/_sim/issues/${id}`, edit, { headers: { 'x-sim-control': '1' } })

/** DRN-3 (30003) becomes DRN-33, then moves to GND and becomes another key there. */
beforeEach(async () => {
  client = await startClient(demoWith({ world: { projects: [GROUND] } }))
  await rename(30003, { key: 'DRN-33' })
  await rename(30003, { project: 'GND' })
  client.simulator.clock.advance('6m')
})
const now = () => client.simulator.state('issue').find(({ id }) => id === 30003)!

const FORMER = ['DRN-3', 'DRN-33', 'drn-3', 'Drn-33'] as const
const item = { applinkId: APPLINK, spaceKey: 'ENG', key: 'REQ-001', relationship: 'refers' }
type Case = readonly [name: string, send: (key: string) => Promise<unknown>]
const call = (method: string, path: string, options: CallOptions) => client.call(method, path, options)

/** Each returns the key that the response, or what is stored, has for the issue. */
const PLACES: readonly Case[] = [
  [
    'the history of an issue',
    async (key) => (await client.get(`${TRACKER}/history/issue/${key}`, admin)).body[0].issueKey,
  ],
  [
    'the links of an issue',
    async (key) => {
      const reply = await client.get(`${TRACKER}/issuelinks/${key}`, admin)
      return reply.status === 200 ? now().key : reply.status
    },
  ],
  [
    'new links of an issue',
    async (key) => {
      await client.post(`${TRACKER}/issuelinks/${key}`, [item], admin)
      return keyOfFace((view) => view.tracker?.relationship === 'refers')
    },
  ],
  [
    'a resynchronisation',
    async (key) => {
      const { body } = await call('PUT', `${TRACKER}/sync?issues=${key},${now().key}`, admin)
      return body.total === 1 || body.jobId !== undefined ? now().key : body
    },
  ],
  [
    'a remote issue link',
    async (key) => {
      await client.post(`${TRACKER}/createRIL`, { ...item, issueKey: key }, admin)
      return keyOfFace((view) => view.tracker?.relationship === 'refers')
    },
  ],
  [
    'a link of the wiki',
    async (key) =>
      (
        await client.put(
          `${WIKI}/requirement2/ENG/REQ-001/link/issue/${key}?relationship=refers`,
          undefined,
          admin,
        )
      ).body.issueKey,
  ],
  [
    'issues as the wiki reads them',
    async (key) =>
      (await client.get(`${WIKI}/integration/${SERVICE}/jira/issues?issues=${key}`, admin)).body[0]?.key,
  ],
  [
    'links in bulk of the hosted wiki',
    async (key) => {
      const body = { selection: { selectedRequirementIds: [6001], selectAll: false }, issueIds: [key] }
      return (await call('POST', '/eu/wiki/rest/jira-bulk/links', { ...hosted, body })).body.results[0]
        .issueKey
    },
  ],
  [
    'a typed link of the standalone interface',
    async (key) =>
      (
        await client.post(
          '/api/requirements/6001/links?applicationId=101',
          { type: 'JIRA_ISSUE', issueKey: key, relationship: 'refers' },
          admin,
        )
      ).body.issue.issueKey,
  ],
]
const keyOfFace = (matches: (view: { tracker?: { relationship: string; issueId: number } }) => boolean) => {
  const view = client.simulator.state('issueLink').find((link) => matches(link))
  return client.simulator.state('issue').find(({ id }) => id === view?.tracker?.issueId)?.key
}

describe.each(PLACES)('%s', (_name, send) => {
  test.each(FORMER)('finds the issue by %s', async (key) => {
    expect(await send(key)).toBe(now().key)
  })
})

test('wiki and tracker agree on a link that was made with a former key', async () => {
  await client.put(`${WIKI}/requirement2/ENG/REQ-001/link/issue/DRN-3?relationship=refers`, undefined, admin)
  client.simulator.clock.advance('6m')
  expect((await client.get(`${TRACKER}/issuelinks/DRN-3`, admin)).text).toContain('refers')
  await client.delete(`${WIKI}/requirement2/ENG/REQ-001/link/issue/drn-33?relationship=refers`, admin)
  client.simulator.clock.advance('6m')
  expect((await client.get(`${TRACKER}/issuelinks/DRN-3`, admin)).text).not.toContain('refers')
})

test('a link that the wiki shows by a key of before is removed by that key in lower case', async () => {
  await rename(30001, { key: 'DRN-11' })
  const link = `${WIKI}/requirement2/ENG/REQ-001/link/issue/drn-1`
  expect((await client.delete(link, admin)).status).toBe(204)
  client.simulator.clock.advance('6m')
  expect((await client.get(`${TRACKER}/issuelinks/DRN-11`, admin)).body).toEqual([])
})

test('a caller who may not read the issue learns no key of it', async () => {
  const link = `${WIKI}/requirement2/ENG/REQ-001/link/issue/DRN-3`
  const bob = await client.put(link, undefined, { token: 'tok-bob' })
  if (bob.status < 300) expect(bob.body.issueKey).toBe('DRN-3')
  else expect(bob.text).not.toContain(now().key)
})

describe('a former key', () => {
  test('is given to no new issue', async () => {
    await rename(30004, { project: 'GND' })
    await rename(30004, { key: 'GND-900' })
    await rename(30004, { project: 'DRN' })
    const held = new Set(client.simulator.state('issue').flatMap(({ formerKeys = [] }) => formerKeys))
    for (let count = 0; count < 4; count++) await rename(30005, { project: count % 2 === 0 ? 'GND' : 'DRN' })
    expect(held).not.toContain(client.simulator.state('issue').find(({ id }) => id === 30005)?.key)
  })

  test('is given to another issue only by a rename, which its history tells', async () => {
    await rename(30001, { key: 'DRN-33' })
    expect((await client.get(`${TRACKER}/history/issue/DRN-33`, admin)).body[0].issueId).toBe(30001)
    const { body } = await client.get(`${TRACKER}/history/issue/30003`, admin)
    expect(body.at(-1)).toMatchObject({
      event: 'UPDATED',
      detail: "former key 'DRN-33' is now the key of issue 30001",
    })
    expect((await client.get(`${TRACKER}/history/issue/DRN-3`, admin)).body[0].issueId).toBe(30003)
  })

  test('is no former key any more once the issue has it again', async () => {
    await rename(30003, { project: 'DRN' })
    await rename(30003, { key: 'DRN-3' })
    expect(now()).toMatchObject({ key: 'DRN-3', formerKeys: expect.not.arrayContaining(['DRN-3']) })
  })

  test('is kept by forks, snapshots and exported worlds', async () => {
    const fork = clientOf(client.simulator.fork())
    expect((await fork.get(`${TRACKER}/history/issue/DRN-3`, admin)).status).toBe(200)
    const document = (await client.get('/_sim/export')).body
    expect(JSON.stringify(document)).toContain('formerKeys')
  })

  test('can be of a scenario, where it is unique', async () => {
    const issue = { id: 30077, project: 'DRN', key: 'DRN-77', type: 'Story', summary: 'x' }
    const type = (await createSimulator({ scenario: 'demo' })).state('issueType')[0]!.name
    const scenario = (formerKeys: string[]) =>
      demoWith({ world: { issues: [{ ...issue, type, formerKeys }] } })
    client = await startClient(scenario(['OLD-7']))
    expect((await client.get(`${TRACKER}/history/issue/old-7`, admin)).status).toBe(200)
    await expect(createSimulator(scenario(['DRN-1']))).rejects.toThrow(/formerKeys/)
  })
})

describe('a message with a key that the wiki could not look up', () => {
  const linkDuringOutage = async (key: string) => {
    const { simulator } = client
    simulator.faults.add({ outage: 'tracker', for: '4m' })
    await client.put(
      `${WIKI}/requirement2/ENG/REQ-001/link/issue/${key}?relationship=refers`,
      undefined,
      admin,
    )
    simulator.clock.advance('12m')
  }

  test.each(['DRN-3', 'drn-33'])('%s reaches the issue, and the wiki learns its key', async (key) => {
    await linkDuringOutage(key)
    expect((await client.get(`${TRACKER}/issuelinks/${now().key}`, admin)).text).toContain('refers')
    const { body } = await client.get(`${WIKI}/requirement2/ENG/REQ-001`, admin)
    expect(body.issues).toContainEqual(
      expect.objectContaining({ issueKey: now().key, relationship: 'refers' }),
    )
  })

  test.each([...presets, ['none', { alternatives: {} }] as const])(
    'is read by the alternatives of the preset %s',
    async (name, { alternatives }) => {
      const chosen = name === 'none' ? {} : { preset: name }
      client = await startClient(demoWith({ config: { assumptions: chosen } }))
      expect(keyReadingOf(client.simulator.world)).toEqual({
        formerKeys: (alternatives as Record<string, string>)['A269'] !== 'unknown',
        anyCase: (alternatives as Record<string, string>)['A270'] !== 'exact',
      })
    },
  )
})

test.each([
  ['A269', 'unknown', 'DRN-3', 404],
  ['A269', 'unknown', 'drn-1', 200],
  ['A270', 'exact', 'drn-1', 404],
  ['A270', 'exact', 'DRN-3', 200],
])('under the alternative %s: %s, %s returns %i', async (id, value, key, status) => {
  client = await startClient(demoWith({ config: { assumptions: { [id]: value } } }))
  await rename(30003, { key: 'DRN-33' })
  expect((await client.get(`${TRACKER}/history/issue/${key}`, admin)).status).toBe(status)
})

test('a waiting message of a scenario may use a former key of its issue', async () => {
  const message = {
    integration: SERVICE,
    operation: 'REMOVE_LINK',
    issue: 'OLD-7',
    requirement: 'ENG/REQ-001',
  }
  const [type] = (await createSimulator({ scenario: 'demo' })).state('issueType')
  const issue = { id: 30077, project: 'DRN', key: 'DRN-77', type: type!.name, summary: 'x' }
  const options = (formerKeys: string[]) =>
    demoWith({ world: { issues: [{ ...issue, formerKeys }], trackerMessages: [message] } })
  await expect(createSimulator(options(['OLD-7']))).resolves.toBeDefined()
  await expect(createSimulator(options([]))).rejects.toThrow(/OLD-7/)
})
