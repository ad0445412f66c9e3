import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { invitationMachine } from '../../../../src/model/records/machines/invitation-machine.ts'
import { createSimulator, type ScenarioObject } from '../../../../src/index.ts'
import { type Client, clientOf, refusal, startClient } from '../../../support/client.ts'

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const admin = { token: 'tok-admin' }
const dana = { token: 'tok-dana' }
const eve = { token: 'tok-eve' }
const invitations = '/api/organizations/1/invitations'
const mine = '/api/users/me/invitations'
const statusOf = async (id: number) => (await client.get(`${invitations}/${id}`, admin)).body.status

describe('invitations of an organization', () => {
  test('are made, read, listed and changed', async () => {
    client.simulator.clock.advance('1h')
    const made = await client.post(invitations, { email: 'Eve@Example.test', role: 'ADMIN' }, admin)
    expect(made).toEqual(
      expect.objectContaining({
        status: 201,
        body: {
          id: 2,
          organizationId: 1,
          email: 'Eve@Example.test',
          role: 'ADMIN',
          status: 'PENDING',
          createdAt: '2026-01-05T10:00:00.000Z',
          createdBy: 1,
          expiresAt: '2026-01-12T10:00:00.000Z',
        },
      }),
    )
    expect((await client.get(`${invitations}/2`)).body).toEqual(made.body)
    const all = await client.get(invitations)
    expect(all.body).toMatchObject({ total: 2, items: [{ id: 1, email: 'dana@example.test' }, made.body] })
    expect((await client.get(`${invitations}?offset=1`)).body.items).toEqual([made.body])
    const changed = await client.put(`${invitations}/2`, { role: 'MEMBER' }, admin)
    expect(changed).toMatchObject({ status: 200, body: { ...made.body, role: 'MEMBER' } })
  })

  test('of another organization are not there, even for the invited user', async () => {
    expect((await client.get(`/api/organizations/2/invitations/1`, dana)).status).toBe(404)
  })

  test.each([
    ['nobody', 'email'],
    ['a@b@c', 'must be an address'],
    [' @example.test', 'must be an address'],
    ['a b@example.test', 'must be an address'],
    [`${'x'.repeat(300)}@example.test`, 'email'],
    ['', 'email'],
    [7, "'email'"],
  ])('refuse the address %j', async (email, message) => {
    const reply = await client.post(invitations, { email }, admin)
    expect(reply).toMatchObject(refusal(400, message))
    expect((await client.get(invitations)).body.total).toBe(1)
  })

  test('refuse a member’s address, and one that is invited already', async () => {
    expect(await client.post(invitations, { email: 'ALICE@example.test' }, admin)).toMatchObject(
      refusal(409, "user 'alice', who is a member of organization 1 already"),
    )
    expect(await client.post(invitations, { email: 'DANA@example.test' }, admin)).toMatchObject(
      refusal(409, 'has invitation 1, which is PENDING: withdraw it first'),
    )
    const elsewhere = '/api/organizations/2/invitations'
    expect((await client.post(elsewhere, { email: 'alice@example.test' }, dana)).status).toBe(201)
  })

  test('are withdrawn, and stay to be read', async () => {
    expect((await client.delete(`${invitations}/1`, admin)).status).toBe(204)
    expect(await statusOf(1)).toBe('WITHDRAWN')
    expect((await client.get(mine, dana)).body.total).toBe(0)
    expect(await client.post(`${mine}/1/accept`, undefined, dana)).toMatchObject(
      refusal(409, "invitation '1' is WITHDRAWN and cannot be accepted: this state is final"),
    )
    expect((await client.delete(`${invitations}/1`, admin)).status).toBe(409)
    expect(await client.put(`${invitations}/1`, { role: 'ADMIN' }, admin)).toMatchObject(
      refusal(
        409,
        "invitation '1' is WITHDRAWN and cannot be changed: only a PENDING one can, so invite again",
      ),
    )
    expect((await client.post(invitations, { email: 'dana@example.test' }, admin)).status).toBe(201)
  })

  test('expire on the virtual clock, at their moment', async () => {
    client.simulator.clock.advanceTo('2026-01-12T08:59:59.999Z')
    expect(await statusOf(1)).toBe('PENDING')
    expect((await client.get(mine, dana)).body.total).toBe(1)
    client.simulator.clock.advance('1ms')
    expect(await statusOf(1)).toBe('EXPIRED')
    expect((await client.get(mine, dana)).body.total).toBe(0)
    for (const answer of ['accept', 'reject'])
      expect((await client.post(`${mine}/1/${answer}`, undefined, dana)).status).toBe(409)
    expect((await client.get('/api/organizations/1', dana)).status).toBe(403)
  })

  test('once answered, wait for nothing any more', async () => {
    const waiting = async () => (await client.get('/_sim/jobs')).body.total
    const before = await waiting()
    await client.post(`${mine}/1/reject`, undefined, dana)
    expect(await waiting()).toBe(before - 1)
    client.simulator.clock.advance('8d')
    expect(await statusOf(1)).toBe('REJECTED')
  })
})

