// The report as a page and as Markdown, also where clients sent names meant to do harm.

import { beforeAll, describe, expect, test } from 'vitest'
import { reportPolicy } from '../../../src/gateway/report/html.ts'
import { type Report, reportHtml, reportMarkdown } from '../../../src/index.ts'
import { type Client, startClient } from '../../support/client.ts'

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'`$` | a | b |\n# Title",
  '[link](https://evil.test) ![x](y) @someone',
  '&lt;b&gt; https://evil.test/x',
  '\u202Ereversed\u0000\u001b[2J',
]

let client: Client
let report: Report
beforeAll(async () => {
  client = await startClient()
  await client.get('/api/applications?organizationId=1')
  for (const name of HOSTILE)
    await client.get(`/api/applications?organizationId=1&${encodeURIComponent(name)}=1`)
  await client.call('DELETE', '/wiki/rest/reqs/1/requirement2/ENG/REQ-012', { token: 'tok-admin' })
  report = client.simulator.report()
})

describe('the page', () => {
  test('escapes every text', () => {
    const page = reportHtml(report, HOSTILE)
    const tags = new Set([...page.matchAll(/<\/?([a-z0-9]+)/gi)].map((match) => match[1]))
    expect([...tags].sort()).toEqual(
      ['body', 'div', 'h1', 'h2', 'head', 'html', 'li', 'meta', 'p', 'section', 'style', 'table']
        .concat(['tbody', 'td', 'th', 'thead', 'title', 'tr', 'ul'])
        .sort(),
    )
    expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
    expect(page).toContain('&#38;lt;b&#38;gt;')
    expect(page).not.toMatch(/onerror=[^&]*>|href=|src=[^&x]|[^\P{Cc}\n]/u)
  })

  test('loads nothing and runs nothing, by a policy that fits its style', () => {
    const page = reportHtml(report)
    expect(page).toMatch(
      /content="default-src &#39;none&#39;; style-src &#39;sha256-[\w+/=]{44}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"/,
    )
    expect(reportPolicy()).toContain("frame-ancestors 'none'")
  })

  test('the hash of the policy is that of the style', async () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(reportHtml(report))?.[1] ?? ''
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
    expect(reportPolicy()).toContain(`'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`)
  })
})

describe('Markdown', () => {
  test('keeps names as text: one row each, no link, no mention, no markup', () => {
    const page = reportMarkdown(report, HOSTILE)
    expect(page).not.toMatch(/<[a-z]/i)
    expect(page).not.toMatch(/@|:\/\/|[^\P{Cc}\n]|\u202e/u)
    expect(page).not.toMatch(/(?<!\\)\[|(?<!\\)`/)
    const rows = page.split('\n').filter((line) => line.includes('parameter |'))
    expect(rows).toHaveLength(HOSTILE.length)
    for (const row of rows) expect(row.replaceAll(/\\./g, '').split('|')).toHaveLength(7)
  })

  test('each table is one', () => {
    const lines = reportMarkdown(report).split('\n')
    lines.forEach((line, index) => {
      if (!line.startsWith('| --- |')) return
      const columns = line.split('---').length - 1
      for (let row = index - 1; lines[row]?.startsWith('|'); row++)
        expect((lines[row] ?? '').replaceAll(/\\./g, '').split('|')).toHaveLength(columns + 2)
    })
    expect(lines.filter((line) => line.startsWith('| --- |'))).toHaveLength(9)
  })

  test('signs that were escaped twice showed their numbers', () => {
    const page = reportMarkdown(report, ['Bearer <token> & #1 \\ <'])
    expect(page).toContain('- Bearer &#60;token&#62; &#38; \\#1 \\\\ &#60;\n')
    expect(page).not.toContain('&\\#')
  })
})

describe('over HTTP', () => {
  test('as data', async () => {
    const reply = await client.get('/_sim/report')
    expect(reply.body).toEqual(JSON.parse(JSON.stringify(report)))
  })

  test('as a page that may do nothing', async () => {
    const reply = await client.get('/_sim/report?format=html')
    expect(reply.text).toBe(reportHtml(report))
    expect(reply.headers).toMatchObject({
      'Content-Type': 'text/html; charset=UTF-8',
      'Content-Security-Policy': reportPolicy(),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    })
  })

  test('as Markdown', async () => {
    const reply = await client.get('/_sim/report?format=markdown')
    expect([reply.text, reply.headers['Content-Type']]).toEqual([
      reportMarkdown(report),
      'text/markdown; charset=UTF-8',
    ])
  })

  test('of one world', async () => {
    const other = await startClient()
    await other.get('/api/applications/101', { headers: { 'x-sim-world': 'mine' } })
    const exchanges = async (query: string, headers = {}) =>
      JSON.parse(
        String(
          (await other.simulator.exchange({ method: 'GET', url: `/_sim/report${query}`, headers })).body,
        ),
      ).exchanges
    expect(await exchanges('')).toBe(1)
    expect(await exchanges('?world=mine')).toBe(1)
    expect(await exchanges('', { 'x-sim-world': 'mine' })).toBe(1)
    expect(await exchanges('?world=default')).toBe(0)
  })

  test('another format is refused', async () => {
    expect((await client.get('/_sim/report?format=pdf')).status).toBe(400)
  })
})
