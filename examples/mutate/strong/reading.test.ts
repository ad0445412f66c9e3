import { describe, expect } from 'vitest'
import { changesOf } from './changes.ts'
import {
  details,
  frozen,
  hosted,
  keyOf,
  NUMBERS,
  RELEASE_1,
  RELEASE_2,
  RELEASE_3,
  requirement,
  standalone,
} from './demo.ts'
import { API, hostedKey, refusal, REQUIREMENTS, SEARCH, test, WIKI } from './service.ts'

const EXPLANATION = "all requirements; in space 'ENG'; ACTIVE only"
const asAlice = hostedKey('tok-alice')
const current = (numbers: readonly number[]) => numbers.map((number) => requirement(number))

describe('one requirement', () => {
  test('is read with all its fields', async ({ connect, calls }) => {
    const client = connect()
    expect(await client.read('ENG', 'REQ-001')).toEqual(requirement(1))
    expect(await client.read('ENG', 'REQ-002')).toEqual(requirement(2))
    expect(calls).toEqual([
      'GET /rest/reqs/1/requirement2/ENG/REQ-001 200',
      'GET /rest/reqs/1/requirement2/ENG/REQ-002 200',
    ])
  })

  test('is undefined for a key that does not exist', async ({ connect, calls }) => {
    expect(await connect().read('ENG', 'REQ-777')).toBeUndefined()
    expect(calls).toEqual(['GET /rest/reqs/1/requirement2/ENG/REQ-777 404'])
  })

  test('does not exist for anybody else either', async ({ request }) => {
    const message = "no requirement 'REQ-777' in space 'ENG': did you mean 'REQ-007' (one of 12)?"
    expect(await request('bob', 'GET', `${WIKI}/requirement2/ENG/REQ-777`)).toEqual(refusal(404, message))
  })

  test('is the same in the standalone interface', async ({ request }) => {
    for (const number of [1, 2, 9])
      expect(await request('bob', 'GET', `${REQUIREMENTS}/${keyOf(number)}`)).toEqual({
        status: 200,
        body: standalone(number),
      })
  })
})

describe('the pages of a space', () => {
  test('follow each other in the order of the keys, without gap or overlap', async ({ connect }) => {
    const client = connect()
    const page = { count: 12, limit: 5, explanation: EXPLANATION }
    expect(await client.readPage('ENG', 0)).toEqual({ ...page, offset: 0, results: current([1, 2, 3, 4, 5]) })
    expect(await client.readPage('ENG', 5)).toEqual({
      ...page,
      offset: 5,
      results: current([6, 7, 8, 9, 10]),
    })
    expect(await client.readPage('ENG', 10)).toEqual({ ...page, offset: 10, results: current([11, 12]) })
    expect(await client.readPage('ENG', 15)).toEqual({ ...page, offset: 15, results: [] })
  })

  test('are read until the last one', async ({ connect, calls }) => {
    expect(await connect().readAll('ENG')).toEqual(current(NUMBERS))
    expect(calls).toEqual([
      'GET /rest/reqs/1/requirement2/ENG?offset=0&limit=5 200',
      'GET /rest/reqs/1/requirement2/ENG?offset=5&limit=5 200',
      'GET /rest/reqs/1/requirement2/ENG?offset=10&limit=5 200',
    ])
  })

  test('have another order on request', async ({ connect }) => {
    const client = connect()
    expect(await client.readAll('ENG', { sort: 'KEY DESC' })).toEqual(current(NUMBERS.toReversed()))
  })

  test('have what a query selects', async ({ connect }) => {
    const client = connect()
    expect(await client.readAll('ENG', { q: "@Priority = 'High'" })).toEqual(current([1, 4, 7, 10]))
    expect(await client.readPage('ENG', 0, { q: "key = 'REQ-777'" })).toEqual({
      results: [],
      count: 0,
      offset: 0,
      limit: 5,
      explanation: "requirements whose key is 'REQ-777'; in space 'ENG'; ACTIVE only",
    })
  })

  test('have the frozen copies of a baseline', async ({ connect }) => {
    const copies = [1, 2, 3, 4, 5, 6].map((number) => frozen(number, RELEASE_1, 6020 + number))
    expect(await connect().readAll('ENG', { baseline: 1 })).toEqual(copies)
  })

  test('are refused with a page size that is out of range', async ({ request }) => {
    const message = "query parameter 'limit' must be at least 1, not '0'"
    const address = `${WIKI}/requirement2/ENG?limit=0`
    expect(await request('alice', 'GET', address)).toEqual(refusal(400, message))
  })

  test('have the same requirements in the standalone interface', async ({ request }) => {
    const page = async (offset: number) => request('alice', 'GET', `${REQUIREMENTS}?offset=${offset}&limit=5`)
    const items = (...numbers: readonly number[]) => numbers.map((number) => standalone(number))
    const envelope = { limit: 5, total: 12 }
    expect(await page(0)).toEqual({
      status: 200,
      body: { ...envelope, offset: 0, items: items(1, 2, 3, 4, 5) },
    })
    expect(await page(5)).toEqual({
      status: 200,
      body: { ...envelope, offset: 5, items: items(6, 7, 8, 9, 10) },
    })
    expect(await page(10)).toEqual({ status: 200, body: { ...envelope, offset: 10, items: items(11, 12) } })
    expect(await page(15)).toEqual({ status: 200, body: { ...envelope, offset: 15, items: [] } })
  })

  test('have the same requirements in the hosted search', async ({ request }) => {
    const page = async (offset: number) =>
      request(asAlice, 'GET', `${SEARCH}?spaceKey=ENG&offset=${offset}&limit=5`)
    const results = (...numbers: readonly number[]) => numbers.map((number) => hosted(number))
    const envelope = { limit: 5, total: 12, humanReadable: EXPLANATION, messageBean: { warnings: [] } }
    expect(await page(0)).toEqual({
      status: 200,
      body: { ...envelope, offset: 0, hasNext: true, results: results(1, 2, 3, 4, 5) },
    })
    expect(await page(5)).toEqual({
      status: 200,
      body: { ...envelope, offset: 5, hasNext: true, results: results(6, 7, 8, 9, 10) },
    })
    expect(await page(10)).toEqual({
      status: 200,
      body: { ...envelope, offset: 10, hasNext: false, results: results(11, 12) },
    })
  })
})

