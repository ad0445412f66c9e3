/** Worlds behind a real HTTP server and behind Mock Service Worker, for clients that know an address and `fetch` alone. */
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, onTestFinished } from 'vitest'
import { handlers } from '../../src/adapters/msw.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { serveForTest } from '../support/serve.ts'
import type { Wire } from './wire.ts'

/** A world behind a door. */
export interface Opened {
  /** What the one-port layout lies below. */
  readonly address: string
  readonly simulator: Simulator
  /** The clients that a test makes; none of them may have dropped a row when it ends. */
  readonly wires: Wire[]
}

const OPEN: Readonly<Record<string, (simulator: Simulator) => Promise<string>>> = {
  http: async (simulator) => (await serveForTest(simulator)).url,
  async msw(simulator) {
    const address = 'http://service.test/site'
    const server = setupServer(...handlers(simulator, { base: address }))
    server.listen({ onUnhandledFrame: 'error' })
    onTestFinished(() => server.close())
    return address
  },
}

/** Runs tests once through each door; `open` starts a demo world of a test's own, whose clock moves when one polls. */
export function throughDoors(
  title: string,
  define: (open: (options?: SimulatorOptions) => Promise<Opened>) => void,
): void {
  describe.each(Object.keys(OPEN))(`${title} through %s`, (door) => {
    const wires: Wire[] = []
    afterEach(() => expect(wires.splice(0).flatMap(({ dropped }) => dropped)).toEqual([]))
    define(async (options = {}) => {
      const simulator = await createSimulator({ scenario: 'demo', clock: { mode: 'auto' }, ...options })
      return { simulator, address: await OPEN[door]!(simulator), wires }
    })
  })
}
