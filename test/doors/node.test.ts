import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { serve, ServeError, type Served, type ServeOptions } from '../../src/adapters/node.ts'
import { type Echo, servable } from './cases/echo.ts'
import { serveForTest } from '../support/serve.ts'
import { errorIn, sendRaw } from './support/raw-http.ts'

const start = (simulator = servable(), options?: ServeOptions): Promise<Served> =>
  serveForTest(simulator, options)

describe('what the core gets', () => {
  test('method, path with query as sent, lower-case headers, body', async () => {
    const { url } = await start()
    const response = await fetch(`${url}/wiki/a%20b?q=%C3%A9`, {
      method: 'POST',
      headers: { 'X-Mixed-Case': 'yes' },
      body: 'é',
    })
    const got = (await response.json()) as Echo
    expect(got).toMatchObject({ method: 'POST', url: '/wiki/a%20b?q=%C3%A9', text: 'é', bytes: 2 })
    expect(got.headers).toMatchObject({ 'x-mixed-case': 'yes', host: url.slice('http://'.length) })
  })

  test('repeated headers as one, in the order sent', async () => {
    const { port } = await start()
    const text = await sendRaw(
      port,
      'GET / HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nx-a: 2\r\nCookie: a=1\r\nCookie: b=2\r\n__proto__: x\r\nConnection: close\r\n\r\n',
    )
    const { headers } = JSON.parse(text.slice(text.indexOf('{'))) as Echo
    expect(headers['x-a']).toBe('1, 2')
    expect(headers['cookie']).toBe('a=1; b=2')
    expect(Object.entries(headers)).toContainEqual(['__proto__', 'x'])
  })

  test('no request of HTTP/1.1 without a Host, and no wall clock in what refuses it', async () => {
    const { port } = await start()
    const text = await sendRaw(port, 'GET /api/applications HTTP/1.1\r\n\r\n')
    const error = {
      message: 'Host is missing: an HTTP/1.1 request requires it',
      statusCode: 'BAD_REQUEST',
      errors: ['Host is missing: an HTTP/1.1 request requires it'],
    }
    const body = JSON.stringify(error)
    expect(text).toBe(
      `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\ncontent-length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
    expect(await sendRaw(port, 'GET /a HTTP/1.0\r\n\r\n')).toContain('"url":"/a"')
  })

  test('no request behind one without a Host, which gets the last response of the connection', async () => {
    const urls: string[] = []
    const { port } = await start(
      servable(({ url }) => {
        urls.push(url)
        return { status: 200, headers: {}, body: '' }
      }),
    )
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    const hostless = 'POST /b HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody'
    const text = await sendRaw(port, get('/a') + hostless + get('/c'))
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '400'])
    expect(urls).toEqual(['/a'])
  })

  test('requests of one connection in their order, with a body or without one', async () => {
    const head = (method: string, path: string, more: string) =>
      `${method} ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
    const urls: string[] = []
    const simulator = servable()
    const recorded = {
      ...simulator,
      exchange: (...sent: Parameters<typeof simulator.exchange>) => {
        urls.push(sent[0].url)
        return simulator.exchange(...sent)
      },
    }
    const { port } = await start(recorded)
    const packet = [
      head('GET', '/a', ''),
      head('POST', '/b', 'Content-Length: 2\r\n') + 'xy',
      head('POST', '/c', 'Content-Length: 1\r\n') + 'z',
      head('DELETE', '/d', ''),
      head('GET', '/e', 'Connection: close\r\n'),
    ].join('')
    expect(await sendRaw(port, packet)).toContain('"url":"/e"')
    expect(urls).toEqual(['/a', '/b', '/c', '/d', '/e'])
  })

  test('a chunked body in one piece', async () => {
    const { port } = await start()
    const text = await sendRaw(
      port,
      'PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n',
    )
    expect(text).toContain('"text":"abcde","bytes":5')
  })
})

describe('what the client gets', () => {
  test('status, headers, length, and no Date', async () => {
    const { port } = await start(
      servable(() => ({ status: 201, headers: { 'X-Sim-World': 'w' }, body: 'é' })),
    )
    const text = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(text).toBe(
      'HTTP/1.1 201 Created\r\nX-Sim-World: w\r\ncontent-length: 2\r\nConnection: close\r\n\r\né',
    )
  })

  test('no body for HEAD, 204 and 304, and the connection still good for more', async () => {
    const { port } = await start(
      servable(({ url }) => ({ status: Number(url.slice(1)), headers: {}, body: 'text' })),
    )
    const line = (method: string, status: number): string =>
      `${method} /${status} HTTP/1.1\r\nHost: a\r\n\r\n`
    const last = 'GET /200 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const text = await sendRaw(port, line('HEAD', 200) + line('GET', 204) + line('GET', 304) + last)
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 204',
      'HTTP/1.1 304',
      'HTTP/1.1 200',
    ])
    expect(text.match(/text/g)).toHaveLength(1)
  })

  test('bytes as they are', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    const { url } = await start(servable(() => ({ status: 200, headers: {}, body: bytes })))
    expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(bytes)
  })
})

