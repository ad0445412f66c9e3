/** What clients of a page get of the simulator through MSW, in a test environment that has a document. */
import axios, { type AxiosError } from 'axios'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SetupServer } from 'msw/node'
import { handlers } from '../../../src/adapters/msw.ts'
import { createSimulator } from '../../../src/index.ts'

interface Received {
  readonly status: number
  readonly body: unknown
  /** What is left of the rate limit, as the client may read it. */
  readonly left: string | null
}

interface Call {
  readonly method: string
  readonly url: string
  readonly token: string
  readonly body?: object
}

type Client = (call: Call) => Promise<Received>

const headersOf = ({ token }: Call) => ({
  Authorization: `Bearer ${token}`,
  'Content-Type': 'application/json',
})

const overFetch: Client = async (call) => {
  const { method, url, body } = call
  const response = await fetch(url, {
    method,
    headers: headersOf(call),
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    body: await response.json(),
    left: response.headers.get('X-Rate-Limit-Remaining'),
  }
}

const overXhr: Client = (call) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(call.method, call.url)
    for (const [name, value] of Object.entries(headersOf(call))) request.setRequestHeader(name, value)
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        body: JSON.parse(request.responseText),
        left: request.getResponseHeader('X-Rate-Limit-Remaining'),
      }),
    )
    request.addEventListener('error', () => reject(new Error('network error')))
    request.send(call.body && JSON.stringify(call.body))
  })

const overAxios: Client = async (call) => {
  const { status, data, headers } = await axios
    .request({
      method: call.method,
      url: call.url,
      headers: headersOf(call),
      adapter: 'xhr',
      ...(call.body && { data: call.body }),
    })
    .catch((error: AxiosError) => {
      if (error.response === undefined) throw error
      return error.response
    })
  return { status, body: data, left: String(headers['x-rate-limit-remaining']) }
}

const DOC = 'https://wiki.example.com/rest/reqs/1/requirement2/ENG/REQ-001'

/** `unhandled` is the option that refuses requests without a handler, which the versions of MSW name differently. */
export function describeClients(
  version: 'MSW 2' | 'MSW 3',
  setupServer: () => SetupServer,
  unhandled: Parameters<SetupServer['listen']>[0],
): void {
  describe(`${version} under ${navigator.userAgent.includes('jsdom') ? 'jsdom' : 'happy-dom'}`, () => {
    const base = { wiki: 'https://wiki.example.com', standalone: 'https://api.example.com' }
    const server = setupServer()
    beforeAll(() => server.listen(unhandled))
    afterAll(() => server.close())
    beforeEach(async () => {
      server.resetHandlers(...handlers(await createSimulator(), { base, corsOrigin: '*' }))
    })

    test('a base without a scheme is no path of the page', async () => {
      const sim = await createSimulator()
      expect(() => handlers(sim, { base: 'wiki.example.com' })).toThrow(
        "base: 'wiki.example.com' is not a valid address: write http://host/path",
      )
    })

    describe.each([
      ['fetch', overFetch],
      ['XMLHttpRequest', overXhr],
      ['axios', overAxios],
    ])('%s', (_name, client) => {
      test('writes and reads, and sees the rate limit', async () => {
        const change = { htmlExcerpt: 'The drone shall fly.' }
        const written = await client({ method: 'PUT', url: DOC, token: 'tok-alice', body: change })
        expect([written.status, Number(written.left)]).toEqual([200, expect.any(Number)])
        const read = await client({ method: 'GET', url: DOC, token: 'tok-bob' })
        expect(read).toMatchObject({ status: 200, body: change })
        expect(Number(read.left)).toBeGreaterThan(0)
      })

      test('gets refusals, also for addresses that no operation has', async () => {
        const change = { htmlExcerpt: 'The drone shall not fly.' }
        const refused = await client({ method: 'PUT', url: DOC, token: 'tok-bob', body: change })
        expect([refused.status, Object.keys(refused.body as object)]).toEqual([
          403,
          expect.arrayContaining(['message']),
        ])
        const absent = await client({
          method: 'GET',
          url: 'https://api.example.com/nothing',
          token: 'tok-bob',
        })
        expect(absent.status).toBe(404)
      })

      test('never reaches another host', async () => {
        await expect(
          client({ method: 'GET', url: 'https://elsewhere.invalid/', token: 'none' }),
        ).rejects.toThrow(/network error|fetch|blocked|bypass/i)
      })
    })

    describe.each([
      ['fetch', overFetch],
      ['XMLHttpRequest', overXhr],
      ['axios', overAxios],
    ])('%s without `corsOrigin`', (name, client) => {
      const isJsdom = navigator.userAgent.includes('jsdom')
      const works = version === 'MSW 2' || (isJsdom && name === 'fetch')

      test('gets responses, or one warning says why they are blocked', async () => {
        const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
        server.resetHandlers(...handlers(await createSimulator(), { base }))
        const read = (token: string) =>
          client({ method: 'GET', url: DOC, token }).then(({ status }) => status)
        const seen = [
          await read('tok-alice').catch(() => 'error'),
          await read('tok-bob').catch(() => 'error'),
        ]
        const warnings = warn.mock.calls.map(([text]) => String(text))
        warn.mockRestore()
        expect(seen).toEqual(works ? [200, 200] : ['error', 'error'])
        expect(warnings).toEqual(works ? [] : [expect.stringContaining("handlers(sim, { corsOrigin: '*' })")])
      })
    })
  })
}
