import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MAXIMUM_RECORDED_BODY_BYTES } from '../../src/record/body.ts'
import type { Recorded } from '../../src/record/entry.ts'
import { createProxy } from '../../src/record/proxy.ts'
import { readServerAddress } from '../../src/replay/server-address.ts'
import { sendRaw } from '../doors/support/raw-http.ts'
import { replay } from '../replay/replaying.ts'
import { temporaryFolder } from '../support/folder.ts'
import { entriesOf, record, send, upstream } from './recording.ts'

const folder = temporaryFolder()

describe('a request', () => {
  test('reaches the server with its path, query, headers and body, and with the name of the server', async () => {
    const seen: { url: string | undefined; headers: IncomingMessage['headers']; body: string }[] = []
    const { url } = await upstream((request, response) => {
      let body = ''
      request
        .on('data', (part) => (body += String(part)))
        .on('end', () => {
          seen.push({ url: request.url, headers: request.headers, body })
          response.end('fine')
        })
    })
    const recording = await record(folder, `${url}/base`)
    await send(recording.url, '/a%2Fb?x=1&x=2', { method: 'POST', headers: { 'x-a': 'ä' }, body: 'text' })
    expect(seen).toMatchObject([
      { url: '/base/a%2Fb?x=1&x=2', body: 'text', headers: { 'x-a': 'ä', host: new URL(url).host } },
    ])
    const [entry] = recording.entries()
    expect(entry?.request).toMatchObject({ url: `${url}/base/a%2Fb?x=1&x=2`, postData: { text: 'text' } })
  })

  test.each([
    ['/a', 200],
    ['/', 200],
    ['/folder/..', 200],
    ['/..', 400],
    ['/../elsewhere', 400],
    // It begins like the address of the server, and is another path.
    ['/../baseless', 400],
    ['/../base-2/a', 400],
    ['/../base/a', 200],
  ])('of the path %s below the address of the server gets %i', async (path, status) => {
    const seen: (string | undefined)[] = []
    const { url } = await upstream((request, response) => {
      seen.push(request.url)
      response.end()
    })
    const recording = await record(folder, `${url}/base`)
    expect((await send(recording.url, path)).status).toBe(status)
    expect(seen).toHaveLength(status === 200 ? 1 : 0)
  })

  test('loses the headers of its connection, and those that it names', async () => {
    let headers: IncomingMessage['headers'] = {}
    const { url } = await upstream((request, response) => {
      headers = request.headers
      response.setHeader('Connection', 'X-Hop')
      response.setHeader('X-Hop', '1').setHeader('X-End', '1').end()
    })
    const recording = await record(folder, url)
    const reply = await send(recording.url, '/', {
      headers: {
        connection: 'close, X-Own',
        'x-own': '1',
        te: 'trailers',
        'proxy-authorization': 'Basic x',
        'http2-settings': 'AAMAAABkAAQAAP__',
        upgrade: 'h2c',
        'accept-encoding': 'gzip, zstd, br',
        'x-end': '1',
      },
    })
    expect(reply.status).toBe(200)
    expect(Object.keys(headers).sort()).toEqual(['accept-encoding', 'connection', 'host', 'x-end'])
    expect(headers['accept-encoding']).toBe('gzip, br')
    expect(reply.headers).toMatchObject({ 'x-end': '1' })
    expect(reply.headers).not.toHaveProperty('x-hop')
  })

  test('in chunks arrives whole, with any method', async () => {
    let body = ''
    const { url } = await upstream((request, response) => {
      request.on('data', (part) => (body += String(part))).on('end', () => response.end())
    })
    const recording = await record(folder, url)
    const text =
      'DELETE / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n0\r\n\r\n'
    expect(await sendRaw(Number(new URL(recording.url).port), text)).toMatch(/^HTTP\/1\.1 200 /)
    expect(body).toBe('abc')
  })
})

