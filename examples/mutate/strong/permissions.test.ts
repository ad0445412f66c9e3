import { describe, expect } from 'vitest'
import { SERVICE, TRACKER_LINK } from '../shared/service.ts'
import { changesOf } from './changes.ts'
import { details, hosted, RELEASE_2, requirement, standalone } from './demo.ts'
import {
  API,
  apiRefusal,
  hostedKey,
  refusal,
  type Reply,
  REQUIREMENTS,
  SEARCH,
  test,
  TRACKER,
  WIKI,
  wikiError,
} from './service.ts'

type Call = readonly [method: string, address: string, body?: unknown]

const QUEUE = `${WIKI}/integration/${SERVICE}/queue`
const link = [{ applinkId: TRACKER_LINK, spaceKey: 'ENG', key: 'REQ-007', relationship: 'tests' }]
const stored = [{ applinkId: TRACKER_LINK, spaceKey: 'ENG', key: 'REQ-001', relationship: 'tests' }]
const text = { spaceKey: 'ENG', key: 'REQ-002', htmlExcerpt: 'Forbidden.' }

const readsOfWiki: readonly Call[] = [
  ['GET', `${WIKI}/requirement2/ENG`],
  ['GET', `${WIKI}/requirement2/ENG?baselineCondition=ENG-1`],
  ['GET', `${WIKI}/requirement2/ENG/REQ-002`],
  ['GET', `${WIKI}/baseline/ENG`],
  ['GET', `${WIKI}/baseline/ENG/1`],
]

const writesOfWiki: readonly Call[] = [
  ['PUT', `${WIKI}/requirement2/ENG/REQ-002`, text],
  ['PUT', `${WIKI}/requirement2/ENG`, [text]],
  ['POST', `${WIKI}/requirement2/ENG/REQ-040`, { spaceKey: 'ENG', page: { pageId: 4001 } }],
  ['DELETE', `${WIKI}/requirement2/ENG/REQ-012`],
  ['PUT', `${WIKI}/external-properties/ENG/REQ-001`, { key: 'Cost', value: '1', type: 'EXTERNAL' }],
  ['POST', `${WIKI}/baseline/ENG`, { baseline: { name: 'Forbidden', searchQuery: '' } }],
  ['PUT', `${WIKI}/baseline/ENG/2/label`, 'Forbidden'],
  ['PUT', `${WIKI}/baseline/ENG/2?fields=STATUS`, { spaceKey: 'ENG', baseline: 2, status: 'PREVIEW' }],
  ['DELETE', `${WIKI}/baseline/ENG/2`],
  ['POST', `${WIKI}/baseline-actions/ENG/freeze/2`],
]

const writesOfTracker: readonly Call[] = [
  ['POST', `${TRACKER}/issuelinks/DRN-2`, link],
  ['PUT', `${TRACKER}/issuelinks/DRN-2`, link],
  ['DELETE', `${TRACKER}/issuelinks/DRN-2`, stored],
]

const ofAdministrators: readonly Call[] = [
  ['PUT', `${QUEUE}/outbound/8001`],
  ['DELETE', `${QUEUE}/outbound/8001`],
  ['GET', `${QUEUE}/flush`],
]

const ofApi: readonly Call[] = [
  ['GET', REQUIREMENTS],
  ['GET', `${REQUIREMENTS}/REQ-002`],
]

const readsOfTracker: readonly Call[] = [['GET', `${TRACKER}/issuelinks/DRN-2`]]
const otherCalls: readonly Call[] = [
  ['PUT', `${WIKI}/requirement3/request`, [{ spaceKey: 'ENG', key: 'REQ-001' }]],
  ['GET', `${QUEUE}/outbound`],
  ['GET', `${WIKI}/tasks/status/any`],
  ['DELETE', `${WIKI}/tasks/any`],
]
const ofOwner: readonly Call[] = [
  ['GET', `${API}/users/me`],
  ['PUT', `${API}/users/me`, { displayName: 'Somebody' }],
]