describe('invitations of a user', () => {
  test('are those to their address', async () => {
    expect((await client.get(mine, dana)).body).toMatchObject({
      total: 1,
      items: [{ id: 1, organizationId: 1, role: 'MEMBER', status: 'PENDING' }],
    })
    expect((await client.get(mine)).body).toEqual({ items: [], offset: 0, limit: 20, total: 0 })
    for (const token of ['tok-alice', 'tok-admin', 'tok-eve'])
      for (const answer of ['accept', 'reject'])
        expect((await client.post(`${mine}/1/${answer}`, undefined, { token })).status).toBe(404)
    await client.put('/api/users/me', { email: 'New.Eve@example.test' }, eve)
    await client.post(invitations, { email: 'new.eve@EXAMPLE.test' }, admin)
    expect((await client.get(mine, eve)).body.items).toMatchObject([{ id: 2 }])
  })

  test('accepting one makes the membership, as every interface sees it', async () => {
    await client.put(`${invitations}/1`, { role: 'ADMIN' }, admin)
    expect((await client.get('/api/applications/101', dana)).status).toBe(403)
    const accepted = await client.post(`${mine}/1/accept`, undefined, dana)
    expect(accepted).toMatchObject({ status: 200, body: { id: 1, status: 'ACCEPTED', role: 'ADMIN' } })
    expect((await client.get('/api/organizations/1/members/5', dana)).body).toMatchObject({
      name: 'dana',
      role: 'ADMIN',
    })
    expect((await client.get('/api/applications/101', dana)).status).toBe(200)
    expect((await client.get('/api/users/me/organizations', dana)).body).toHaveLength(2)
    expect((await client.get(mine, dana)).body.total).toBe(0)
    expect((await client.post(`${mine}/1/accept`, undefined, dana)).status).toBe(409)
    // Two administrators now: the first may go.
    expect((await client.delete('/api/organizations/1/members/1', dana)).status).toBe(204)
  })

  test('rejecting one changes nothing else, and they may be invited again', async () => {
    expect((await client.post(`${mine}/1/reject`, undefined, dana)).body.status).toBe('REJECTED')
    expect((await client.get('/api/organizations/1', dana)).status).toBe(403)
    expect((await client.post(invitations, { email: 'dana@example.test' }, admin)).status).toBe(201)
    expect((await client.post(`${mine}/2/accept`, undefined, dana)).status).toBe(200)
  })

  test('a member cannot accept another one', async () => {
    // The address of one who is invited becomes that of a member.
    await client.post(invitations, { email: 'alias@example.test' }, admin)
    await client.put('/api/users/me', { email: 'alias@example.test' })
    expect(await client.post(`${mine}/2/accept`, undefined)).toMatchObject(
      refusal(409, 'is a member of organization 1 already'),
    )
    expect(await statusOf(2)).toBe('PENDING')
    expect((await client.post(`${mine}/2/reject`, undefined)).status).toBe(200)
  })

  test('the other region has its own', async () => {
    const uma = { token: 'tok-uma' }
    const path = '/us/api/organizations/9/invitations'
    expect((await client.post(path, { email: 'dana@example.test' }, uma)).body).toMatchObject({ id: 1 })
    expect((await client.get(path, uma)).body.total).toBe(1)
    expect((await client.get(mine, dana)).body.items).toMatchObject([{ organizationId: 1 }])
    client.simulator.clock.advance('7d')
    expect((await client.get(`${path}/1`, uma)).body.status).toBe('EXPIRED')
  })
})

