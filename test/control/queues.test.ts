import { expect, test } from 'vitest'
import { type Client, startClient } from '../support/client.ts'
import { WRITE_HEADERS } from './client.ts'

const write = (body: unknown) => ({ headers: WRITE_HEADERS, token: null, body })

async function queue({ get }: Client, query = '') {
  const { status, body } = await get(`/_sim/queues${query}`)
  expect(status).toBe(200)
  return body.items[0]
}

test('the queues of the demo: what waits, in the order in which it goes, and when', async () => {
  const client = await startClient()
  const { body } = await client.get('/_sim/queues')
  expect(body).toEqual({
    total: 1,
    items: [
      expect.objectContaining({
        serviceId: 'svc-0001-demo',
        wikiApplicationId: 101,
        trackerApplicationId: 102,
        mode: 'AUTO',
        status: 'ACTIVE',
        nextSynchronisation: '2026-01-05T09:03:00.000Z',
        outbound: {
          waiting: 2,
          counts: { PENDING: 2, DONE: 0, FAILED: 0, NOT_EXECUTED: 0 },
          first: [
            expect.objectContaining({ id: 8001, createdAt: expect.stringMatching(/^2026-01-05T/) }),
            expect.objectContaining({ id: 8002 }),
          ],
        },
        inbound: { waiting: 0, counts: { PENDING: 0, DONE: 0, FAILED: 0, NOT_EXECUTED: 0 }, first: [] },
      }),
    ],
  })
  expect(body.items[0]).not.toHaveProperty('obstacle')
  expect((await queue(client, '?messages=1')).outbound.first).toHaveLength(1)
  expect((await queue(client, '?messages=0')).outbound).toMatchObject({ waiting: 2, first: [] })
})

test('after the run nothing waits, and the next run is three minutes on', async () => {
  const client = await startClient()
  await client.call('POST', '/_sim/clock/advance', write({ by: '3m' }))
  const { outbound, nextSynchronisation } = await queue(client)
  expect(outbound).toEqual({
    waiting: 0,
    counts: { PENDING: 0, DONE: 2, FAILED: 0, NOT_EXECUTED: 0 },
    first: [],
  })
  expect(nextSynchronisation).toBe('2026-01-05T09:06:00.000Z')
})

test('a change in the wiki waits for the tracker, and the other way round', async () => {
  const client = await startClient()
  await client.call('PUT', '/wiki/rest/reqs/1/requirement2/ENG/REQ-001', {
    body: { htmlExcerpt: '<p>Another text.</p>' },
  })
  const renamed = await client.call('PUT', '/_sim/issues/30001', write({ key: 'DRN-77' }))
  expect([renamed.status, renamed.text]).toEqual([200, expect.any(String)])
  const { outbound, inbound } = await queue(client)
  expect(outbound.waiting).toBeGreaterThan(2)
  expect(inbound).toMatchObject({
    waiting: 1,
    counts: { PENDING: 1 },
    first: [{ operation: 'ISSUE_RENAMED', issueKey: 'DRN-1', newIssueKey: 'DRN-77', status: 'PENDING' }],
  })
})

test('describes an obstacle, and sends nothing meanwhile', async () => {
  const client = await startClient()
  const down = await client.call('PATCH', '/_sim/sites/102', write({ status: 'DISABLED' }))
  expect(down.status).toBe(200)
  await client.call('POST', '/_sim/clock/advance', write({ by: '3m' }))
  const { obstacle, outbound } = await queue(client)
  expect(obstacle).toEqual(expect.stringMatching(/no response from/))
  expect(outbound.waiting).toBe(2)
})

test('one integration alone, a region without any, and what is refused', async () => {
  const client = await startClient()
  expect((await client.get('/_sim/queues?serviceId=svc-0001-demo')).body.total).toBe(1)
  expect((await client.get('/_sim/queues?serviceId=__proto__')).body.total).toBe(0)
  expect((await client.get('/_sim/queues?region=us')).body.total).toBe(0)
  for (const query of ['messages=101', 'messages=-1', 'message=1', 'region=mars'])
    expect([query, (await client.get(`/_sim/queues?${query}`)).status]).toEqual([query, 400])
})
