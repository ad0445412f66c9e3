/** A connection serves further requests after a response that a fault delivers otherwise. */
import { expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { connectForTest, received } from '../../doors/support/raw-http.ts'
import { serveForTest } from '../../support/serve.ts'

const simulator = await createSimulator({ scenario: 'demo' })
await simulator.preload()
const get = (connection: string) =>
  [
    'GET /wiki/rest/reqs/1/requirement2/ENG/REQ-001 HTTP/1.1',
    'Host: 127.0.0.1',
    'Authorization: Bearer tok-alice',
    `Connection: ${connection}`,
    '',
    '',
  ].join('\r\n')

test.each([{ latency: '20ms' }, { slow: '20ms' }])(
  'to a request without a body, with the fault %o',
  async (effect) => {
    const fork = simulator.fork()
    fork.faults.add({ operation: 'wiki.requirement.read', times: 1, ...effect })
    const { port } = await serveForTest(fork)
    const socket = await connectForTest(port)
    const response = received(socket)
    socket.write(get('keep-alive') + get('close'))
    const connections = [...(await response).matchAll(/^connection: (\S+)\r$/gim)]
    expect(connections.map(([, value]) => value)).toEqual(['keep-alive', 'close'])
  },
)