describe('a response', () => {
  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('with %s reaches the client as it is, and is decoded in the recording', async (coding, encode) => {
    const bytes = encode('{"a":"ä"}')
    const { url } = await upstream((_request, response) => {
      response.setHeader('Content-Encoding', coding).setHeader('Content-Type', 'application/json').end(bytes)
    })
    const recording = await record(folder, url)
    expect((await send(recording.url, '/')).body).toEqual(bytes)
    const [entry] = recording.entries()
    expect(entry?.response.content).toMatchObject({ text: '{"a":"ä"}', size: 10 })
    expect(entry?.response.bodySize).toBe(bytes.length)
  })

  test('that is no text is in the recording as base64', async () => {
    const bytes = Buffer.from([0, 255, 254, 1])
    const { url } = await upstream((_request, response) => void response.end(bytes))
    const recording = await record(folder, url)
    expect((await send(recording.url, '/')).body).toEqual(bytes)
    const [entry] = recording.entries()
    expect(entry?.response.content).toMatchObject({
      encoding: 'base64',
      text: bytes.toString('base64'),
      size: 4,
    })
  })

  test('that is large reaches the client whole, and only its size is recorded', async () => {
    const bytes = Buffer.alloc(MAXIMUM_RECORDED_BODY_BYTES + 1, 'x')
    const { url } = await upstream((request, response) => void request.pipe(response))
    const recording = await record(folder, url)
    const reply = await send(recording.url, '/', { method: 'POST', body: bytes })
    expect(reply.body.equals(bytes)).toBe(true)
    const [entry] = recording.entries()
    expect(entry?.request).toMatchObject({ bodySize: bytes.length })
    expect(entry?.request).not.toHaveProperty('postData')
    expect(entry?.response.content).toEqual({ size: bytes.length, mimeType: '' })
  })

  test('that unpacks to very much is recorded by its size', async () => {
    const bomb = gzipSync(Buffer.alloc(4 * MAXIMUM_RECORDED_BODY_BYTES))
    const { url } = await upstream(
      (_request, response) => void response.setHeader('Content-Encoding', 'gzip').end(bomb),
    )
    const recording = await record(folder, url)
    expect((await send(recording.url, '/')).body).toEqual(bomb)
    expect(recording.entries()[0]?.response.content).not.toHaveProperty('text')
  })

  test('streams: its beginning arrives before its end was sent', async () => {
    let finish = (): void => {}
    const { url } = await upstream((_request, response) => {
      response.write('begin')
      finish = () => void response.end('end')
    })
    const recording = await record(folder, url)
    const response = await fetch(recording.url)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('begin')
    finish()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('end')
  })

  test.each([
    ['/base/next?a=1', '/next?a=1'],
    ['next', '/folder/next'],
    ['OWN/base/next#x', '/next#x'],
    ['OWN/base', '/'],
    ['OWN/elsewhere', 'OWN/elsewhere'],
    ['OWN/baseless', 'OWN/baseless'],
    ['https://other.example/base/next', 'https://other.example/base/next'],
    ['//other.example/base/next', '//other.example/base/next'],
    ['http://[', 'http://['],
  ])('that redirects to %s redirects a client to %s', async (sent, received) => {
    const { url } = await upstream((_request, response) => {
      response.writeHead(302, { Location: sent.replace('OWN', url) }).end()
    })
    const recording = await record(folder, `${url}/base`)
    const reply = await send(recording.url, '/folder/page')
    expect([reply.status, reply.headers.location]).toEqual([302, received.replace('OWN', url)])
  })

  test('sets cookies for the address of the proxy', async () => {
    const { url } = await upstream((_request, response) => {
      response.setHeader('Set-Cookie', [
        'JSESSIONID=1; Path=/base; Domain=intra.example; Secure; HttpOnly; SameSite=None',
        'a=2; Path=/base/rest; SameSite=Lax',
        'b=3; Path=/other; Max-Age=5',
        'c=4; Path=/baseless',
        'd=5; Path=/base/',
      ])
      response.end()
    })
    const recording = await record(folder, `${url}/base`)
    expect((await send(recording.url, '/')).headers['set-cookie']).toEqual([
      'JSESSIONID=1; Path=/; HttpOnly',
      'a=2; Path=/rest; SameSite=Lax',
      'b=3; Path=/other; Max-Age=5',
      'c=4; Path=/baseless',
      'd=5; Path=/',
    ])
  })
})

