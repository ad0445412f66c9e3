// Whatever the standalone interface does, an export of the world is a world again.

import { beforeEach, expect, test } from 'vitest'
import { importCheckedWorld } from '../../../../src/simulator/records/world-import.ts'
import { exportWorld } from '../../../../src/world/transfer.ts'
import { startClient, type Client } from '../../../support/client.ts'

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const IN = 'applicationId=103'
const SIMULATION = { projectContainerId: 3001 }

function transferred(): unknown {
  const { simulator } = client
  const text = JSON.stringify(exportWorld(simulator.world))
  const imported = importCheckedWorld(simulator.world.schema, JSON.parse(text))
  expect(JSON.stringify(exportWorld(imported))).toBe(text)
  return JSON.parse(text)
}

test('after an active user was deleted, whose id is not reused', async () => {
  await client.put('/api/requirements/6002?applicationId=101', { text: 'Alice was here' })
  await client.post('/api/organizations', { name: 'Fourth Coffee' })
  await client.post('/api/organizations/3/invitations', { email: 'bob@example.test', role: 'ADMIN' })
  await client.post('/api/users/me/invitations/2/accept', undefined, { token: 'tok-bob' })
  await client.post(`/api/external-properties/import/json?${IN}`, {
    ...SIMULATION,
    rows: [{ key: 'SIM-1', properties: [{ name: 'Cost', value: 1 }] }],
  })
  expect((await client.delete('/api/users/me')).status).toBe(204)
  transferred()
  client.simulator.clock.advance('1m')
  transferred()
  const history = await client.get('/wiki/rest/reqs/1/misc/ENG/history?reqs=REQ-002', { token: 'tok-admin' })
  expect(history.status).toBe(200)
  const invitation = await client.get('/api/organizations/3/invitations/2', { token: 'tok-bob' })
  expect(invitation.body).toMatchObject({ createdBy: 2 })
})

test('while an import has rows that name nothing', async () => {
  const rows = [{ requirementId: 999_999, properties: [{ name: 'Cost', value: 1 }] }]
  const started = await client.post(`/api/external-properties/import/json?${IN}`, { ...SIMULATION, rows })
  expect(started.status).toBe(200)
  transferred()
  client.simulator.clock.advance('1m')
  const job = await client.get(`/api/jobs/${started.body.jobs[0].id}?${IN}`)
  expect(job.body).toMatchObject({ status: 'ERROR', failed: 1 })
  transferred()
})

test.each(['variant', 'workspace'] as const)('after a %s went that was imported into', async (what) => {
  const made = (await client.post(`/api/standalone/workspaces?${IN}`, { name: 'Wind' })).body
  const variant = (
    await client.post(`/api/variants?${IN}`, { projectContainerId: made.containerId, name: 'Night' })
  ).body
  const start = async () => {
    const rows = [{ key: 'W-1', properties: [{ name: 'Cost', value: 1 }] }]
    const place = { projectContainerId: made.containerId, variantId: variant.id }
    const started = await client.post(`/api/external-properties/import/json?${IN}`, { ...place, rows })
    return started.body.jobs[0].id as number
  }
  const ended = await start()
  client.simulator.clock.advance('1m')
  const running = await start()
  const path = what === 'variant' ? `/api/variants/${variant.id}` : `/api/standalone/workspaces/${made.id}`
  const before = JSON.stringify(client.simulator.state('variant'))
  const refused = await client.delete(`${path}?${IN}`)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining(`job '${running}' imports into ${what === 'variant' ? what : 'container'}`),
  ])
  expect(JSON.stringify(client.simulator.state('variant'))).toBe(before)
  await client.post(`/api/jobs/${running}/cancel?${IN}`)
  expect((await client.delete(`${path}?${IN}`)).status).toBe(204)
  for (const job of [ended, running]) expect((await client.get(`/api/jobs/${job}?${IN}`)).status).toBe(404)
  transferred()
})

test('after an external property went that baselined requirements had', async () => {
  expect((await client.delete('/api/external-properties/7001?applicationId=101')).status).toBe(204)
  transferred()
  const copy = await client.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-002?v=1&expand=properties')
  expect(copy.status).toBe(200)
  expect(copy.text).not.toContain('EXTERNAL')
})

test('a maker who was never there is refused', async () => {
  const document = transferred() as { stores: { eu: { importJob: { startedBy: number }[] } } }
  document.stores.eu.importJob[0]!.startedBy = 77
  expect(() => importCheckedWorld(client.simulator.world.schema, document)).toThrow(
    /startedBy '77' names no user/,
  )
})

test('what no header can say is no content type of a file', async () => {
  const upload = { body: { content: 'aGVsbG8=', contentType: 'text/plain' } }
  await client.call('PUT', `/api/files/3100/upload?${IN}`, upload)
  const document = transferred() as { stores: { eu: { fileContent: { contentType: string }[] } } }
  for (const content of document.stores.eu.fileContent) content.contentType = 'text/plain\r\nX-Own: 1'
  expect(() => importCheckedWorld(client.simulator.world.schema, document)).toThrow(
    /fileContent.*'contentType'.*must be written type\/subtype/,
  )
})
