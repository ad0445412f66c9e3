/** The first program of a bundle's page: starts the simulator and opens the backend through which the console calls it. */
import * as z from 'zod'
import { createSimulator } from '../index.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { type BundleContent, CONTENT_ID } from './content.ts'
import { createPageBackend } from './backend.ts'

/** Wall-clock milliseconds between two moves of the live clocks. */
const CATCH_UP_INTERVAL = 250

// The policy of the page forbids code from strings, which zod would try.
z.config({ jitless: true })

const { name, scenario, overrides, until, stage } = readContent()
// Before the console reads the address; one with a panel of its own wins.
if (stage && location.hash === '') location.replace('#/stage')
const starting = start()
Object.assign(globalThis, { reqsimBackend: createPageBackend(`${name} · reqsim`, starting) })
starting.then(follow, fail)

function readContent(): BundleContent {
  return JSON.parse(document.getElementById(CONTENT_ID)?.textContent ?? '') as BundleContent
}

async function start(): Promise<Simulator> {
  const simulator = await createSimulator({ scenario, ...overrides })
  // With all code loaded, calls are handled as in Node from the first one on.
  await simulator.preload()
  if (until !== undefined) await simulator.run({ until })
  return simulator
}

function follow(simulator: Simulator): void {
  setInterval(() => simulator.catchUp(), CATCH_UP_INTERVAL)
}

function fail(error: unknown): void {
  document.body.textContent = `The simulator of this page cannot start: ${error instanceof Error ? error.message : String(error)}`
}
