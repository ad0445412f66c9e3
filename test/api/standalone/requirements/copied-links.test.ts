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
  const { status, body } = await client.post(linksOf(6005), sent)
  expect([status, body.requirement.key, body.requirement.spaceKey]).toEqual([201, 'REQ-002', 'ENG'])
})
