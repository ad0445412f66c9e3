/** The hosted wiki answers what the embedded one answers, by hosted credentials, in both regions (service §2, §5). */
import { describe, expect, test } from 'vitest'
import { ADDRESSES } from '../../../src/api/framework/interfaces.ts'
import { startClient } from '../../support/client.ts'
import {
  type HostedClient,
  hostedClient,
  hostedHeaders,
  exampleCall,
  operationsOf,
  recordsOf,
  send,
  SITES,
  TWO_REGIONS,
} from '../../support/hosted.ts'
import { hostedAsEmbedded } from '../../support/hosted-tests.ts'
import { refused } from '../../support/demo.ts'

const REQUIREMENT = '/eu/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
const alice = { key: 'tok-alice', site: SITES.wiki }
const uma = { key: 'tok-uma', site: SITES.usWiki }
const IN_REGION = { eu: '/eu/wiki', us: '/us/wiki' } as const

hostedAsEmbedded('wiki')

describe('the addresses of the hosted wiki', () => {
  test.each(ADDRESSES.filter((address) => address.interface === 'hosted-wiki'))(
    '$path and $url are one, in region $region',
    async ({ path, url, region }) => {
      const { call } = hostedClient(await startClient({ scenario: TWO_REGIONS }))
      const credential = region === 'eu' ? alice : uma
      const texts = { eu: 'take off', us: 'The engine shall stop in time.' } as Record<string, string>
      for (const address of [path, url]) {
        const reply = await call('GET', `${address}/rest/reqs/1/requirement2/ENG/REQ-001`, credential)
        expect(reply.status).toBe(200)
        expect(reply.body.htmlExcerpt).toContain(texts[region])
      }
    },
  )

  test('each region has its own data under the same keys', async () => {
    const { call, client } = hostedClient(await startClient({ scenario: TWO_REGIONS }))
    const read = async (region: 'eu' | 'us') => {
      const credential = region === 'eu' ? alice : uma
      const reply = await call('GET', `${IN_REGION[region]}/rest/reqs/1/requirement2/ENG/REQ-001`, credential)
      return reply.body
    }
    const before = await read('eu')
    const path = '/us/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
    expect((await call('PUT', path, uma, { htmlExcerpt: 'Stop at once.' })).status).toBe(200)
    expect((await read('us')).htmlExcerpt).toBe('Stop at once.')
    expect(await read('eu')).toEqual(before)
    expect((await client.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-001')).body).toEqual(before)
    const standalone = '/applications/901/projects/1001/variants/current/requirements/REQ-001'
    expect((await client.get(`/us/api${standalone}`, { token: 'tok-uma' })).body.text).toBe('Stop at once.')
    expect((await client.get(`/eu/api${standalone}`, { token: 'tok-alice' })).status).toBe(404)
  })

  test('each site of a region has its own data', async () => {
    const { call } = hostedClient(await startClient({ scenario: TWO_REGIONS }))
    const dana = { key: 'tok-dana', site: SITES.contoso }
    const base = '/eu/wiki/rest/reqs/1/requirement2'
    expect((await call('GET', `${base}/AVI/REQ-001`, dana)).body.htmlExcerpt).toContain('radio')
    expect((await call('GET', `${base}/ENG/REQ-001`, dana)).status).toBe(404)
    expect((await call('GET', `${base}/AVI/REQ-001`, alice)).status).toBe(404)
    expect((await call('GET', `${base}/*`, dana)).body.results).toMatchObject([
      { spaceKey: 'AVI', key: 'REQ-001' },
    ])
  })
})

describe('the writes of a hosted call', () => {
  test('is what the embedded wiki, the hosted search and the standalone interface show', async () => {
    const { call, client } = hostedClient(await startClient())
    const html = 'The drone shall take off by itself.'
    expect((await call('PUT', REQUIREMENT, alice, { htmlExcerpt: html })).status).toBe(200)
    const embedded = await client.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-001')
    expect(embedded.body.htmlExcerpt).toBe(html)
    const search = await call('GET', "/eu/wiki/rest/search?query=key%20%3D%20'REQ-001'", alice)
    expect(search.body.results).toMatchObject([{ key: 'REQ-001', text: html }])
    const standalone = '/api/applications/101/projects/1001/variants/current/requirements/REQ-001'
    expect((await client.get(standalone)).body.text).toBe(html)
    const { body } = await client.get('/wiki/rest/reqs/1/misc/ENG/history?reqs=REQ-001')
    expect(body[0].events.at(-1)).toMatchObject({ by: 'alice' })
  })

  test('waits for the tracker as what an embedded call writes does', async () => {
    const { call, client } = hostedClient(await startClient())
    await call('PUT', REQUIREMENT, alice, { htmlExcerpt: 'Take off alone.' })
    await call('GET', '/eu/wiki/rest/reqs/1/misc/ENG/4001', alice)
    const waiting = '/wiki/rest/reqs/1/integration/svc-0001-demo/queue/outbound'
    const { body } = await client.get(waiting, { token: 'tok-admin' })
    expect(body).toContainEqual(
      expect.objectContaining({ operation: 'REQUIREMENT_UPDATED', key: 'REQ-001', status: 'PENDING' }),
    )
  })
})

describe('callers of the hosted wiki', () => {
  const refused = async (url: string, headers: Record<string, string>) => {
    const client = await startClient({ scenario: TWO_REGIONS })
    const before = recordsOf(client.simulator, 'eu')
    const body = { htmlExcerpt: 'Never.' }
    const { status, body: answer } = await client.put(url, body, { token: null, headers })
    expect(recordsOf(client.simulator, 'eu')).toBe(before)
    expect(answer).toMatchObject({ statusCode: expect.any(String), errors: [answer.message] })
    return { status, message: answer.message as string }
  }
  const nobody = 'no wiki of this region is there'

  test.each([
    ['a site of the other region', 'tok-alice', SITES.usWiki, 403, nobody],
    ['another site than the linked one', 'tok-alice', SITES.contoso, 403, 'is not linked to the site'],
    ['an expired token', 'tok-old', SITES.wiki, 401, 'expired at 2025-12-31'],
  ])('%s is refused', async (_name, key, site, status, message) => {
    const reply = await refused(REQUIREMENT, hostedHeaders(key, site))
    expect(reply.status).toBe(status)
    expect(reply.message).toContain(message)
    if (status === 403) expect(reply.message).toContain(site)
  })

  test('the token of one region opens nothing in the other', async () => {
    const { call } = hostedClient(await startClient({ scenario: TWO_REGIONS }))
    const path = '/us/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
    expect((await call('GET', path, { key: 'tok-alice', site: SITES.usWiki })).status).toBe(401)
    expect((await call('GET', path, { key: 'tok-uma', site: SITES.wiki })).body.message).toContain(nobody)
  })

  test('a hosted call without a credential has no default user', async () => {
    const client = await startClient({ scenario: 'demo', config: { auth: { anonymousAs: 'alice' } } })
    expect((await client.get(REQUIREMENT, { token: null })).status).toBe(401)
  })

  test('the description needs no credential, the rest does', async () => {
    const client = await startClient()
    for (const address of ['/eu/wiki', '/us/wiki']) {
      for (const path of ['/rest/reqs/1/openapi', '/v3/api-docs'])
        expect((await client.get(`${address}${path}`, { token: null })).status).toBe(200)
    }
  })
})

describe('the two steps of unlinking an account', () => {
  const link = { user: 'alice', applicationId: 101 }
  const control = (hosted: HostedClient, method: string, path: string, body?: object) =>
    hosted.client.call(method, `/_sim/account-links${path}`, {
      headers: { 'x-sim-control': '1', 'content-type': 'application/json' },
      body,
    })
  const step = (hosted: HostedClient, name: string) =>
    control(hosted, 'DELETE', `?user=alice&applicationId=101&step=${name}`)
  const statusOf = async (hosted: HostedClient) => (await hosted.call('GET', REQUIREMENT, alice)).status

  test.each([
    ['link', 'consent', 'is not linked to the site'],
    ['consent', 'link', 'revoked at the identity provider'],
  ])('%s, then %s: hosted calls are refused after the first', async (first, second, message) => {
    const hosted = hostedClient(await startClient())
    expect(await statusOf(hosted)).toBe(200)
    expect((await step(hosted, first)).status).toBe(200)
    const reply = await hosted.call('GET', REQUIREMENT, alice)
    expect(reply).toMatchObject(refused(403, message))
    expect(reply.body.message).toContain(SITES.wiki)
    expect((await step(hosted, first)).status).toBe(409)
    expect((await step(hosted, second)).body).toMatchObject({ linked: false, consented: false })
    expect(await statusOf(hosted)).toBe(403)
    expect((await control(hosted, 'POST', '', { ...link, consent: false })).status).toBe(403)
    expect(await statusOf(hosted)).toBe(403)
    expect((await control(hosted, 'POST', '', link)).body).toMatchObject({ asked: true })
    expect(await statusOf(hosted)).toBe(200)
  })

  test('linking again after the link alone was removed asks for no consent', async () => {
    const hosted = hostedClient(await startClient())
    await step(hosted, 'link')
    expect((await control(hosted, 'POST', '', { ...link, consent: false })).body).toMatchObject({
      linked: true,
      consented: true,
      asked: false,
    })
    expect(await statusOf(hosted)).toBe(200)
  })

  test('one site and one user are unlinked, not the others, nor the embedded wiki', async () => {
    const hosted = hostedClient(await startClient())
    await step(hosted, 'link')
    const tracker = { ...alice, site: SITES.tracker }
    expect((await hosted.call('GET', '/eu/tracker/rest/reqs/1/issuelinks/DRN-1', tracker)).status).toBe(200)
    expect((await hosted.call('GET', REQUIREMENT, { ...alice, key: 'tok-bob' })).status).toBe(200)
    expect((await hosted.client.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-001')).status).toBe(200)
  })
})

test('without the embedded operations (A48), hosted addresses keep their own alone', async () => {
  const client = await startClient({ scenario: 'demo', config: { assumptions: { A48: 'off' } } })
  const { call } = hostedClient(client)
  const before = recordsOf(client.simulator, 'eu')
  for (const [, operation] of operationsOf('wiki')) {
    const headers = hostedHeaders('tok-admin', SITES.wiki)
    const answer = await send(client.simulator, exampleCall(operation), '/eu', headers)
    expect([operation.id, answer.status]).toEqual([operation.id, 404])
    expect(answer.headers['X-Sim-Near-Miss'] ?? '').not.toContain('/rest/reqs/1')
  }
  expect(recordsOf(client.simulator, 'eu')).toBe(before)
  expect((await call('GET', '/eu/wiki/rest/search', alice)).status).toBe(200)
  expect((await client.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-001')).status).toBe(200)
})