test('several requirements are read at once, current and frozen, in the order of the references', async ({
  connect,
}) => {
  const references = [
    { spaceKey: 'ENG', key: 'REQ-005', v: 1 },
    { spaceKey: 'ENG', key: 'REQ-002' },
    { spaceKey: 'ENG', key: 'REQ-001' },
  ]
  expect(await connect().readMany(references)).toEqual({
    results: [frozen(5, RELEASE_1, 6025), requirement(2), requirement(1)],
    count: 3,
    limit: 1000,
  })
})

test('baselines are listed with the latest first, and read with their size', async ({ connect }) => {
  const client = connect()
  expect(await client.baselines('ENG')).toEqual([RELEASE_3, RELEASE_2, RELEASE_1])
  expect(await client.readBaseline('ENG', 1)).toEqual({
    ...RELEASE_1,
    ...details(6, 1),
    pageUrl: '/pages/viewpage.action?pageId=4001',
    canonicalUrl: 'https://wiki.northwind.test/wiki/pages/viewpage.action?pageId=4001',
  })
  expect(await client.readBaseline('ENG', 2)).toEqual({ ...RELEASE_2, ...details(12, 2) })
  expect(await client.readBaseline('ENG', 3)).toEqual({ ...RELEASE_3, ...details(12, 2) })
})

describe('a change', () => {
  test('is in everything that is read afterwards', async ({ connect, request }) => {
    const client = connect()
    await client.write('ENG', 'REQ-001', 'Changed first.')
    await client.write('ENG', 'REQ-007', 'Changed second.')
    const first = requirement(1, { html: 'Changed first.', version: 2 })
    const others = [2, 3, 4, 5, 6].map((number) => requirement(number, { version: 2 }))
    const second = requirement(7, { html: 'Changed second.', version: 2 })
    const last = [8, 9, 10, 11, 12].map((number) => requirement(number, { version: 2 }))
    expect(await client.read('ENG', 'REQ-007')).toEqual(second)
    expect(await client.readAll('ENG')).toEqual([first, ...others, second, ...last])
    expect(await client.readMany([{ spaceKey: 'ENG', key: 'REQ-007' }])).toEqual({
      results: [second],
      count: 1,
      limit: 1000,
    })
    const changed = standalone(7, { html: 'Changed second.' })
    expect(await request('alice', 'GET', `${REQUIREMENTS}/REQ-007`)).toEqual({ status: 200, body: changed })
    expect(await request('alice', 'GET', `${REQUIREMENTS}?offset=6&limit=2`)).toEqual({
      status: 200,
      body: { items: [changed, standalone(8)], offset: 6, limit: 2, total: 12 },
    })
    expect(await request(asAlice, 'GET', `${SEARCH}?spaceKey=ENG&offset=6&limit=2`)).toEqual({
      status: 200,
      body: {
        results: [hosted(7, { html: 'Changed second.' }), hosted(8)],
        offset: 6,
        limit: 2,
        total: 12,
        hasNext: true,
        humanReadable: EXPLANATION,
        messageBean: { warnings: [] },
      },
    })
  })

  test('changes no frozen copy', async ({ connect }) => {
    const client = connect()
    await client.write('ENG', 'REQ-005', 'Changed.')
    expect(await client.readMany([{ spaceKey: 'ENG', key: 'REQ-005', v: 1 }])).toEqual({
      results: [frozen(5, RELEASE_1, 6025)],
      count: 1,
      limit: 1000,
    })
  })
})

describe('the owner of a token', () => {
  const alice = { id: 2, name: 'alice', displayName: 'Alice Engineer', email: 'alice@example.test' }
  const bob = { id: 3, name: 'bob', displayName: 'Bob Reader', email: 'bob@example.test' }

  test('is the user who made it', async ({ connect }) => {
    expect(await connect().whoAmI()).toEqual(alice)
    expect(await connect({ token: 'tok-bob' }).whoAmI()).toEqual(bob)
  })

  test('is renamed alone', async ({ connect, request, sim }) => {
    const renamed = { ...alice, displayName: 'Alice Chief' }
    await connect().setProperty('ENG', 'REQ-001', 'Cost', '1')
    const changes = await changesOf(sim, async () => {
      const rename = (displayName: string) => request('alice', 'PUT', `${API}/users/me`, { displayName })
      expect(await rename('Alice Boss')).toEqual({
        status: 200,
        body: { ...alice, displayName: 'Alice Boss' },
      })
      expect(await rename('Alice Chief')).toEqual({ status: 200, body: renamed })
    })
    expect(changes).toEqual({ 'user 2': { displayName: 'Alice Chief' } })
    expect(await connect().whoAmI()).toEqual(renamed)
    expect(await connect({ token: 'tok-bob' }).whoAmI()).toEqual(bob)
  })
})
