/** The hosted tracker answers what the embedded one answers, by hosted credentials, in both regions (service §2, §5). */
import { describe, expect, test } from 'vitest'
import { ADDRESSES } from '../../../src/api/framework/interfaces.ts'
import { pluck, refusal, startClient } from '../../support/client.ts'
import {
  exampleCall,
  hostedClient,
  hostedHeaders,
  operationsOf,
  recordsOf,
  send,
  SITES,
  TWO_REGIONS,
} from '../../support/hosted.ts'
import { hostedAsEmbedded } from '../../support/hosted-tests.ts'
import { APPLINK, item } from './linking.ts'

const ISSUE = '/eu/tracker/rest/reqs/1/issuelinks/DRN-3'
const alice = { key: 'tok-alice', site: SITES.tracker }
const uma = { key: 'tok-uma', site: SITES.usTracker }
const US_LINK = 'aaaaaaaa-0000-4000-8000-000000000002'
const usItem = { applinkId: US_LINK, spaceKey: 'ENG', key: 'REQ-001', relationship: 'implements' }

hostedAsEmbedded('tracker')

test.each(ADDRESSES.filter((address) => address.interface === 'hosted-tracker'))(
  '$path and $url are one tracker, in region $region',
  async ({ path, url, region }) => {
    const { call } = hostedClient(await startClient({ scenario: TWO_REGIONS }))
    const credential = region === 'eu' ? alice : uma
    const sites = { eu: 'Northwind Tracker', us: 'fabrikam-tracker' } as Record<string, string>
    for (const address of [path, url]) {
      const { status, body } = await call('GET', `${address}/rest/reqs/1/api`, credential)
      expect([status, body.title]).toEqual([200, sites[region]])
    }
  },
)

describe('the writes of a hosted call', () => {
  test('shows at the embedded tracker at once, and in wiki and standalone interface after the queues', async () => {
    const { call, client } = hostedClient(await startClient())
    expect((await call('POST', ISSUE, alice, [item('REQ-003')])).body.status).toBe('ok')
    expect((await client.get('/tracker/rest/reqs/1/issuelinks/DRN-3')).body).toMatchObject([
      { spaceKey: 'ENG', key: 'REQ-003', relationship: 'implements' },
    ])
    const standalone = '/api/applications/101/projects/1001/variants/current/requirements/REQ-003'
    const issues = async () => {
      const wiki = await client.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-003')
      const { body } = await client.get(`${standalone}?includeJiraIssueLinks=true`)
      return [wiki.body.issues, body.jiraIssueLinks].map((links) => pluck(links, 'issueKey'))
    }
    const queue = await client.get(`/tracker/rest/reqs/1/queue/${APPLINK}/messages`, { token: 'tok-admin' })
    expect(queue.body).toMatchObject([{ operation: 'ADD_LINK', issueKey: 'DRN-3', createdBy: 2 }])
    expect((await issues())[0]).toEqual([])
    client.simulator.clock.advance('3m')
    expect(await issues()).toEqual([['DRN-3'], ['DRN-3']])
  })

  test('in the other region goes to its own wiki alone', async () => {
    const { call, client } = hostedClient(await startClient({ scenario: TWO_REGIONS }))
    const path = '/us/tracker/rest/reqs/1/issuelinks/XNG-1'
    expect((await call('POST', path, uma, [usItem])).status).toBe(200)
    const wiki = async (region: string, credential: { key: string; site: string }) => {
      const reply = await call('GET', `/${region}/wiki/rest/reqs/1/requirement2/ENG/REQ-001`, credential)
      return pluck(reply.body.issues, 'issueKey')
    }
    expect(await wiki('us', { ...uma, site: SITES.usWiki })).toEqual([])
    client.simulator.clock.advance('3m')
    expect(await wiki('us', { ...uma, site: SITES.usWiki })).toEqual(['XNG-1'])
    expect(await wiki('eu', { ...alice, site: SITES.wiki })).toEqual(['DRN-1', 'DRN-2'])
    expect((await call('GET', '/eu/tracker/rest/reqs/1/issuelinks/XNG-1', alice)).status).toBe(404)
    const text = { htmlExcerpt: 'The engine shall stop at once.' }
    const requirement = '/us/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
    await call('PUT', requirement, { ...uma, site: SITES.usWiki }, text)
    await call('PUT', '/us/tracker/rest/reqs/1/sync?issues=XNG-1', uma)
    client.simulator.clock.advance('6m')
    const shown = await call('GET', path, uma)
    expect(shown.body).toMatchObject([{ key: 'REQ-001', html: text.htmlExcerpt }])
  })

  test('names an application link of its own region only', async () => {
    const { call } = hostedClient(await startClient({ scenario: TWO_REGIONS }))
    const foreign = await call('POST', ISSUE, alice, [usItem])
    expect(foreign).toMatchObject(refusal(404, US_LINK))
    const path = '/us/tracker/rest/reqs/1/issuelinks/XNG-1'
    expect((await call('POST', path, uma, [item('REQ-001')])).status).toBe(404)
  })
})

