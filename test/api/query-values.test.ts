/** What numbers, patterns and days in queries mean, through every interface that takes a query. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, demoWith, startClient } from '../support/client.ts'

const WIKI = '/wiki/rest/reqs/1'
const PROJECT = 1500
const hosted = {
  token: null,
  headers: { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' },
}

const world = {
  spaces: [
    {
      container: PROJECT,
      site: 'wiki',
      key: 'ODD',
      name: 'Odd',
      grants: { edit: ['alice'] },
      extendedMode: true,
    },
  ],
  pages: [
    { id: 7, space: 'ODD', title: 'Seven' },
    { id: 8, space: 'ODD', title: '007' },
    { id: 9, space: 'ODD', title: '1.10' },
  ],
  externalProperties: [
    { site: 'wiki', name: 'Release', dataType: 'TEXT' },
    { site: 'wiki', name: 'Points', dataType: 'DECIMAL' },
    { site: 'wiki', name: 'Start', dataType: 'DATE' },
  ],
  requirements: [
    {
      space: 'ODD',
      key: '1.1',
      page: 7,
      text: 'Charge to 50% now',
      properties: { Version: '1.1', Due: { value: '2026-03-09', dataType: 'DATE' } },
      external: { Release: '1.1', Points: 300, Start: '2026-03-09' },
    },
    {
      space: 'ODD',
      key: '1.10',
      page: 8,
      text: 'Charge to 50 times',
      properties: { Version: '1.10', Due: { value: '2026-03-10', dataType: 'DATE' } },
      external: { Release: '1.10', Points: 10, Start: '2026-03-10' },
      dependencies: [{ to: '7' }],
    },
    { space: 'ODD', key: '7', page: 9, text: String.raw`in C:\temp`, dependencies: [{ to: '007' }] },
    { space: 'ODD', key: '007', page: 7, text: String.raw`in C:\100%`, properties: { Version: '1e3' } },
    { space: 'ODD', key: '1e3', page: 7, properties: { Version: '-0' } },
    { space: 'ODD', key: '1000', page: 7, properties: { Version: '0' } },
    { space: 'ODD', key: '-0', page: 7 },
    { space: 'ODD', key: '0', page: 7 },
    { space: 'ODD', key: '9007199254740993', page: 7 },
  ],
}

let client: Client
beforeAll(async () => {
  client = await startClient(demoWith({ world, config: { rateLimit: 'off' } }))
})

const keys = (rows: readonly { key: string }[]) => rows.map(({ key }) => key).toSorted()

const searches = {
  embedded: async (q: string, of = client) => {
    const path = `${WIKI}/requirement2/ODD?spaceKey=ODD&limit=200&q=${encodeURIComponent(q)}`
    const reply = await of.get(path)
    return { ...reply, keys: () => keys(reply.body.results) }
  },
  hosted: async (q: string, of = client) => {
    const path = `/eu/wiki/rest/search?spaceKey=ODD&limit=200&query=${encodeURIComponent(q)}`
    const reply = await of.get(path, hosted)
    return { ...reply, keys: () => keys(reply.body.results) }
  },
  standalone: async (q: string, of = client) => {
    const list = `/api/applications/101/projects/${PROJECT}/variants/current/requirements`
    const reply = await of.get(`${list}?limit=200&query=${encodeURIComponent(q)}`)
    return { ...reply, keys: () => keys(reply.body.items) }
  },
} as const

describe.each(Object.entries(searches))('in the %s query', (name, search) => {
  test.each([
    ['key = 1.10', ['1.10']],
    ['key = 007', ['007']],
    ['key = 1e3', ['1e3']],
    ['key = -0', ['-0']],
    ['key = 9007199254740993', ['9007199254740993']],
    ['key IN (007, 1.10)', ['007', '1.10']],
    ['key != 7 AND key NOT IN (1e3, -0, 1.1)', ['0', '007', '1.10', '1000', '9007199254740993']],
    ['key ~ 007', ['007']],
    ['from = 1.10', ['7']],
    ['to = 007', ['7']],
    ['to-> key = 007', ['7']],
    ['@Version = 1.10', ['1.10']],
    ['@Version IN (1e3, -0)', ['007', '1e3']],
    ['ext@Release = 1.10', ['1.10']],
    ['page = 1.10', ['7']],
    ['page ~ 1.10', ['7']],
  ] as const)('an unquoted number keeps its spelling: %s', async (query, expected) => {
    expect((await search(query)).keys()).toEqual(expected.toSorted())
  })

  test.each([
    ['ext@Points = 300.0', ['1.1']],
    ['ext@Points = 1e1', ['1.10']],
    ['ext@Points >= 10.00', ['1.1', '1.10']],
    ['@Version > 1.09 AND @Version < 1.11', ['1.1', '1.10']],
    ['page = 8', ['1.10']],
    ['page = 008.0', ['1.10']],
  ] as const)('it is the number where numbers are compared: %s', async (query, expected) => {
    expect((await search(query)).keys()).toEqual(expected)
  })

  test.each([
    ['ext@Points = 9007199254740993', 13],
    ['ext@Points = 0.12345678901234567890123', 13],
    ['page = 9007199254740993', 7],
    ['id = 1e400', 5],
    ['@Version > 9007199254740993', 11],
  ] as const)(
    'a number that is not exact is refused with the advice to quote it: %s',
    async (query, position) => {
      const reply = await search(query)
      expect(reply.status).toBe(400)
      expect(reply.body.message).toMatch(
        new RegExp(`position ${position}\\b.*cannot be held exactly; put it in quotes`),
      )
    },
  )

  test.each([
    [String.raw`text ~ '%50\%%'`, ['1.1']],
    [String.raw`'50\%'`, ['1.1']],
    [String.raw`text ~ '%C:\\%'`, ['007', '7']],
    [String.raw`text ~ '%\\100\%'`, ['007']],
    [String.raw`text LIKE "in C:\temp"`, ['7']],
    [String.raw`text = 'in C:\100%'`, ['007']],
    [String.raw`text = 'in C:\\100\%'`, []],
    [`text ~ '%50%'`, ['1.1', '1.10']],
  ] as const)('a backslash makes %% literal in a pattern: %s', async (query, expected) => {
    expect((await search(query)).keys()).toEqual(expected)
  })

  test.each([
    ["= '2026-03-09'", ['1.1']],
    ["= '2026-03-09T17:30:00Z'", ['1.1']],
    ["!= '2026-03-09T17:30:00+02:00'", ['1.10']],
    ["<= '2026-03-09T00:00:00Z'", ['1.1']],
    ["< '2026-03-09T23:00:00Z'", []],
    ["> '2026-03-09T23:00:00Z'", ['1.10']],
    ["IN ('2026-03-10T08:00:00Z', '2020-01-01')", ['1.10']],
    ["~ '2026-03-%'", ['1.1', '1.10']],
  ] as const)('a day and a moment of it compare by the day: %s', async (test, expected) => {
    expect((await search(`ext@Start ${test}`)).keys()).toEqual(expected)
    expect((await search(`@Due ${test}`)).keys()).toEqual(expected)
  })

  test.each([
    "> '-7d'",
    "= 'yesterday'",
    '= 2026',
    "= '2026-3-9'",
    "IN ('2026-03-09', '2026-02-30')",
    '!= true',
  ])('what is no day is not compared with days in silence: %s', async (test) => {
    for (const property of ['ext@Start', '@Due']) {
      const reply = await search(`${property} ${test} OR key = '7'`)
      if (name === 'hosted') {
        expect(reply.body.messageBean.warnings).toEqual([
          expect.stringContaining(`${property} holds days, and `),
        ])
      } else {
        expect(reply.status).toBe(400)
        expect(reply.body.message).toContain(`${property} holds days, and `)
      }
    }
  })
})

test("the refusal of '2026-3-9' shows the day that was meant", async () => {
  const { body } = await searches.embedded("ext@Start = '2026-3-9'")
  expect(body.message).toBe(
    "Error at position 12: ext@Start holds days, and '2026-3-9' is not a day; write one as '2026-03-09', or write ~ for a part of it, as in ~ '2026-03-%'",
  )
})

test('the explanation shows a number as it was written', async () => {
  const { body } = await searches.embedded('key IN (1.10, 007) OR @Version = -0 OR page = 1e3')
  expect(body.explanation).toContain(
    "whose key is 1.10 or 007, whose property 'Version' is -0 or defined on page 1e3",
  )
})

test('a write by query writes the requirement of this spelling alone', async () => {
  const other = await startClient(demoWith({ world }))
  const body = { key: 'Mark', value: 'yes' }
  expect(
    (await other.put(`${WIKI}/external-properties/ODD?q=${encodeURIComponent('key = 1.10')}`, body)).status,
  ).toBe(200)
  expect((await searches.embedded("ext@Mark = 'yes'", other)).keys()).toEqual(['1.10'])
  const refused = await other.put(
    `${WIKI}/external-properties/ODD?q=${encodeURIComponent("ext@Start < '-7d'")}`,
    body,
  )
  expect(refused.status).toBe(400)
  expect((await searches.embedded("ext@Mark = 'yes'", other)).keys()).toEqual(['1.10'])
})

test('a baseline and a variant with a name of digits are found by that name without quotes', async () => {
  const other = await startClient(demoWith({ world }))
  const variants = `/api/applications/101/projects/${PROJECT}/variants`
  await other.post(variants, { name: '1.10' })
  const frozen = await other.post(`${WIKI}/baseline/ODD/1/create`, {
    name: '1.10',
    queryString: 'key = 1.10',
  })
  expect(frozen.status).toBe(200)
  other.simulator.clock.advance('10m')
  for (const query of ['baseline = 1.10', "baseline = (1.10 in space 'ODD')", 'baseline IN (1.10, 99)'])
    expect((await searches.embedded(query, other)).keys()).toEqual(['1.10'])
  expect((await searches.embedded('baseline was 1.10', other)).keys()).toEqual(['1.10'])
  expect((await searches.embedded('baseline was 1.1', other)).keys()).toEqual([])
  expect((await searches.embedded('key = 1.10 AND NOT isModified(1.10)', other)).keys()).toEqual(['1.10'])
  expect((await searches.embedded('baseline = 1', other)).keys()).toEqual(['1.10'])
  expect((await searches.embedded('variant = 1.10', other)).status).toBe(200)
})

test('renaming a baseline changes saved queries that name it without quotes', async () => {
  const other = await startClient(demoWith({ world }))
  await other.post(`${WIKI}/baseline/ODD/1/create`, { name: '1.10', queryString: 'key = 1.10' })
  other.simulator.clock.advance('10m')
  const query = "baseline = 1.10 OR baseline IN (1.1, 1.10) OR baseline was (1.10 in space 'ODD')"
  const columns = [
    { label: 'Key', step: { type: 'FIRST_COLUMN', value: '' }, columnIndex: 0, parentColumnIndex: 0 },
  ]
  const saved = await other.post(`${WIKI}/traceability/ODD`, { name: 'Frozen', query, columns })
  const renamed = await other.put(`${WIKI}/baseline/ODD/1/label`, 'Final', {
    headers: { 'content-type': 'text/plain' },
  })
  expect(renamed.status).toBe(200)
  const { body } = await other.get(`${WIKI}/traceability/ODD/${saved.body.id}`)
  expect(body.query).toBe(
    "baseline = 'Final' OR baseline IN (1.1, 'Final') OR baseline WAS ('Final' in space 'ODD')",
  )
})

test('a baseline is not created with a query that compares days with something else', async () => {
  const other = await startClient(demoWith({ world }))
  const body = { name: 'Late', queryString: "ext@Start < 'yesterday'" }
  const reply = await other.post(`${WIKI}/baseline/ODD/1/create`, body)
  expect(reply.status).toBe(400)
  expect(reply.body.message).toContain('ext@Start holds days')
  expect((await other.get(`${WIKI}/baseline/ODD`)).body.results ?? []).toEqual([])
})

test('saved queries keep the spelling of numbers and the escapes of patterns when they are migrated', async () => {
  const other = await startClient(demoWith({ world }))
  const query = String.raw`key==1.10 or text LIKE '%50\%%'`
  const body = {
    name: 'Odd',
    query,
    columns: [
      { label: 'Key', step: { type: 'FIRST_COLUMN', value: '' }, columnIndex: 0, parentColumnIndex: 0 },
    ],
  }
  const saved = await other.post(`${WIKI}/traceability/ODD`, body)
  expect(saved.status).toBeLessThan(300)
  expect((await other.post(`${WIKI}/misc/ODD/migrateUsersQueries`, undefined)).body).toMatchObject({
    migrated: 1,
  })
  const { query: migrated } = (await other.get(`${WIKI}/traceability/ODD/${saved.body.id}`)).body
  expect(migrated).toBe(String.raw`key = 1.10 OR text ~ '%50\%%'`)
})

test('a variable whose value has an escaped % is a literal % in a pattern', async () => {
  const matrix = {
    columns: [
      { label: 'Key', step: { type: 'FIRST_COLUMN', value: '' }, columnIndex: 0, parentColumnIndex: 0 },
    ],
    query: "text ~ '%$part%'",
    spaceKey: 'ODD',
  }
  const counts: number[] = []
  for (const part of [String.raw`50\%`, '50%', 'C:\\']) {
    const body = { traceabilityMatrix: matrix, variableValues: { part } }
    const reply = await client.post('/eu/wiki/rest/traceability/ODD', body, hosted)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    counts.push(reply.body.pagination.total)
  }
  expect(counts).toEqual([1, 2, 2])
})

test('a baseline named 007 is found by that name where a number or a name selects one', async () => {
  const own = await startClient(
    demoWith({
      world: {
        ...world,
        baselines: [3, 7].map((number) => ({ space: 'ODD', number, name: number === 3 ? '007' : 'B7' })),
      },
    }),
  )
  const version = async (name: string) =>
    (await own.get(`${WIKI}/requirement2/ODD/1.1?v=${name}`)).body.message
  expect(await version('007')).toContain('in baseline 3')
  expect(await version('7')).toContain('in baseline 7')
})
