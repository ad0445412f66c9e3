/** Whatever users do to organizations and to themselves, nobody is left over and no organization is without administrator. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Simulator } from '../../../../src/index.ts'
import { clientOf, startClient } from '../../../support/client.ts'

const demo = (await startClient()).simulator
const TOKENS = ['tok-admin', 'tok-alice', 'tok-bob', 'tok-eve', 'tok-dana'] as const

type Step = readonly [token: string, method: string, path: string, body?: unknown]

const organizationId = fc.integer({ min: 1, max: 4 })
const userId = fc.integer({ min: 1, max: 5 })
const invitationId = fc.integer({ min: 1, max: 4 })
const role = fc.constantFrom('MEMBER', 'ADMIN')
const name = fc.constantFrom('admin', 'alice', 'bob', 'eve', 'dana')

const action: fc.Arbitrary<readonly [string, string, unknown?]> = fc.oneof(
  fc.constant(['POST', '/organizations', { name: 'New' }] as const),
  organizationId.map((id) => ['DELETE', `/organizations/${id}`] as const),
  fc
    .tuple(organizationId, userId, role)
    .map(([id, user, to]) => ['PUT', `/organizations/${id}/members/${user}`, { role: to }] as const),
  fc
    .tuple(organizationId, userId)
    .map(([id, user]) => ['DELETE', `/organizations/${id}/members/${user}`] as const),
  fc
    .tuple(organizationId, name, role)
    .map(
      ([id, who, as]) =>
        ['POST', `/organizations/${id}/invitations`, { email: `${who}@example.test`, role: as }] as const,
    ),
  fc
    .tuple(organizationId, invitationId)
    .map(([id, invitation]) => ['DELETE', `/organizations/${id}/invitations/${invitation}`] as const),
  fc
    .tuple(invitationId, fc.constantFrom('accept', 'reject'))
    .map(([id, answer]) => ['POST', `/users/me/invitations/${id}/${answer}`] as const),
  fc
    .tuple(organizationId, fc.constantFrom('approve', 'reject'))
    .map(([id, decision]) => ['POST', `/organizations/${id}/link-requests/103/${decision}`] as const),
  organizationId.map((id) => ['POST', `/applications/103/link-requests/${id}`] as const),
  fc.constant(['DELETE', '/users/me'] as const),
)
const step: fc.Arbitrary<Step> = fc
  .tuple(fc.constantFrom(...TOKENS), action)
  .map(([token, [method, path, body]]) => [token, method, path, body])

test('any walk leaves every reference sound', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), async (steps, passes) => {
      const subject = clientOf(demo.fork())
      for (const [token, method, path, body] of steps) {
        const reply = await subject.call(method, `/api${path}`, { token, body })
        expect([200, 201, 204, 401, 403, 404, 409]).toContain(reply.status)
        checkSoundness(subject.simulator)
      }
      if (passes) subject.simulator.clock.advance('8d')
      checkSoundness(subject.simulator)
      expect(passes ? subject.simulator.state('invitation', { status: 'PENDING' }) : []).toEqual([])
    }),
    { numRuns: 40 },
  )
})

function checkSoundness(simulator: Simulator): void {
  const users = new Set(simulator.state('user').map(({ id }) => id))
  const organizations = new Set(simulator.state('organization').map(({ id }) => id))
  const memberships = simulator.state('membership')
  for (const table of ['membership', 'token', 'session', 'accountLink', 'grant', 'administrator'] as const)
    for (const { userId: holder } of simulator.state(table) as readonly { userId: number }[])
      expect([table, holder, users.has(holder)]).toEqual([table, holder, true])
  for (const table of ['membership', 'invitation', 'linkRequest', 'application'] as const)
    for (const { organizationId: of } of simulator.state(table) as readonly { organizationId: number }[])
      expect([table, of, organizations.has(of)]).toEqual([table, of, true])
  for (const id of organizations) {
    const own = memberships.filter((membership) => membership.organizationId === id)
    expect([id, own.some((membership) => membership.role === 'admin')]).toEqual([id, true])
  }
  const pending = simulator
    .state('invitation', { status: 'PENDING' })
    .map(({ organizationId: of, email }) => `${of} ${email}`)
  expect(new Set(pending).size).toBe(pending.length)
}
