import { beforeAll, describe, expect, test } from 'vitest'
import { baselines } from '../../../../src/model/records/wiki/baselines.ts'
import { type Client, demoWith, startClient } from '../../../support/client.ts'

const wiki = '/wiki/rest/reqs/1'
const inEng = `${wiki}/requirement2/ENG`
const numbered = (...numbers: number[]) => numbers.map((number) => `REQ-${String(number).padStart(3, '0')}`)
const all = numbered(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)

interface Found {
  readonly body: { readonly results: readonly { key: string; spaceKey: string; baseline?: number }[] }
}
const keys = (reply: Found) => reply.body.results.map(({ key }) => key)
const places = (reply: Found) => reply.body.results.map(({ spaceKey, key }) => `${spaceKey}/${key}`)
const query = (text: string) => `q=${encodeURIComponent(text)}`

/** The demo, with a space whose key holds a dash, frozen rows, one of a baseline that is not stored, and a moved one. */
const world = {
  name: 'searching',
  extends: ['demo'],
  world: {
    spaces: [
      { site: 'wiki', key: 'AB-C', name: 'Dashed', grants: { read: ['alice'] } },
      { site: 'wiki', key: 'AB', name: 'Short', grants: { read: ['alice'] } },
    ],
    baselines: [
      { space: 'AB-C', number: 4, name: 'First-cut', status: 'DONE' },
      { space: 'AB-C', number: 7, name: 'Gone', status: 'DONE' },
      { space: 'AB', number: 1, name: 'First', status: 'DONE' },
    ],
    requirements: [
      { id: 6601, space: 'AB-C', key: 'D-1', text: 'Dashed' },
      { id: 6602, space: 'AB-C', key: 'D-1', text: 'Dashed once', status: 'ARCHIVED', baseline: 4 },
      { id: 6603, space: 'AB-C', key: 'D-1', text: 'Dashed twice', status: 'ARCHIVED', baseline: 7 },
      { id: 6604, space: 'AB-C', key: 'D-2', status: 'MOVED', movedTo: { space: 'AB', key: 'A-2' } },
      { id: 6605, space: 'AB', key: 'A-2', text: 'Arrived' },
      { id: 6606, space: 'AB', key: 'A-3', status: 'ARCHIVED', baseline: 1, text: 'Only frozen' },
    ],
  },
} as const

let client: Client
let dashed: Client
beforeAll(async () => {
  client = await startClient()
  dashed = await startClient({ scenario: world } as never)
  const stored = dashed.simulator.world.region('eu').table(baselines)
  const gone = [...stored.scan()].find(({ name }) => name === 'Gone')
  stored.remove(gone?.id ?? 0)
})

