/** A credential that the scenario lacks is left out, so that the user of the adapter calls. */
import { expect, test } from 'vitest'
import { withKnownCredential } from '../../src/adapters/shared/known-credentials.ts'
import { createSimulator } from '../../src/index.ts'

const sim = await createSimulator({ scenario: 'demo' })
const KNOWN_SESSION = 'JSESSIONID=sess-bob'
const basic = (pair: string) => `Basic ${btoa(pair)}`

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['a known token', { authorization: 'Bearer tok-bob' }, 'bob'],
  ['an unknown token', { authorization: 'Bearer of-nobody' }, 'alice'],
  ['a known password', { authorization: basic('bob:bob') }, 'bob'],
  ['another password', { authorization: basic('bob:alice') }, 'alice'],
  ['a scheme that is not of the service', { authorization: 'Digest username="bob"' }, 'alice'],
  ['a known session', { cookie: `theme=dark; ${KNOWN_SESSION}` }, 'bob'],
  ['an unknown session', { cookie: 'JSESSIONID=of-nobody' }, 'alice'],
  ['an unknown token and a known session', { authorization: 'Bearer x', cookie: KNOWN_SESSION }, 'bob'],
  ['an unknown token and session', { authorization: 'Bearer x', cookie: 'JSESSIONID=x' }, 'alice'],
  ['no credential', { cookie: 'theme=dark' }, 'alice'],
])('%s', async (_what, headers, user) => {
  const fork = sim.fork()
  const request = { method: 'GET', url: '/wiki/rest/reqs/1/requirement2/ENG/REQ-001', headers }
  const { status } = await fork.exchange(withKnownCredential(request, fork), { as: 'alice' })
  expect(status).toBe(200)
  expect(fork.journal.entries()[0]?.user).toBe(user)
})
