// The cache of the tokens that callers sent lately: what it keeps, and that it never decides who is calling.

import { expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { KnownTokens } from '../../../src/gateway/exchange/authenticate.ts'
import { hashSecret } from '../../../src/model/users/secrets.ts'

const PROJECTS = 'http://api.sim/api/applications/101/projects'
const tokenOf = (number: number) => `token-${String(number).padStart(4, '0')}`

test('the hash of a token is kept as long as it is among the latest hundred', () => {
  const known = new KnownTokens()
  for (let number = 0; number < 101; number++) known.note(tokenOf(number), `hash ${number}`)
  expect(known.hashOf(tokenOf(100))).toBe('hash 100')
  expect(known.hashOf(tokenOf(1))).toBe('hash 1')
  expect(known.hashOf(tokenOf(0))).toBe(hashSecret(tokenOf(0)))
})

test('a token of more than 200 characters is not kept', () => {
  const known = new KnownTokens()
  const long = 'x'.repeat(201)
  known.note(long, 'kept')
  expect(known.hashOf(long)).toBe(hashSecret(long))
})

test('a token that was called with is refused once it expires, and in a world that never had it', async () => {
  const simulator = await createSimulator({ scenario: 'demo' })
  const statusOf = async (world: typeof simulator, token: string) =>
    (await world.fetch(PROJECTS, { headers: { authorization: `Bearer ${token}` } })).status
  const fork = simulator.fork()
  await fork.tokens.create({ user: 'alice', value: 'tok-of-the-fork', name: 'new' })
  expect(await statusOf(fork, 'tok-of-the-fork')).toBe(200)
  expect(await statusOf(simulator, 'tok-of-the-fork')).toBe(401)
  expect(await statusOf(simulator, 'tok-alice')).toBe(200)
  simulator.clock.advance('500d')
  expect(await statusOf(simulator, 'tok-alice')).toBe(401)
  expect(await statusOf(fork, 'tok-alice')).toBe(200)
})
