/** Draws, plays and shrinks walks. */
import type { Simulator } from '../../src/index.ts'
import { createDraw } from './draw.ts'
import { authoringKinds } from './kinds/authoring.ts'
import { type StepKind, variantsOf, WIKI_SITE } from './kinds/kind.ts'
import { linkKinds } from './kinds/links.ts'
import { longRunningKinds } from './kinds/long-running.ts'
import { queueKinds } from './kinds/queues.ts'
import { variantKinds } from './kinds/variants.ts'
import { watchFrozen } from './frozen.ts'
import { type Oracle, ORACLES, THOROUGH } from './oracles.ts'
import { settle } from './settle.ts'
import { API, createWalker, lineOf, type Walker, type WalkRequest } from './walker.ts'

export const KINDS: readonly StepKind[] = [
  ...authoringKinds,
  ...variantKinds,
  ...linkKinds,
  ...queueKinds,
  ...longRunningKinds,
]

/** A step of a kind; its seed chooses among what the world holds when the step is played. */
export interface Step {
  readonly kind: string
  readonly seed: number
}

export interface Failure {
  readonly oracle: string
  readonly complaints: readonly string[]
}

export interface Walked {
  /** The requests of the steps; a step that found nothing to act on has none. */
  readonly requests: readonly {
    readonly kind: string
    readonly request: WalkRequest
    readonly accepted: boolean
  }[]
  /** Every request with its answer, also those of settling and of oracles. */
  readonly log: readonly string[]
  readonly failures: readonly Failure[]
}

const byName = new Map(KINDS.map((kind) => [kind.name, kind]))
/** So many of a hundred kinds take part in a walk, so that rare combinations are frequent in some walks. */
const TAKING_PART = 55
/** So many of a hundred requests are sent by a user who is no administrator. */
const OTHER_USER = 15
/** So many of a hundred walks lose messages and are repaired at the end. */
const LOSSY = 15
const ALWAYS: ReadonlySet<string> = new Set(['clock.advance', 'integration.create'])

/** The steps of a walk; `without` lists prefixes of the names of kinds to leave out. */
export function drawSteps(seed: number, count: number, without: readonly string[] = []): readonly Step[] {
  const draw = createDraw(seed)
  const mayLose = draw.chance(LOSSY)
  const kinds = KINDS.filter(
    ({ name, lossy }) =>
      (draw.chance(TAKING_PART) || ALWAYS.has(name)) &&
      (mayLose || lossy !== true) &&
      !without.some((start) => name.startsWith(start)),
  )
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0)
  return Array.from({ length: count }, () => ({
    kind: weighted(kinds, draw.below(total)),
    seed: draw.below(2 ** 31),
  }))
}

function weighted(kinds: readonly StepKind[], at: number): string {
  let left = at
  for (const { name, weight } of kinds) {
    if (left < weight) return name
    left -= weight
  }
  throw new Error('beyond the last kind')
}

/** Plays steps in a fork of `base`, settles the world, then asks the oracles. */
export function playSteps(base: Simulator, steps: readonly Step[], thorough = false): Promise<Walked> {
  return play(
    base,
    steps.map((step) => ({ kind: step.kind, request: (walker) => requestOf(step, walker) })),
    thorough,
  )
}

/** Plays steps in a fork of `base` and returns it as they leave it, with work under way and messages waiting. */
export async function leaveSteps(base: Simulator, steps: readonly Step[]): Promise<Simulator> {
  const fork = base.fork()
  const walker = createWalker(fork)
  for (const step of steps) {
    const request = await requestOf(step, walker)
    if (request !== undefined) await walker.send(request)
  }
  return fork
}

async function requestOf({ kind, seed }: Step, walker: Walker): Promise<WalkRequest | undefined> {
  const draw = createDraw(seed)
  const request = await (byName.get(kind) as StepKind).draw(walker, draw)
  return request === undefined || kind.startsWith('world') || !draw.chance(OTHER_USER)
    ? request
    : { ...request, as: 'alice' }
}

/** Plays requests as they are. */
export function playRequests(
  base: Simulator,
  requests: readonly WalkRequest[],
  thorough = false,
): Promise<Walked> {
  return play(
    base,
    requests.map((request) => ({ kind: 'request', request: () => request })),
    thorough,
  )
}

async function play(
  base: Simulator,
  planned: readonly {
    readonly kind: string
    readonly request: (walker: Walker) => ReturnType<StepKind['draw']>
  }[],
  thorough: boolean,
): Promise<Walked> {
  const walker = createWalker(base.fork())
  const frozen = watchFrozen(walker)
  const requests: { kind: string; request: WalkRequest; accepted: boolean }[] = []
  for (const { kind, request: drawn } of planned) {
    const request = await drawn(walker)
    if (request === undefined) continue
    const { status } = await walker.send(request)
    requests.push({ kind, request, accepted: status < 400 })
    await frozen.note()
  }
  await settle(
    walker,
    requests.some(({ request }) => isLossy(request)),
  )
  const failures: Failure[] = []
  const look = async (oracles: Readonly<Record<string, Oracle>>, when = '') => {
    for (const [oracle, examine] of Object.entries(oracles)) {
      const complaints = await examine(walker)
      if (complaints.length > 0) failures.push({ oracle: `${oracle}${when}`, complaints })
    }
  }
  await look({ ...ORACLES, frozen: () => frozen.complaints() })
  if (thorough) {
    await look(THOROUGH)
    for (const { id } of variantsOf(walker).filter(({ current }) => !current)) {
      const url = `${API}/variants/${id}?applicationId=${WIKI_SITE}`
      await walker.send({ method: 'PUT', url, body: { current: true } })
      await settle(walker, false)
      await look({ ...ORACLES, frozen: () => frozen.complaints() }, ' after a change of variant')
    }
  }
  if (walker.complaints.length > 0)
    failures.unshift({ oracle: 'answers', complaints: [...walker.complaints] })
  return { requests, log: walker.log, failures }
}

/** Whether a request deletes a message, or enqueues one about something that did not happen. */
function isLossy({ method, url }: WalkRequest): boolean {
  return (
    (method === 'DELETE' && /\/(messages|outbound)/.test(url)) ||
    (method === 'POST' && /\/(inbound|messages)$/.test(url))
  )
}

/** Shrinks a failing walk to the fewest requests that still fail by the same oracle. */
export async function shrink(
  base: Simulator,
  steps: readonly Step[],
  oracle: string,
  thorough: boolean,
): Promise<{ readonly requests: readonly WalkRequest[]; readonly walked: Walked }> {
  const fails = (walked: Walked) => walked.failures.some((failure) => failure.oracle === oracle)
  const fewer = await fewest(steps, async (some) => fails(await playSteps(base, some, thorough)))
  const played = await playSteps(base, fewer, thorough)
  const all = played.requests.map(({ request }) => request)
  const requests = await fewest(all, async (some) => fails(await playRequests(base, some, thorough)))
  return { requests, walked: await playRequests(base, requests, thorough) }
}

/** Removes halves, quarters and so on down to single items, as long as the rest still fails. */
export async function fewest<T>(
  items: readonly T[],
  fails: (some: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let kept = items
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = kept.length - size; at > -size; at -= size) {
      const without = [...kept.slice(0, Math.max(0, at)), ...kept.slice(Math.max(0, at) + size)]
      if (without.length < kept.length && (await fails(without))) kept = without
    }
  }
  return kept
}

export const linesOf = (requests: readonly WalkRequest[]): string[] => requests.map(lineOf)
