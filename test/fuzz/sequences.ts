/** Sequences of exchanges with one world: drawn, shrunk, played, and held to what must hold after each of them. */
import fc from 'fast-check'
import type { ExchangeResponse, ExchangeRequest } from '../../src/api/framework/exchange.ts'
import { assumptions } from '../../src/api/framework/assumptions.ts'
import type { Operation } from '../../src/api/framework/operation.ts'
import { operations } from '../../src/api/operations.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import {
  configs as configTable,
  readConfig,
  type WorldConfig,
  writeConfig,
} from '../../src/model/records/world/config.ts'
import { REGIONS } from '../../src/model/schema.ts'
import { timelines } from '../../src/model/records/world/timeline-progress.ts'
import { jobs } from '../../src/world/time/jobs.ts'
import { type Snapshot, SYSTEM, type World } from '../../src/world/world.ts'
import { answerComplaints } from '../support/declared-responses.ts'
import { exampleRequest } from '../support/examples.ts'
import { TWO_REGIONS } from '../support/hosted.ts'
import { advances, type ControlPlan, controlPlans, controlRequestOf } from './control-calls.ts'
import { needsOf, type RequestPlan, requestOf, requestPlans } from './requests.ts'
import { tableComplaints, worldComplaints } from './world-invariants.ts'

export type Step =
  | { readonly kind: 'exchange'; readonly plan: RequestPlan }
  | { readonly kind: 'control'; readonly plan: ControlPlan }

export interface Sequence {
  /** What is configured otherwise than by default. */
  readonly config: Partial<WorldConfig>
  readonly steps: readonly Step[]
}

const byId = new Map(operations.map((operation) => [operation.id, operation]))

/** The world that each sequence begins with: the demo, with a tracker in both regions, and no limit of requests. */
export const startBase = (): Promise<Simulator> =>
  createSimulator({ scenario: TWO_REGIONS, config: { rateLimit: 'off' } })

const exchangeWith = (one: Operation): fc.Arbitrary<Step> =>
  requestPlans(one).map((plan) => ({ kind: 'exchange', plan }))
export const anyExchange: fc.Arbitrary<Step> = fc.constantFrom(...operations).chain(exchangeWith)
const controlWith = (plans: fc.Arbitrary<ControlPlan>): fc.Arbitrary<Step> =>
  plans.map((plan) => ({ kind: 'control', plan }))
export const anyAdvance: fc.Arbitrary<Step> = controlWith(advances)

/** What a step sends to a world. */
export const requestOfStep = ({ kind, plan }: Step, world: World): ExchangeRequest =>
  kind === 'exchange' ? requestOf(plan, world) : controlRequestOf(plan, world)

/** Sequences about an operation: half of the exchanges are with it, others with its group, with any, and with the control API. */
export function sequencesAbout(operation: Operation, length: number): fc.Arbitrary<Sequence> {
  const group = operations.filter(
    ({ group: name, interface: surface }) => name === operation.group && surface === operation.interface,
  )
  const step = fc.oneof(
    { weight: 10, arbitrary: exchangeWith(operation) },
    { weight: 4, arbitrary: fc.constantFrom(...group).chain(exchangeWith) },
    { weight: 3, arbitrary: anyExchange },
    { weight: 1, arbitrary: anyAdvance },
    { weight: 1, arbitrary: controlWith(controlPlans) },
  )
  return sequencesOf(step, length)
}

/** Sequences about the control API, with any exchanges between its calls. */
export function controlSequences(length: number): fc.Arbitrary<Sequence> {
  const step = fc.oneof(
    { weight: 3, arbitrary: controlWith(controlPlans) },
    { weight: 1, arbitrary: anyExchange },
  )
  return sequencesOf(step, length)
}

function sequencesOf(step: fc.Arbitrary<Step>, length: number): fc.Arbitrary<Sequence> {
  return fc.record({
    config: configs,
    steps: fc.array(step, { minLength: 1, maxLength: length, size: 'max' }),
  })
}

/** Mostly as it is by default; else a few alternatives of the ledger, and strictness. */
const switches = assumptions.flatMap(({ id, alternatives }) =>
  alternatives.filter(({ pattern }) => pattern === undefined).map(({ value }) => [id, value] as const),
)
const configs: fc.Arbitrary<Partial<WorldConfig>> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        strict: fc.boolean(),
        isolateSpaces: fc.boolean(),
        anonymousAs: fc.constantFrom('alice', 'nobody'),
        rateLimit: fc.constant('enforce' as const),
        assumptions: fc
          .array(fc.constantFrom(...switches), { maxLength: 6 })
          .map((list) => Object.fromEntries(list)),
      },
      { requiredKeys: ['assumptions'] },
    ),
  },
)

