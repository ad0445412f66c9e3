// The documentation of a server: pages for browsers, Markdown for other clients, and nothing outside of its folder.

import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createDocumentationSite } from '../../../src/adapters/node/documentation.ts'
import { createSimulator } from '../../../src/index.ts'
import { readPage } from '../../docs/support/pages.ts'
import { sendRaw } from '../../doors/support/raw-http.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { serveForSuite, serveForTest } from '../../support/serve.ts'

const packaged = temporaryFolder()
const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('a server', async () => {
  const { url, port } = await serveForSuite(await createSimulator({ scenario: 'empty' }))
  const get = (path: string, headers: Record<string, string> = BROWSER) =>
    fetch(url + path, { headers, redirect: 'manual' })

  test.each([
    ['/_sim/docs/', 'Documentation'],
    ['/_sim/docs/concepts/clock.md', 'Clock'],
    ['/_sim/docs/wiki.baseline.freeze', 'wiki.baseline.freeze'],
    ['/_sim/docs/A17', 'A17: Rate-limit windows'],
    ['/_sim/docs/earlier-clients', 'earlier-clients'],
    ['/_sim/docs/decisions/', 'Decisions'],
    ['/_sim/docs/reference.html', 'Reference'],
    ['/_sim/docs/search?q=freeze+baseline', 'Search'],
  ])('has at %s the page %s, which loads nothing from elsewhere', async (path, title) => {
    const response = await get(path)
    const html = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(html).toContain(`<title>${title} · reqsim documentation</title>`)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each([
    ['/_sim/docs', 308, '/_sim/docs/'],
    // Another version may have the page elsewhere.
    ['/_sim/docs/concepts/clock', 302, '/_sim/docs/concepts/clock.md'],
    ['/_sim/docs/a17', 302, '/_sim/docs/A17'],
    ['/_sim/docs/404', 302, '/_sim/docs/errors.md#404'],
    ['/_sim/docs/service', 302, '/_sim/docs/service/README.md'],
  ])('redirects %s by %i to %s', async (path, status, location) => {
    const response = await get(path)
    expect([response.status, response.headers.get('location')]).toEqual([status, location])
  })

  test('sends Markdown to clients that are no browsers', async () => {
    const page = await get('/_sim/docs/concepts/clock.md', {})
    expect(page.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await page.text()).toBe(readPage('docs/concepts/clock.md'))
    expect(await (await get('/_sim/docs', {})).text()).toBe(readPage('docs/README.md'))
    expect(await (await get('/_sim/docs/search?q=A17', {})).text()).toMatch(
      /^\d+ sections\.\n\n- \[A17: [^\]]+\]\(A17\)\n/,
    )
    const missing = await get('/_sim/docs/A1777', {})
    expect([missing.status, await missing.text()]).toEqual([
      404,
      'There is no page A1777: did you mean A177?\n',
    ])
  })

  test('says which page is near to one that is not there', async () => {
    const response = await get('/_sim/docs/wiki.baseline.freze')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('<a href="./wiki.baseline.freeze">wiki.baseline.freeze</a>')
  })

  test.each([
    '/_sim/docs/../../package.json',
    '/_sim/docs/..%2f..%2fpackage.json',
    '/_sim/docs/%2e%2e/%2e%2e/package.json',
    '/_sim/docs/concepts/..%2f..%2f..%2fpackage.json',
    '/_sim/docs/..%5cpackage.json',
    '/_sim/docs//etc/hostname',
    '/_sim/docs/%00',
    '/_sim/docs/%ff',
    '/_sim/docs/__proto__',
    '/_sim/docs/<script>alert(1)</script>',
  ])('opens nothing for %s', async (path) => {
    const text = await sendRaw(
      port,
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
    )
    expect(text).toMatch(/^HTTP\/1\.1 (?:400|404) /)
    expect(text).not.toMatch(/"version"|<script>alert/)
  })

  test('answers HEAD without a body, and leaves other methods to the control API', async () => {
    const head = await fetch(`${url}/_sim/docs/A17`, { method: 'HEAD', headers: BROWSER })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const post = await fetch(`${url}/_sim/docs/A17`, { method: 'POST', headers: { 'X-Sim-Control': '1' } })
    expect(post.headers.get('content-type')).not.toContain('html')
  })
})

test('a site writes the reference once', async () => {
  packaged.write('docs/reference.md', '')
  const site = createDocumentationSite('/docs/', pathToFileURL(`${packaged.path}/`))
  const write = async (text: string) => {
    packaged.write('docs/reference.md', `# Reference\n\n${text}\n`)
    return (await site.respond('reference.html', '', true)).body
  }
  const first = await write('First.')
  expect(first).toContain('First.')
  expect(await write('Second.')).toBe(first)
})

test('a server that requires a token shows the documentation to those who have it', async () => {
  const { url } = await serveForTest(await createSimulator({ scenario: 'empty' }), { controlToken: 'secret' })
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`${url}/_sim/docs/A17`, { headers })).status
  expect(await statusWith({})).toBe(401)
  expect(await statusWith({ Authorization: 'Bearer wrong' })).toBe(401)
  expect(await statusWith({ Authorization: 'secret' })).toBe(401)
  expect(await statusWith({ Authorization: 'Bearer secret' })).toBe(200)
})

test('a simulator without files says where the documentation is', async () => {
  const sim = await createSimulator({ scenario: 'empty' })
  for (const [path, topic] of [
    ['/_sim/docs', ''],
    ['/_sim/docs/A17', 'A17'],
    ['/_sim/docs/concepts/clock.md', 'concepts/clock.md'],
  ]) {
    const response = await sim.fetch(`http://sim.sim${path}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    expect(await response.text()).toContain(
      `${`npx reqsim docs ${topic}`.trim()}, or /_sim/docs/${topic} of a server`,
    )
  }
  expect((await sim.fetch('http://sim.sim/_sim/docs/<b>')).status).toBe(404)
})
