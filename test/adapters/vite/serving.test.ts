// The plugin in a real development server: the interfaces, the control API and the console below a path, worlds of pages,
// and what becomes of the state when Vite restarts.

import { get } from 'node:http'
import { connect, createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createServer } from 'vite'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { reqsim } from '../../../src/adapters/vite.ts'
import { buildConsole } from '../../console/console-page.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { ALICE, type Development, portOf, startAsMiddleware, startDevelopment, WRITE } from './development.ts'

const folder = temporaryFolder()
const HTML = { accept: 'text/html,*/*;q=0.8' }
const REQUIREMENT = '/sim/wiki/rest/reqs/1/requirement2/ENG/REQ-001'

beforeAll(() => {
  folder.write('index.html', '<!doctype html><html><head></head><body><h1>The page</h1></body></html>')
})

/** Changes the text of REQ-001 in the world that the headers select. */
async function edit({ url }: Development, text: string, headers: Record<string, string>): Promise<number> {
  const { status } = await fetch(url + REQUIREMENT, {
    method: 'PUT',
    headers: { ...ALICE, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ htmlExcerpt: text }),
  })
  return status
}

const textOf = async (at: Development, headers: Record<string, string>): Promise<string> =>
  (await at.json<{ htmlExcerpt: string }>(REQUIREMENT, { ...ALICE, ...headers })).htmlExcerpt