/** What is wrong, with all that was sent until then. */
export class Violation extends Error {}

export interface Played {
  readonly exchanges: number
  /** Operations that succeeded. */
  readonly succeeded: ReadonlySet<string>
  /** Of the slowest exchange, in processor milliseconds, where that is measured. */
  readonly slowest: { readonly milliseconds: number; readonly what: string }
}

/** Processor milliseconds since some moment; a measure that tests of one second do not take. */
export type Stopwatch = () => number

/** Answers of a world to a request, with all that must hold afterwards. Throws Violation. */
interface Player {
  readonly simulator: Simulator
  /** How worlds besides the default one are configured. */
  readonly elsewhere: WorldConfig
  readonly sent: string[]
  succeeded: Set<string>
  exchanges: number
  latest: number
}

/** Tables are looked through after so many exchanges, and the world as a whole at the end of each sequence. */
const LOOKED_THROUGH = 10

/** Plays a sequence in a fork of `base`. Throws Violation where something does not hold. */
export async function playSequence(
  base: Simulator,
  { config, steps }: Sequence,
  about?: Operation,
  stopwatch?: Stopwatch,
): Promise<Played> {
  const simulator = base.fork()
  const { system } = simulator.world
  const own = readConfig(system)
  writeConfig(system, { ...own, ...config, assumptions: { ...own.assumptions, ...config.assumptions } })
  const player: Player = {
    simulator,
    elsewhere: own,
    sent: [`config ${JSON.stringify(config)}`],
    succeeded: new Set(),
    exchanges: 0,
    latest: 0,
  }
  let slowest = { milliseconds: 0, what: '' }
  await prepare(player, about)
  for (const [position, step] of steps.entries()) {
    const began = stopwatch?.() ?? 0
    if (step.kind === 'exchange') await playExchange(player, step.plan)
    else await playControl(player, step.plan)
    const milliseconds = (stopwatch?.() ?? 0) - began
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, what: player.sent.at(-1) ?? '' }
    if (position % LOOKED_THROUGH === LOOKED_THROUGH - 1) lookThrough(player, tableComplaints)
  }
  lookThrough(player, worldComplaints)
  return { exchanges: player.exchanges, succeeded: player.succeeded, slowest }
}

/** The exchanges without which the example of an operation finds nothing. */
async function prepare(player: Player, about: Operation | undefined): Promise<void> {
  for (const need of about === undefined ? [] : needsOf(about)) {
    const { method, path, headers, body } = exampleRequest(byId.get(need) as Operation)
    player.sent.push(`${method} ${path}`)
    await player.simulator.exchange({ method, url: path, headers, body })
  }
}

async function playExchange(player: Player, plan: RequestPlan): Promise<void> {
  const { simulator } = player
  const before = simulator.world.snapshot()
  const request = requestOf(plan, simulator.world)
  player.sent.push(shownRequest(request))
  const answer = await simulator.exchange(request)
  player.exchanges++
  const entry = simulator.journal.entries({ since: player.latest }).at(-1)
  if (entry !== undefined) player.latest = entry.number
  if (entry?.fault !== undefined) {
    // Whatever a fault makes of an answer, and of what was done, is as it was asked for.
    if (entry.defect !== undefined) fail(player, [`defect: ${entry.defect}`])
    return
  }
  const text = textOf(answer)
  const { status, headers } = answer
  const sendsBytes = status < 300 && byId.get(entry?.operation ?? '')?.success.bytes === true
  const complaints = [...headerComplaints(answer), ...(sendsBytes ? [] : bodyComplaints(answer, text))]
  const elsewhere = entry !== undefined && entry.world !== 'default'
  const config = elsewhere ? player.elsewhere : readConfig(simulator.world.system)
  const body = isJson(answer) && text !== '' ? parsed(text) : undefined
  complaints.push(...answerComplaints(entry, { method: plan.method, status, headers, text, body, config }))
  const refused = status >= 400 || elsewhere || plan.method === 'OPTIONS'
  for (const region of REGIONS) {
    // Where the clock went on for a client that waits, jobs of both regions ran.
    const other = region !== plan.address.region && simulator.world.now === before.clock.now
    if ((refused || other) && !isSame(before, simulator.world.snapshot(), region))
      complaints.push(`status ${status}, and region ${region} is another than before`)
  }
  if (refused && !isSame(before, simulator.world.snapshot(), SYSTEM, KEPT))
    complaints.push(`status ${status}, and jobs or settings of the world are others than before`)
  if (refused && simulator.world.now !== before.clock.now) complaints.push('a refusal moved the clock')
  if (complaints.length > 0) fail(player, complaints)
  if (status < 300 && entry?.operation !== undefined) player.succeeded.add(entry.operation)
}

