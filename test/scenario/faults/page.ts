/** What runs inside a page: a simulator behind a service worker, and what fetch makes of struck answers. */
import { setupWorker } from 'msw/browser'
import { handlers } from '../../../src/adapters/msw.ts'
import type { ExchangeFault } from '../../../src/index.ts'
import { createSubject } from '../../doors/cases/subject.ts'
import { READ } from './faulty.ts'

declare global {
  /** Strikes one exchange on a clock in this mode: what fetch made of it, and of the next one. */
  var askStruck: (fault: ExchangeFault, mode: 'manual' | 'live') => Promise<{ struck: string; next: number }>
}

const worker = setupWorker()
let started: ReturnType<typeof worker.start> | undefined

globalThis.askStruck = async (fault, mode) => {
  await (started ??= worker.start({ quiet: true }))
  const simulator = await createSubject()
  simulator.clock.set({ mode })
  worker.resetHandlers(...handlers(simulator, { base: '/sim', as: 'alice' }))
  simulator.faults.add({ times: 1, ...fault })
  const struck = await outcome()
  return { struck, next: (await fetch(`/sim${READ}`)).status }
}

async function outcome(): Promise<string> {
  let head: string
  let response: Response
  try {
    response = await fetch(`/sim${READ}`)
    head = String(response.status)
  } catch (error) {
    return `no answer: ${(error as Error).name}`
  }
  try {
    const { length } = await response.text()
    return `${head}, ${length > 0 ? 'a body' : 'no body'}`
  } catch (error) {
    return `${head}, a broken body: ${(error as Error).name}`
  }
}
