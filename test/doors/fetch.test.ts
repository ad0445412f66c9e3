import { describe, expect, test } from 'vitest'
import { createFetch } from '../../src/platform/fetch.ts'
import type { ExchangeResponse, ExchangeRequest } from '../../src/api/framework/exchange.ts'
import { echo, type Echo } from './cases/echo.ts'

const echoFetch = createFetch(async (request) => echo(request))

async function ask(...args: Parameters<typeof echoFetch>): Promise<Echo> {
  return (await (await echoFetch(...args)).json()) as Echo
}

function answering(answer: Partial<ExchangeResponse>): typeof echoFetch {
  return createFetch(async () => ({ status: 200, headers: {}, body: '', ...answer }))
}

describe('requests', () => {
  test('a text, a URL and a Request are the same', async () => {
    const url = 'http://wiki.sim/rest/reqs/1/baseline/ENG?a=%C3%A9'
    const inputs = [url, new URL(url), new Request(url)]
    const got = await Promise.all(inputs.map((input) => ask(input)))
    expect(got).toEqual([got[0], got[0], got[0]])
    expect(got[0]).toEqual({ method: 'GET', url, headers: {}, text: '', bytes: 0 })
  })

  test('a path is one of the one-port layout', async () => {
    expect((await ask('/wiki/rest?a=1')).url).toBe('/wiki/rest?a=1')
    expect((await ask('//wiki.sim/rest').catch((error: unknown) => error)) as Error).toBeInstanceOf(TypeError)
  })

  test('init changes a Request', async () => {
    const request = new Request('http://wiki.sim/', { method: 'POST', body: 'a', headers: { 'x-a': '1' } })
    const got = await ask(request, { method: 'PUT', body: 'bc', headers: { 'x-b': '2' } })
    expect(got).toMatchObject({ method: 'PUT', text: 'bc' })
    expect(got.headers).toMatchObject({ 'x-b': '2' })
    expect(got.headers).not.toHaveProperty('x-a')
  })

  test('headers come in lower case, repeated ones joined, types of bodies added', async () => {
    const headers = new Headers([
      ['X-A', '1'],
      ['x-a', '2'],
      ['Cookie', 'JSESSIONID=sess-alice'],
    ])
    const got = await ask('/', { method: 'POST', headers, body: new URLSearchParams({ a: 'b c' }) })
    expect(got.headers).toEqual({
      'x-a': '1, 2',
      cookie: 'JSESSIONID=sess-alice',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    })
    expect(got.text).toBe('a=b+c')
  })

  test('bodies of every kind', async () => {
    const bytes = Uint8Array.of(0, 255, 128)
    let body: ExchangeRequest['body']
    const keep = createFetch(async (request) => {
      body = request.body
      return { status: 200, headers: {}, body: '' }
    })
    const stream = new Blob([bytes]).stream()
    for (const sent of [bytes, bytes.buffer, new Blob([bytes]), stream]) {
      await keep('/', { method: 'POST', body: sent, duplex: 'half' } as RequestInit)
      expect(body).toEqual(bytes)
    }
    await keep('/', { method: 'POST', body: '' })
    expect(body).toBeUndefined()
  })

  test('what no Request can be is refused as everywhere', async () => {
    await expect(echoFetch('/', { body: 'x' })).rejects.toThrow(TypeError)
    await expect(echoFetch('/', { method: 'a b' })).rejects.toThrow(TypeError)
    await expect(echoFetch('no address')).rejects.toThrow(TypeError)
  })
})

describe('answers', () => {
  test.each([204, 205, 304])('%i has no body', async (status) => {
    const response = await answering({ status, body: '' })('/')
    expect([response.status, response.body]).toEqual([status, null])
  })

  test('HEAD has no body and the headers of GET', async () => {
    const response = await answering({ body: 'text', headers: { 'X-A': '1' } })('/', {
      method: 'HEAD',
    })
    expect([response.body, response.headers.get('x-a')]).toEqual([null, '1'])
  })

  test('no header that the core did not give', async () => {
    expect([...(await answering({ body: 'text' })('/')).headers]).toEqual([])
    const typed = await answering({ body: 'text', headers: { 'CONTENT-TYPE': 'text/plain' } })('/')
    expect([...typed.headers]).toEqual([['content-type', 'text/plain']])
  })

  test('bytes', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    expect(await (await answering({ body: bytes })('/')).bytes()).toEqual(bytes)
  })
})

describe('abort', () => {
  test('before the exchange: it does not take place', async () => {
    let exchanges = 0
    const count = createFetch(async () => ({ status: 200 + exchanges++, headers: {}, body: '' }))
    await expect(count('/', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    expect(exchanges).toBe(0)
  })

  test('while it waits: rejects at once, with the reason given', async () => {
    const controller = new AbortController()
    const answer = createFetch(() => new Promise(() => {}))('/', { signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
  })
})
