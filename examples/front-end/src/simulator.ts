/** The service during development: a simulator behind a service worker. */
import { setupWorker } from 'msw/browser'
import { createSimulator, type Simulator } from 'reqsim'
import { mountConsole } from 'reqsim/console'
import { handlers } from 'reqsim/msw'

declare global {
  /** For the browser's console: `sim.clock.advance('3m')`, `sim.faults.add({ … })`. */
  var sim: Simulator
}

/** Starts it with the demo world, signed in as alice, and shows its tools. Edits survive reloads of the tab. */
export async function startSimulator(): Promise<void> {
  globalThis.sim = await createSimulator({ scenario: 'demo', config: { rateLimit: 'enforce' } })
  const worker = setupWorker(...handlers(globalThis.sim, { base: '/sim', as: 'alice', persist: 'session' }))
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass' })
  mountConsole(globalThis.sim)
}
