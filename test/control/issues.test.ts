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
    expect((await client.get(`${tracker}/issuelinks/DRN-1`)).status).toBe(404)
    expect(await issuesOf('REQ-001')).toEqual(['DRN-1', 'DRN-2'])
    client.simulator.clock.advance('3m')
    expect(await issuesOf('REQ-001')).toEqual(['DRN-77', 'DRN-2'])
    expect([await found('DRN-77'), await found('DRN-1')]).toEqual([['REQ-001'], []])
    expect((await client.get(`${tracker}/history/issue/30001`)).text).toContain('DRN-1 is now DRN-77')
  })

  test('is not told to a wiki that has no link to it', async () => {
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

test('summary and status are what the other interfaces show', async () => {
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

test.each([
  [30001, { key: 'DRN-2' }, 409, 'issue 30002 has it already'],
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
