/** One long session of drawn exchanges, played in several ways that must come to the same: straight on, and with a break. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import type { ExchangeAnswer } from '../../src/api/framework/exchange.ts'
import { operations } from '../../src/api/operations.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { exportWorld } from '../../src/world/store/transfer.ts'
import { advances, type ControlPlan, controlRequestOf } from './control-calls.ts'
import { type RequestPlan, requestOf, requestPlans } from './requests.ts'
import { startBase } from './sequences.ts'

/** How often each operation is asked, each time otherwise. */
const TIMES = 2
const SEED = 20260105

type SessionStep =
  | { readonly isControl: false; readonly plan: RequestPlan }
  | { readonly isControl: true; readonly plan: ControlPlan }

/** What a session came to. */
export interface SessionResult {
  readonly answers: number
  /** Of all answers and of the world at the end. */
  readonly digest: string
}

type Way = (simulator: Simulator, steps: readonly SessionStep[]) => Promise<Simulator>

/** What may happen to a world in the middle of a session without any answer changing. */
const WAYS: Readonly<Record<string, Way>> = {
  'straight on': (simulator) => Promise.resolve(simulator),
  'from a snapshot': async (simulator, steps) => {
    const snapshot = simulator.snapshot()
    for (const step of steps.slice(0, 100)) await play(simulator, step)
    simulator.clock.advance('1h')
    simulator.restore(snapshot)
    return simulator
  },
  'in a fork': async (simulator, steps) => {
    const fork = simulator.fork()
    for (const step of steps.slice(0, 100)) await play(simulator, step)
    return fork
  },
  'after export and import': async (simulator) => {
    const other = await createSimulator({ scenario: 'empty' })
    const headers = { 'content-type': 'application/json', 'x-sim-control': '1' }
    const body = JSON.stringify(exportWorld(simulator.world))
    const { status } = await other.exchange({ method: 'POST', url: '/_sim/import', headers, body })
    if (status !== 200) throw new Error(`the import answered ${status}`)
    return other
  },
}

/** Plays the session in each way; by its name. */
export async function playInAllWays(): Promise<Readonly<Record<string, SessionResult>>> {
  const steps = drawSession()
  const base = await startBase()
  const results: Record<string, SessionResult> = {}
  for (const [name, way] of Object.entries(WAYS)) results[name] = await playSession(base.fork(), steps, way)
  return results
}

async function playSession(
  simulator: Simulator,
  steps: readonly SessionStep[],
  way: Way,
): Promise<SessionResult> {
  const middle = Math.floor(steps.length / 2)
  const answers: ExchangeAnswer[] = []
  for (const step of steps.slice(0, middle)) answers.push(await play(simulator, step))
  const later = await way(simulator, steps.slice(middle))
  for (const step of steps.slice(middle)) answers.push(await play(later, step))
  const text = JSON.stringify([answers, exportWorld(later.world)])
  return { answers: answers.length, digest: bytesToHex(sha256(utf8ToBytes(text))) }
}

function drawSession(): readonly SessionStep[] {
  const exchange = fc
    .constantFrom(...operations)
    .chain((operation) => requestPlans(operation))
    // A fork's other worlds begin where it began, and those of another simulator are others.
    .filter(({ headers }) => headers['x-sim-world'] === undefined)
    .map((plan): SessionStep => ({ isControl: false, plan }))
  const advance = advances.map((plan): SessionStep => ({ isControl: true, plan }))
  const step = fc.oneof({ weight: 19, arbitrary: exchange }, { weight: 1, arbitrary: advance })
  return fc.sample(step, { numRuns: TIMES * operations.length, seed: SEED })
}

function play(simulator: Simulator, { isControl, plan }: SessionStep): Promise<ExchangeAnswer> {
  return simulator.exchange(
    isControl ? controlRequestOf(plan, simulator.world) : requestOf(plan, simulator.world),
  )
}
