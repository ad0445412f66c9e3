// Who sends requests without a credential: the adapter's user, or the one who was signed in meanwhile.

import { beforeEach, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'

const url = 'http://wiki.sim/rest/reqs/1/baseline/ENG'
let sim: Simulator
beforeEach(async () => {
  sim = await createSimulator()
})

/** The users of these requests, in order. */
async function usersOf(...requests: readonly (() => Promise<unknown>)[]): Promise<(string | undefined)[]> {
  const before = sim.journal.entries().at(-1)?.number ?? 0
  for (const send of requests) await send()
  return sim.journal.entries({ since: before }).map(({ user }) => user)
}

const plain = () => sim.exchange({ method: 'GET', url, headers: {} })
const throughAdapter = () => sim.exchange({ method: 'GET', url, headers: {} }, { as: 'alice' })
const withToken = () => sim.fetch(url, { headers: { Authorization: 'Bearer tok-admin' } })
const called = () => sim.call('wiki.baseline.list', { path: { spaceKey: 'ENG' } })

test('a user who is signed in sends what has no credential, whatever the adapter says', async () => {
  sim.signIn('bob')
  expect(sim.signedIn).toBe('bob')
  expect(await usersOf(plain, throughAdapter, withToken, called)).toEqual(['bob', 'bob', 'admin', undefined])
})

test('nobody can be signed in, and without a name the adapter decides again', async () => {
  sim.signIn(null)
  expect(await usersOf(plain, throughAdapter, withToken)).toEqual([undefined, undefined, 'admin'])
  expect((await throughAdapter()).status).toBe(401)
  sim.signIn()
  expect(sim.signedIn).toBeUndefined()
  expect(await usersOf(plain, throughAdapter)).toEqual([undefined, 'alice'])
})

test('an unknown user is refused with the nearest name, and the one before stays', () => {
  sim.signIn('bob')
  expect(() => sim.signIn('alic')).toThrow(/^no user 'alic': did you mean 'alice'\?$/)
  expect(sim.signedIn).toBe('bob')
})

test('a reset keeps the user, a fork begins without one, and a request is judged by its head as by its whole', async () => {
  sim.signIn('bob')
  sim.reset()
  expect(await usersOf(plain)).toEqual(['bob'])
  expect(sim.fork().signedIn).toBeUndefined()
  const head = { method: 'GET', url, headers: {} }
  expect(await sim.failsByHead(head)).toBe(false)
  sim.signIn(null)
  expect(await sim.failsByHead(head, { as: 'alice' })).toBe(true)
})

test('a trace has the user of each request', async () => {
  sim.signIn('bob')
  await throughAdapter()
  const { openTrace } = await import('../../src/adapters/trace.ts')
  const trace = await openTrace(await sim.trace())
  expect(JSON.stringify(trace.steps)).toContain('as bob')
})
