/**
 * A suite as teams have it that never heard of a simulator: files of ten tests over hand-written handlers, with the habits of real
 * suites. Generated, so that it can have any number of files.
 */

/** How the suite starts its server: the name of the option differs between MSW 2 and 3. */
export interface SuiteOptions {
  readonly files: number
  /** Without them, the requests of these tests meet what is behind the suite's handlers. */
  readonly removed?: readonly SuiteHandler[]
  readonly onUnhandled?: 'onUnhandledFrame' | 'onUnhandledRequest'
}

export type SuiteHandler = 'read' | 'list' | 'write' | 'baseline'

const WIKI = 'https://wiki.example.com/rest/reqs/1'

const HANDLERS: Readonly<Record<SuiteHandler, string>> = {
  read: `http.get(WIKI + '/requirement2/ENG/:key', ({ params }) => {
    const found = db.get(String(params['key']))
    return found === undefined
      ? HttpResponse.json({ error: { code: 'E404', text: 'no ' + String(params['key']) } }, { status: 404 })
      : HttpResponse.json(found)
  })`,
  list: `http.get(WIKI + '/requirement2/ENG', () => HttpResponse.json({ results: [...db.values()] }))`,
  write: `http.put(WIKI + '/requirement2/ENG/:key', async ({ params, request }) => {
    const key = String(params['key'])
    const saved = { ...db.get(key), ...((await request.json()) as object) } as Requirement
    db.set(key, saved)
    return HttpResponse.json(saved)
  })`,
  baseline: `http.get(WIKI + '/baseline/ENG/:id', ({ params }) =>
    HttpResponse.json({ id: Number(params['id']), name: 'Release 1', status: 'DONE' }))`,
}

/** The files of the suite by path, but for the configuration of its runner. */
export function suiteFiles({
  files,
  removed = [],
  onUnhandled = 'onUnhandledFrame',
}: SuiteOptions): Readonly<Record<string, string>> {
  const kept = Object.entries(HANDLERS).filter(([name]) => !removed.includes(name as SuiteHandler))
  return {
    'src/client.ts': CLIENT,
    'test/mocks.ts': `import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'

export interface Requirement { key: string; spaceKey: string; htmlExcerpt: string }
export const WIKI = '${WIKI}'
const KEYS = ['REQ-001', 'REQ-002', 'REQ-003']
export const db = new Map<string, Requirement>()
export function resetDb() {
  db.clear()
  for (const key of KEYS) db.set(key, { key, spaceKey: 'ENG', htmlExcerpt: 'Text of ' + key })
}
resetDb()
export const handlers = [
  ${kept.map(([, text]) => text).join(',\n  ')}${kept.length === 0 ? '' : ','}
  http.get('https://login.example.com/whoami', () => HttpResponse.json({ name: 'alice' })),
]
export const server = setupServer(...handlers)
`,
    'test/setup.ts': `import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { server } from './mocks.ts'

beforeAll(() => server.listen({ ${onUnhandled}: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

expect.extend({
  toBeRequirement: (received: { key?: unknown }, key: string) => ({
    pass: received.key === key,
    message: () => 'expected requirement ' + key + ', not ' + JSON.stringify(received),
  }),
})
declare module 'vitest' {
  interface Matchers { toBeRequirement(key: string): void }
}
`,
    ...Object.fromEntries(
      Array.from({ length: files }, (_, index) => [`test/area-${index}.test.ts`, testFile(index)]),
    ),
  }
}

const CLIENT = `import axios from 'axios'

const WIKI = '${WIKI}'

/** The service's errors as this client shows them. */
export class ClientError extends Error {}

export async function read(key: string): Promise<{ key: string; htmlExcerpt: string }> {
  const response = await fetch(WIKI + '/requirement2/ENG/' + key, { headers: { authorization: 'Bearer made-up' } })
  if (!response.ok) throw new ClientError(String(response.status) + ' ' + (await response.text()))
  return response.json()
}

export async function list(): Promise<readonly { key: string }[]> {
  const { data } = await axios.get(WIKI + '/requirement2/ENG')
  return data.results
}

export async function write(key: string, htmlExcerpt: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ htmlExcerpt })
  const response = await fetch(WIKI + '/requirement2/ENG/' + key, { method: 'PUT', headers, body })
  if (!response.ok) throw new ClientError(String(response.status) + ' ' + (await response.text()))
}

export async function baseline(id: number): Promise<{ id: number; status: string }> {
  const { data } = await axios.get(WIKI + '/baseline/ENG/' + id)
  return data
}

/** Tries again after a second. */
export async function readWithRetry(key: string): Promise<{ key: string }> {
  try {
    return await read(key)
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return read(key)
  }
}
`

function testFile(index: number): string {
  const key = `REQ-00${(index % 3) + 1}`
  return `import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test as base, vi } from 'vitest'
import { baseline, ClientError, list, read, readWithRetry, write } from '../src/client.ts'
import { resetDb, server, WIKI } from './mocks.ts'

const KEY = '${key}'
const test = base.extend<{ text: string }>({
  text: async ({}, use) => use('Saved in area ${index}'),
})

beforeEach(() => resetDb())

test('reads with fetch', async () => {
  expect((await read(KEY)).key).toBe(KEY)
})

test('lists with axios', async () => {
  expect((await list()).length).toBeGreaterThan(2)
})

test('reads back what it saved', async ({ text }) => {
  await write(KEY, text)
  expect((await read(KEY)).htmlExcerpt).toContain(text)
})

test('does not see what another test saved', async () => {
  expect((await read(KEY)).htmlExcerpt).not.toContain('Saved in area')
})

test('shows an error of the service', async () => {
  server.use(http.get(WIKI + '/requirement2/ENG/:key', () => HttpResponse.json({ oops: true }, { status: 503 })))
  await expect(read(KEY)).rejects.toThrow('503 {"oops":true}')
})

test('waits and tries again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    server.use(http.get(WIKI + '/requirement2/ENG/:key', () => new HttpResponse(null, { status: 500 }), { once: true }))
    const found = readWithRetry(KEY)
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
    await vi.runAllTimersAsync()
    expect((await found).key).toBe(KEY)
  } finally {
    vi.useRealTimers()
  }
})

test('has the snapshot of a baseline', async () => {
  const { id, status } = await baseline(1)
  expect({ id, status }).toMatchInlineSnapshot(\`
    {
      "id": 1,
      "status": "DONE",
    }
  \`)
})

test('has a matcher of its own', async () => {
  expect(await read(KEY)).toBeRequirement(KEY)
})

describe.concurrent('at the same time', () => {
  test('saves one text', async ({ expect }) => {
    await write('REQ-001', 'one of ${index}')
    await read('REQ-002')
    expect((await read('REQ-001')).htmlExcerpt).toContain('one of')
  })

  test('fails for a requirement that does not exist', async ({ expect }) => {
    await expect(read('REQ-999')).rejects.toThrow(ClientError)
  })
})
`
}
