/** What hostile clients do to a server, each with limits that the server must keep. */
import { setTimeout as delay } from 'node:timers/promises'
import { MAXIMUM_CONNECTIONS } from '../../src/adapters/node/connections.ts'
import { type Client, head, send, withClients } from './clients.ts'
import { requestsWith } from './places.ts'
import { shapes } from './shapes.ts'
import type { Target } from './target.ts'

export interface Effort {
  /** The share of the full load that is sent; 1 sends all of it. */
  readonly share: number
  /**
   * True to include what takes more than a minute, to start a new server for each attack, to attack again with a
   * credential, and to check delays too.
   */
  readonly thorough: boolean
}

export interface Attack {
  readonly name: string
  /** The most mebibytes of memory that the server may hold meanwhile. */
  readonly memory: number
  /** The most milliseconds that its event loop may be blocked, on an idle machine. */
  readonly delay: number
  /** True for an attack that never sends a credential. */
  readonly anonymous?: boolean
  /** Attacks, and returns what is wrong besides the server's load. */
  run(target: Target, credential: string | undefined, effort: Effort): Promise<string[]>
}

const MEBIBYTE = 2 ** 20
const POST = 'POST /api/templates/parse?applicationId=103'
const CHUNKED = 'Transfer-Encoding: chunked'
const TEXT = 'Content-Type: text/plain'
const MAXIMUM_BODY_BYTES = 5 * MEBIBYTE

const scaled = (count: number, { share }: Effort): number => Math.max(2, Math.round(count * share))

export const ATTACKS: readonly Attack[] = [
  {
    name: 'bodies in one-byte chunks, never complete',
    memory: 450,
    delay: 1000,
    async run({ port }, credential, effort) {
      // A chunk of one byte is six bytes long.
      const bytes = Math.round(MAXIMUM_BODY_BYTES * 0.9 * effort.share)
      const block = '1\r\na\r\n'.repeat(8192)
      return withClients(port, 8, async (clients) => {
        await each(clients, async (client) => {
          await send(client, head(POST, [CHUNKED, TEXT], credential))
          for (let sent = 0; sent < bytes; sent += 8192) if (!(await send(client, block))) return
        })
        await delay(200)
        return []
      })
    },
  },
  {
    name: 'large bodies, nearly complete, over many connections',
    memory: 450,
    delay: 1000,
    async run({ port }, credential, effort) {
      const block = 'x'.repeat(64 * 1024)
      return withClients(port, scaled(100, effort), async (clients) => {
        await each(clients, async (client) => {
          await send(client, head(POST, [`Content-Length: ${MAXIMUM_BODY_BYTES}`, TEXT], credential))
          for (let sent = 0; sent < MAXIMUM_BODY_BYTES - block.length; sent += block.length)
            if (!(await send(client, block))) return
        })
        await delay(200)
        return []
      })
    },
  },
  {
    name: 'bodies without an end',
    memory: 350,
    delay: 1000,
    async run({ port }, credential, effort) {
      const block = 'x'.repeat(64 * 1024)
      const chunk = `${block.length.toString(16)}\r\n${block}\r\n`
      return withClients(port, scaled(20, effort), async (clients) => {
        await each(clients, async (client, number) => {
          const chunked = number % 2 === 0
          const length = chunked ? CHUNKED : 'Content-Length: 1000000000000'
          await send(client, head(POST, [length, TEXT], credential))
          for (let sent = 0; sent < 4 * MAXIMUM_BODY_BYTES; sent += block.length)
            if (!(await send(client, chunked ? chunk : block))) return
        })
        // A refused connection is closed soon, even if the client goes on sending.
        const patience = effort.thorough ? 20_000 : 60_000
        await Promise.race([Promise.all(clients.map(({ closed }) => closed)), delay(patience)])
        const open = clients.filter(({ socket }) => !socket.destroyed).length
        return open === 0 ? [] : [`${open} of ${clients.length} connections are still open`]
      })
    },
  },
  {
    name: 'heads without an end, on more connections than allowed',
    memory: 500,
    delay: 1000,
    anonymous: true,
    async run({ port }, _credential, effort) {
      // Short lines take the most memory for each byte.
      const lines = 'ab: cd\r\n'.repeat(12_000)
      const count = scaled(MAXIMUM_CONNECTIONS * 1.2, effort)
      return withClients(port, count, async (clients) => {
        await each(clients, (client) => send(client, `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines}`))
        await delay(200)
        const open = clients.filter(({ socket }) => !socket.destroyed).length
        return open <= MAXIMUM_CONNECTIONS ? [] : [`${open} connections are open`]
      })
    },
  },
  {
    name: 'pipelined requests whose answers nobody reads',
    memory: 450,
    delay: 2000,
    async run({ port }, credential, effort) {
      const page =
        credential === undefined ? '/_sim/operations' : '/wiki/rest/reqs/1/requirement2/ENG?limit=200'
      const requests = head(`GET ${page}`, [], credential).repeat(scaled(500, effort))
      return withClients(
        port,
        scaled(20, effort),
        async (clients) => {
          await each(clients, (client) => send(client, requests, 1000))
          await delay(500)
          return []
        },
        false,
      )
    },
  },
  {
    name: 'slow bodies, a byte at a time',
    memory: 300,
    delay: 1000,
    async run({ port }, credential, effort) {
      return withClients(port, scaled(200, effort), async (clients) => {
        await each(clients, (client) => send(client, head(POST, ['Content-Length: 1000', TEXT], credential)))
        // A body has a minute; the server checks every five seconds.
        const until = performance.now() + (effort.thorough ? 75_000 : 1000)
        while (performance.now() < until && clients.some(({ socket }) => !socket.destroyed)) {
          await each(clients, (client) => send(client, 'x', 100))
          await delay(500)
        }
        const open = clients.filter(({ socket }) => !socket.destroyed).length
        return effort.thorough && open > 0 ? [`${open} connections are still open`] : []
      })
    },
  },
  {
    name: 'texts of all shapes in all places, and a reading of the journal',
    memory: 450,
    delay: 2000,
    async run({ port }, credential, effort) {
      const complaints: string[] = []
      const length = Math.round(MAXIMUM_BODY_BYTES * 0.1 * effort.share)
      const every = [...shapes(1)].filter((_shape, number) => number % Math.ceil(30 / effort.share) === 0)
      for (const shape of every) {
        for (const { method, url, headers, body = '' } of requestsWith(shape.make(length), credential)) {
          const sent = await fetch(`http://127.0.0.1:${port}${url}`, {
            method,
            headers,
            ...(method === 'GET' ? {} : { body }),
            signal: AbortSignal.timeout(20_000),
          }).catch((error: unknown) => error)
          if (!(sent instanceof Response))
            complaints.push(`${shape.name} at ${url.slice(0, 80)}: ${String(sent)}`)
          else {
            await sent.arrayBuffer()
            if (sent.status >= 500) complaints.push(`${shape.name} at ${url.slice(0, 80)} is ${sent.status}`)
          }
        }
      }
      const read = await fetch(`http://127.0.0.1:${port}/_sim/journal?limit=20`)
      await read.arrayBuffer()
      return read.ok ? complaints : [...complaints, `the journal is ${read.status}`]
    },
  },
]

async function each(
  clients: readonly Client[],
  action: (client: Client, number: number) => Promise<unknown>,
) {
  await Promise.all(clients.map(action))
}
