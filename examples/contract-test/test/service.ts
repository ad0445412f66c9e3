/** Shared by the tests: a client whose `fetch` calls the simulator of the running test, and whose waits move its clock. */
import { setupServer } from 'msw/node'
import { handlers } from 'reqsim/msw'
import { type Simulator, test as base } from 'reqsim/vitest'
import { afterAll, beforeAll } from 'vitest'
import { type Client, type Connection, createClient } from '../src/client.ts'
import { collect, writeReport } from './evidence.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())
afterAll(writeReport)

interface Service {
  /** Creates a client of the test's simulator. The argument overrides the usual connection. */
  connect: (changes?: Partial<Connection>) => Client
}

/** The `test` of `reqsim/vitest`, with a client in addition to `sim`. */
export const test = base.extend<Service>({
  connect: async ({ sim }, use) => {
    server.use(...handlers(sim))
    await use((changes) => createClient({ ...connectionTo(sim), ...changes }))
    server.resetHandlers()
    collect(sim.report())
  },
})

function connectionTo(sim: Simulator): Connection {
  return {
    apiUrl: 'http://api.sim/api',
    wikiUrl: 'http://wiki.sim',
    token: 'tok-alice',
    // Tests never wait: the client's pauses advance the virtual clock.
    wait: async (milliseconds) => void sim.clock.advance(milliseconds),
  }
}
