import { beforeEach, describe, expect, test } from 'vitest'
import { hostedHeaders, recordsOf, SITES } from '../../../support/hosted.ts'
import { type Client, pluck, refusal, startClient } from '../../../support/client.ts'

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const account = '/api/users/me/linked-accounts/atlassian'
const resources = `${account}/accessible-resources`
const eve = { token: 'tok-eve' }
const aliceId = '5fe03651a31c9abe8b1b456c'
const search = '/eu/wiki/rest/search'
const hosted = { token: null, headers: hostedHeaders('tok-alice', SITES.wiki) }

async function control(method: string, path: string, body?: unknown): Promise<void> {
  const headers = { 'x-sim-control': '1', 'content-type': 'application/json' }
  const reply = await client.call(method, path, { token: null, headers, body })
  expect(reply.status, reply.text).toBeLessThan(300)
}
const revoke = (applicationId: number) =>
  control('DELETE', `/_sim/account-links?user=alice&applicationId=${applicationId}&step=consent`)

describe('a linked account', () => {
  test('lists the sites that are linked', async () => {
    expect((await client.get(account)).body).toEqual({
      providerId: 'atlassian',
      accountId: aliceId,
      applicationIds: [101, 102],
      consented: true,
    })
    expect(await client.get(account, eve)).toMatchObject(refusal(404, "no linked account of user 'eve'"))
    expect(
      (await client.get('/us/api/users/me/linked-accounts/atlassian', { token: 'tok-uma' })).body,
    ).toMatchObject({ applicationIds: [901] })
  })

  test.each(['github', 'ATLASSIAN', '__proto__', 'constructor'])('%s is no provider', async (provider) => {
    for (const [method, rest] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/link?redirectUri=https%3A%2F%2Fapp.example.test'],
    ] as const) {
      const reply = await client.call(method, `/api/users/me/linked-accounts/${provider}${rest}`)
      expect(reply).toMatchObject({
        status: 404,
        body: { message: `no identity provider '${provider}': there is atlassian` },
      })
    }
  })

  test('unlinked, hosted calls are refused, and the consent stands', async () => {
    expect((await client.get(search, hosted)).status).toBe(200)
    expect(await client.delete(account)).toMatchObject({ status: 204, text: '' })
    expect(await client.get(search, hosted)).toMatchObject(refusal(403, 'is not linked'))
    const tracker = { token: null, headers: hostedHeaders('tok-alice', SITES.tracker) }
    expect((await client.get('/eu/tracker/rest/reqs/1/issuelinks/DRN-1', tracker)).status).toBe(403)
    for (const path of [account, resources, `${account}/profile`])
      expect((await client.get(path)).status).toBe(404)
    expect((await client.delete(account)).status).toBe(404)
    expect(client.simulator.state('accountLink', { userId: 2 })).toEqual([
      expect.objectContaining({ applicationId: 101, linked: false, consented: true }),
      expect.objectContaining({ applicationId: 102, linked: false, consented: true }),
    ])
    // Linking again asks for no consent.
    await control('POST', '/_sim/account-links', { user: 'alice', applicationId: 101, consent: false })
    expect((await client.get(search, hosted)).status).toBe(200)
    expect((await client.get(account)).body.applicationIds).toEqual([101])
  })

  test('of others stays', async () => {
    await client.delete(account)
    const bob = { token: null, headers: hostedHeaders('tok-bob', SITES.wiki) }
    expect((await client.get(search, bob)).status).toBe(200)
  })
})

