import { beforeAll, describe, expect, test } from 'vitest'
import { demoWith, startClient } from '../../../support/client.ts'
import { client, startDemo } from '../../../support/demo.ts'

const search = '/eu/wiki/rest/search'
const NORTHWIND = 'https://wiki.northwind.test/wiki'

beforeAll(() => startDemo())

const ask = (parameters: string, token = 'tok-alice', site = NORTHWIND, path = search) =>
  client.get(`${path}?${parameters}`, {
    token: null,
    headers: { 'x-api-key': token, 'x-base-url': site },
  })
const query = (text: string) => `query=${encodeURIComponent(text)}`
const keys = (reply: { body: { results: { key: string }[] } }) => reply.body.results.map(({ key }) => key)

describe('the hosted search', () => {
  test('answers a page, whether there is more, and how the query was read', async () => {
    const reply = await ask(`${query("@Category = 'Safety'")}&limit=4`)
    expect(reply.body).toMatchObject({
      offset: 0,
      limit: 4,
      total: 6,
      hasNext: true,
      humanReadable: "requirements whose property 'Category' is 'Safety'; in all spaces; ACTIVE only",
      messageBean: { warnings: [] },
    })
    expect(keys(reply)).toEqual(['REQ-002', 'REQ-004', 'REQ-006', 'REQ-008'])
    const next = await ask(`${query("@Category = 'Safety'")}&limit=4&offset=4`)
    expect(next.body).toMatchObject({ offset: 4, total: 6, hasNext: false })
    expect(keys(next)).toEqual(['REQ-010', 'REQ-012'])
    const beyond = await ask('offset=1000')
    expect(beyond.body).toMatchObject({ results: [], total: 12, hasNext: false, limit: 20 })
  })

  test('leaves out what the caller may not read, with a warning for named spaces', async () => {
    expect((await ask('')).body.total).toBe(12)
    expect((await ask('', 'tok-admin')).body.total).toBe(13)
    const named = await ask('spaceKey=LAB,ENG&spaceKey=NONE')
    expect(named.body.total).toBe(12)
    expect(named.body.humanReadable).toContain("in space 'ENG'")
    expect(named.body.messageBean.warnings).toEqual([
      "space 'LAB' was left out: there is none that you may read",
      "space 'NONE' was left out: there is none that you may read",
    ])
    expect((await ask('spaceKey=LAB')).body).toMatchObject({ results: [], total: 0 })
    expect((await ask('spaceKey=LAB', 'tok-admin')).body.messageBean.warnings).toEqual([])
    expect((await ask('spaceKey=OPS')).body.total).toBe(0)
    expect((await ask('spaceKey=*')).body.total).toBe(12)
    expect((await ask('spaceKey=')).body.total).toBe(12)
  })

  test('warns of what the query names in vain, in its order and once', async () => {
    const text = "(@Nothing = 'x' OR ext@Price > 1 OR @Nothing IS NULL) AND NOT to-> suspect = true"
    expect((await ask(query(text))).body.messageBean.warnings).toEqual([
      "property 'Nothing': no requirement of the spaces searched has it",
      "external property 'Price': the wiki has none of this name",
      "field 'suspect': no requirement has it",
    ])
    const rules =
      "(ruleStatus@Nope = 'INVALID' OR ruleStatus@Categorised = 'invalid') AND to-> ruleStatus@No IS NULL"
    expect((await ask(query(rules))).body.messageBean.warnings).toEqual([
      "rule 'Nope': no space that is searched has a rule of this name",
      "rule 'No': no space that you may read has a rule of this name",
    ])
    const statuses = "ruleStatus = 'BROKEN' OR status IN ('active', 'GONE') OR status ~ 'GO%'"
    expect((await ask(query(statuses))).body.messageBean.warnings).toEqual([
      "ruleStatus 'BROKEN': no requirement has it; there is false, true, warning",
      "status 'GONE': no requirement has it; there is ACTIVE, ARCHIVED, DELETED, MOVED",
    ])
    expect((await ask(`${query("@Category = 'x'")}&spaceKey=OPS`)).body.messageBean.warnings).toHaveLength(1)
    expect((await ask(query("@Category = 'x' OR ext@Cost = 1"))).body.messageBean.warnings).toEqual([])
  })

  test('refuses a query that cannot be read, in the error shape of hosted interfaces', async () => {
    const reply = await ask(query('key ='))
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      statusCode: 'BAD_REQUEST',
      message: expect.stringMatching(/^Syntax error at position 5: /),
    })
    expect((await ask('limit=0')).status).toBe(400)
  })
})

