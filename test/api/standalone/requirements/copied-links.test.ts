/** A link that was read from one requirement is created at another (assumption A213). */
import { expect, test } from 'vitest'
import { startClient } from '../../../support/client.ts'

const linksOf = (id: number) => `/api/requirements/${id}/links?applicationId=101`

test('requirementId of a link as read is its owner, not the other end', async () => {
  const client = await startClient()
  const [link] = (await client.get(`${linksOf(6002)}&type=DEPENDENCY&direction=TO`)).body.items
  expect([link.requirementId, link.requirement.requirementId]).toEqual([6002, 6001])
  const { status, body } = await client.post(linksOf(6005), link)
  expect([status, body.requirementId, body.requirement.key]).toEqual([201, 6005, 'REQ-001'])
})

test('a parent that does not exist is copied by its key', async () => {
  const client = await startClient()
  const named = { type: 'DEPENDENCY', key: 'REQ-777', relationship: 'refines' }
  const link = (await client.post(linksOf(6002), named)).body
  expect(link.requirement).not.toHaveProperty('requirementId')
  const { status, body } = await client.post(linksOf(6005), link)
  expect([status, body.requirement]).toEqual([201, link.requirement])
})

test.each([[undefined], [null], [{}]])(
  'without a name in requirement %j, requirementId is the other end',
  async (requirement) => {
    const client = await startClient()
    const sent = { type: 'DEPENDENCY', requirementId: 6002, requirement }
    const { status, body } = await client.post(linksOf(6005), sent)
    expect([status, body.requirement.key]).toEqual([201, 'REQ-002'])
  },
)

test('a key beside requirement does not change the other end', async () => {
  const client = await startClient()
  const sent = { type: 'DEPENDENCY', key: 'REQ-003', spaceKey: 'OPS', requirement: { key: 'REQ-002' } }
  const { status, body, headers } = await client.post(linksOf(6005), sent)
  expect([status, body.requirement.key, body.requirement.spaceKey]).toEqual([201, 'REQ-002', 'ENG'])
  expect(headers['X-Sim-Ignored']).toBe('body key, body spaceKey')
})

test.each([
  [{ key: 'REQ-002', requirement: { key: 'REQ-002', spaceKey: 'ENG' } }, undefined],
  [{ key: 'REQ-002', requirement: { spaceKey: 'OPS' } }, 'body requirement.spaceKey'],
  [{ requirement: { requirementId: 6002, key: 'REQ-003' } }, 'body requirement.key'],
])('of a dependency %j, names that no link has are reported', async (names, ignored) => {
  const client = await startClient()
  const { status, body, headers } = await client.post(linksOf(6005), { type: 'DEPENDENCY', ...names })
  expect([status, body.requirement.key, headers['X-Sim-Ignored']]).toEqual([201, 'REQ-002', ignored])
})

test.each([
  [{ type: 'JIRA_ISSUE', issueKey: 'DRN-4' }],
  [{ type: 'TEST_CASE', testCaseKey: 'T-9' }],
  [{ type: 'REFERENCE', containerId: 1102 }],
])('requirement is reported as ignored in %j, which has no other requirement', async (link) => {
  const client = await startClient()
  const ignored = async (id: number, requirement: unknown) => {
    const { status, headers } = await client.post(linksOf(id), { ...link, requirement })
    return [status, headers['X-Sim-Ignored']]
  }
  expect(await ignored(6005, { key: 'REQ-002' })).toEqual([201, 'body requirement'])
  expect(await ignored(6006, null)).toEqual([201, undefined])
})

test.each([
  [
    { type: 'JIRA_ISSUE', issueKey: 'DRN-4' },
    { testCaseKey: 'T-9', key: 'REQ-002', direction: 'TO' },
  ],
  [
    { type: 'TEST_CASE', testCaseKey: 'T-9' },
    { issueKey: 'DRN-4', containerId: 1102, requirementId: 6002 },
  ],
  [
    { type: 'REFERENCE', containerId: 1102 },
    { relationship: 'tests', version: 2 },
  ],
  [
    { type: 'DEPENDENCY', key: 'REQ-002' },
    { status: 'PASS', issueId: 30004 },
  ],
])('fields that links of the type of %j do not use are reported as ignored', async (link, unused) => {
  const client = await startClient()
  const created = await client.post(linksOf(6005), { ...link, ...unused })
  const names = Object.keys(unused).map((name) => `body ${name}`)
  expect(created.status).toBe(201)
  expect(created.headers['X-Sim-Ignored']?.split(', ').toSorted()).toEqual(names.toSorted())
  const path = linksOf(6005).replace('?', `/${created.body.id}?`)
  const updated = await client.put(path, unused)
  expect(updated.status).toBe(200)
  expect(updated.headers['X-Sim-Ignored']?.split(', ').toSorted()).toEqual(names.toSorted())
  const same = await client.put(path, { ...link, requirementId: 6005, testCaseKey: null })
  expect([same.status, same.headers['X-Sim-Ignored']]).toEqual([200, undefined])
})
