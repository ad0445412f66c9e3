import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { linkRequestMachine } from '../../../../src/model/records/machines/link-request-machine.ts'
import { type Client, clientOf, refusal, startClient } from '../../../support/client.ts'

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const wiki = {
  id: 101,
  type: 'CONFLUENCE',
  status: 'ACTIVE',
  baseUrl: 'https://wiki.northwind.test/wiki',
  organizationId: 1,
}
const requests = '/api/applications/101/link-requests'

describe('applications', () => {
  test('of an organization, in pages', async () => {
    const all = await client.get('/api/applications?organizationId=1')
    expect(all.body).toMatchObject({ offset: 0, limit: 20, total: 3 })
    expect(all.body.items.map((item: { id: number }) => item.id)).toEqual([101, 102, 103])
    expect(all.body.items[0]).toMatchObject(wiki)
    const page = await client.get('/api/applications?organizationId=1&offset=1&limit=1')
    expect(page.body).toMatchObject({ offset: 1, limit: 1, total: 3, items: [{ id: 102 }] })
    const beyond = await client.get('/api/applications?organizationId=1&offset=3')
    expect(beyond.body).toEqual({ items: [], offset: 3, limit: 20, total: 3 })
  })

  test('an offset beyond 2^53 keeps its digits', async () => {
    const page = await client.get('/api/applications?organizationId=1&offset=9223372036854775807')
    expect(page.text).toContain('"offset":9223372036854775807,')
  })

  test('need organizationId, unless an alternative lets the token name the organization', async () => {
    const without = (from: Client, token: string) => from.get('/api/applications', { token })
    const message = "query parameter 'organizationId': required"
    const refusal = { status: 400, body: { message, errors: [message] } }
    for (const token of ['tok-alice', 'tok-app101'])
      expect(await without(client, token)).toMatchObject(refusal)
    const { body } = await client.get('/api/v3/api-docs')
    expect(body.paths['/applications'].get.parameters[0]).toMatchObject({
      name: 'organizationId',
      required: true,
    })
    const other = await startClient({
      scenario: 'demo',
      config: { assumptions: { A251: 'own-organization' } },
    })
    expect((await without(other, 'tok-app101')).body).toMatchObject({ items: [wiki], total: 1 })
    expect(await without(other, 'tok-alice')).toMatchObject(refusal)
    expect((await other.get('/api/applications?organizationId=2', { token: 'tok-app101' })).status).toBe(403)
  })

  test('need membership of the organization', async () => {
    expect(await client.get('/api/applications?organizationId=2')).toMatchObject(refusal(403, "'alice'"))
    expect(
      (await client.get('/api/applications?organizationId=2', { token: 'tok-eve' })).body.items,
    ).toMatchObject([{ id: 201 }])
    expect((await client.get('/api/applications?organizationId=77')).status).toBe(404)
  })

  test('one by id', async () => {
    expect((await client.get('/api/applications/101')).body).toMatchObject(wiki)
    expect((await client.get('/api/applications/101', { token: 'tok-eve' })).status).toBe(403)
    expect((await client.get('/api/applications/999')).status).toBe(404)
    expect((await client.get('/api/applications/9223372036854775807')).status).toBe(404)
    expect((await client.get('/api/applications/9223372036854775808')).status).toBe(404)
  })

  test('the current one is that of a scoped token', async () => {
    expect((await client.get('/api/applications/current', { token: 'tok-app101' })).body).toMatchObject(wiki)
    const unscoped = await client.get('/api/applications/current')
    expect(unscoped).toMatchObject(refusal(400, 'not scoped'))
  })

  test('a scoped token sees its application only', async () => {
    const token = 'tok-app101'
    expect((await client.get('/api/applications?organizationId=1', { token })).body).toMatchObject({
      total: 1,
      items: [{ id: 101 }],
    })
    expect((await client.get('/api/applications/101', { token })).status).toBe(200)
    expect(await client.get('/api/applications/102', { token })).toMatchObject(
      refusal(403, 'scoped to application 101'),
    )
  })
})

describe('link requests', () => {
  const admin = { token: 'tok-admin' }

  test('are made, read, listed and withdrawn', async () => {
    expect((await client.get(requests)).body).toEqual({ items: [], offset: 0, limit: 20, total: 0 })
    const made = await client.call('POST', `${requests}/2`, admin)
    const expected = {
      applicationId: 101,
      organizationId: 2,
      status: 'PENDING',
      createdAt: '2026-01-05T09:00:00.000Z',
      createdBy: expect.any(Number),
    }
    expect(made).toMatchObject({ status: 201, body: expected })
    expect((await client.get(`${requests}/2`)).body).toEqual(made.body)
    expect((await client.get(requests)).body).toMatchObject({ total: 1, items: [made.body] })
    const again = await client.call('POST', `${requests}/2`, admin)
    expect(again).toMatchObject(refusal(409, 'PENDING'))
    const gone = await client.delete(`${requests}/2`, admin)
    expect(gone).toMatchObject({ status: 204, text: '' })
    expect((await client.get(`${requests}/2`)).status).toBe(404)
    expect((await client.delete(`${requests}/2`, admin)).status).toBe(404)
  })

  test('are refused for unknown organizations and the own one', async () => {
    expect((await client.call('POST', `${requests}/77`, admin)).status).toBe(404)
    expect(await client.call('POST', `${requests}/1`, admin)).toMatchObject(
      refusal(409, 'belongs to organization 1 already'),
    )
  })

  test('candidates are what could be joined', async () => {
    const path = `${requests}/candidates`
    expect((await client.get(path, admin)).body.items).toMatchObject([{ id: 201, organizationId: 2 }])
    expect((await client.get(path)).body.items).toEqual([])
    await client.call('POST', `${requests}/2`, admin)
    expect((await client.get(path, admin)).body.items).toEqual([])
  })

  test('model-based: any sequence of events leads where the table says', async () => {
    const events = fc.array(fc.constantFrom('create', 'approve', 'reject', 'delete', 'advance'), {
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(events, async (sequence) => {
        const subject = clientOf(client.simulator.fork())
        let state: string = 'none'
        for (const event of sequence) {
          if (event === 'advance') {
            subject.simulator.clock.advance('1h')
            continue
          }
          const next = linkRequestMachine.transitions.find(
            (one) => one.from === state && one.event === event,
          )?.to
          const status = await fire(subject, event)
          if (next === undefined) expect([404, 409]).toContain(status)
          else {
            expect(status).toBe({ create: 201, approve: 200, reject: 200, delete: 204 }[event])
            state = next
          }
          const read = await subject.get(`${requests}/2`)
          expect(read.status === 200 ? read.body.status : 'none').toBe(state)
          const listed = await subject.get('/api/applications?organizationId=2', { token: 'tok-eve' })
          expect(listed.body.total).toBe(state === 'APPROVED' ? 2 : 1)
        }
      }),
      { numRuns: 40 },
    )
  })
})

async function fire(subject: Client, event: 'create' | 'approve' | 'reject' | 'delete'): Promise<number> {
  const admin = { token: 'tok-admin' }
  if (event === 'create') return (await subject.call('POST', `${requests}/2`, admin)).status
  if (event === 'delete') return (await subject.delete(`${requests}/2`, admin)).status
  const control = {
    token: null,
    headers: { 'x-sim-control': '1', 'content-type': 'application/json' },
    body: '{}',
  }
  return (await subject.call('POST', `/_sim/link-requests/101/2/${event}`, control)).status
}