describe('the response of a search', () => {
  test('a page, the number of all matches, and how the query was read', async () => {
    const reply = await client.get(`${inEng}?limit=5&offset=10`)
    expect(reply.body).toMatchObject({ count: 12, offset: 10, limit: 5 })
    expect(keys(reply)).toEqual(numbered(11, 12))
    expect(reply.body.explanation).toBe("all requirements; in space 'ENG'; ACTIVE only")
    const other = await client.get(`${inEng}?spaceKey=*&includeArchived=true&${query("key = 'REQ-001'")}`)
    expect(other.body.explanation).toBe("requirements whose key is 'REQ-001'; in all spaces; of any status")
  })

  test('a requirement with its documented fields, as reading it by key answers', async () => {
    const found = (await client.get(`${inEng}?${query("key = 'REQ-002'")}`)).body.results
    expect(found).toEqual([(await client.get(`${inEng}/REQ-002`)).body])
    expect(found[0]).toMatchObject({ id: 6002, spaceKey: 'ENG', status: 'ACTIVE', page: { pageId: 4001 } })
  })

  test('an offset beyond the end gives no results', async () => {
    for (const more of ['', `&${query("key ~ 'REQ-%'")}`, '&sort=ID']) {
      const reply = await client.get(`${inEng}?offset=2147483647&limit=200${more}`)
      expect(reply.body).toMatchObject({ results: [], count: 12, offset: 2_147_483_647, limit: 200 })
    }
  })

  test('20 results unless limit says how many', async () => {
    const many = await startClient(demoWith({ generate: [{ requirements: 30, space: 'OPS', prefix: 'O-' }] }))
    const reply = await many.get(`${wiki}/requirement2/OPS`)
    expect([reply.body.results.length, reply.body.count, reply.body.limit]).toEqual([20, 30, 20])
    expect((await many.get(`${wiki}/requirement2/OPS?limit=201`)).status).toBe(400)
  })

  test.each([
    ['', all],
    ["@Category = 'Safety'", numbered(2, 4, 6, 8, 10, 12)],
    ["'battery'", numbered(7, 8, 9)],
    ["page = 'Power' AND @Priority = 'High'", numbered(7, 10)],
    ["to@refines = 'REQ-001'", numbered(2, 3)],
    ["status = 'DELETED'", ['REQ-099']],
    ["NOT status = 'ACTIVE' AND baseline IS NULL", ['REQ-099']],
    ['baseline = 1', numbered(1, 2, 3, 4, 5, 6)],
  ])('the matches of %s', async (text, expected) => {
    const reply = await client.get(`${inEng}?${query(text)}`)
    expect(keys(reply)).toEqual(expected)
    expect(reply.body.count).toBe(expected.length)
  })

  test.each([
    ["key = 'REQ", 6],
    ['(((', 3],
    ["keyy = 'x'", 0],
  ])('a query that cannot be read is 400 and says where: %s', async (text, position) => {
    const reply = await client.get(`${inEng}?${query(text)}`)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ 'status-code': 400, 'sub-code': -1 })
    expect(reply.body.message).toMatch(new RegExp(`^Syntax error at position ${position}: .`))
  })

  test('another variant is searched only when the query names variants', async () => {
    expect((await client.get(`${inEng}?${query("key = 'REQ-003'")}`)).body.count).toBe(1)
    const named = await client.get(`${inEng}?${query("key = 'REQ-003' AND variant = 'Experimental'")}`)
    const [row] = named.body.results
    expect(named.body.count).toBe(1)
    expect(row.id).not.toBe(6003)
  })
})