describe('the proxy connects to the server of the command line alone', () => {
  test('whatever addresses a request, a header or a response has', async () => {
    const lure = await upstream((_request, response) => void response.end())
    const server = await upstream((request, response) => {
      request.resume()
      response
        .writeHead(307, {
          Location: lure.url,
          Refresh: `0; url=${lure.url}`,
          Link: `<${lure.url}>; rel=preload`,
        })
        .end()
    })
    const recording = await record(folder, server.url)
    const { host } = new URL(lure.url)
    const headers = {
      'x-forwarded-host': host,
      forwarded: `host=${host}`,
      'x-base-url': lure.url,
      referer: lure.url,
    }
    const paths = ['/', `/?url=${lure.url}`, `//${host}/`, `/@${host}/`, `/%2f%2f${host}`, `/${lure.url}`]
    for (const path of paths) expect((await send(recording.url, path, { headers })).status).toBe(307)
    const raw = (text: string) => sendRaw(Number(new URL(recording.url).port), text)
    expect(await raw(`GET ${lure.url}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 [^]*not a proxy for other servers/,
    )
    expect(await raw(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 405 [^]*not a proxy for other servers/,
    )
    expect(
      await raw(
        `GET / HTTP/1.1\r\nHost: ${host.replace('127.0.0.1', 'lure.example')}\r\nConnection: close\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1\.1 403 /)
    expect(lure.connections()).toBe(0)
    expect(recording.entries()).toHaveLength(paths.length)
  })

  test.each([
    ['/../out', 400],
    ['/%2e%2e/out', 400],
    ['/a/../../out', 400],
    ['/a/../in', 200],
  ])('and to what is below its path: %s', async (path, status) => {
    const seen: (string | undefined)[] = []
    const { url } = await upstream((request, response) => {
      seen.push(request.url)
      response.end()
    })
    const recording = await record(folder, `${url}/base`)
    expect((await send(recording.url, path)).status).toBe(status)
    expect(seen).toEqual(status === 200 ? [`/base${path}`] : [])
  })

  test('and takes names of --allow-host, and no WebSocket', async () => {
    const { url } = await upstream((_request, response) => void response.end())
    const recording = await record(folder, url, '--allow-host', 'recorder.test')
    const statusFor = async (headers: Record<string, string>) =>
      (await send(recording.url, '/', { headers })).status
    expect(await statusFor({ host: 'recorder.test:4011' })).toBe(200)
    expect(await statusFor({ host: 'other.test' })).toBe(403)
    expect(await statusFor({ upgrade: 'websocket', connection: 'upgrade' })).toBe(501)
  })
})

describe('a server that fails', () => {
  test('and is not there gives 502, and an exchange without a response, which replay skips', async () => {
    const { url } = await upstream(() => {})
    const gone = url.replace(/\d+$/, '1')
    const recording = await record(folder, gone)
    const reply = await send(recording.url, '/api/applications/101')
    expect([reply.status, reply.headers['content-type']]).toEqual([502, 'application/problem+json'])
    expect(JSON.parse(String(reply.body))).toMatchObject({
      status: 502,
      detail: expect.stringContaining(`reqsim record got no response from ${gone}: connect ECONNREFUSED`),
    })
    await recording.stop()
    expect(entriesOf(recording.file)).toMatchObject([
      { response: { status: 0 }, comment: expect.stringContaining('ECONNREFUSED') },
    ])
    expect((await replay(recording.file, '--against', 'demo')).out).toBe(
      '0 replayed, 0 different, 1 skipped: 1 without a response\n',
    )
  })

  test('in the middle of a body breaks the connection of the client too', async () => {
    const { url } = await upstream((_request, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('half', () => response.destroy())
    })
    const recording = await record(folder, url)
    await expect(send(recording.url, '/')).rejects.toMatchObject({ code: 'ECONNRESET' })
    await expect.poll(() => recording.entries()).toMatchObject([{ response: { status: 0 } }])
  })

  test('and sends nothing is not waited for without end', async () => {
    const { url } = await upstream(() => {})
    const recorded: Recorded[] = []
    const proxy = createProxy({
      server: readServerAddress(url),
      allowHost: [],
      onExchange: (each) => recorded.push(each),
      patience: 100,
    })
    onTestFinished(() => proxy.close())
    await once(proxy.server.listen(0, '127.0.0.1'), 'listening')
    const reply = await send(`http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`, '/')
    expect([reply.status, String(reply.body)]).toEqual([
      502,
      expect.stringContaining('it sent nothing for 0.1 s'),
    ])
    expect(recorded).toMatchObject([{ response: undefined }])
  })

  test('a client that leaves is recorded as one without a response', async () => {
    const { url } = await upstream((_request, response) => void response.write('begin'))
    const recording = await record(folder, url)
    const leaving = new AbortController()
    await fetch(recording.url, { signal: leaving.signal })
    leaving.abort()
    await expect
      .poll(() => recording.entries())
      .toMatchObject([{ response: { status: 0 }, comment: 'the client left before the response ended' }])
  })

  test('does not keep the recorder from ending within a second', async () => {
    const { url } = await upstream(() => {})
    const recording = await record(folder, url)
    const pending = send(recording.url, '/').catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const begin = performance.now()
    expect((await recording.stop()).code).toBe(0)
    expect(performance.now() - begin).toBeLessThan(1000)
    expect(await pending).toBeInstanceOf(Error)
    expect(entriesOf(recording.file)).toHaveLength(1)
  })
})
