/** `reqsim health`, by which containers and scripts learn whether a server responds. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { VERSION } from '../../src/version.ts'
import { run, serveProcess } from './cli.ts'

/** The port of another server, until the test has finished. */
async function listen(respond: RequestListener): Promise<string> {
  const server = createServer(respond)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return String((server.address() as AddressInfo).port)
}

describe('a server that responds is healthy', () => {
  test('by its port, whatever address it listens on, and by its address', async () => {
    const { url } = await serveProcess('--host', '0.0.0.0')
    const { port } = new URL(url)
    const local = `http://127.0.0.1:${port}`
    const healthy = (at: string) => ({
      code: 0,
      out: `${at} is healthy: reqsim ${VERSION}, scenario demo\n`,
      errors: '',
    })
    expect(await run(['health', '--port', port])).toEqual(healthy(local))
    expect(await run(['health'], { REQSIM_PORT: port, REQSIM_HOST: '0.0.0.0' })).toEqual(healthy(local))
    expect(await run(['health', '--port', '1', '--url', `${local}/`])).toEqual(healthy(local))
  })
})

describe('any other ends with exit code 1', () => {
  test('if nothing listens', async () => {
    expect(await run(['health', '--port', '1'])).toEqual({
      code: 1,
      out: '',
      errors: 'reqsim: http://127.0.0.1:1 does not respond: connect ECONNREFUSED 127.0.0.1:1\n',
    })
  })

  test('if its health check fails', async () => {
    const port = await listen((_request, response) => response.writeHead(503).end('draining'))
    const { code, errors } = await run(['health', '--port', port])
    expect([code, errors]).toEqual([
      1,
      `reqsim: http://127.0.0.1:${port} is not healthy: its health check returned 503\n`,
    ])
  })

  test.each(['ok', '{"status":"fine"}', 'null'])(
    'if it is another program, which responds %s',
    async (body) => {
      const port = await listen((_request, response) => response.end(body))
      const { code, errors } = await run(['health', '--port', port])
      expect([code, errors]).toEqual([1, `reqsim: http://127.0.0.1:${port} is not a reqsim server\n`])
    },
  )

  test('if it takes the connection and says nothing, or never ends', async () => {
    const silent = await listen(() => {})
    const endless = await listen((_request, response) => response.write('{'))
    for (const port of [silent, endless]) {
      const { code, errors } = await run(['health', '--port', port])
      expect([code, errors]).toEqual([
        1,
        `reqsim: http://127.0.0.1:${port} does not respond: no response within 2 s\n`,
      ])
    }
  })

  test('if it serves HTTP and HTTPS was requested', async () => {
    const port = await listen((_request, response) => response.end())
    const { code, errors } = await run(['health', '--tls', '--port', port])
    expect(code).toBe(1)
    expect(errors).toMatch(/^reqsim: https:\/\/127\.0\.0\.1:\d+ does not respond: .*\n$/)
  })
})

test.each(['localhost:4010', 'ftp://localhost', 'http://localhost?x=1'])(
  'the address %s is wrong usage',
  async (url) => {
    const { code, errors } = await run(['health', '--url', url])
    expect(code).toBe(2)
    expect(errors).toContain('An address is written http://host:port or https://host:port.')
  },
)
