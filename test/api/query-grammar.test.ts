/** The two grammars of queries: what each interface reads, and what becomes of queries of the other grammar. */
import { describe, expect, test } from 'vitest'
import { clientOf, type Client, startClient } from '../support/client.ts'

const demo = await startClient()
const fork = () => clientOf(demo.simulator.fork())

const STANDALONE = '/api/applications/101/projects/1001/variants/current/requirements?limit=200&query='
const HOSTED = '/eu/wiki/rest/search?limit=200&query='
const EMBEDDED = '/wiki/rest/reqs/1/requirement2/ENG?limit=200&q='
const TRACKER = '/tracker/rest/reqs/1/search?limit=200&q='
const hosted = {
  token: null,
  headers: { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' },
}

const ask = (client: Client, path: string, query: string) =>
  client.get(path + encodeURIComponent(query), path === HOSTED ? hosted : {})

/** The keys that a query finds, or the message of its refusal. */
async function found(client: Client, path: string, query: string): Promise<string | string[]> {
  const { status, body } = await ask(client, path, query)
  if (status !== 200) return body.message
  return (body.items ?? body.results).map(({ key }: { key: string }) => key)
}

const ofEmbedded = (word: string) =>
  `Syntax error at position 0: '${word}' belongs to the embedded grammar; leave it out here`

describe('hosted and standalone queries', () => {
  test.each([
    ['projectKey', 'project_key', "'DRN'"],
    ['projectName', 'project_name', "'Drone'"],
    ['testCase', 'test_case', "'TC-1'"],
  ])('have %s beside %s', async (word, beside, value) => {
    for (const path of [STANDALONE, HOSTED]) {
      const keys = await found(demo, path, `${word} = ${value}`)
      expect(keys).toEqual(await found(demo, path, `${beside} = ${value}`))
      expect(keys).not.toEqual([])
    }
    const message = `Syntax error at position 4: '${word}' belongs to the hosted and standalone grammar; write ${beside} here`
    for (const path of [EMBEDDED, TRACKER])
      expect(await found(demo, path, `NOT ${word} = ${value}`)).toBe(message)
  })

  test('name the baseline of a parent', async () => {
    for (const path of [STANDALONE, HOSTED]) {
      const keys = await found(demo, path, "baseline = ('Release 1.0' in parent 'ENG')")
      expect(keys).toEqual(await found(demo, path, "baseline = ('Release 1.0' in space 'ENG')"))
      expect(keys).not.toEqual([])
    }
    expect(await found(demo, EMBEDDED, "baseline = ('Release 1.0' in parent 'ENG')")).toContain(
      "position 26: 'in parent' belongs to the hosted and standalone grammar; write in space here",
    )
  })

  test('compare the relationship of an issue in any letter case', async () => {
    for (const path of [STANDALONE, HOSTED]) {
      for (const test of ['IS NOT NULL', "= 'DRN-2'", "IN ('DRN-2')"]) {
        const keys = await found(demo, path, `jira@TESTS ${test}`)
        expect(keys).toEqual(await found(demo, path, `jira@tests ${test}`))
        expect(keys).not.toEqual([])
      }
    }
    expect(await found(demo, EMBEDDED, 'jira@tests IS NOT NULL')).not.toEqual([])
    expect(await found(demo, EMBEDDED, 'jira@TESTS IS NOT NULL')).toEqual([])
  })

  test.each([
    ['excel', 'excel = 9001'],
    ['isModified', 'isModified(1)'],
    ['hasLastTest', "hasLastTest('FAIL')"],
    ['links', "links = 'Drone specification'"],
    ['pageHistory', "pageHistory = 'Power'"],
    ['baseline was', 'baseline was 1'],
  ])('lack %s, which embedded ones have', async (word, query) => {
    for (const path of [STANDALONE, HOSTED]) expect(await found(demo, path, query)).toBe(ofEmbedded(word))
    expect(await found(demo, EMBEDDED, query)).not.toEqual([])
    expect((await ask(demo, EMBEDDED, query)).status).toBe(200)
    expect((await ask(demo, TRACKER, query)).status).toBe(200)
  })

  test('are those of hosted operations, not of embedded ones at hosted addresses', async () => {
    const path = `/eu/wiki/rest/reqs/1/requirement2/ENG?q=${encodeURIComponent('excel = 9001')}`
    expect((await demo.get(path, hosted)).status).toBe(200)
  })

  test('suggest words of their own grammar alone', async () => {
    expect(await found(demo, STANDALONE, 'pageHistry = 1')).not.toContain('pageHistory')
    expect(await found(demo, EMBEDDED, 'pageHistry = 1')).toContain('did you mean pageHistory?')
  })

  test('are those of criteria in formulas', async () => {
    const run = (formula: string) => demo.post('/api/aggregations/execute?applicationId=101', { formula })
    expect((await run("COUNT(*, testCase = 'TC-1')")).body.value).toBe(1)
    expect((await run("COUNT(*, hasLastTest('FAIL'))")).body.message).toContain('embedded grammar')
    const { body } = await demo.post('/api/aggregations/parse?applicationId=101', {
      formula: 'COUNT(*, isModified(1))',
    })
    expect(body).toMatchObject({ valid: false, errors: [{ position: 9 }] })
  })
})

describe('embedded queries', () => {
  test('compare excel with the id of the attachment, or with its name', async () => {
    const keys = await found(demo, EMBEDDED, 'excel = 9001')
    expect(keys).not.toEqual([])
    for (const value of ["'9001'", "'power-budget.xlsx'"])
      expect(await found(demo, EMBEDDED, `excel = ${value}`)).toEqual(keys)
    expect(await found(demo, EMBEDDED, "excel = '9002'")).toEqual([])
  })

  test('take wildcards in the status of the last test', async () => {
    const keys = await found(demo, EMBEDDED, "hasLastTest('FAIL')")
    expect(keys).not.toEqual([])
    expect(await found(demo, EMBEDDED, "hasLastTest('%ai%')")).toEqual(keys)
    expect(await found(demo, EMBEDDED, "hasLastTest('ai')")).toEqual([])
  })
})

describe('what is stored', () => {
  test('is checked in the grammar of whoever stores it', async () => {
    const client = fork()
    const baseline = (searchQuery: string) =>
      client.post('/wiki/rest/reqs/1/baseline/ENG', { baseline: { name: 'Next', searchQuery } })
    expect((await baseline("testCase = 'TC-1'")).body.message).toContain('hosted and standalone grammar')
    expect((await baseline('NOT isModified(1)')).status).toBe(200)
    const layout = { column: 0, row: 0, width: 1, height: 1 }
    const widgets = [{ type: 'REQUIREMENTS', title: 'A', query: 'excel = 9001', layout }]
    const dashboard = await client.post('/api/dashboards?applicationId=101', {
      containerId: 1001,
      name: 'Imported',
      widgets,
    })
    expect(dashboard.body.message).toContain('widgets[0].query')
    expect(dashboard.body.message).toContain('embedded grammar')
  })

  test('and of the other grammar is refused where it is used, and kept where it is changed', async () => {
    const world = {
      matrices: [
        {
          id: 77,
          space: 'ENG',
          name: 'Other',
          query: "testCase = 'TC-1'",
          columns: [{ type: 'FIRST_COLUMN', label: 'Key' }],
        },
      ],
      templates: [
        { id: 78, space: 'ENG', name: 'Other', type: 'AGGREGATION', content: '{{COUNT(*, isModified(1))}}' },
      ],
    }
    const scenario = { name: 'grammars', extends: ['demo'], world } as never
    const client = await startClient({ scenario })
    const matrix = '/wiki/rest/reqs/1/traceability/ENG'
    const admin = { token: 'tok-admin' }
    const rendered = await client.call('PUT', `${matrix}/uiTraceability`, {
      ...admin,
      body: { matrixId: 77 },
    })
    expect(rendered.status).toBe(400)
    expect(rendered.body.message).toContain('hosted and standalone grammar')
    const renamed = await client.call('PUT', `${matrix}/77`, { ...admin, body: { name: 'Renamed' } })
    expect(renamed.body).toMatchObject({ name: 'Renamed', query: "testCase = 'TC-1'" })
    const evaluated = await client.post(
      '/api/templates/evaluate?applicationId=101',
      { templateId: 78 },
      admin,
    )
    expect(evaluated.status).toBe(400)
    expect(evaluated.body.message).toContain('embedded grammar')
    const migrated = await client.post('/wiki/rest/reqs/1/misc/ENG/migrateUsersQueries', undefined, admin)
    expect(migrated.body.failed).toEqual([])
  })
})