describe('below the base', () => {
  test('are all interfaces, the control API, and beside them the page of Vite', async () => {
    const at = await startDevelopment(folder.path)
    const statuses = await Promise.all(
      [
        REQUIREMENT,
        '/sim/tracker/rest/reqs/1/issuelinks/DRN-1',
        '/sim/api/applications?organizationId=1',
        '/sim/us/api/applications?organizationId=9',
        '/sim/_sim/health',
        '/sim/nothing',
      ].map(async (path) => (await at.get(path, ALICE)).status),
    )
    expect(statuses).toEqual([200, 200, 200, 401, 200, 404])
    expect(await (await at.get('/', HTML)).text()).toContain('<h1>The page</h1>')
    expect(await (await at.get('/simulation', HTML)).text()).toContain('<h1>The page</h1>')
  })

  test('an error for an address beside the interfaces names the base, and the journal has the address called', async () => {
    const at = await startDevelopment(folder.path)
    const answer = await at.get('/sim/rest/reqs/1/requirement2/ENG/REQ-001', ALICE)
    expect(answer.status).toBe(404)
    const there = `the base is '${at.url}/sim', and the wiki interface is at '${at.url}/sim/wiki'`
    expect(((await answer.json()) as { message: string }).message).toContain(there)
    const { items } = await at.json<{ items: { request: object }[] }>('/sim/_sim/journal')
    expect(items.map(({ request }) => request)).toEqual([
      expect.objectContaining({
        url: '/rest/reqs/1/requirement2/ENG/REQ-001',
        address: `${at.url}/sim/rest/reqs/1/requirement2/ENG/REQ-001`,
      }),
    ])
  })

  test('is the console, whose page finds the control API, and where browsers are redirected to', async () => {
    await buildConsole()
    const at = await startDevelopment(folder.path, { base: '/mock/service' })
    const page = await at.get('/mock/service/_sim/', HTML)
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("frame-ancestors 'none'"),
    ])
    expect((await at.get('/mock/service/_sim/console.js')).status).toBe(200)
    for (const path of ['', '/', '/_sim', '/_sim?x=1'])
      expect((await at.get(`/mock/service${path}`, HTML)).headers.get('location'), path).toMatch(
        /^\/mock\/service\/_sim\/(?:\?x=1)?$/,
      )
    expect((await at.get('/mock/service/_world/blue/_sim/', HTML)).headers.get('location')).toBe(
      '/mock/service/_sim/?world=blue',
    )
    at.vite.printUrls()
    expect(at.terminal.join('\n')).toContain(`reqsim:  ${at.url}/mock/service/_sim/`)
  })

  test('has its clock live, unless scenario or options set a mode', async () => {
    const mode = async (options: Parameters<typeof startDevelopment>[1]) =>
      (await (await startDevelopment(folder.path, options)).json<{ mode: string }>('/sim/_sim/clock')).mode
    const scenario = { extends: ['demo'], clock: { mode: 'auto' as const } }
    expect(await mode({})).toBe('live')
    expect(await mode({ clock: { start: '2027-01-01T00:00:00Z' } })).toBe('live')
    expect(await mode({ clock: { mode: 'manual' } })).toBe('manual')
    expect(await mode({ scenario })).toBe('auto')
    expect(await mode({ scenario, clock: { mode: 'manual' } })).toBe('manual')
  })

  test('takes seed, settings, and the user who is signed in', async () => {
    const at = await startDevelopment(folder.path, {
      seed: 7,
      as: 'alice',
      config: { maximumBodyBytes: 1024 },
    })
    expect(await at.json('/sim/_sim/health')).toMatchObject({ scenario: 'demo', seed: '7' })
    expect((await at.get(REQUIREMENT)).status).toBe(200)
    expect(await edit(at, 'x'.repeat(2000), {})).toBe(413)
  })

  test('takes a description of the real service from a file', async () => {
    const paths = { '/widgets': { get: { responses: { 200: { description: 'none' } } } } }
    const document = { openapi: '3.0.0', info: { title: 'x', version: '1' }, paths }
    folder.write('own.openapi.json', JSON.stringify(document))
    const at = await startDevelopment(folder.path, {
      openapi: [{ surface: 'standalone', file: 'own.openapi.json' }],
    })
    expect(await at.json('/sim/_sim/openapi-differences')).toMatchObject({
      descriptions: [{ file: 'own.openapi.json', interface: 'standalone' }],
    })
  })

  test('is served from the first request where Vite is the middleware of another server', async () => {
    const at = await startAsMiddleware(folder.path, { as: 'alice' })
    expect((await at.get(REQUIREMENT)).status).toBe(200)
    expect((await at.get('/sim/_sim/health')).status).toBe(200)
  })

  test('is served over HTTP/2, which Vite speaks with HTTPS', async () => {
    const vite = await createServer({
      configFile: false,
      root: folder.path,
      plugins: [reqsim()],
      logLevel: 'silent',
      server: { middlewareMode: true, ws: false },
    })
    const server = createHttp2Server(vite.middlewares as unknown as Parameters<typeof createHttp2Server>[1])
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    onTestFinished(async () => {
      client.close()
      await vite.close()
      server.close()
    })
    const ask = (headers: Record<string, string>, body?: string) =>
      new Promise<{ status: unknown; text: string }>((resolve, reject) => {
        const request = client.request(headers)
        let status: unknown
        let text = ''
        request.on('response', (head) => {
          status = head[':status']
        })
        request.on('data', (part) => {
          text += String(part)
        })
        request.on('end', () => resolve({ status, text }))
        request.on('error', reject)
        request.end(body)
      })
    expect(await ask({ ':path': REQUIREMENT, ...ALICE })).toMatchObject({
      status: 200,
      text: expect.stringContaining('REQ-001'),
    })
    const advance = { ':method': 'POST', ':path': '/sim/_sim/clock/advance', ...lowerCase(WRITE) }
    expect(await ask(advance, '{"by":"3m"}')).toMatchObject({ status: 200 })
    expect(await ask({ ':path': '/sim/_sim/health', ':authority': 'evil.test' })).toMatchObject({
      status: 403,
    })
  })
})

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