test('two wikis of a region are searched apart', async () => {
  const both = await startClient(
    demoWith({
      world: {
        accountLinks: [{ user: 'alice', site: 'contoso-wiki' }],
        spaces: [{ site: 'contoso-wiki', key: 'AVI', name: 'Avionics', grants: { read: ['alice'] } }],
        requirements: [{ id: 6901, space: 'AVI', key: 'REQ-001', text: 'The battery of the other wiki.' }],
      },
    }),
  )
  const found = async (site: string, path: string) => {
    const headers = { 'x-api-key': 'tok-alice', 'x-base-url': site }
    const { body } = await both.get(`/eu/wiki${path}`, { token: null, headers })
    return body.results.map(({ id }: { id: number }) => id)
  }
  const contoso = 'https://wiki.contoso.test/wiki'
  for (const path of [`/rest/search?${query("'battery'")}`, "/rest/reqs/1/requirement2/*?q='battery'"]) {
    expect(await found(contoso, path)).toEqual([6901])
    expect(await found(NORTHWIND, path)).toEqual([6007, 6008, 6009])
  }
})

describe('warnings of properties', () => {
  const world = {
    name: 'warning',
    extends: ['demo'],
    world: {
      requirements: [
        { id: 6701, space: 'OPS', key: 'O-1', text: 'x', properties: { Shift: 'day' } },
        {
          id: 6702,
          space: 'ENG',
          key: 'E-1',
          text: 'x',
          dependencies: [{ relationship: 'refines', to: 'OPS/O-1' }],
        },
        { id: 6703, space: 'LAB', key: 'L-1', text: 'x', properties: { Secret: 'x' } },
        { id: 6704, space: 'ENG', key: 'F-1', status: 'ARCHIVED', baseline: 1, properties: { Frozen: 'x' } },
      ],
    },
  }
  const searchFor = async (text: string) => {
    const other = await startClient({ scenario: world } as never)
    const headers = { 'x-api-key': 'tok-alice', 'x-base-url': NORTHWIND }
    const address = `${search}?spaceKey=ENG&${query(text)}`
    const { body } = await other.get(address, { token: null, headers })
    return [keys({ body }), body.messageBean.warnings]
  }

  test('there is none of a property that the end of a chain has in another space', async () => {
    expect(await searchFor("to -> @Shift = 'day'")).toEqual([['E-1'], []])
    expect(await searchFor("@Shift = 'day'")).toEqual([
      [],
      ["property 'Shift': no requirement of the spaces searched has it"],
    ])
  })

  test('there is one of a property that only an unreadable space has', async () => {
    expect(await searchFor("to -> @Secret = 'x'")).toEqual([
      [],
      ["property 'Secret': no requirement that you may read has it"],
    ])
  })

  test('there is none of a property that frozen copies have', async () => {
    expect(await searchFor("@Frozen = 'x' AND baseline = 1")).toEqual([['F-1'], []])
  })
})

test('a requirement that a page defines anew is found at once', async () => {
  const fresh = await startClient()
  const text = query("'moonlight'")
  const results = async () => {
    const headers = { 'x-api-key': 'tok-alice', 'x-base-url': NORTHWIND }
    const hosted = await fresh.get(`${search}?${text}`, { token: null, headers })
    const own = await fresh.get(`/wiki/rest/reqs/1/requirement2/ENG?${text.replace('query', 'q')}`)
    return [hosted.body.total, own.body.count]
  }
  expect(await results()).toEqual([0, 0])
  await fresh.put(
    '/_sim/pages/4002',
    { define: [{ key: 'REQ-013', html: 'The drone shall fly by moonlight.' }] },
    { token: null, headers: { 'x-sim-control': '1' } },
  )
  await fresh.post('/_sim/pages/4002/view', {}, { token: null, headers: { 'x-sim-control': '1' } })
  expect(await results()).toEqual([1, 1])
})
