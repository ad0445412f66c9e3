import { beforeEach, describe, expect, test } from 'vitest'
import { client, startDemo } from '../../../support/demo.ts'

const base = '/wiki/rest/reqs/1'

beforeEach(() => startDemo())

const write = async (method: string, path: string, body: object) => {
  const reply = await client.call(method, `/_sim${path}`, { body, headers: { 'x-sim-control': '1' } })
  expect(reply.status, reply.text).toBe(200)
}
const define = async (page: number, ...definitions: object[]) => {
  await write('PUT', `/pages/${page}`, { define: definitions })
  await write('POST', `/pages/${page}/view`, {})
}
const parametersOf = (values: Readonly<Record<string, string>>) => String(new URLSearchParams(values))
const numbered = (...numbers: number[]) => numbers.map((number) => `REQ-${String(number).padStart(3, '0')}`)

describe('completion', () => {
  const suggest = async (values: Readonly<Record<string, string>>, options = {}): Promise<string[]> => {
    const reply = await client.get(`${base}/rte/ENG/suggest2?${parametersOf(values)}`, options)
    expect(reply.status, reply.text).toBe(200)
    return reply.body.results.map(({ key }: { key: string }) => key)
  }

  test('by the beginning of a key, in any letter case', async () => {
    expect(await suggest({ q: 'req-01' })).toEqual(numbered(10, 11, 12))
    expect(await suggest({ query: 'REQ-0', limit: '2' })).toEqual(numbered(1, 2))
    expect(await suggest({})).toEqual(numbered(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
    expect(await suggest({ q: 'REQ-099' })).toEqual([])
  })

  test('then by words of the text, each requirement once', async () => {
    expect(await suggest({ q: 'BATTERY' })).toEqual(numbered(7, 8, 9))
    await define(4002, { key: 'Z-1', html: 'see REQ-01 and more' }, { key: 'XREQ-01', html: 'x' })
    expect(await suggest({ q: 'REQ-01' })).toEqual([...numbered(10, 11, 12), 'XREQ-01', 'Z-1'])
    expect(await suggest({ q: 'REQ-01', limit: '4' })).toEqual([...numbered(10, 11, 12), 'XREQ-01'])
  })

  test('returns what a link needs', async () => {
    const reply = await client.get(`${base}/rte/ENG/suggest2?q=REQ-001`)
    const { text } = (
      await client.get('/api/applications/101/projects/1001/variants/5001/requirements/REQ-001')
    ).body
    expect(reply.body.results).toEqual([
      {
        id: 6001,
        spaceKey: 'ENG',
        key: 'REQ-001',
        text,
        url: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-001',
      },
    ])
  })

  test.each(["it's", String.raw`a\b`, "' OR key = 'REQ-001", String.raw`\' OR '`, '%', '90%', 'a%b'])(
    'takes %s as text, not as a query',
    async (typed) => {
      expect(await suggest({ q: typed })).toEqual([])
      await define(4001, { key: 'Q-1', html: `before ${typed.replaceAll('&', '&amp;')} after` })
      expect(await suggest({ q: typed })).toEqual(['Q-1'])
    },
  )

  test('in other readable spaces only when spaces are not isolated', async () => {
    expect(await suggest({ q: 'SEC-' }, { token: 'tok-admin' })).toEqual([])
    await startDemo({ scenario: 'demo', config: { isolateSpaces: false } })
    expect(await suggest({ q: 'SEC-' }, { token: 'tok-admin' })).toEqual(['SEC-001'])
    expect(await suggest({ q: 'SEC-' })).toEqual([])
  })

  test('refuses two different texts', async () => {
    expect((await client.get(`${base}/rte/ENG/suggest2?q=a&query=b`)).status).toBe(400)
    expect(await suggest({ q: 'REQ-012', query: 'REQ-012' })).toEqual(['REQ-012'])
    expect((await client.get(`${base}/rte/NOPE/suggest2`)).status).toBe(404)
  })
})

describe('the report macro', () => {
  const report = (values: Readonly<Record<string, string>>, options = {}) =>
    client.get(`${base}/rte/ENG/report/transform-to-html?${parametersOf(values)}`, options)
  const cellsOf = (html: string) =>
    [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) =>
      [...(row as string).matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell as string),
    )
  const link = (key: string) =>
    `<a href="https://wiki.northwind.test/wiki/requirements/ENG/${key}">${key}</a>`

  test('is a table of the results of the query, with the requested columns', async () => {
    const { body } = await report({
      q: "key IN ('REQ-001', 'REQ-002')",
      columns: 'key,@Priority,ext@Cost,to,from@refines,jira,page,status,space,baseline',
    })
    expect(body.count).toBe(2)
    expect(cellsOf(body.html)).toEqual([
      ['key', 'Priority', 'Cost', 'to', 'from@refines', 'jira', 'page', 'status', 'space', 'baseline'],
      [
        link('REQ-001'),
        'High',
        '100',
        '',
        `${link('REQ-002')}<br>${link('REQ-003')}`,
        'DRN-1<br>DRN-2',
        'Flight control',
        'ACTIVE',
        'ENG',
        '',
      ],
      [
        link('REQ-002'),
        'Medium',
        '200',
        link('REQ-001'),
        link('REQ-004'),
        'DRN-2',
        'Flight control',
        'ACTIVE',
        'ENG',
        '',
      ],
    ])
  })

  test('has key and text by default, and as many rows as requested', async () => {
    const { body } = await report({ query: "'battery'", limit: '1' })
    expect(body.count).toBe(3)
    const [head, ...rows] = cellsOf(body.html)
    expect([head, rows.length, rows[0]?.[0]]).toEqual([['key', 'text'], 1, link('REQ-007')])
    expect(rows[0]?.[1]).toContain('battery')
    expect((await report({})).body.count).toBe(12)
  })

  test('follows an edit of the page', async () => {
    await define(4001, { key: 'REQ-001', html: '<p>New <em>text</em></p>' })
    const { body } = await report({ q: "key = 'REQ-001'", columns: 'text' })
    expect(body.html).toContain('<td><p>New <em>text</em></p></td>')
  })

  const hostile = {
    key: 'BAD-1',
    html: '<p onclick="run()">a</p><script>run()</script><img src=x onerror=run()></td></table><b>b',
    properties: { '<i>': '<a href="javascript:run()">c</a>', Tags: ['<b>x', '<script>y'] },
    dependencies: [{ relationship: '"><script>', key: 'REQ-001' }],
  }

  test('holds nothing that runs or leaves its cell', async () => {
    await define(4001, hostile)
    const { body } = await report({ q: "key = 'BAD-1'", columns: 'text,@<i>,@Tags,to@"><script>' })
    expect(body.html).toBe(
      '<table class="requirements-report"><thead><tr><th>text</th><th>&lt;i&gt;</th><th>Tags</th>' +
        '<th>to@&quot;&gt;&lt;script&gt;</th></tr></thead><tbody><tr><td><p>a</p>   <b>b</b></td><td>c</td>' +
        `<td><b>x</b><br></td><td>${link('REQ-001')}</td></tr></tbody></table>`,
    )
  })

  test('does not show requirements that the caller may not read', async () => {
    await define(4001, { key: 'REQ-001', html: 'x', dependencies: [{ key: 'SEC-001', spaceKey: 'LAB' }] })
    const parameters = { q: "key = 'REQ-001'", columns: 'to' }
    expect(cellsOf((await report(parameters)).body.html)[1]).toEqual(['SEC-001'])
    expect((await report(parameters, { token: 'tok-admin' })).body.html).toContain('requirements/LAB/SEC-001')
  })

  test.each([
    [{ columns: 'nonsense' }, 400, "'nonsense'"],
    [{ columns: '@' }, 400, "'@'"],
    [{ columns: 'key@x' }, 400, "'key@x'"],
    [{ columns: '__proto__' }, 400, "'__proto__'"],
    [{ columns: 'key,'.repeat(51) }, 400, 'at most 50'],
    [{ q: 'key =' }, 400, 'Syntax error at position'],
    [{ q: 'a', query: 'b' }, 400, "'query'"],
    [{ limit: '201' }, 400, "'limit'"],
  ])('%j is %i', async (values: Readonly<Record<string, string>>, status, mention) => {
    const reply = await report(values)
    expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(mention)])
  })
})
