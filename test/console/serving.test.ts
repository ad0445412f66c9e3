// How the console's page is served, and who gets in: files and headers, the link that works once, and pages of others.

import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Served, ServeOptions } from '../../src/adapters/node.ts'
import { createConsoleServer } from '../../src/adapters/node/console.ts'
import { announcement } from '../../src/cli/serving/announcement.ts'
import { createSimulator } from '../../src/index.ts'
import { temporaryFolder } from '../support/folder.ts'
import { serveForTest } from '../support/serve.ts'
import { buildConsole } from './console-page.ts'

const PAGE = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const WRITE = { 'X-Sim-Control': '1', 'Content-Type': 'application/json' }

beforeAll(buildConsole)

const start = async (options?: ServeOptions): Promise<Served> =>
  serveForTest(await createSimulator({ scenario: 'demo' }), options)

function get(
  url: string,
  headers: Readonly<Record<string, string>> = PAGE,
  method = 'GET',
): Promise<Response> {
  return fetch(url, { method, headers, redirect: 'manual' })
}

/** The server by a name that it takes, also where it listens on every address. */
function addressOf({ port }: Served): string {
  return `http://127.0.0.1:${port}`
}

describe('the page', () => {
  const empty = temporaryFolder()

  test('is a document, a script and a style sheet, each by its type', async () => {
    const { url } = await start()
    const found = await Promise.all(
      ['/_sim/', '/_sim/console.js', '/_sim/console.css'].map(async (path) => {
        const answer = await get(url + path)
        return [answer.status, answer.headers.get('content-type'), (await answer.text()).length > 100]
      }),
    )
    expect(found).toEqual([
      [200, 'text/html; charset=utf-8', true],
      [200, 'text/javascript; charset=utf-8', true],
      [200, 'text/css; charset=utf-8', true],
    ])
  })

  test('may load what this server sends and nothing else, runs no script of its text, and stands in no frame', async () => {
    const { headers } = await get(`${(await start()).url}/_sim/`)
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split('; ').map((part) => {
        const [name = '', ...sources] = part.split(' ')
        return [name, sources.join(' ')] as const
      }),
    )
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('connect-src')).toBe("'self'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('base-uri')).toBe("'none'")
    expect(policy.get('form-action')).toBe("'none'")
    expect([...policy.values()].join(' ')).not.toMatch(/https?:|\*|unsafe-eval/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test('names files of its own only, and has no script in its text', async () => {
    const text = await (await get(`${(await start()).url}/_sim/`)).text()
    const named = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !name.startsWith('data:')).toSorted()).toEqual([
      'console.css',
      'console.js',
    ])
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|\bon[a-z]+=/i)
  })

  test('is where the root of the server redirects a browser; other clients get the addresses of the interfaces', async () => {
    const { url } = await start()
    const browser = await get(`${url}/`)
    expect([browser.status, browser.headers.get('location'), browser.headers.get('vary')]).toEqual([
      308,
      '/_sim/',
      'Accept',
    ])
    expect((await get(`${url}/?world=other`)).headers.get('location')).toBe('/_sim/?world=other')
    const other = await get(`${url}/`, { Accept: '*/*' })
    expect([other.status, other.headers.get('vary')]).toEqual([200, 'Accept'])
    const {
      interfaces,
      console: page,
      control,
    } = (await other.json()) as {
      interfaces: { name: string; path: string }[]
      console: string
      control: string
    }
    expect((await get(url + page)).status).toBe(200)
    expect((await get(`${url}${control}/health`, {})).status).toBe(200)
    for (const { path } of interfaces)
      expect((await get(`${url}${path}/rest/reqs/1/openapi`, {})).headers.get('x-request-id')).not.toBeNull()
    const journal = await get(`${url}/_sim/journal`, {})
    expect(((await journal.json()) as { total: number }).total).toBe(interfaces.length)
  })

  test('has one address: without its slash, and below the prefix of a world, a browser is sent there', async () => {
    const { url } = await start()
    const sentTo = async (path: string) => {
      const { status, headers } = await get(url + path)
      return [status, headers.get('location')]
    }
    expect(await sentTo('/_sim')).toEqual([308, '/_sim/'])
    expect(await sentTo('/_sim?world=other')).toEqual([308, '/_sim/?world=other'])
    expect(await sentTo('/_world/other/_sim/')).toEqual([308, '/_sim/?world=other'])
    expect(await sentTo('/_world/other/_sim')).toEqual([308, '/_sim/?world=other'])
    expect(await sentTo('/_world/a&key=x/_sim/')).toEqual([308, '/_sim/?world=a%26key%3Dx'])
    expect(await sentTo('/_world///evil.example/_sim/')).not.toContain('//evil.example')
  })

  test('is not for programs, which get the routes', async () => {
    const { url } = await start()
    const answer = await get(`${url}/_sim/`, { Accept: '*/*' })
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(JSON.stringify(await answer.json())).toContain('/clock/advance')
  })

  test('leaves the interfaces alone, and names of objects are no files', async () => {
    const { url } = await start()
    expect((await get(`${url}/wiki/rest/reqs/1/baseline/ENG?x=/_sim/`)).status).toBe(401)
    for (const name of ['constructor', '__proto__', 'toString', '..%2fpackage.json']) {
      expect((await get(`${url}/_sim/${name}`)).status).toBe(404)
    }
    expect((await fetch(`${url}/_sim/console.js`, { method: 'POST', headers: WRITE })).status).toBe(404)
  })

  test('says how to build it where it is not built', async () => {
    const server = createConsoleServer(undefined, { folder: pathToFileURL(`${empty.path}/`) })
    const answer = await server.respond({ method: 'GET', url: '/_sim/', headers: { accept: 'text/html' } })
    expect(answer?.status).toBe(503)
    expect(answer?.body).toContain('npm run build:console')
  })
})

