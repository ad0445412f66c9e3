/** Worlds behind a real HTTP server and behind Mock Service Worker, for clients that know an address and `fetch` alone. */
import { setupServer } from 'msw/node'
import { describe, expect } from 'vitest'
import { handlers } from '../../src/adapters/msw.ts'
import { serve } from '../../src/adapters/node.ts'
import { type Simulator, type SimulatorOptions, test as base } from '../../src/adapters/vitest.ts'
import type { Wire } from './wire.ts'

/** A world behind a door. */
export interface Opened {
  /** What the one-port layout lies below. */
  readonly address: string
  readonly simulator: Simulator
  /** The clients that a test makes; none of them may have dropped a row when it ends. */
  readonly wires: Wire[]
}

interface Door {
  readonly address: string
  readonly close: () => unknown
}

/** The demo, whose clock moves when a client polls. */
export const DEMO: SimulatorOptions = { scenario: 'demo', clock: { mode: 'auto' } }

const OPEN = {
  async http(simulator: Simulator): Promise<Door> {
    const { url, close } = await serve(simulator)
    return { address: url, close }
  },
  async msw(simulator: Simulator): Promise<Door> {
    const address = 'http://service.test/site'
    const server = setupServer(...handlers(simulator, { base: address }))
    server.listen({ onUnhandledFrame: 'error' })
    return { address, close: () => server.close() }
  },
}

interface ClientFixtures {
  simulatorOptions: SimulatorOptions
  door: keyof typeof OPEN
  /** A demo world of the test's own. */
  opened: Opened
}

/** The `test` of `reqsim/vitest`, with a world behind a door. */
export const test = base.extend<ClientFixtures>({
  simulatorOptions: DEMO,
  door: 'http',
  opened: async ({ sim, door }, use) => {
    const wires: Wire[] = []
    const { address, close } = await OPEN[door](sim)
    await use({ simulator: sim, address, wires })
    await close()
    expect(wires.flatMap(({ dropped }) => dropped)).toEqual([])
  },
})

/** Runs tests once through each door. */
export function throughDoors(title: string, define: () => void): void {
  describe.each(Object.keys(OPEN) as (keyof typeof OPEN)[])(`${title} through %s`, (door) => {
    test.override({ door })
    define()
  })
}
