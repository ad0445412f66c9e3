// Who is calling, by each kind of credential: what is accepted, what is said of what is not, and what counts as one caller.

import { beforeAll, describe, expect, test } from 'vitest'
import { type CallOptions, type Client, startClient } from '../../support/client.ts'

const WIKI_SITE = 'https://wiki.northwind.test/wiki'
const TRACKER_SITE = 'https://tracker.northwind.test'
const WIKI_101 = {
  id: 101,
  name: 'wiki',
  type: 'CONFLUENCE',
  baseUrl: WIKI_SITE,
  organization: 'Northwind Robotics',
} as const
const PROJECTS = '/api/applications/101/projects'
const EMBEDDED = '/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
const TRACKER = '/tracker/rest/reqs/1/relationships'
const HOSTED_WIKI = '/eu/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
const HOSTED_TRACKER = '/eu/tracker/rest/reqs/1/relationships'

let client: Client
beforeAll(async () => {
  client = await startClient()
})

/** What is answered to a credential: the status, and what is said of it. */
async function statusAndMessage(path: string, headers: Readonly<Record<string, string | readonly string[]>>) {
  const { status, body } = await client.get(path, {
    token: null,
    headers: headers as NonNullable<CallOptions['headers']>,
  })
  return [status, status < 300 ? '' : body.message]
}

const basic = (pair: string, scheme = 'Basic') => ({ authorization: `${scheme} ${btoa(pair)}` })

const USERS = "the users are 'admin', 'alice', 'bob', 'eve' and 'dana'"
const NO_TOKEN = `no such token: ${USERS}; 'reqsim serve' prints tokens, docs/demo-world.md lists those of the demo, POST /_sim/tokens creates one`

