import { beforeEach, expect, test } from 'vitest'
import { client, startDemo, refused } from '../../../support/demo.ts'

beforeEach(() => startDemo())

const tracker = 'https://tracker.northwind.test'
const applinkId = '11111111-2222-4333-8444-555555555555'

const sync = (from: string, body: string, token = 'tok-admin') =>
  client.post(`/wiki/rest/reqs/1/sync?from=${encodeURIComponent(from)}`, JSON.stringify(body), { token })
const queued = () => client.simulator.state('outboundMessage').filter(({ id }) => id !== 8001 && id !== 8002)

test.each([tracker, `${tracker}/`, applinkId, 'svc-0001-demo'])('%s names the tracker', async (from) => {
  const reply = await sync(from, 'DRN-1')
  expect(reply).toMatchObject({ status: 200, body: { queued: 1, unlinked: [] } })
  expect(reply.headers['Deprecation']).toBe('true')
})

test('a message is queued for each requirement that is linked to the issues, once', async () => {
  const reply = await sync(tracker, 'DRN-2, DRN-1\nDRN-9,,DRN-1')
  expect(reply.body).toEqual({ queued: 2, unlinked: ['DRN-9'] })
  const messages = queued()
  expect(messages.map(({ key }) => key).sort()).toEqual(['REQ-001', 'REQ-002'])
  for (const message of messages) {
    expect(message).toMatchObject({
      serviceId: 'svc-0001-demo',
      operation: 'REQUIREMENT_UPDATED',
      applinkId,
      spaceKey: 'ENG',
      status: 'PENDING',
      attempts: 0,
      createdBy: 1,
    })
  }
})

test('anything but a tracker of the wiki and a list of issues is refused', async () => {
  for (const from of ['https://other.test', 'svc', '99999999-8888-4777-8666-555555555555', '']) {
    const reply = await sync(from, 'DRN-1')
    expect(reply, from).toMatchObject(refused(404, `'${from}'`))
  }
  expect((await sync(tracker, ' ,\n')).status).toBe(400)
  expect((await sync(tracker, 'x'.repeat(256))).status).toBe(400)
  expect((await sync(tracker, 'D-1,'.repeat(1001))).status).toBe(400)
  expect(queued()).toEqual([])
})
