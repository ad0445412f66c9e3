/** Who may do what in an organization: every operation that declares it, by its own example. */
import { describe, expect, test } from 'vitest'
import { operations } from '../../../../src/api/operations.ts'
import { type Client, clientOf, startClient } from '../../../support/client.ts'
import { exampleCall } from '../../../support/hosted.ts'

/** By organization: the third is founded below. */
const CAST: Readonly<Record<string, { outsider: string; member: string; administrator: string }>> = {
  1: { outsider: 'eve', member: 'bob', administrator: 'admin' },
  2: { outsider: 'alice', member: 'eve', administrator: 'dana' },
  3: { outsider: 'alice', member: 'bob', administrator: 'admin' },
}
const client = await prepared()

async function prepared(): Promise<Client> {
  const found = await startClient()
  const admin = { token: 'tok-admin' }
  await found.post('/api/organizations', { name: 'Third' }, admin)
  await found.post('/api/organizations/3/invitations', { email: 'bob@example.test' }, admin)
  await found.post('/api/users/me/invitations/2/accept', undefined, { token: 'tok-bob' })
  return found
}

const guarded = operations.filter(({ permission }) => /^organization (member|admin)$/.test(permission.words))

test('there are sixteen of them', () => {
  expect(guarded).toHaveLength(16)
})

describe.each(guarded.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const { url, type, body } = exampleCall(operation)
  const cast = CAST[/\/organizations\/(\d)/.exec(url)?.[1] ?? '']
  const statusFor = async (user: string | undefined) => {
    const headers = body === undefined ? {} : { 'content-type': type }
    const options = { token: `tok-${user}`, headers, ...(body === undefined ? {} : { body }) }
    return (await clientOf(client.simulator.fork()).call(operation.method, url, options)).status
  }

  test('is refused to outsiders', async () => {
    expect(await statusFor(cast?.outsider)).toBe(403)
  })

  test('is open to members as far as it only reads', async () => {
    const reads = operation.permission.words === 'organization member'
    expect(reads).toBe(operation.method === 'GET')
    expect(await statusFor(cast?.member)).toBe(reads ? 200 : 403)
  })

  test('is open to administrators', async () => {
    expect(await statusFor(cast?.administrator)).toBe(operation.success.status)
  })
})