describe('callers of the hosted tracker', () => {
  const nobody = 'no tracker of this region is there'

  test.each([
    ['the wiki’s address', 'tok-alice', SITES.wiki, 403, nobody],
    ['a site of the other region', 'tok-alice', SITES.usTracker, 403, nobody],
    ['an expired token', 'tok-old', SITES.tracker, 401, 'expired at 2025-12-31'],
  ])('%s is refused', async (_name, key, site, status, message) => {
    const { call, client } = hostedClient(await startClient({ scenario: TWO_REGIONS }))
    const before = recordsOf(client.simulator, 'eu')
    const reply = await call('POST', ISSUE, { key, site }, [item('REQ-003')])
    expect(reply.status).toBe(status)
    expect(reply.body.message).toContain(message)
    if (status === 403) expect(reply.body.message).toContain(site)
    expect(recordsOf(client.simulator, 'eu')).toBe(before)
  })

  test('a trailing slash of the address makes no difference', async () => {
    const { call } = hostedClient(await startClient())
    expect((await call('GET', ISSUE, { ...alice, site: `${SITES.tracker}/` })).status).toBe(200)
  })

  test('without credentials there is what holds of every tracker, and nothing else', async () => {
    const client = await startClient()
    const anonymous = { token: null }
    const embedded = await client.get('/tracker/rest/reqs/1/api', anonymous)
    const { title: _title, baseUrl: _baseUrl, ...versions } = embedded.body
    expect((await client.get('/eu/tracker/rest/reqs/1/api', anonymous)).body).toEqual(versions)
    const named = await client.get('/eu/tracker/rest/reqs/1/api', {
      token: null,
      headers: hostedHeaders('tok-alice', SITES.tracker),
    })
    const signedIn = await client.get('/tracker/rest/reqs/1/api')
    expect([named.status, named.body]).toEqual([200, signedIn.body])
    for (const headers of [{}, { 'x-api-key': 'tok-alice' }, { 'x-base-url': SITES.tracker }])
      expect((await client.get(ISSUE, { token: null, headers })).status).toBe(401)
    expect((await client.get(ISSUE, { token: 'tok-alice' })).status).toBe(401)
  })

  test('an account that is unlinked from the tracker is linked to the wiki still', async () => {
    const { call, client } = hostedClient(await startClient())
    const headers = { 'x-sim-control': '1', 'content-type': 'application/json' }
    await client.delete('/_sim/account-links?user=alice&applicationId=102', { headers })
    expect((await call('GET', ISSUE, alice)).status).toBe(403)
    const requirement = '/eu/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
    expect((await call('GET', requirement, { ...alice, site: SITES.wiki })).status).toBe(200)
    expect((await client.get('/tracker/rest/reqs/1/issuelinks/DRN-3')).status).toBe(200)
  })
})

test('without the embedded operations (A48), hosted addresses keep their own alone', async () => {
  const client = await startClient({ scenario: 'demo', config: { assumptions: { A48: 'off' } } })
  for (const [, operation] of operationsOf('tracker')) {
    const headers = hostedHeaders('tok-admin', SITES.tracker)
    const answer = await send(client.simulator, exampleCall(operation), '/eu', headers)
    expect([operation.id, answer.status]).toEqual([operation.id, 404])
  }
  expect((await client.get('/eu/tracker/v3/api-docs', { token: null })).status).toBe(200)
  expect((await client.get('/tracker/rest/reqs/1/issuelinks/DRN-3')).status).toBe(200)
})