describe('statuses', () => {
  test('deleted rows are shown when the query names a status, or with includeArchived', async () => {
    const archived = await client.get(`${inEng}?includeArchived=true&limit=200`)
    expect(keys(archived)).toContain('REQ-099')
    expect(archived.body.count).toBe(19)
    expect((await client.get(`${inEng}?${query("key = 'REQ-099'")}`)).body.count).toBe(0)
    const moved = await dashed.get(`${wiki}/requirement2/AB-C?includeArchived=true`)
    expect(moved.body.results.at(-1)).toMatchObject({ status: 'MOVED', newSpaceKey: 'AB', newKey: 'A-2' })
  })

  test('rows of one key: the current one, then the latest baseline', async () => {
    const reply = await dashed.get(`${wiki}/requirement2/AB-C?includeArchived=true`)
    expect(reply.body.results.map(({ id }: { id: number }) => id)).toEqual([6601, 6603, 6602, 6604])
    const other = await dashed.get(
      `${wiki}/requirement2/AB-C?includeArchived=true&sort=key%20desc,%20baseline%20asc`,
    )
    expect(other.body.results.map(({ id }: { id: number }) => id)).toEqual([6604, 6602, 6603, 6601])
  })

  test.each([
    ['ENG-1', numbered(1, 2, 3, 4, 5, 6)],
    ['ENG-Release 1.0', numbered(1, 2, 3, 4, 5, 6)],
    [' ENG-1 , ENG-1 ,', numbered(1, 2, 3, 4, 5, 6)],
    ['ENG-2', []],
    ['', all],
    [' ', all],
  ])('baselineCondition %s', async (condition, expected) => {
    const reply = await client.get(`${inEng}?baselineCondition=${encodeURIComponent(condition)}`)
    expect(keys(reply)).toEqual(expected)
    expect(reply.body.count).toBe(expected.length)
  })

  test.each([
    ['AB-C-4', [6602]],
    ['AB-C-First-cut', [6602]],
    ['AB-C-7', [6603]],
    ['AB-C-4,AB-1,AB-C-7', [6606, 6603, 6602]],
  ])('baselineCondition %s, when keys of spaces hold dashes', async (condition, expected) => {
    const reply = await dashed.get(
      `${wiki}/requirement2/AB?spaceKey=*&baselineCondition=${encodeURIComponent(condition)}`,
    )
    expect(reply.body.results.map(({ id }: { id: number }) => id)).toEqual(expected)
  })

  test('it goes together with a query and with the spaces searched', async () => {
    const both = await client.get(`${inEng}?baselineCondition=ENG-1&${query("@Category = 'Safety'")}`)
    expect(keys(both)).toEqual(numbered(2, 4, 6))
    const named = await dashed.get(`${wiki}/requirement2/AB?spaceKey=AB&baselineCondition=AB-C-4`)
    expect(named.body.count).toBe(0)
  })

  test('where spaces are isolated its pairs decide, wherever the search starts', async () => {
    const isolated = await dashed.get(`${wiki}/requirement2/AB?baselineCondition=AB-C-4`)
    expect(places(isolated)).toEqual(['AB-C/D-1'])
    const both = await dashed.get(`${wiki}/misc/AB/uiSearch?baselineCondition=AB-C-4,AB-1`)
    expect(places({ body: both.body.searchResult })).toEqual(['AB/A-3', 'AB-C/D-1'])
    const blank = await dashed.get(`${wiki}/requirement2/AB?baselineCondition=%20`)
    expect(places(blank)).toEqual(['AB/A-2'])
  })

  test.each([
    ['ENG', 400, 'ENG'],
    [',', 400, "' ',': takes pairs"],
    [' , ', 400, 'baselineCondition'],
    ['-1', 400, '-1'],
    ['ENG-', 400, 'ENG-'],
    ['ENG-1,nonsense', 400, 'nonsense'],
    ['ENG-1,'.repeat(101), 400, '101'],
    ['NONE-1', 404, 'NONE'],
    ['ENG-9', 404, '9'],
    ['ENG-Nothing', 404, 'Nothing'],
    ['LAB-1', 403, 'LAB'],
  ])('baselineCondition %s is %i', async (condition, status, mention) => {
    const reply = await client.get(`${inEng}?baselineCondition=${encodeURIComponent(condition)}`)
    expect(reply.status).toBe(status)
    expect(reply.body.message).toContain(mention)
  })
})

describe('order', () => {
  test.each([
    ['KEY DESC', ['REQ-012', 'REQ-011']],
    ['reqkey desc', ['REQ-012', 'REQ-011']],
    ['TITLE DESC, KEY DESC', ['REQ-012', 'REQ-011']],
    ['TITLE, KEY DESC', ['REQ-006', 'REQ-005']],
    ['ID DESC', ['REQ-012', 'REQ-011']],
    ['STATUS, SPACEKEY DESC, KEY', ['REQ-001', 'REQ-002']],
    ['', ['REQ-001', 'REQ-002']],
  ])('sort=%s', async (sort, expected) => {
    const reply = await client.get(`${inEng}?limit=2&sort=${encodeURIComponent(sort)}`)
    expect(keys(reply)).toEqual(expected)
  })

  test.each([
    ['KEY; DROP TABLE requirement', 3],
    ['(SELECT 1)', 0],
    ['KEY ASC, PASSWORD DESC', 9],
    ['KEY ASC NULLS LAST', 8],
    ['KEY, KEY', 5],
    ['1', 0],
  ])('sort=%s is refused, with the position', async (sort, position) => {
    const reply = await client.get(`${inEng}?sort=${encodeURIComponent(sort)}`)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toMatch(
      new RegExp(`^query parameter 'sort': Syntax error at position ${position}: `),
    )
  })

  test('order is taken and has no effect', async () => {
    const plain = await client.get(inEng)
    expect((await client.get(`${inEng}?order=KEY%20DESC`)).text).toBe(plain.text)
  })
})

