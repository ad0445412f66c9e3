/** What tests of written requirements do and look at: calls of the wiki, page edits, and the other interfaces. */
import { expect } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import { exportWorld } from '../../src/world/transfer.ts'
import { type CallOptions, type Client, startClient } from './client.ts'

export const WIKI = '/wiki/rest/reqs/1'
const STANDALONE = '/api/applications/101/projects/1001/variants/current/requirements'

export interface WikiAuthor {
  readonly client: Client
  /** Calls the wiki, as alice unless told otherwise. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): ReturnType<Client['call']>
  /** Calls the wiki and answers the body of a success. */
  done(method: string, path: string, body?: unknown): Promise<ReturnType<typeof JSON.parse>>
  /** Calls the control API. */
  control(method: string, path: string, body?: object): Promise<ReturnType<typeof JSON.parse>>
  /** The records of a table that have these values. */
  state(table: string, filter?: string): Promise<ReturnType<typeof JSON.parse>[]>
  /** Keys that each interface lists for a query. */
  found(query: string): Promise<{ wiki: string[]; hosted: string[]; standalone: string[] }>
  /** What waits for the tracker besides the two messages of the demo world: `OPERATION ENG/KEY`. */
  messages(): Promise<string[]>
  /** Events of a key: `EVENT by`. */
  events(key: string, space?: string): Promise<string[]>
  /** Everything that the world holds in the region, as text. */
  everything(): string
}

export async function startAuthor(options: SimulatorOptions = { scenario: 'demo' }): Promise<WikiAuthor> {
  const client = await startClient(options)
  const call: WikiAuthor['call'] = (method, path, body, more = {}) =>
    client.call(method, `${WIKI}${path}`, { body, ...more })
  const done: WikiAuthor['done'] = async (method, path, body) => {
    const reply = await call(method, path, body)
    expect(reply.status, reply.text).toBeLessThan(300)
    return reply.body
  }
  const control: WikiAuthor['control'] = async (method, path, body) => {
    const headers = { 'x-sim-control': '1', 'content-type': 'application/json' }
    const reply = await client.call(method, `/_sim${path}`, {
      headers,
      body,
    })
    expect(reply.status, reply.text).toBeLessThan(300)
    return reply.body
  }
  const keys = (rows: { key: string }[]) => rows.map(({ key }) => key)
  return {
    client,
    call,
    done,
    control,
    state: async (table, filter = '') => (await control('GET', `/state/${table}?limit=200&${filter}`)).items,
    async found(query) {
      const text = encodeURIComponent(query)
      const hosted = await client.get(`/eu/wiki/rest/search?query=${text}&limit=200&spaceKey=ENG`, {
        token: null,
        headers: { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' },
      })
      return {
        wiki: keys((await done('GET', `/requirement2/ENG?limit=200&q=${text}`)).results),
        hosted: keys(hosted.body.results),
        standalone: keys((await client.get(`${STANDALONE}?limit=200&query=${text}`)).body.items),
      }
    },
    async messages() {
      const rows = await control('GET', '/state/outboundMessage?limit=200')
      return rows.items
        .filter(({ id }: { id: number }) => id > 8002)
        .map((message: Record<string, string>) =>
          [message['operation'], `${message['spaceKey']}/${message['key']}`, message['issueKey']]
            .filter((part) => part !== undefined)
            .join(' '),
        )
    },
    async events(key, space = 'ENG') {
      const [{ events }] = await done('GET', `/misc/${space}/history?reqs=${key}`)
      return events.map(({ event, by }: { event: string; by?: string }) =>
        by === undefined ? event : `${event} ${by}`,
      )
    },
    everything: () => JSON.stringify(exportWorld(client.simulator.world).stores['eu']),
  }
}
