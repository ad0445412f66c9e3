/** One long session of drawn exchanges, with interruptions in the middle that must change no response. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import type { ExchangeResponse } from '../../src/api/framework/exchange.ts'
import { operations } from '../../src/api/operations.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { exportWorld } from '../../src/world/transfer.ts'
import { anyAdvance, anyExchange, requestOfStep, startBase, type Step } from './sequences.ts'

/** How often each operation is called, each time with another request. */
const TIMES = 2
const SEED = 20260105

export interface SessionResult {
  readonly responses: number
  /** Of all responses and of the world at the end. */
  readonly digest: string
}

/** Returns the simulator with which the session goes on; `steps` are those that are left. */
type Interruption = (simulator: Simulator, steps: readonly Step[]) => Promise<Simulator>

const INTERRUPTIONS = {
  none: (simulator) => Promise.resolve(simulator),
  snapshot: async (simulator, steps) => {
    const snapshot = simulator.snapshot()
    for (const step of steps.slice(0, 100)) await play(simulator, step)
    simulator.clock.advance('1h')
    simulator.restore(snapshot)
    return simulator
  },
  fork: async (simulator, steps) => {
    const fork = simulator.fork()
    for (const step of steps.slice(0, 100)) await play(simulator, step)
    return fork
  },
  'export and import': async (simulator) => {
    const other = await createSimulator({ scenario: 'empty' })
    const headers = { 'content-type': 'application/json', 'x-sim-control': '1' }
    const body = JSON.stringify(exportWorld(simulator.world))
    const { status } = await other.exchange({ method: 'POST', url: '/_sim/import', headers, body })
    if (status !== 200) throw new Error(`the import answered ${status}`)
    return other
  },
} satisfies Readonly<Record<string, Interruption>>

export type InterruptionName = keyof typeof INTERRUPTIONS

/** Plays the session once with each of these interruptions. */
export async function playSessions(
  names: readonly InterruptionName[],
): Promise<readonly (SessionResult & { readonly interruption: InterruptionName })[]> {
  const steps = drawSession()
  const base = await startBase()
  const results = []
  for (const interruption of names)
    results.push({ interruption, ...(await playSession(base.fork(), steps, INTERRUPTIONS[interruption])) })
  return results
}

async function playSession(
  simulator: Simulator,
  steps: readonly Step[],
  interruption: Interruption,
): Promise<SessionResult> {
  const middle = Math.floor(steps.length / 2)
  const responses: ExchangeResponse[] = []
  for (const step of steps.slice(0, middle)) responses.push(await play(simulator, step))
  const later = await interruption(simulator, steps.slice(middle))
  for (const step of steps.slice(middle)) responses.push(await play(later, step))
  const text = JSON.stringify([responses, exportWorld(later.world)])
  return { responses: responses.length, digest: bytesToHex(sha256(utf8ToBytes(text))) }
}

function drawSession(): readonly Step[] {
  // A fork's other worlds begin where it began, and those of another simulator are others.
  const exchange = anyExchange.filter(
    ({ kind, plan }) => kind === 'control' || plan.headers['x-sim-world'] === undefined,
  )
  const step = fc.oneof({ weight: 19, arbitrary: exchange }, { weight: 1, arbitrary: anyAdvance })
  return fc.sample(step, { numRuns: TIMES * operations.length, seed: SEED })
}

function play(simulator: Simulator, step: Step): Promise<ExchangeResponse> {
  return simulator.exchange(requestOfStep(step, simulator.world))
}
