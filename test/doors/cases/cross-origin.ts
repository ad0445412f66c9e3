/** Requests of a page of another origin: what it may send, and what it may read of the responses. One table for all doors. */
import { createSimulator, type Simulator } from '../../../src/index.ts'

export interface CrossOriginCase {
  readonly name: string
  readonly method: string
  /** In the layout on one port. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** What a page sees: the status, and each header of the response that it may read. */
export interface Crossed {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** Calls from a page of another origin. Rejects if the browser blocks the call. `names` are the headers to read. */
export type CrossOriginCall = (each: CrossOriginCase, names: readonly string[]) => Promise<Crossed>

const TOKEN = { Authorization: 'Bearer tok-alice' }
const READ = '/api/applications/101'
const IN_WORKSPACES = 'applicationId=103'

/** Headers that clients, proxies and tracing libraries add. No service lists all of them. */
export const SENT_HEADERS = [
  'X-Requested-With',
  'X-Atlassian-Token',
  'Idempotency-Key',
  'Cache-Control',
  'If-None-Match',
  'If-Match',
  'Pragma',
  'Content-Type',
  'X-Api-Key',
  'X-Base-Url',
  'X-CSRF-Token',
  'X-Correlation-Id',
  'X-Sim-Explain',
  'X-B3-TraceId',
  'baggage',
  'sentry-trace',
  'traceparent',
  "x-!#$%&'*+.^_`|~1",
] as const

const FAULTS = [
  { method: 'GET', path: '/applications/102', status: 503, headers: { 'Retry-After': '7', 'X-Own': 'own' } },
  {
    method: 'POST',
    path: '/applications/103',
    status: 201,
    headers: { Location: '/api/applications/104', ETag: '"1"', 'x-lower': 'l' },
  },
  { method: 'GET', path: '/applications/104', status: 429 },
] as const

export async function crossOriginSimulator(): Promise<Simulator> {
  const simulator = await createSimulator({ scenario: { extends: ['demo'], faults: FAULTS } as never })
  const upload = { method: 'PUT', headers: { ...TOKEN, 'Content-Type': 'image/png' }, body: 'bytes' }
  await simulator.fetch(`/api/files/3101/upload/blob?${IN_WORKSPACES}`, upload)
  simulator.journal.clear()
  return simulator
}

export const CROSS_ORIGIN_CASES: readonly CrossOriginCase[] = [
  ...SENT_HEADERS.map((name) => ({
    name: `sends ${name}`,
    method: 'GET',
    path: READ,
    headers: { ...TOKEN, [name]: name === 'Content-Type' ? 'application/json' : 'value' },
  })),
  {
    name: 'sends all of them',
    method: 'PUT',
    path: '/wiki/rest/reqs/1/requirement2/ENG/NOPE',
    headers: Object.fromEntries([
      ...Object.entries(TOKEN),
      ...SENT_HEADERS.filter((name) => name !== 'Content-Type').map((name) => [name, 'value'] as const),
    ]),
  },
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) => [
    { name: `${method} of a known path`, method, path: READ, headers: TOKEN },
    { name: `${method} of an unknown path`, method, path: '/api/nowhere', headers: TOKEN },
  ]),
  { name: 'reads a 401', method: 'GET', path: READ, headers: { 'X-Requested-With': 'page' } },
  {
    name: 'reads a download',
    method: 'GET',
    path: `/api/files/3101/download/blob?${IN_WORKSPACES}`,
    headers: TOKEN,
  },
  {
    name: 'reads a fault with headers of its own',
    method: 'GET',
    path: '/api/applications/102',
    headers: TOKEN,
  },
  { name: 'reads the location of a fault', method: 'POST', path: '/api/applications/103', headers: TOKEN },
  { name: 'reads a 429', method: 'GET', path: '/api/applications/104', headers: TOKEN },
]

/** Headers whose value depends on the requests before, preflights included. */
const COUNTED = /^x-request-id$|^x-rate-limit-/

/** What the simulator responds in process, where no browser stands between. */
export async function crossOriginExpectations(): Promise<readonly Crossed[]> {
  const simulator = await crossOriginSimulator()
  const results: Crossed[] = []
  for (const { method, path, headers } of CROSS_ORIGIN_CASES) {
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const answer = await simulator.exchange({ method, url: path, headers: sent })
    results.push({ status: answer.status, headers: readable(answer.headers) })
  }
  return results
}

/** Runs all cases, one after the other; a call that is blocked is its error. */
export async function crossAll(
  call: CrossOriginCall,
  expected: readonly Crossed[],
): Promise<readonly (Crossed | string)[]> {
  const results: (Crossed | string)[] = []
  for (const [index, each] of CROSS_ORIGIN_CASES.entries()) {
    const names = Object.keys(expected[index]?.headers ?? {})
    results.push(
      await call(each, names).then(
        ({ status, headers }) => ({ status, headers: readable(headers) }),
        (error: unknown) => `blocked: ${String(error)}`,
      ),
    )
  }
  return results
}

function readable(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(lower.map(([name, value]) => [name, COUNTED.test(name) ? 'counted' : value]))
}

/** The parts of a page that calls go through. */
export interface PageParts {
  readonly fetch: typeof fetch
  readonly XMLHttpRequest: typeof XMLHttpRequest
}

/** What `fetch` of a page makes of a call. */
export function overFetch(base: string, page: PageParts = globalThis): CrossOriginCall {
  return async ({ method, path, headers }, names) => {
    const response = await page.fetch(base + path, { method, headers })
    await response.arrayBuffer()
    return { status: response.status, headers: read(names, (name) => response.headers.get(name)) }
  }
}

/** The same with `XMLHttpRequest`. */
export function overXhr(base: string, page: PageParts = globalThis): CrossOriginCall {
  return ({ method, path, headers }, names) =>
    new Promise((resolve, reject) => {
      const request = new page.XMLHttpRequest()
      request.open(method, base + path)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.addEventListener('load', () =>
        resolve({ status: request.status, headers: read(names, (name) => request.getResponseHeader(name)) }),
      )
      request.addEventListener('error', () => reject(new Error('network error')))
      request.send()
    })
}

function read(names: readonly string[], get: (name: string) => string | null): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, get(name) ?? '(hidden)']))
}
