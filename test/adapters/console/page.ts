/** What runs inside a page of the tests: a simulator behind a service worker, and the tools that show it. */
import { setupWorker } from 'msw/browser'
import { mountConsole } from '../../../src/adapters/console.ts'
import { handlers } from '../../../src/adapters/msw.ts'
import { createSimulator, type Simulator } from '../../../src/index.ts'

declare global {
  var sim: Simulator
  var mount: (selector?: string) => void
  var unmount: () => void
  /** What a call of the page returns: its status, or `no response`. */
  var call: (path: string, init?: RequestInit) => Promise<number | string>
  var ready: Promise<void>
}

globalThis.ready = start()

async function start(): Promise<void> {
  globalThis.sim = await createSimulator({ scenario: 'demo' })
  const worker = setupWorker(...handlers(globalThis.sim, { base: '/sim', as: 'alice' }))
  await worker.start({ quiet: true })
  globalThis.mount = (selector) => {
    const element = selector === undefined ? undefined : (document.querySelector(selector) as Element)
    globalThis.unmount = mountConsole(globalThis.sim, element)
  }
  globalThis.call = (path, init) =>
    fetch(`/sim${path}`, init).then(
      ({ status }) => status,
      () => 'no response',
    )
}
