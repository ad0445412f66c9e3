// Cells of the table of broken connections, with the real clients; `npm run works-with -- --only connections` measures all.

import { expect, test } from 'vitest'
import {
  BREAKS,
  CONNECTION_CLIENTS,
  type ConnectionClient,
  type ConnectionDoor,
  DOORS,
  measureConnections,
  readConnectionRuns,
} from './connections.ts'

const CHOSEN: readonly (readonly [ConnectionClient, ConnectionDoor])[] = [
  ['node:http', 'MSW 2'],
  ['got', 'server'],
  ['got', 'MSW 3'],
  ['axios', 'MSW 3'],
  ['superagent', 'MSW 2'],
  ['ky', 'MSW 3'],
  ['undici', 'server'],
  ['fetch', 'MSW 2'],
]

test.each(CHOSEN)('%s does at %s what the page says when its connection breaks', async (client, door) => {
  expect(await measureConnections(client, door)).toEqual(readConnectionRuns()[client].cells[door])
})

test('a drop has its code and its retry at every door where MSW sees the client, and doubles the work', () => {
  const runs = readConnectionRuns()
  for (const client of CONNECTION_CLIENTS.filter((name) => name !== 'undici')) {
    for (const kind of ['drop', 'drop after the work'] as const) {
      const [server, ...others] = DOORS.map((door) => runs[client].cells[door][kind])
      expect(server?.code).toBe('ECONNRESET')
      expect([client, kind, ...others]).toEqual([client, kind, server, server])
    }
    const { requests, work } = runs[client].cells.server['drop after the work']
    expect(work).toBe(requests)
  }
})

test('the table has every client at every door with every fault', () => {
  const runs = readConnectionRuns()
  expect(Object.keys(runs)).toEqual(CONNECTION_CLIENTS)
  for (const { cells } of Object.values(runs)) {
    expect(Object.keys(cells)).toEqual(DOORS)
    for (const each of Object.values(cells)) expect(Object.keys(each)).toEqual(BREAKS)
  }
})