describe('the body limit', () => {
  test('reaches the core as one byte too many, while the rest is still arriving', async () => {
    const seen: number[] = []
    const { port } = await start(
      servable(({ body }) => {
        seen.push(body?.length ?? 0)
        return { status: 413, headers: {}, body: 'too large' }
      }),
    )
    const text = await sendRaw(
      port,
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(5000)}`,
    )
    expect(seen).toEqual([1001])
    expect(text).toContain('413')
    expect(text).toMatch(/too large$/)
  })

  test('returns the response to a client that sends everything', async () => {
    const { url } = await start(servable(() => ({ status: 413, headers: {}, body: 'too large' })))
    const response = await fetch(url, { method: 'POST', body: new Uint8Array(20_000_000) })
    expect(response.status).toBe(413)
    expect(await response.text()).toBe('too large')
  })

  test('is that of the operation for the control API, and none for what its head refuses', async () => {
    const seen: number[] = []
    const { url } = await start(
      servable(({ body }) => {
        seen.push(body?.length ?? 0)
        return { status: 200, headers: {}, body: '' }
      }),
    )
    const body = new Uint8Array(1_000_000)
    const headers = { 'Content-Type': 'application/json', 'X-Sim-Control': '1' }
    await fetch(`${url}/_sim/import`, { method: 'POST', headers, body })
    await fetch(`${url}/_world/other/_sim/import`, { method: 'POST', headers, body })
    await fetch(`${url}/_sim/import`, { method: 'POST', body })
    expect(seen).toEqual([1_000_000, 1_000_000, 1])
  })

  test('takes what is exactly as large', async () => {
    const { url } = await start()
    const got = (await (await fetch(url, { method: 'POST', body: 'x'.repeat(1000) })).json()) as Echo
    expect(got.bytes).toBe(1000)
  })
})

describe('an invalid request', () => {
  test('malformed HTTP is 400', async () => {
    const { port } = await start()
    const text = await sendRaw(port, 'hello\r\n\r\n')
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/json\r\n/)
    expect(errorIn(text)).toEqual(['BAD_REQUEST', 'the request is not valid HTTP/1.1'])
  })

  test('headers without end are 431', async () => {
    const { port } = await start()
    const text = await sendRaw(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(300_000)}\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
    expect(errorIn(text)).toEqual([
      'REQUEST_HEADER_FIELDS_TOO_LARGE',
      'the request line and the headers have more than 131072 bytes',
    ])
  })

  test('a long query reaches the core', async () => {
    const { url } = await start()
    const query = '%F0%9F%98%80'.repeat(8192)
    expect(((await (await fetch(`${url}/a?q=${query}`)).json()) as Echo).url).toHaveLength(
      '/a?q='.length + query.length,
    )
  })

  test('a client that disconnects, before or after its request, affects nobody else', async () => {
    const { url, port } = await start(
      servable(async () => delay(20).then(() => ({ status: 200, headers: {}, body: 'ok' }))),
    )
    for (const text of [
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc',
      'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text, () => socket.resetAndDestroy()))
        socket.on('close', () => resolve())
      })
    }
    await delay(50)
    expect(await (await fetch(url)).text()).toBe('ok')
  })
})

describe('defects', () => {
  test('of the core are reported, and returned without a stack', async () => {
    const defects: unknown[] = []
    let calls = 0
    const simulator = servable(() => {
      if (calls++ === 0) throw new Error('broken')
      return { status: 200, headers: {}, body: 'ok' }
    })
    const { url } = await start(simulator, { onDefect: (error) => defects.push(error) })
    const response = await fetch(url)
    expect([response.status, await response.json()]).toEqual([
      500,
      {
        message: 'defect of the simulator, not of the request: broken',
        statusCode: 'INTERNAL_SERVER_ERROR',
        errors: ['defect of the simulator, not of the request: broken'],
      },
    ])
    expect(defects).toMatchObject([{ message: 'broken' }])
    expect(await (await fetch(url)).text()).toBe('ok')
  })

  test('of a response that HTTP cannot carry too', async () => {
    const { url } = await start(servable(() => ({ status: 200, headers: { 'X-A': 'Ā\n' }, body: '' })))
    expect((await fetch(url)).status).toBe(500)
  })
})

describe('listening', () => {
  test('says which address it got and whether it is this machine alone', async () => {
    const served = await start()
    expect(served).toMatchObject({ host: '127.0.0.1', loopback: true })
    expect(served.url).toBe(`http://127.0.0.1:${served.port}`)
    expect((await start(servable(), { host: '0.0.0.0' })).loopback).toBe(false)
  })

  test('a port in use is explained', async () => {
    const { port } = await start()
    await expect(serve(servable(), { port })).rejects.toThrow(ServeError)
    await expect(serve(servable(), { port })).rejects.toThrow(`port ${port} of 127.0.0.1 is in use`)
  })

  test('an address of another machine is explained', async () => {
    await expect(serve(servable(), { host: '203.0.113.1' })).rejects.toThrow(
      "'203.0.113.1' is not an address of this machine",
    )
  })

  test('options of the door reach the core', async () => {
    let seen: unknown
    const simulator = servable()
    const { url } = await start(
      {
        ...simulator,
        exchange: (request, door) => {
          seen = door
          return simulator.exchange(request, door)
        },
      },
      { allowHost: ['sim.test'], corsOrigin: ['http://localhost:5173'], controlToken: 'secret' },
    )
    await fetch(url)
    expect(seen).toEqual({
      corsOrigins: ['http://localhost:5173'],
      decompress: expect.any(Function),
      control: {
        loopback: true,
        allowedHosts: ['sim.test'],
        token: 'secret',
        draining: expect.any(Function),
      },
    })
  })
})

