// Weak on purpose: every call is made, and only the statuses are asserted.

import { expect } from 'vitest'
import { ServiceError } from '../src/connection.ts'
import { SERVICE, test, TRACKER_LINK } from '../shared/service.ts'

const LINK = { applinkId: TRACKER_LINK, spaceKey: 'ENG', key: 'REQ-007', relationship: 'tests' }

const statuses = (calls: readonly string[]) => calls.map((call) => Number(call.slice(-3)))

test('requirements are read', async ({ connect, calls }) => {
  const client = connect()
  await client.readPage('ENG', 0)
  await client.readPage('ENG', 5)
  await client.readPage('ENG', 0, { baseline: 1 })
  await client.read('ENG', 'REQ-001')
  await client.readMany([{ spaceKey: 'ENG', key: 'REQ-001' }])
  await client.whoAmI()
  expect(statuses(calls)).toEqual([200, 200, 200, 200, 200, 200])
})

test('requirements are written and removed', async ({ connect, calls }) => {
  const client = connect()
  await client.write('ENG', 'REQ-001', 'A new text.')
  await client.writeMany('ENG', [{ key: 'REQ-002', htmlExcerpt: 'Another text.' }])
  await client.setProperty('ENG', 'REQ-001', 'Cost', '150')
  await client.reserve('ENG', 'REQ-020', 4001)
  await client.remove('ENG', 'REQ-012')
  expect(statuses(calls)).toEqual([200, 200, 200, 200, 204])
})

test('baselines are created, renamed, frozen and removed', async ({ connect, calls, sim }) => {
  const client = connect()
  await client.baselines('ENG')
  await client.readBaseline('ENG', 1)
  await client.createBaseline('ENG', 'Release 2.0', "@Priority = 'High'")
  await client.renameBaseline('ENG', 4, 'Release 2.1')
  const { taskId } = await client.startFreeze('ENG', 4)
  sim.clock.advance('5s')
  await client.readTask(taskId)
  await client.removeBaseline('ENG', 4)
  expect(statuses(calls)).toEqual([200, 200, 200, 200, 200, 200, 204])
})

test('links of issues are read, added, replaced and removed', async ({ connect, calls }) => {
  const client = connect()
  await client.links('DRN-2')
  await client.addLinks('DRN-3', [LINK])
  await client.replaceLinks('DRN-2', [LINK])
  await client.removeLinks('DRN-3', [LINK])
  expect(statuses(calls)).toEqual([200, 200, 200, 200])
})

test('messages are read, sent and removed', async ({ connect, calls }) => {
  const client = connect({ token: 'tok-admin' })
  await client.messages(SERVICE)
  await client.sendMessage(SERVICE, 8001)
  await client.removeMessage(SERVICE, 8002)
  await client.flush(SERVICE)
  expect(statuses(calls)).toEqual([200, 200, 204, 200])
})

test('a key that does not exist is not found', async ({ connect, calls }) => {
  await connect().read('ENG', 'REQ-777')
  expect(statuses(calls)).toEqual([404])
})

test('what is not allowed is refused', async ({ connect, calls }) => {
  await expect(connect({ token: 'tok-bob' }).write('ENG', 'REQ-001', 'No.')).rejects.toThrow(ServiceError)
  await expect(connect({ token: 'tok-eve' }).readPage('ENG', 0)).rejects.toThrow(ServiceError)
  await expect(connect({ token: 'tok-old' }).whoAmI()).rejects.toThrow(ServiceError)
  expect(statuses(calls)).toEqual([403, 403, 401])
})