async function playControl(player: Player, plan: ControlPlan): Promise<void> {
  const request = controlRequestOf(plan, player.simulator.world)
  player.sent.push(shownRequest(request))
  const before = player.simulator.world.snapshot()
  const answer = await player.simulator.exchange(request)
  player.exchanges++
  const complaints = headerComplaints(answer)
  if (answer.status >= 500) complaints.push(`status ${answer.status}: ${textOf(answer).slice(0, 2000)}`)
  for (const region of REGIONS) {
    if (answer.status >= 400 && !isSame(before, player.simulator.world.snapshot(), region))
      complaints.push(`status ${answer.status}, and region ${region} is another than before`)
  }
  if (complaints.length > 0) fail(player, complaints)
  // A reset can make the clock live. It would move between exchanges, whatever they do.
  if (player.simulator.clock.mode() === 'live') player.simulator.clock.set({ mode: 'manual' })
}

function lookThrough(player: Player, look: typeof worldComplaints): void {
  const complaints = look(player.simulator.world)
  if (Object.keys(Object.prototype).length > 0) complaints.push('a prototype was written')
  if (complaints.length > 0) fail(player, complaints)
}

function fail({ sent }: Player, complaints: readonly string[]): never {
  throw new Violation(`${complaints.slice(0, 5).join('\n')}\nafter\n  ${sent.join('\n  ')}`)
}

/** Tables of the world itself that no exchange writes but one that succeeds; requests are counted in others. */
const KEPT: ReadonlySet<string> = new Set([jobs.name, configTable.name, timelines.name])

/** Whether a store holds the very same tables in both, or those of these names: an image is one object as long as nothing is written. */
function isSame(before: Snapshot, after: Snapshot, store: string, kept?: ReadonlySet<string>): boolean {
  const [left, right] = [before.stores.get(store), after.stores.get(store)]
  if (left === right) return true
  if (left === undefined || right === undefined) return false
  const looked = [...right.keys()].filter(({ name }) => kept === undefined || kept.has(name))
  return looked.every((definition) => left.get(definition) === right.get(definition))
}

function headerComplaints({ headers }: ExchangeResponse): string[] {
  return Object.entries(headers)
    .filter(
      ([name, value]) =>
        !/^[!#$%&'*+.^_`|~\dA-Za-z-]+$/.test(name) || !/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value),
    )
    .map(
      ([name, value]) =>
        `header ${JSON.stringify(name)} cannot be sent: ${JSON.stringify(value.slice(0, 200))}`,
    )
}

/** Three faults, each with the values that there are and one of the caller's, which is cut. */
const LONGEST_MESSAGE = 4000

/** A refusal says in words what was wrong, and is not as long as what was sent. */
function bodyComplaints(answer: ExchangeResponse, text: string): string[] {
  const json = isJson(answer)
  const value = json && text !== '' ? parsed(text) : undefined
  if (json && text !== '' && value === undefined) return [`no JSON: ${text.slice(0, 200)}`]
  if (answer.status < 400 || text === '') return []
  const complaints = text.length > 60_000 ? [`a refusal of ${text.length} characters`] : []
  const message =
    typeof value === 'object' && value !== null ? (value as { message?: unknown }).message : text
  if (typeof message !== 'string' || message === '')
    complaints.push(`a refusal without a message: ${text.slice(0, 200)}`)
  else if (message.length > LONGEST_MESSAGE) complaints.push(`a message of ${message.length} characters`)
  return complaints
}

const isJson = ({ headers }: ExchangeResponse): boolean =>
  headers['Content-Type']?.startsWith('application/json') === true

function textOf({ body }: ExchangeResponse): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A request in one line, so that it can be sent again. */
function shownRequest({ method, url, headers, body }: ExchangeRequest): string {
  const content =
    body === undefined ? '' : typeof body === 'string' ? JSON.stringify(cut(body)) : `bytes ${body.join(' ')}`
  return `${method} ${cut(url)} ${JSON.stringify(headers).slice(0, 500)} ${content}`
}

const cut = (text: string): string => (text.length > 1500 ? `${text.slice(0, 1500)}… (${text.length})` : text)