describe('closing', () => {
  test('completes running requests, ends idle connections and frees the port, within a second', async () => {
    const served = await serve(
      servable(async () => delay(200).then(() => ({ status: 200, headers: {}, body: 'ok' }))),
    )
    const agent = new Agent({ keepAlive: true })
    const get = (): Promise<string> =>
      new Promise((resolve, reject) => {
        httpRequest(served.url, { agent }, (response) =>
          response.on('data', (chunk) => resolve(String(chunk))),
        )
          .on('error', reject)
          .end()
      })
    await get()
    const underWay = get()
    await delay(50)
    const begin = performance.now()
    const closing = served.close()
    expect(served.close()).toBe(closing)
    await closing
    expect(performance.now() - begin).toBeLessThan(1000)
    expect(await underWay).toBe('ok')
    agent.destroy()
    const again = await start(servable(), { port: served.port })
    expect(again.port).toBe(served.port)
  })

  test('cuts what does not end', async () => {
    const served = await serve(servable(() => new Promise(() => {})))
    const pending = fetch(served.url)
    pending.catch(() => {})
    await delay(50)
    const begin = performance.now()
    await served.close()
    expect(performance.now() - begin).toBeLessThan(1000)
    await expect(pending).rejects.toThrow('fetch failed')
  })
})