describe('where linking begins', () => {
  const link = (redirectUri: string) => `${account}/link?redirectUri=${encodeURIComponent(redirectUri)}`
  const target = 'https://app.example.test/linked?a=1&b=ü#there'
  const addressOf = async (options = {}) => new URL((await client.get(link(target), options)).body.url)

  test('is the identity provider, with the address to return to', async () => {
    const url = await addressOf()
    expect([url.protocol, url.hostname.endsWith('.test')]).toEqual(['https:', true])
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: target,
      state: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect((await addressOf()).href).toBe(url.href)
    expect((await addressOf(eve)).searchParams.get('state')).not.toBe(url.searchParams.get('state'))
  })

  test('asks for consent unless one stands', async () => {
    expect((await addressOf()).searchParams.get('prompt')).toBe('none')
    expect((await addressOf(eve)).searchParams.get('prompt')).toBe('consent')
    await client.delete(account)
    expect((await addressOf()).searchParams.get('prompt')).toBe('none')
    await revoke(101)
    await revoke(102)
    expect((await addressOf()).searchParams.get('prompt')).toBe('consent')
  })

  test.each([
    'http://localhost',
    'HTTPS://app.example.test',
    'https://a?b',
    'https://a#b',
    'https://a/b?c#d',
  ])('takes %j', async (address) => {
    const page = new URL((await client.get(link(address))).body.url)
    expect(page.searchParams.get('redirect_uri')).toBe(address)
  })

  test.each([
    'javascript:alert(1)',
    'x:https://app.example.test',
    'https://app.example.test/ x',
    '/linked',
    'ftp://example.test/',
    'https://',
    'https://a b',
    'https://a/\nb',
    'https:\\\\a',
    'data:text/html,x',
    '',
  ])('refuses %j', async (address) => {
    expect(await client.get(link(address))).toMatchObject(
      refusal(400, `'redirectUri' '${address}': must be an absolute address`),
    )
  })

  test('refuses half a character', async () => {
    const reply = await client.get(`${account}/link?redirectUri=https://a/\ud800`)
    expect(reply.status).toBe(400)
  })

  test('changes nothing', async () => {
    const before = recordsOf(client.simulator, 'eu')
    expect((await client.get(link(target), eve)).status).toBe(200)
    expect(recordsOf(client.simulator, 'eu')).toBe(before)
  })
})

describe('what a linked account reaches', () => {
  const ids = async (query = '', options = {}) =>
    pluck((await client.get(`${resources}${query}`, options)).body, 'id')

  test('are its sites, by type', async () => {
    expect((await client.get(resources)).body).toEqual([
      { id: 101, name: 'Northwind Wiki', type: 'CONFLUENCE', url: SITES.wiki },
      { id: 102, name: 'Northwind Tracker', type: 'JIRA', url: SITES.tracker },
    ])
    expect(await ids('?type=JIRA')).toEqual([102])
    expect(await ids('?type=confluence')).toEqual([101])
    expect((await client.get(`${resources}?type=STANDALONE`)).status).toBe(400)
    expect(await ids('', { token: 'tok-app101' })).toEqual([101])
    expect((await client.get(resources, eve)).status).toBe(404)
  })

  test('are those with consent, until every consent is revoked', async () => {
    expect((await client.get(`${account}/profile`)).body).toEqual({
      accountId: aliceId,
      name: 'alice',
      displayName: 'Alice Engineer',
      email: 'alice@example.test',
    })
    await revoke(101)
    expect(await ids()).toEqual([102])
    expect((await client.get(account)).body).toMatchObject({ applicationIds: [101, 102], consented: true })
    await revoke(102)
    for (const path of [resources, `${account}/profile`])
      expect(await client.get(path)).toMatchObject(refusal(403, 'revoked the consent'))
    expect((await client.get(account)).body.consented).toBe(false)
    // The second step of unlinking is the first here: what is left is removed in the service.
    expect((await client.delete(account)).status).toBe(204)
    expect((await client.get(account)).status).toBe(404)
  })

  test('are active sites', async () => {
    await client.delete(account)
    await control('POST', '/_sim/account-links', { user: 'alice', applicationId: 201 })
    expect(await ids()).toEqual([201])
    await control('PATCH', '/_sim/sites/201', { status: 'DISABLED' })
    expect(await ids()).toEqual([])
  })
})