describe('in scenarios', () => {
  const scenario = (entry: object): ScenarioObject => ({
    name: 'invited',
    extends: ['demo'],
    world: {
      invitations: [
        { id: 7, organization: 'Contoso Avionics', email: 'bob@example.test', createdBy: 'dana', ...entry },
      ],
    },
  })

  test.each([
    [{}, { role: 'MEMBER', status: 'PENDING', expiresAt: '2026-01-12T09:00:00.000Z' }],
    [
      { role: 'admin', status: 'REJECTED' },
      { role: 'ADMIN', status: 'REJECTED' },
    ],
    [
      { createdAt: '2025-12-01T00:00:00Z' },
      { status: 'EXPIRED', createdAt: '2025-12-01T00:00:00.000Z', expiresAt: '2025-12-08T00:00:00.000Z' },
    ],
    [{ expires: '2026-01-05T09:00:01Z' }, { status: 'PENDING', expiresAt: '2026-01-05T09:00:01.000Z' }],
  ])('%j is %j', async (entry, expected) => {
    const subject = clientOf(await createSimulator({ scenario: scenario(entry) }))
    const path = '/api/organizations/2/invitations'
    expect((await subject.get(`${path}/7`, dana)).body).toMatchObject({ id: 7, ...expected })
    expect((await subject.post(path, { email: 'alice@example.test' }, dana)).body.id).toBe(8)
    subject.simulator.clock.advance('1s')
    const { status } = (await subject.get(`${path}/7`, dana)).body
    expect(status).toBe('expires' in entry ? 'EXPIRED' : (expected.status ?? ''))
  })

  test.each([
    [{ email: 'nobody' }, /email: must be an address such as name@example.test, not 'nobody'/],
    [{ organization: 'Contoso' }, /no organization 'Contoso'/],
    [{ createdBy: 'daan' }, /no user 'daan'.*dana/],
    [{ expires: 'tomorrow' }, /must be an instant such as/],
    [{ status: 'GONE' }, /must be PENDING or ACCEPTED/],
    [
      { organization: 1, email: 'DANA@example.test' },
      /address of a PENDING invitation .* is used by another entry/,
    ],
  ])('%j is refused', async (entry, message) => {
    await expect(createSimulator({ scenario: scenario(entry) })).rejects.toThrow(message)
  })
})

test('model-based: any sequence of events leads where the table says', async () => {
  const events = fc.array(fc.constantFrom('accept', 'reject', 'withdraw', 'expire', 'create', 'wait'), {
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(events, async (sequence) => {
      const subject = clientOf(client.simulator.fork())
      let id = 1
      let state: string = 'PENDING'
      let member = false
      for (const event of sequence) {
        if (event === 'wait' || event === 'expire') {
          subject.simulator.clock.advance(event === 'wait' ? '1s' : '7d')
          if (event === 'expire' && state === 'PENDING') state = 'EXPIRED'
        } else if (event === 'create') {
          const made = await subject.post(invitations, { email: 'dana@example.test' }, admin)
          expect(made.status).toBe(state === 'PENDING' || member ? 409 : 201)
          if (made.status === 201) [id, state] = [made.body.id, 'PENDING']
        } else {
          const status = await fire(subject, event, id)
          const next = invitationMachine.transitions.find((one) => one.from === state && one.event === event)
          expect(status).toBe(next === undefined ? 409 : event === 'withdraw' ? 204 : 200)
          state = next?.to ?? state
          if (next?.to === 'ACCEPTED') member = true
        }
        expect((await subject.get(`${invitations}/${id}`)).body.status).toBe(state)
        expect((await subject.get(mine, dana)).body.total).toBe(state === 'PENDING' ? 1 : 0)
        expect((await subject.get('/api/organizations/1', dana)).status).toBe(member ? 200 : 403)
        const pending = subject.simulator.state('invitation', { status: 'PENDING' })
        expect(pending).toHaveLength(state === 'PENDING' ? 1 : 0)
      }
    }),
    { numRuns: 25 },
  )
})

async function fire(subject: Client, event: string, id: number): Promise<number> {
  if (event === 'withdraw') return (await subject.delete(`${invitations}/${id}`, admin)).status
  return (await subject.post(`${mine}/${id}/${event}`, undefined, dana)).status
}