describe('spaces', () => {
  const admin = { token: 'tok-admin' }

  test('an isolated wiki searches the space of the path, unless the query names others', async () => {
    expect(places(await client.get(`${wiki}/requirement2/LAB`, admin))).toEqual(['LAB/SEC-001'])
    const both = await client.get(`${wiki}/requirement2/LAB?spaceKey=ENG,LAB&sort=KEY%20DESC&limit=2`, admin)
    expect(places(both)).toEqual(['LAB/SEC-001', 'ENG/REQ-012'])
    expect(both.body.count).toBe(13)
    const repeated = await client.get(`${wiki}/requirement2/LAB?spaceKey=ENG&spaceKey=ENG`, admin)
    expect(repeated.body.count).toBe(12)
    expect((await client.get(`${wiki}/requirement2/LAB?spaceKey=`, admin)).body.count).toBe(1)
    expect((await client.get(`${wiki}/requirement2/OPS`)).body.count).toBe(0)
  })

  test('* leaves out what the caller may not read', async () => {
    for (const path of ['OPS?spaceKey=*', '*', '*?spaceKey=*', 'OPS?spaceKey=ENG,*']) {
      expect((await client.get(`${wiki}/requirement2/${path}`)).body.count).toBe(12)
      expect((await client.get(`${wiki}/requirement2/${path}`, admin)).body.count).toBe(13)
    }
    const stranger = await client.get(`${wiki}/requirement2/*`, { token: 'tok-eve' })
    expect(stranger.body).toMatchObject({ results: [], count: 0 })
  })

  test('without isolation every readable space is searched', async () => {
    const open = await startClient({ scenario: 'demo', config: { isolateSpaces: false } })
    expect((await open.get(`${wiki}/requirement2/OPS`)).body.count).toBe(12)
    expect((await open.get(`${wiki}/requirement2/OPS`, admin)).body.count).toBe(13)
    expect((await open.get(`${wiki}/requirement2/OPS?spaceKey=OPS`)).body.count).toBe(0)
  })

  test.each([
    [false, true, 12],
    [true, false, 0],
  ])('the setting of the wiki wins: %s over %s', async (value, isolateSpaces, count) => {
    const settings = [{ site: 'wiki', name: 'isolateSpaces', value }]
    const own = await startClient(demoWith({ config: { isolateSpaces }, world: { settings } }))
    expect((await own.get(`${wiki}/requirement2/OPS`)).body.count).toBe(count)
  })

  test.each([
    ['tok-bob', 'LAB', 403, "user 'bob' may not read space 'LAB'"],
    ['tok-bob', 'ENG?spaceKey=ENG,OPS', 403, "user 'bob' may not read space 'OPS'"],
    ['tok-alice', '*?spaceKey=LAB', 403, "user 'alice' may not read space 'LAB'"],
    ['tok-alice', 'NONE', 404, "'NONE'"],
    ['tok-alice', 'ENG?spaceKey=NONE', 404, "'NONE'"],
    ['tok-alice', 'eng', 404, "'eng'"],
  ])('%s in %s is %i', async (token, path, status, message) => {
    const reply = await client.get(`${wiki}/requirement2/${path}`, { token })
    expect(reply.status).toBe(status)
    expect(reply.body.message).toContain(message)
  })

  test('a reader finds what an editor finds', async () => {
    const found = await client.get(inEng, { token: 'tok-bob' })
    expect(found.text).toBe((await client.get(inEng)).text)
  })

  test('another wiki has its own spaces', async () => {
    const us = { 'x-api-key': 'tok-uma', 'x-base-url': 'https://wiki.fabrikam.test/wiki' }
    const reply = await client.get('/us/wiki/rest/reqs/1/requirement2/RAIL', { token: null, headers: us })
    expect(keys(reply)).toEqual(['RAIL-001', 'RAIL-002', 'RAIL-003'])
    const eng = await client.get('/us/wiki/rest/reqs/1/requirement2/ENG', { token: null, headers: us })
    expect(eng.status).toBe(404)
  })
})