describe('the link of a server that asks for a token', () => {
  const TOKEN = 'control-secret'
  const open = () => start({ host: '0.0.0.0', controlToken: TOKEN })

  /** Goes in by the link; answers what a browser would send from then on. */
  async function enter(served: Served): Promise<string> {
    const answer = await get(served.console)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/_sim/'])
    return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  }

  test('names this machine, has a key, and not the token', async () => {
    const served = await open()
    expect(served.console).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/_sim\/\?key=[\w-]{32}$/)
    expect(served.console).not.toContain(TOKEN)
    expect((await start()).console).toMatch(/\/_sim\/$/)
  })

  test('sets a cookie that scripts cannot read and other sites cannot send', async () => {
    const cookie = (await get((await open()).console)).headers.get('set-cookie') ?? ''
    expect(cookie.split('; ').slice(1)).toEqual(['Path=/_sim', 'HttpOnly', 'SameSite=Strict'])
    expect(cookie).not.toContain(TOKEN)
  })

  test('works once; a HEAD request does not use it up', async () => {
    const served = await open()
    await get(served.console, PAGE, 'HEAD')
    const cookie = await enter(served)
    const again = await get(served.console)
    expect([again.status, again.headers.get('set-cookie')]).toEqual([403, null])
    expect(await again.text()).toMatch(/already used/)
    expect((await get(`${addressOf(served)}/_sim/clock`, { Cookie: cookie })).status).toBe(200)
  })

  test.each(['wrong', '', 'undefined'])(
    'a wrong key %j opens nothing and leaves the right one',
    async (key) => {
      const served = await open()
      const answer = await get(`${served.url}/_sim/?key=${key}`)
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
      await enter(served)
    },
  )

  test('lets the page read and write; without its cookie there is neither, nor the page', async () => {
    const served = await open()
    const cookie = await enter(served)
    const write = { method: 'POST', body: '{"by":"3m"}' }
    const advance = `${addressOf(served)}/_sim/clock/advance`
    expect((await get(`${served.url}/_sim/`, { ...PAGE, Cookie: cookie })).status).toBe(200)
    expect((await fetch(advance, { ...write, headers: { ...WRITE, Cookie: cookie } })).status).toBe(200)
    expect((await fetch(advance, { ...write, headers: WRITE })).status).toBe(401)
    expect(
      (await fetch(advance, { ...write, headers: { ...WRITE, Cookie: 'reqsim-console=made-up' } })).status,
    ).toBe(401)
    const outside = await get(`${served.url}/_sim/`)
    expect([outside.status, await outside.text()]).toEqual([401, expect.stringContaining('printed')])
  })

  test('is not needed with the token, and its cookie does not replace a wrong token', async () => {
    const served = await open()
    const cookie = await enter(served)
    const clock = `${addressOf(served)}/_sim/clock`
    expect((await get(clock, { Authorization: `Bearer ${TOKEN}` })).status).toBe(200)
    expect((await get(clock, { Authorization: 'Bearer wrong', Cookie: cookie })).status).toBe(401)
  })

  test('opens nothing to pages of other sites, even where the browser would send the cookie', async () => {
    const served = await open()
    const Cookie = await enter(served)
    const advance = `${addressOf(served)}/_sim/clock/advance`
    const post = async (headers: Readonly<Record<string, string>>) =>
      (await fetch(advance, { method: 'POST', body: '{"by":"3m"}', headers: { Cookie, ...headers } })).status
    expect(await post({ 'Content-Type': 'text/plain' })).toBe(403)
    expect(await post({ 'Content-Type': 'application/json' })).toBe(403)
    expect(await post({ ...WRITE, Origin: 'http://evil.example' })).toBe(403)
    expect(await post({ ...WRITE, Origin: 'http://127.0.0.1:1' })).toBe(403)
    expect(await post(WRITE)).toBe(200)
  })

  test('is of no use for the simulated interfaces, which see neither cookie nor token', async () => {
    const served = await open()
    const Cookie = await enter(served)
    const base = addressOf(served)
    await get(`${base}/wiki/rest/reqs/1/baseline/ENG?x=/_sim/`, { Cookie })
    const journal = await (await get(`${base}/_sim/journal`, { Cookie })).text()
    expect(journal).toContain('/wiki/rest/reqs/1/baseline/ENG')
    expect(journal).not.toContain(TOKEN)
  })
})

describe('what `reqsim serve` says', () => {
  async function announcementOf(options: ServeOptions): Promise<{ served: Served; text: string }> {
    const simulator = await createSimulator({ scenario: 'demo' })
    const served = await serveForTest(simulator, options)
    const details = { description: undefined, hasToken: options.controlToken !== undefined }
    return { served, text: announcement(simulator, served, details) }
  }

  test('names the console, with the one-time link when a token is required', async () => {
    const local = await announcementOf({})
    expect(local.text.split('\n')[1]).toBe(`console at ${local.served.url}/_sim/`)
    const { served, text } = await announcementOf({ host: '0.0.0.0', controlToken: 'control-secret' })
    expect(/^console at (\S+)$/m.exec(text)?.[1]).toBe(served.console)
    expect(text).not.toContain('control-secret')
  })

  test('names no console when it cannot be used', async () => {
    const { text } = await announcementOf({ host: '0.0.0.0' })
    expect(text).not.toMatch(/^console at/m)
    expect(text).toContain('start with --control-token')
  })
})
