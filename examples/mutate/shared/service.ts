/** Shared by the suites: a client that calls the simulator of the running test, and whose pauses move its clock. */
import { test as base } from 'reqsim/vitest'
import { type Client, createClient } from '../src/client.ts'
import type { Connection } from '../src/connection.ts'

interface Service {
  /** The calls of the test's clients in their order, such as `GET /rest/reqs/1/baseline/ENG 200`. */
  calls: string[]
  /** Creates a client of the test's simulator, with alice's token. The argument overrides the usual connection. */
  connect: (changes?: Partial<Connection>) => Client
}

export const TRACKER_LINK = '99999999-8888-4777-8666-555555555555'
export const WIKI_LINK = '11111111-2222-4333-8444-555555555555'
export const SERVICE = 'svc-0001-demo'

/** The `test` of `reqsim/vitest`, with a client in addition to `sim`. */
export const test = base.extend<Service>({
  calls: async ({ task: _ }, use) => use([]),
  connect: async ({ sim, calls }, use) => {
    await use((changes) =>
      createClient({
        apiUrl: 'http://api.sim/api',
        wikiUrl: 'http://wiki.sim',
        trackerUrl: 'http://tracker.sim',
        token: 'tok-alice',
        fetch: async (url, init) => {
          const response = await sim.fetch(url, init)
          const { pathname, search } = new URL(url)
          calls.push(`${init.method} ${pathname}${search} ${response.status}`)
          return response
        },
        // Tests never wait: the client's pauses advance the virtual clock.
        wait: async (milliseconds) => void sim.clock.advance(milliseconds),
        ...changes,
      }),
    )
  },
})
