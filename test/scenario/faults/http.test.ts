import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve, type Served, type ServeOptions } from '../../../src/adapters/node.ts'
import { createSimulator, type FaultInput, type Simulator } from '../../../src/index.ts'
import { certificate } from '../../doors/support/tls.ts'
import { faultyDoorTests } from './doors.ts'
import { READ } from './faulty.ts'

const servers: Served[] = []
const defects: unknown[] = []

async function open(simulator: Simulator, options: ServeOptions = {}): Promise<Served> {
  const served = await serve(simulator, { ...options, onDefect: (error) => defects.push(error) })
  servers.push(served)
  return served
}

afterAll(() => Promise.all(servers.map((served) => served.close())))

faultyDoorTests('HTTP', {
  async open(simulator) {
    const { url } = await open(simulator)
    return (path, init) => fetch(url + path, init)
  },
})

const trusted = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...trusted, certificate.authority]))
afterAll(() => setDefaultCACertificates(trusted))

faultyDoorTests('HTTPS', {
  async open(simulator) {
    const { url } = await open(simulator, { tls: certificate })
    return (path, init) => fetch(url + path, init)
  },
})

async function start(fault: FaultInput, mode: 'manual' | 'live' = 'manual') {
  const simulator = await createSimulator({ scenario: 'demo', clock: { mode } })
  simulator.faults.add(fault)
  return open(simulator)
}

/** Everything that comes over a connection until it ends, and when. */
function receive(port: number, method = 'GET'): Promise<{ head: string; body: string }> {
  return new Promise((resolve, reject) => {
    let text = ''
    const lines = [`${method} ${READ} HTTP/1.1`, 'Host: 127.0.0.1', 'Authorization: Bearer tok-alice', '', '']
    const socket = connect(port, '127.0.0.1', () => socket.write(lines.join('\r\n')))
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      resolve({ head, body })
    })
  })
}

describe('on the wire', () => {
  test('a dropped connection is reset without a byte', async () => {
    const { port } = await start({ drop: true })
    await expect(receive(port)).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  test('a truncated body is promised whole, and as many bytes come as the fault says', async () => {
    const { port } = await start({ truncate: 100 })
    const { head, body } = await receive(port)
    const promised = Number(/content-length: (\d+)/.exec(head)?.[1])
    expect(body).toHaveLength(100)
    expect(promised).toBeGreaterThan(1000)
  })

  test('nothing at all of a body cut at 0 bytes, but its head', async () => {
    const { port } = await start({ truncate: 0 })
    const { head, body } = await receive(port)
    expect([head.slice(0, 12), body]).toEqual(['HTTP/1.1 200', ''])
  })

  test('a slow and truncated body comes in pieces, then breaks off', async () => {
    const { port } = await start({ truncate: 200, slow: '200ms' }, 'live')
    const begin = performance.now()
    expect((await receive(port)).body).toHaveLength(200)
    expect(performance.now() - begin).toBeGreaterThan(150)
  })

  test('the next request of a kept connection is answered after one that was late', async () => {
    const { url } = await start({ latency: '100ms', slow: '100ms', times: 1 }, 'live')
    for (let count = 0; count < 2; count++) {
      const response = await fetch(url + READ, { headers: { Authorization: 'Bearer tok-alice' } })
      expect(await response.json()).toMatchObject({ key: 'REQ-001' })
    }
  })

  test('a server that closes waits for no fault', async () => {
    const served = await start({ latency: '10m' }, 'live')
    const pending = fetch(served.url + READ).catch((error: unknown) => error)
    await delay(50)
    const begin = performance.now()
    await served.close()
    expect(performance.now() - begin).toBeLessThan(1500)
    expect(await pending).toBeInstanceOf(TypeError)
  })

  test('clients that leave in the middle of a slow body leave nothing behind', async () => {
    const served = await start({ slow: '10m' }, 'live')
    await new Promise<void>((resolve) => {
      const sent = request(
        served.url + READ,
        { headers: { Authorization: 'Bearer tok-alice' } },
        (response) => {
          response.on('error', () => {})
          sent.destroy()
          resolve()
        },
      )
      sent.end()
    })
    const begin = performance.now()
    await served.close()
    expect(performance.now() - begin).toBeLessThan(700)
  })
})

test('none of this was a defect', () => {
  expect(defects).toEqual([])
})