const embedded = [
  ...readsOfWiki,
  ...writesOfWiki,
  ...readsOfTracker,
  ...writesOfTracker,
  ...ofAdministrators,
  ...otherCalls,
]
const everywhere = [...ofApi, ...ofOwner]

const refused: readonly (readonly [string, string, readonly Call[], Reply])[] = [
  ['eve', 'reads no space', readsOfWiki, refusal(403, "user 'eve' may not read space 'ENG'")],
  ['eve', 'writes to no space', writesOfWiki, refusal(403, "user 'eve' may not edit space 'ENG'")],
  ['bob', 'writes to no space', writesOfWiki, refusal(403, "user 'bob' may not edit space 'ENG'")],
  ['eve', 'reads no issue', readsOfTracker, refusal(403, "user 'eve' may not read issue 'DRN-2'")],
  ['eve', 'changes no issue', writesOfTracker, refusal(403, "user 'eve' may not edit issue 'DRN-2'")],
  ['bob', 'changes no issue', writesOfTracker, refusal(403, "user 'bob' may not edit issue 'DRN-2'")],
  ...['alice', 'bob', 'eve'].map((name) => {
    const message = `user '${name}' may not do this: it takes an administrator of the wiki`
    return [name, 'manages no queue', ofAdministrators, refusal(403, message)] as const
  }),
  [
    'app101',
    'calls no other site',
    [...readsOfTracker, ...writesOfTracker],
    refusal(403, 'a token scoped to application 101 may not call the site 102'),
  ],
  [
    'eve',
    'reads no container',
    ofApi,
    apiRefusal(403, "user 'eve' may not read containers of application 101"),
  ],
]

describe('without permission', () => {
  test.for(refused)('%s %s', async ([as, , calls, reply], { request, sim }) => {
    const changes = await changesOf(sim, async () => {
      for (const call of calls) expect(await request(as, ...call), call.join(' ')).toEqual(reply)
    })
    expect(changes).toEqual({})
  })

  test('eve finds no requirement by its reference', async ({ request }) => {
    const reference = [{ spaceKey: 'ENG', key: 'REQ-001' }]
    expect(await request('eve', 'PUT', `${WIKI}/requirement3/request`, reference)).toEqual({
      status: 200,
      body: { results: [], count: 0, limit: 1000 },
    })
  })

  test('alice reads no space of others', async ({ connect }) => {
    const refused = wikiError(403, "user 'alice' may not read space 'LAB'")
    const client = connect()
    await expect(client.read('LAB', 'SEC-001')).rejects.toEqual(refused)
    await expect(client.readAll('LAB')).rejects.toEqual(refused)
    expect(await client.readMany([{ spaceKey: 'LAB', key: 'SEC-001' }])).toEqual({
      results: [],
      count: 0,
      limit: 1000,
    })
  })

  test('nobody aborts the task of somebody else', async ({ connect, request, sim }) => {
    const { taskId } = await connect().startFreeze('ENG', 2)
    const task = `${WIKI}/tasks/${taskId}`
    const changes = await changesOf(sim, async () => {
      for (const name of ['bob', 'eve'])
        expect(await request(name, 'DELETE', task)).toEqual(
          refusal(403, `user '${name}' may not change task '${taskId}': somebody else started it`),
        )
    })
    expect(changes).toEqual({})
  })

  test('the hosted search is refused to accounts that are not linked to the site', async ({ request }) => {
    const message = (name: string, site: string) =>
      `user '${name}' may not call X-Base-Url '${site}': the account is not linked to the site`
    expect(await request(hostedKey('tok-eve'), 'GET', SEARCH)).toEqual(
      apiRefusal(403, message('eve', 'https://wiki.northwind.test/wiki')),
    )
    const elsewhere = { 'X-Api-Key': 'tok-alice', 'X-Base-Url': 'https://wiki.contoso.test/wiki' }
    expect(await request(elsewhere, 'GET', SEARCH)).toEqual(
      apiRefusal(403, message('alice', 'https://wiki.contoso.test/wiki')),
    )
  })
})

