/** The entry `reqsim/explore`: looks for schedules of disturbances that break a client, in Node and in browsers. */
import type { ExploreFailure } from '../explore/failure.ts'
import { exploreClient, type Exploration } from '../explore/explore.ts'
import type { ExploreOptions } from '../explore/options.ts'
import type { Platform, RejectionWatch } from '../explore/platform.ts'
import { reproduceFailure, type ReproduceOptions } from '../explore/reproduce.ts'
import { createSimulator } from '../index.ts'
import { wallClock } from '../platform/wall-clock.ts'

/**
 * Runs a client many times, each time in a fresh fork of the world under another schedule of faults, clock moves, changes by
 * others and alternatives of assumptions. Resolves with the failures, each shrunk to the fewest and mildest disturbances.
 * The same seed gives the same schedules and failures; a budget only cuts the sequence short. Rejects with TypeError for
 * invalid options, and with ScenarioError for an invalid scenario.
 */
export function explore(options: ExploreOptions): Promise<Exploration> {
  return exploreClient(options, platform)
}

/**
 * Runs a client once through the scenario of a failure, with the same disturbances. Rejects with what the client or `check`
 * throws, and resolves if the client passes.
 */
export function reproduce(options: ReproduceOptions): Promise<void> {
  return reproduceFailure(options, platform)
}

const platform: Platform = {
  wallClock,
  nextTask,
  timer,
  watchRejections,
  create: (scenario, overrides) =>
    createSimulator({
      ...(scenario === undefined ? {} : { scenario: scenario as NonNullable<ExploreOptions['scenario']> }),
      ...overrides,
    }),
}

interface NodeGlobals {
  readonly setImmediate?: (callback: () => void) => unknown
  readonly process?: {
    listeners(event: string): ((...values: unknown[]) => void)[]
    on(event: string, listener: (...values: unknown[]) => void): unknown
    off(event: string, listener: (...values: unknown[]) => void): unknown
  }
}
const node = globalThis as NodeGlobals

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (node.setImmediate !== undefined) {
      node.setImmediate(resolve)
      return
    }
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}

function timer(milliseconds: number) {
  let handle: ReturnType<typeof setTimeout> | undefined
  const expired = new Promise<void>((resolve) => {
    handle = setTimeout(resolve, milliseconds)
  })
  return { expired, cancel: () => clearTimeout(handle) }
}

const UNHANDLED = 'unhandledRejection'

/** Test runners report unhandled rejections as errors of their own, so remove their listeners during the exploration. */
function watchRejections(): RejectionWatch {
  const reasons: unknown[] = []
  const take = () => reasons.splice(0)
  const { process } = node
  if (process === undefined) {
    const listen = (event: PromiseRejectionEvent) => {
      event.preventDefault()
      reasons.push(event.reason)
    }
    globalThis.addEventListener('unhandledrejection', listen)
    return { take, stop: () => globalThis.removeEventListener('unhandledrejection', listen) }
  }
  const others = process.listeners(UNHANDLED)
  const note = (reason: unknown) => void reasons.push(reason)
  for (const other of others) process.off(UNHANDLED, other)
  process.on(UNHANDLED, note)
  return {
    take,
    stop: () => {
      process.off(UNHANDLED, note)
      for (const other of others) process.on(UNHANDLED, other)
    },
  }
}

/** The scenario of a failure as the text of a scenario file. */
export async function scenarioFile({ scenario }: Pick<ExploreFailure, 'scenario'>): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(JSON.parse(JSON.stringify(scenario)), { lineWidth: 0 })
}

export {
  BrokenExpectation,
  doneOnce,
  noCallAfter,
  nothingPending,
  productsAgree,
  waitsForRetryAfter,
} from '../explore/checks.ts'
export { explorationText } from '../explore/text.ts'
export type { AssumptionFinding } from '../explore/alternatives.ts'
export type { ChangedValue } from '../explore/changed-value.ts'
export type { ExploreCoverage, OperationCoverage, PairCoverage } from '../explore/coverage.ts'
export type { Disturbance, DisturbanceKind, FaultName, Schedule } from '../explore/disturbance.ts'
export type { ExploreFailure }
export type {
  CompletedRun,
  ExploreOptions,
  ExploreProgress,
  RunContext,
  RunLimits,
  Vary,
  Weight,
} from '../explore/options.ts'
export type { Exploration, ReproduceOptions }
export type { ExploredExchange, FailureKind } from '../explore/record.ts'