test('an unknown token names the users of the scenario, never what was sent', async () => {
  const named = async (users: readonly string[]) => {
    const world = { users: users.map((name) => ({ name })) }
    const { simulator } = await startClient({ scenario: { name: 'own', world } })
    const headers = { authorization: 'Bearer tok-secret-of-mine' }
    const { body } = await simulator.exchange({ method: 'GET', url: PROJECTS, headers })
    return JSON.parse(String(body)).message as string
  }
  expect(await named([])).toBe('Authorization: no such token: there are no users: add some to the scenario')
  expect(await named(['zoe'])).toContain("no such token: the user is 'zoe'; 'reqsim serve' prints tokens")
  const many = await named(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  expect(many).toContain("the users are 'a', 'b', 'c', 'd', 'e', 'f' and 2 more;")
  expect(many).not.toContain('secret-of-mine')
})

describe('the standalone interface', () => {
  test.each<[string, number, string]>([
    ['Bearer tok-alice', 200, ''],
    ['BEARER   tok-alice  ', 200, ''],
    ['bearer tok-alice', 200, ''],
    ['Bearer', 401, 'Authorization: this interface takes Bearer <token>'],
    ['Bearertok-alice', 401, 'Authorization: this interface takes Bearer <token>'],
    ['Bearer tok-nobody', 401, `Authorization: ${NO_TOKEN}`],
    [
      'Bearer tok-uma',
      401,
      'Authorization: no such token in region eu: it is one of region us, call the addresses of that',
    ],
    ['Bearer tok-old', 401, "Authorization: the token 'expired' expired at 2025-12-31T00:00:00.000Z"],
  ])('%s', async (authorization, ...expected) => {
    expect(await statusAndMessage(PROJECTS, { authorization })).toEqual(expected)
  })

  test('the signed-in user of a door stands for calls without one', async () => {
    const as = async (user: string, headers = {}) => {
      const request = { method: 'GET', url: PROJECTS, headers }
      const { status, body } = await client.simulator.exchange(request, { as: user })
      return [
        status,
        status === 200 ? client.simulator.journal.entries().at(-1)?.user : JSON.parse(String(body)).message,
      ]
    }
    expect(await as('alice')).toEqual([200, 'alice'])
    expect(await as('alice', { authorization: 'Bearer tok-bob' })).toEqual([200, 'bob'])
    expect(await as('zoe')).toEqual([401, "no credential: there is no user 'zoe' to stand in"])
  })

  test('none', async () => {
    expect(await statusAndMessage(PROJECTS, {})).toEqual([
      401,
      'no credential: send Authorization: Bearer <token>',
    ])
  })
})

describe('the embedded interfaces', () => {
  const NO_SESSION = `JSESSIONID: no such session; sign in again: ${USERS}; 'reqsim serve' prints sessions, docs/demo-world.md lists those of the demo, POST /_sim/sessions creates one`
  const NOT_BASIC = 'Authorization: takes Bearer <token> or Basic <credentials>'
  const NO_PASSWORD = `Authorization: no user has this name and password: ${USERS}; passwords are in the scenario, and docs/demo-world.md lists those of the demo`
  const NONE = 'no credential: send a session cookie JSESSIONID, HTTP Basic or Authorization: Bearer <token>'

  test.each<[string, Record<string, string | readonly string[]>, number, string]>([
    ['a cookie', { cookie: 'JSESSIONID=sess-alice' }, 200, ''],
    ['a cookie among others', { cookie: 'a=b;  JSESSIONID=sess-alice ; c=d' }, 200, ''],
    ['a cookie of several headers', { cookie: ['a=b', 'JSESSIONID=sess-alice'] }, 200, ''],
    ['a cookie of a longer name', { cookie: 'XJSESSIONID=sess-alice' }, 401, NONE],
    ['a cookie after one of a longer name', { cookie: 'XJSESSIONID=x; JSESSIONID=sess-alice' }, 200, ''],
    ['an empty cookie', { cookie: 'JSESSIONID=' }, 401, NO_SESSION],
    ['an unknown cookie', { cookie: 'JSESSIONID=sess-nobody' }, 401, NO_SESSION],
    ['other cookies', { cookie: 'a=b' }, 401, NONE],
    ['nothing', {}, 401, NONE],
    ['a password', basic('alice:alice'), 200, ''],
    ['a password in any letter case', basic('alice:alice', 'bASIC  '), 200, ''],
    [
      'a password before a cookie',
      { ...basic('alice:x'), cookie: 'JSESSIONID=sess-alice' },
      401,
      NO_PASSWORD,
    ],
    ['the e-mail address of a user', basic('alice@example.test:alice'), 200, ''],
    ['an e-mail address in any letter case', basic('ALICE@Example.TEST:alice'), 200, ''],
    ['an e-mail address with a wrong password', basic('alice@example.test:bob'), 401, NO_PASSWORD],
    ['the e-mail address of nobody', basic('alice@example.com:alice'), 401, NO_PASSWORD],
    ['a wrong password', basic('alice:alice '), 401, NO_PASSWORD],
    ['the password of another', basic('alice:bob'), 401, NO_PASSWORD],
    ['no such user', basic('nobody:alice'), 401, NO_PASSWORD],
    ['no user at all', basic(':alice'), 401, NO_PASSWORD],
    ['a name alone', basic('alice'), 401, NOT_BASIC],
    ['a password and more', { authorization: `Basic ${btoa('alice:alice')} x` }, 401, NOT_BASIC],
    ['a password behind something', { authorization: `x Basic ${btoa('alice:alice')}` }, 401, NOT_BASIC],
    ['what is no base64', { authorization: 'Basic YWxpY2U6YWxpY2U=A' }, 401, NOT_BASIC],
    ['another scheme', { authorization: 'Digest x' }, 401, NOT_BASIC],
    ['a token', { authorization: 'Bearer tok-alice' }, 200, ''],
    ['an unknown token', { authorization: 'Bearer tok-nobody' }, 401, `Authorization: ${NO_TOKEN}`],
  ])('%s', async (_name, headers, ...expected) => {
    expect(await statusAndMessage(EMBEDDED, headers)).toEqual(expected)
  })

  test('a token that is scoped to one site opens no other', async () => {
    const headers = { authorization: 'Bearer tok-app101' }
    expect(await statusAndMessage(EMBEDDED, headers)).toEqual([200, ''])
    expect(await statusAndMessage(TRACKER, headers)).toEqual([
      403,
      'a token scoped to application 101 may not call the site 102',
    ])
  })

  test('where no site is embedded, one that is scoped is a token like others', async () => {
    const sites = [{ ...WIKI_101, selfHosted: false }]
    const { get } = await startClient({ scenario: { name: 'hosted', extends: ['demo'], world: { sites } } })
    const statuses = ['tok-app101', 'tok-alice'].map(async (token) => (await get(EMBEDDED, { token })).status)
    expect(await Promise.all(statuses)).toEqual([404, 404])
  })

  test('a world without sites refuses like others', async () => {
    const empty = await startClient({ scenario: { name: 'none', world: {} } })
    for (const path of [EMBEDDED, TRACKER]) {
      const reply = await empty.get(path, { token: null })
      expect([reply.status, reply.body.message]).toEqual([401, NONE])
    }
  })

  test('a default user for requests without a credential who does not exist', async () => {
    const standing = await startClient({ scenario: 'demo', config: { auth: { anonymousAs: 'zoe' } } })
    const reply = await standing.get(EMBEDDED, { token: null })
    expect([reply.status, reply.body.message]).toEqual([
      401,
      "no credential: there is no user 'zoe' to stand in",
    ])
  })
})

describe('the hosted interfaces', () => {
  const notFound = (product: string, address: string, hint = '') =>
    `user 'alice' may not call X-Base-Url '${address}': no ${product} of this region is there${hint}`
  const call = (path: string, key: string, site: string) =>
    statusAndMessage(path, { 'x-api-key': key, 'x-base-url': site })

  test.each([WIKI_SITE, `${WIKI_SITE}/`])('match a site by its address %s', async (site) => {
    expect(await call(HOSTED_WIKI, 'tok-alice', site)).toEqual([200, ''])
    expect(await call(HOSTED_WIKI, 'tok-app101', site)).toEqual([200, ''])
  })

  const MEANT_WIKI = `; did you mean '${WIKI_SITE}'? a wiki's address has its context path`
  const MEANT_TRACKER = `; did you mean '${TRACKER_SITE}'? a tracker's address goes without its context path`
  const MALFORMED = '; it is written https://host/path'

  test.each([
    ['wiki', `/${WIKI_SITE}`, MALFORMED],
    ['wiki', 'wiki.northwind.test/wiki', MALFORMED],
    ['wiki', 'http://WIKI.northwind.test', MEANT_WIKI],
    ['wiki', 'https://wiki.northwind.test?x#y', MEANT_WIKI],
    ['tracker', `${TRACKER_SITE}/jira`, MEANT_TRACKER],
    ['wiki', TRACKER_SITE, ''],
    ['wiki', 'https://elsewhere.test/wiki', ''],
  ])('match no %s at %s', async (product, site, hint) => {
    const path = product === 'wiki' ? HOSTED_WIKI : HOSTED_TRACKER
    expect(await call(path, 'tok-alice', site)).toEqual([403, notFound(product, site, hint)])
  })

  test.each<[string, string, string, number, string]>([
    [
      HOSTED_WIKI,
      'tok-eve',
      WIKI_SITE,
      403,
      `user 'eve' may not call X-Base-Url '${WIKI_SITE}': the account is not linked to the site`,
    ],
    [
      HOSTED_TRACKER,
      'tok-app101',
      TRACKER_SITE,
      403,
      `a token scoped to application 101 may not call the site '${TRACKER_SITE}'`,
    ],
    [HOSTED_WIKI, 'tok-nobody', WIKI_SITE, 401, `X-Api-Key: ${NO_TOKEN}`],
    [
      HOSTED_WIKI,
      'tok-uma',
      WIKI_SITE,
      401,
      'X-Api-Key: no such token in region eu: it is one of region us, call the addresses of that',
    ],
  ])('refuse %s with %s for %s with %i', async (path, key, site, ...expected) => {
    expect(await call(path, key, site)).toEqual(expected)
  })

  test.each([
    [
      { linked: false },
      `user 'alice' may not call X-Base-Url '${WIKI_SITE}': the account is not linked to the site`,
    ],
    [
      { consented: false },
      `user 'alice' may not call X-Base-Url '${WIKI_SITE}': the account is no longer linked to the site, its consent is revoked at the identity provider`,
    ],
  ])('refuse an account that is %j', async (link, message) => {
    const world = { accountLinks: [{ user: 'alice', site: 'wiki', ...link }] }
    const unlinked = await startClient({ scenario: { name: 'unlinked', extends: ['demo'], world } })
    const headers = { 'x-api-key': 'tok-alice', 'x-base-url': WIKI_SITE }
    const { status, body } = await unlinked.get(HOSTED_WIKI, { token: null, headers })
    expect([status, body.message]).toEqual([403, message])
  })

  test('do not match a disabled site, nor suggest it', async () => {
    const sites = [{ ...WIKI_101, status: 'DISABLED' }] as const
    const disabled = await startClient({
      scenario: { name: 'disabled', extends: ['demo'], world: { sites } },
    })
    for (const site of [WIKI_SITE, 'https://wiki.northwind.test']) {
      const headers = { 'x-api-key': 'tok-alice', 'x-base-url': site }
      const { status, body } = await disabled.get(HOSTED_WIKI, { token: null, headers })
      expect([status, body.message]).toEqual([403, notFound('wiki', site)])
    }
  })

  test('take no other credential', async () => {
    expect(await statusAndMessage(HOSTED_WIKI, { authorization: 'Bearer tok-alice' })).toEqual([
      401,
      'no credential: send X-Api-Key with a personal access token',
    ])
    expect(await statusAndMessage(HOSTED_WIKI, { 'x-api-key': 'tok-alice' })).toEqual([
      401,
      'no site: send X-Base-Url with the base address of your site',
    ])
  })
})

test.each<[path: string, headers: Record<string, string>, username?: string]>([
  ['/tracker/rest/reqs/1/api', { authorization: 'Bearer tok-alice' }, 'alice'],
  ['/tracker/rest/reqs/1/api', { authorization: 'Bearer tok-app101' }],
  ['/tracker/rest/reqs/1/api', { authorization: 'Bearer tok-old' }],
  ['/eu/tracker/rest/reqs/1/api', { 'x-api-key': 'tok-alice', 'x-base-url': TRACKER_SITE }, 'alice'],
  ['/eu/tracker/rest/reqs/1/api', { 'x-api-key': 'tok-alice', 'x-base-url': WIKI_SITE }],
  ['/eu/tracker/rest/reqs/1/api', { 'x-api-key': 'tok-app101', 'x-base-url': TRACKER_SITE }],
  ['/eu/tracker/rest/reqs/1/api', { 'x-api-key': 'tok-eve', 'x-base-url': TRACKER_SITE }],
])(
  'a call that needs no credential is anonymous with a refused one: %s, %j',
  async (path, headers, username) => {
    const { status, body } = await client.get(path, { token: null, headers })
    expect([status, body.username]).toEqual([200, username])
  },
)

test('the assumptions of a response show which credential was used', async () => {
  const leansOn = async (path: string, headers: Record<string, string>) => {
    const reply = await client.get(path, { token: null, headers: { ...headers, 'x-sim-explain': '1' } })
    const assumptions = reply.headers['X-Sim-Assumptions']?.split(',') ?? []
    return ['A12', 'A13', 'A14', 'A16'].filter((id) => assumptions.includes(id))
  }
  expect(await leansOn(PROJECTS, { authorization: 'Bearer tok-alice' })).toEqual(['A12'])
  expect(await leansOn(PROJECTS, {})).toEqual(['A16'])
  expect(await leansOn(EMBEDDED, { authorization: 'Bearer tok-alice' })).toEqual(['A13'])
  expect(await leansOn(EMBEDDED, { cookie: 'JSESSIONID=sess-alice' })).toEqual(['A13'])
  expect(await leansOn(EMBEDDED, { cookie: 'a=b' })).toEqual(['A16'])
  expect(await leansOn(EMBEDDED, {})).toEqual(['A16'])
  expect(await leansOn(HOSTED_WIKI, {})).toEqual(['A14'])
})

test('each token, session and person is counted apart, and whoever is refused as anonymous', async () => {
  const { get } = await startClient()
  const used = async (path: string, sent: Record<string, string>) => {
    const { headers } = await get(path, { token: null, headers: sent })
    return Number(headers['X-Rate-Limit-Limit']) - Number(headers['X-Rate-Limit-Remaining'])
  }
  const callers: readonly [string, Record<string, string>][] = [
    [PROJECTS, { authorization: 'Bearer tok-alice' }],
    [PROJECTS, { authorization: 'Bearer tok-bob' }],
    [EMBEDDED, { authorization: 'Bearer tok-alice' }],
    [EMBEDDED, { cookie: 'JSESSIONID=sess-alice' }],
    [EMBEDDED, { cookie: 'JSESSIONID=sess-bob' }],
    [EMBEDDED, basic('alice:alice')],
    [HOSTED_WIKI, { 'x-api-key': 'tok-alice', 'x-base-url': WIKI_SITE }],
    [PROJECTS, {}],
    [EMBEDDED, {}],
  ]
  for (const times of [1, 2])
    for (const [path, headers] of callers) expect(await used(path, headers)).toBe(times)
  expect(await used(PROJECTS, { authorization: 'Bearer tok-nobody' })).toBe(3)
  expect(await used(EMBEDDED, basic('alice:x'))).toBe(3)
})
