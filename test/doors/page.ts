/** What runs inside a page: the shared cases through a service worker, over a simulator in the page itself. */
import { setupWorker } from 'msw/browser'
import { handlers } from '../../src/adapters/msw.ts'
import { cases } from './cases.ts'
import { type DoorName, type PlainAnswer, sendWith } from './door.ts'
import { runCase } from './run-case.ts'
import { createSubject } from './subject.ts'

declare global {
  /** The answers to each case, in order; undefined for those that this door skips. */
  var runCases: (door: DoorName) => Promise<(PlainAnswer[] | undefined)[]>
}

globalThis.runCases = async (door) => {
  const worker = setupWorker(...handlers(await createSubject(), { base: '/sim' }))
  await worker.start({ quiet: true })
  const send = sendWith((url, init) => fetch(url, init), '/sim')
  const results: (PlainAnswer[] | undefined)[] = []
  for (const [index, entry] of cases.entries()) {
    results.push(entry.skip?.[door] === undefined ? await runCase(entry, index, send) : undefined)
  }
  return results
}