describe('suggest', () => {
  test('completes a key that is being typed', async () => {
    const reply = await client.get(`${inEng}?suggest=2&q=req-01`)
    expect(keys(reply)).toEqual(['REQ-010', 'REQ-011'])
    expect(reply.body).toMatchObject({ count: 3, limit: 2 })
    expect(reply.body.explanation).toContain("whose key begins with 'req-01'")
    expect(keys(await client.get(`${inEng}?suggest=2&q=REQ-099`))).toEqual([])
    expect(keys(await client.get(`${inEng}?suggest=2&q=REQ-099&includeArchived=true`))).toEqual(['REQ-099'])
  })

  test('takes a query as a query, and no text as everything', async () => {
    expect(keys(await client.get(`${inEng}?suggest=2&${query("'battery'")}`))).toEqual(numbered(7, 8))
    expect(keys(await client.get(`${inEng}?suggest=1`))).toEqual(numbered(1))
    expect((await client.get(`${inEng}?suggest=0`)).body.limit).toBe(20)
    expect((await client.get(`${inEng}?suggest=0&q=req-01`)).status).toBe(400)
  })
})

describe('uiSearch', () => {
  const uiSearch = `${wiki}/misc/ENG/uiSearch`

  test('answers what the search answers, and what surrounds it', async () => {
    const { body } = await client.get(`${uiSearch}?limit=2&${query("'battery'")}`)
    expect(body.searchResult).toEqual((await client.get(`${inEng}?limit=2&${query("'battery'")}`)).body)
    expect(body.permissions).toEqual({ read: true, edit: true, administrator: false })
    expect(body.testManagementActive).toBe(true)
    expect(body.suggestionFilter).toMatchObject({
      spaces: [{ spaceKey: 'ENG', name: 'Engineering' }],
      statuses: ['ACTIVE', 'DELETED', 'ARCHIVED'],
      properties: expect.arrayContaining([
        { name: 'Category', type: 'INLINE', dataType: 'TEXT' },
        { name: 'Cost', type: 'EXTERNAL', dataType: 'DECIMAL' },
      ]),
      types: [{ id: 1, name: 'Requirement' }],
      pages: [
        { pageId: 4000, title: 'Drone specification' },
        { pageId: 4001, title: 'Flight control' },
        { pageId: 4002, title: 'Power' },
      ],
    })
    expect(body.suggestionFilter.baselines.map(({ name }: { name: string }) => name)).toEqual([
      'Release 1.0',
      'Release 1.1',
      'Broken',
    ])
  })

  test('the permissions are the caller’s in the space of the path, for * in any', async () => {
    const permissionsFor = async (path: string, token: string) =>
      (await client.get(`${wiki}/misc/${path}/uiSearch`, { token })).body.permissions
    expect(await permissionsFor('ENG', 'tok-bob')).toEqual({ read: true, edit: false, administrator: false })
    expect(await permissionsFor('LAB', 'tok-admin')).toEqual({ read: true, edit: true, administrator: true })
    expect(await permissionsFor('*', 'tok-alice')).toEqual({ read: true, edit: true, administrator: false })
    expect(await permissionsFor('*', 'tok-eve')).toEqual({ read: false, edit: false, administrator: false })
    expect((await client.get(`${uiSearch}?spaceKey=LAB`)).status).toBe(403)
    expect((await client.get(`${wiki}/misc/NONE/uiSearch`)).status).toBe(404)
  })

  test('includeBaselined shows frozen copies beside ACTIVE rows', async () => {
    const { searchResult } = (await client.get(`${uiSearch}?includeBaselined=true&limit=3`)).body
    expect(searchResult.count).toBe(18)
    expect(searchResult.results.map(({ key, status }: Record<string, string>) => [key, status])).toEqual([
      ['REQ-001', 'ACTIVE'],
      ['REQ-001', 'ARCHIVED'],
      ['REQ-002', 'ACTIVE'],
    ])
    expect(searchResult.explanation).toContain('ACTIVE or frozen')
  })

  test('PUT takes the same parameters in its body, which win over the query', async () => {
    const read = await client.get(
      `${uiSearch}?${query("@Category = 'Safety'")}&limit=2&offset=1&sort=KEY%20DESC&includeBaselined=true&spaceKey=ENG`,
    )
    const body = {
      q: "@Category = 'Safety'",
      limit: 2,
      offset: 1,
      sort: 'KEY DESC',
      includeBaselined: true,
      spaceKey: 'ENG',
      includeArchived: null,
      baselineCondition: null,
      order: 'x',
    }
    expect((await client.put(`${uiSearch}?limit=9`, body)).text).toBe(read.text)
    const frozen = await client.put(uiSearch, { baselineCondition: 'ENG-1' })
    expect(frozen.body.searchResult.count).toBe(6)
    expect((await client.put(`${uiSearch}?limit=3`, {})).body.searchResult.limit).toBe(3)
  })

  test('PUT refuses in its body what GET refuses in the query', async () => {
    for (const [body, status] of [
      [{ limit: 0 }, 400],
      [{ limit: 201 }, 400],
      [{ offset: -1 }, 400],
      [{ q: 7 }, 400],
      [{ q: "key = 'x" }, 400],
      [{ sort: 'NAME' }, 400],
      [{ spaceKey: 'LAB' }, 403],
      [{ spaceKey: 'ENG, NONE' }, 404],
      [{ baselineCondition: 'ENG' }, 400],
    ] as const) {
      expect([body, (await client.put(uiSearch, body)).status]).toEqual([body, status])
    }
    for (const [part, value] of [
      ['sort', 'NOPE'],
      ['baselineCondition', 'ENG'],
    ] as const) {
      const sent = await client.put(uiSearch, { [part]: value })
      expect(sent.body.message).toMatch(new RegExp(`^body field '${part}'`))
      const reply = await client.put(`${uiSearch}?${part}=${value}`, {})
      expect(reply.body.message).toMatch(new RegExp(`^query parameter '${part}'`))
    }
  })

  test('PUT clamps in its body what the ledger’s alternative clamps in the query', async () => {
    const clamping = await startClient({ scenario: 'demo', config: { assumptions: { A04: 'clamp' } } })
    const reply = await clamping.put(uiSearch, { limit: 5000, offset: -3 })
    expect(reply.body.searchResult).toMatchObject({ limit: 200, offset: 0, count: 12 })
    const refused = await client.put(uiSearch, { limit: 5000 })
    expect(refused.body.message).toBe("body field 'limit' '5000': must be from 1 to 200")
  })

  test('takes a query that is too long for an address', async () => {
    const q = Array.from({ length: 400 }, (_, number) => `key = 'K-${number}'`).join(' OR ')
    const reply = await client.put(uiSearch, { q: `${q} OR key = 'REQ-001'` })
    expect(reply.body.searchResult.count).toBe(1)
  })

  test('suggests what the spaces searched have, not what another variant or space has', async () => {
    const other = await startClient(
      demoWith({
        world: {
          testCaseLinks: [
            { id: 1, remove: true },
            { id: 2, remove: true },
          ],
          requirements: [
            { space: 'ENG', variant: 'Experimental', key: 'X-1', text: 'x', properties: { Hidden: 'yes' } },
            { space: 'OPS', key: 'O-1', text: 'x', properties: { Shift: ['day', 'night'] } },
          ],
        },
      }),
    )
    const names = async (path: string) => {
      const { body } = await other.get(`${wiki}/misc/${path}`)
      expect(body.testManagementActive).toBe(false)
      return body.suggestionFilter.properties.map(({ name }: { name: string }) => name)
    }
    expect(await names('ENG/uiSearch')).toEqual(['Category', 'Priority', 'Cost'])
    expect(await names('OPS/uiSearch')).toEqual(['Shift', 'Cost'])
    expect(await names('*/uiSearch')).toEqual(['Category', 'Priority', 'Shift', 'Cost'])
  })
})

test('a page of a large space is found by index, whichever end it is at', async () => {
  const large = await startClient({ scenario: 'large' })
  const asc = await large.get(`${wiki}/requirement2/BIG?limit=2`)
  expect(keys(asc)).toEqual(['BIG-000001', 'BIG-000002'])
  expect(asc.body.count).toBe(100_000)
  const desc = await large.get(`${wiki}/requirement2/BIG?limit=2&sort=KEY%20DESC`)
  expect(keys(desc)).toEqual(['BIG-100000', 'BIG-099999'])
  const last = await large.get(`${wiki}/requirement2/BIG?limit=200&offset=99999`)
  expect(keys(last)).toEqual(['BIG-100000'])
})