describe('a world for each tab', () => {
  test('is named by the address of the page, by a header, or by the path', async () => {
    const at = await startDevelopment(folder.path)
    const blue = { Referer: `${at.url}/some/route?x=1&world=blue` }
    expect(await edit(at, 'Blue.', blue)).toBe(200)
    expect(await textOf(at, blue)).toBe('Blue.')
    expect(await textOf(at, { 'X-Sim-World': 'blue' })).toBe('Blue.')
    expect(await textOf(at, { Referer: `${at.url}/?world=red` })).not.toBe('Blue.')
    expect(await textOf(at, {})).not.toBe('Blue.')
    // A header, or the path, says it more closely.
    expect(await textOf(at, { ...blue, 'X-Sim-World': 'red' })).not.toBe('Blue.')
    const byPath = await at.json<{ htmlExcerpt: string }>(REQUIREMENT.replace('/sim/', '/sim/_world/red/'), {
      ...ALICE,
      ...blue,
    })
    expect(byPath.htmlExcerpt).not.toBe('Blue.')
  })

  test('is that of the control API too, but not of the console, which names its own', async () => {
    const at = await startDevelopment(folder.path, { clock: { mode: 'manual' } })
    const advance = (headers: Record<string, string>) =>
      fetch(`${at.url}/sim/_sim/clock/advance`, {
        method: 'POST',
        headers: { ...WRITE, ...headers },
        body: '{"by":"1h"}',
      })
    expect((await advance({ Referer: `${at.url}/?world=blue` })).status).toBe(200)
    expect((await advance({ Referer: `${at.url}/sim/_sim/?world=red` })).status).toBe(200)
    const now = async (world: string) =>
      (await at.json<{ now: string }>('/sim/_sim/clock', { 'X-Sim-World': world })).now
    expect([await now('blue'), await now('red'), await now('default')]).toEqual([
      '2026-01-05T10:00:00.000Z',
      '2026-01-05T09:00:00.000Z',
      '2026-01-05T10:00:00.000Z',
    ])
  })

  test('is not made by a page of another site, nor by a name that is none', async () => {
    const at = await startDevelopment(folder.path, { as: 'alice' })
    const foreign = { Referer: 'https://evil.test/?world=evil' }
    expect((await at.get(REQUIREMENT, foreign)).status).toBe(200)
    const { items } = await at.json<{ items: { name: string }[] }>('/sim/_sim/worlds')
    expect(items.map(({ name }) => name)).toEqual(['default'])
    const bad = await at.get(REQUIREMENT, { Referer: `${at.url}/?world=%2F..` })
    expect([bad.status, await bad.text()]).toEqual([400, expect.stringContaining('1 to 64 letters')])
    expect((await at.get(REQUIREMENT, { Referer: 'no address' })).status).toBe(200)
  })
})

describe('a user for each tab', () => {
  const readAs = async (at: Development, headers: Record<string, string>) => {
    const response = await at.get(REQUIREMENT, headers)
    const { items } = await at.json<{ items: { user?: string }[] }>('/sim/_sim/journal')
    return [response.status, items.at(-1)?.user]
  }

  test('is named by the address of the page, unless a request has a credential', async () => {
    const at = await startDevelopment(folder.path, { as: 'alice' })
    const bob = { Referer: `${at.url}/some/route?world=default&as=bob` }
    expect(await readAs(at, bob)).toEqual([200, 'bob'])
    expect(await readAs(at, { ...bob, authorization: 'Bearer tok-admin' })).toEqual([200, 'admin'])
    expect(await readAs(at, { Referer: `${at.url}/?as=` })).toEqual([200, 'alice'])
    expect(await readAs(at, { Referer: 'https://evil.test/?as=admin' })).toEqual([200, 'alice'])
    expect(await readAs(at, { Referer: `${at.url}/sim/_sim/?as=admin` })).toEqual([200, 'alice'])
  })

  test('is refused with the nearest name if there is none, but not for the control API', async () => {
    const at = await startDevelopment(folder.path, { as: 'alice' })
    const headers = { Referer: `${at.url}/?as=bbo` }
    const refused = await at.get(REQUIREMENT, headers)
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("?as= in the address of the page: no user 'bbo': did you mean 'bob'?"),
    ])
    expect((await at.get('/sim/_sim/health', headers)).status).toBe(200)
    expect((await at.get('/sim/_world/blue/_sim/clock', headers)).status).toBe(200)
  })
})

describe('a restart of the server', () => {
  test('keeps the worlds', async () => {
    const at = await startDevelopment(folder.path)
    expect(await edit(at, 'Kept.', {})).toBe(200)
    await at.vite.restart()
    const again = { ...at, json: jsonAt(portOf(at.vite)) }
    expect(await textOf(again, {})).toBe('Kept.')
    await at.vite.close()
    expect(await textOf(await startDevelopment(folder.path), {})).not.toBe('Kept.')
  })

  test('makes a new simulator for other options', async () => {
    const options = { seed: 1 }
    const at = await startDevelopment(folder.path, undefined, { plugins: [reqsim(options)] })
    await edit(at, 'Kept.', {})
    const other = await startDevelopment(folder.path, { seed: 2 })
    expect(await textOf(other, {})).not.toBe('Kept.')
  })
})

/** On a connection of its own: `fetch` may use one that the former server is closing. */
function jsonAt(port: number): Development['json'] {
  return <T>(path: string, headers: Readonly<Record<string, string>> = {}) =>
    new Promise<T>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, headers, agent: false }
      get(options, (response) => void json(response).then((body) => resolve(body as T), reject)).on(
        'error',
        reject,
      )
    })
}