describe('without a credential', () => {
  test('the wiki and the tracker refuse every call', async ({ request, sim }) => {
    const message =
      'no credential: send a session cookie JSESSIONID, HTTP Basic or Authorization: Bearer <token>'
    const changes = await changesOf(sim, async () => {
      for (const call of embedded)
        expect(await request({}, ...call), call.join(' ')).toEqual(refusal(401, message))
    })
    expect(changes).toEqual({})
  })

  test('the standalone interface and the hosted search refuse every call', async ({ request, sim }) => {
    const message = 'no credential: send Authorization: Bearer <token>'
    const key = 'no credential: send X-Api-Key with a personal access token'
    const changes = await changesOf(sim, async () => {
      for (const call of everywhere)
        expect(await request({}, ...call), call.join(' ')).toEqual(apiRefusal(401, message))
    })
    expect(changes).toEqual({})
    expect(await request({}, 'GET', SEARCH)).toEqual(apiRefusal(401, key))
  })
})

describe('with an expired token', () => {
  const expired = "the token 'expired' expired at 2025-12-31T00:00:00.000Z"

  test('the wiki and the tracker refuse every call', async ({ request, sim }) => {
    const changes = await changesOf(sim, async () => {
      for (const call of embedded)
        expect(await request('old', ...call), call.join(' ')).toEqual(
          refusal(401, `Authorization: ${expired}`),
        )
    })
    expect(changes).toEqual({})
  })

  test('the standalone interface and the hosted search refuse every call', async ({ request, sim }) => {
    const changes = await changesOf(sim, async () => {
      for (const call of everywhere)
        expect(await request('old', ...call), call.join(' ')).toEqual(
          apiRefusal(401, `Authorization: ${expired}`),
        )
    })
    expect(changes).toEqual({})
    expect(await request(hostedKey('tok-old'), 'GET', SEARCH)).toEqual(
      apiRefusal(401, `X-Api-Key: ${expired}`),
    )
  })
})

describe('with permission', () => {
  test('bob reads what alice reads', async ({ request }) => {
    const ok = (body: unknown) => ({ status: 200, body })
    expect(await request('bob', 'GET', `${WIKI}/requirement2/ENG/REQ-002`)).toEqual(ok(requirement(2)))
    expect(await request('bob', 'GET', `${WIKI}/baseline/ENG/2`)).toEqual(
      ok({ ...RELEASE_2, ...details(12, 2) }),
    )
    expect(await request('bob', 'GET', `${REQUIREMENTS}/REQ-002`)).toEqual(ok(standalone(2)))
    for (const [method, address] of [...readsOfWiki, ...readsOfTracker, ...ofApi]) {
      const mine = await request('alice', method, address)
      expect(mine.status).toBe(200)
      expect(await request('bob', method, address)).toEqual(mine)
    }
    const search = `${SEARCH}?spaceKey=ENG&offset=1&limit=1`
    expect(await request(hostedKey('tok-bob'), 'GET', search)).toMatchObject(
      ok({ results: [hosted(2)], total: 12 }),
    )
  })

  test.for([
    ['alice', [...writesOfWiki, ...writesOfTracker]],
    ['admin', [...writesOfWiki, ...writesOfTracker, ...ofAdministrators]],
    ['app101', writesOfWiki],
  ] as const)('%s does everything that others may not', async ([as, calls], { request, sim }) => {
    for (const call of calls) {
      const fork = sim.snapshot()
      const { status } = await request(as, ...call)
      expect(status, call.join(' ')).toBe(call[0] === 'DELETE' && !call[1].startsWith(TRACKER) ? 204 : 200)
      sim.restore(fork)
    }
  })

  test('anybody sees how far a task is', async ({ connect, request }) => {
    const { taskId } = await connect().startFreeze('ENG', 2)
    const task = { taskId, status: 'RUNNING', percentage: 0, message: 'Freezing 12 requirements', pages: [] }
    for (const name of ['alice', 'bob', 'eve', 'admin'])
      expect(await request(name, 'GET', `${WIKI}/tasks/status/${taskId}`)).toEqual({
        status: 200,
        body: task,
      })
  })
})
