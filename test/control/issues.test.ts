import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, startClient } from '../support/client.ts'

const wiki = '/wiki/rest/reqs/1'
const tracker = '/tracker/rest/reqs/1'

let client: Client

beforeEach(async () => {
  client = await startClient()
})

const edit = (id: number, body: object) =>
  client.call('PUT', `/_sim/issues/${id}`, { token: null, headers: { 'x-sim-control': '1' }, body })
const issuesOf = async (key: string) =>
  (await client.get(`${wiki}/requirement2/ENG/${key}`)).body.issues.map(
    ({ issueKey }: { issueKey: string }) => issueKey,
  )
const found = async (issueKey: string) =>
  (
    await client.get(`${wiki}/requirement2/ENG?q=${encodeURIComponent(`jira = '${issueKey}'`)}`)
  ).body.results.map(({ key }: { key: string }) => key)

describe('an issue that gets another key', () => {
  test('has it in the tracker at once, and in the wiki after the next synchronisation', async () => {
    const reply = await edit(30001, { key: 'DRN-77', as: 'alice' })
    expect(reply).toMatchObject({ status: 200, body: { id: 30001, key: 'DRN-77', project: 'DRN' } })
    expect((await client.get(`${tracker}/issuelinks/DRN-77`)).body).toMatchObject([{ key: 'REQ-001' }])
    expect((await client.get(`${tracker}/issuelinks/DRN-1`)).body).toMatchObject([{ key: 'REQ-001' }])
    expect(await issuesOf('REQ-001')).toEqual(['DRN-1', 'DRN-2'])
    client.simulator.clock.advance('3m')
    expect(await issuesOf('REQ-001')).toEqual(['DRN-77', 'DRN-2'])
    expect([await found('DRN-77'), await found('DRN-1')]).toEqual([['REQ-001'], []])
    expect((await client.get(`${tracker}/history/issue/30001`)).text).toContain('DRN-1 is now DRN-77')
  })

  test('is not sent to a wiki that has no link to it', async () => {
    await edit(30003, { key: 'DRN-33' })
    expect(client.simulator.state('trackerMessage')).toEqual([])
  })

  test('gives the next issue a number of its own', async () => {
    await edit(30003, { key: 'DRN-6' })
    const made = await client.get(`${tracker}/sync/create-random-issues`, { token: 'tok-admin' })
    expect(made.status).toBe(200)
    const keys = client.simulator.state('issue').map((issue) => issue.key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

test('an issue moves to another project', async () => {
  const other = await startClient({
    scenario: {
      name: 'two projects',
      extends: ['demo'],
      world: {
        projects: [{ id: 20002, site: 'tracker', key: 'ROV', name: 'Rover', grants: { edit: ['alice'] } }],
      },
    } as never,
  })
  client = other
  expect((await edit(30002, { project: 'ROV' })).body).toMatchObject({ key: 'ROV-1', project: 'ROV' })
  client.simulator.clock.advance('3m')
  expect(await issuesOf('REQ-002')).toEqual(['ROV-1'])
  expect(client.simulator.state('container', { issueId: 30002 })).toMatchObject([
    { key: 'ROV-1', name: 'Hold the altitude in wind' },
  ])
})

test('the other interfaces show the same summary and status', async () => {
  expect((await edit(30002, { summary: 'Hold still', status: 'Done' })).body).toMatchObject({
    summary: 'Hold still',
    status: 'Done',
  })
  const path =
    '/api/applications/101/projects/1001/variants/current/requirements/REQ-002?includeJiraIssueLinks=true'
  expect((await client.get(path)).body.jiraIssueLinks).toMatchObject([
    { issueKey: 'DRN-2', summary: 'Hold still' },
  ])
})

describe('changes of an issue', () => {
  const history = async (id: number) =>
    (await client.get(`${tracker}/history/issue/${id}`)).body.map(
      ({ event, detail, by }: Record<string, string>) => [event, detail, by].join(' | '),
    )

  test('are noted with what changed; what is absent stays', async () => {
    await edit(30003, { summary: 'Hold still', as: 'alice' })
    await edit(30003, { status: 'Done' })
    await edit(30003, { status: 'Open', summary: 'Hold again' })
    await edit(30003, {})
    expect(await history(30003)).toEqual([
      'UPDATED | DRN-3: summary changed | alice',
      'UPDATED | DRN-3: status changed | ',
      'UPDATED | DRN-3: summary and status changed | ',
    ])
    expect((await edit(30003, { status: 'Done' })).body).toMatchObject({
      summary: 'Hold again',
      status: 'Done',
    })
    expect((await edit(30003, { summary: 'Hold' })).body).toMatchObject({ summary: 'Hold', status: 'Done' })
  })

  test('take summaries and statuses of up to 255 characters, however they are encoded', async () => {
    const long = '\u{1F681}'.repeat(255)
    for (const field of ['summary', 'status']) {
      expect((await edit(30003, { [field]: long })).body[field]).toBe(long)
      const refused = await edit(30003, { [field]: `${long}x` })
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('1 to 255 characters')])
    }
  })

  test('to the key or the project that it has already change nothing', async () => {
    const before = client.simulator.state('issue')
    expect((await edit(30001, { key: 'DRN-1' })).body).toMatchObject({ key: 'DRN-1' })
    expect((await edit(30001, { project: 'DRN' })).body).toMatchObject({ key: 'DRN-1' })
    expect(client.simulator.state('issue')).toEqual(before)
    expect(client.simulator.state('trackerMessage')).toEqual([])
    expect(await history(30001)).toEqual([])
  })

  test('to a higher number let new issues go on from there', async () => {
    await edit(30003, { key: 'DRN-20' })
    await client.get(`${tracker}/sync/create-random-issues?nb=1`, { token: 'tok-admin' })
    expect(client.simulator.state('issue').map(({ key }) => key)).toContain('DRN-21')
    // Also once numbers were given out.
    await edit(30003, { key: 'DRN-50' })
    const { body } = await client.get(`${tracker}/sync/create-random-issues?count=1`, { token: 'tok-admin' })
    expect(body.issues).toMatchObject([{ key: 'DRN-51' }])
  })
})

test.each([
  [30001, { key: 'DRN-9x' }, 400, "'DRN-9x'"],
  [30001, { key: 'DRN-x9' }, 400, "'DRN-x9'"],
  [30001, { key: 'DRN-1234567890123456' }, 400, 'DRN- and a number'],
  [30001, { key: 'DRN-2' }, 409, "issue 'DRN-2' exists already"],
  [30001, { key: 'OPS-1' }, 400, 'DRN- and a number'],
  [30001, { key: 'DRN-0' }, 400, "'DRN-0'"],
  [30001, { key: 'DRN-9', project: 'DRN' }, 400, 'leave out one'],
  [30001, { project: 'NONE' }, 404, "'NONE'"],
  [30001, { summary: ' ' }, 400, 'summary'],
  [30001, { as: 'nobody', status: 'x' }, 404, 'nobody'],
  [39999, { status: 'x' }, 404, '39999'],
])('issue %i refuses %j with %i', async (id, body, status, message) => {
  const before = JSON.stringify(client.simulator.state('issue'))
  const reply = await edit(id, body)
  expect(reply.status).toBe(status)
  expect(reply.text).toContain(message)
  expect(JSON.stringify(client.simulator.state('issue'))).toBe(before)
})
