/** What runs inside a page: a simulator of its own behind a service worker. */
import { setupWorker } from 'msw/browser'
import { handlers, type HandlersOptions } from '../../src/adapters/msw.ts'
import type { DoorCase } from './cases/cases.ts'
import { type PlainAnswer, sendWith } from './door.ts'
import type { DoorName } from './cases/cases.ts'
import { runCase } from './cases/run-case.ts'
import { createSubject } from './cases/subject.ts'

declare global {
  /** The answers to each case, in order; undefined for those that this door skips. */
  var runCases: (door: DoorName, cases: readonly DoorCase[]) => Promise<(PlainAnswer[] | undefined)[]>
  /** Asks one address with these options of the handlers: the status, and the user that the simulator saw. */
  var askOnce: (
    url: string,
    options: HandlersOptions,
  ) => Promise<{ status: number; user: string | undefined }>
}

const worker = setupWorker()
let started: ReturnType<typeof worker.start> | undefined

/** Each case has a world of its own, so that they may overlap. */
const LANES = 8

globalThis.runCases = async (door, cases) => {
  await (started ??= worker.start({ quiet: true }))
  worker.resetHandlers(...handlers(await createSubject(), { base: '/sim' }))
  const send = sendWith((url, init) => fetch(url, init), '/sim')
  const results: (PlainAnswer[] | undefined)[] = cases.map(() => undefined)
  const left = cases.entries()
  const lane = async () => {
    for (const [index, entry] of left)
      if (entry.skip?.[door] === undefined) results[index] = await runCase(entry, index, send)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return results
}

globalThis.askOnce = async (url, options) => {
  await (started ??= worker.start({ quiet: true }))
  const simulator = await createSubject()
  worker.resetHandlers(...handlers(simulator, options))
  const { status } = await fetch(url)
  return { status, user: simulator.journal.entries().at(-1)?.user }
}
