/** What an exploration can do to a client, by what `vary` allows and what the undisturbed run shows. */
import { operationIndex } from '../api/operation-index.ts'
import { requirements } from '../model/records/wiki/requirements.ts'
import { REGIONS } from '../model/schema.ts'
import { tokens, users } from '../model/records/service/users.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { PlainStep } from '../scenario/format/timeline.ts'
import { once } from '../world/once.ts'
import {
  type Disturbance,
  FAULT_KINDS,
  type FaultName,
  faultOf,
  FAULTS_TRIED_FIRST,
  NEXT_JOB,
} from './disturbance.ts'
import { type Vary, weightOf } from './options.ts'
import type { RecordedCall, RunRecord } from './record.ts'

/** A disturbance without its place, and its weight among random ones. */
export interface Choice {
  readonly weight: number
  readonly at: (number: number) => Disturbance
  /** True if its effect does not depend on the place. It is then tried alone only once. */
  readonly once?: boolean
  /** Which calls it can happen to; all if absent. */
  readonly onlyAt?: (call: Pick<RecordedCall, 'operation'>) => boolean
}

const CLOCK_MOVES = ['1s', '1m', '1h', NEXT_JOB]
const OUTAGE = '10m'
/** The maximum number of requirements to edit. */
const MAXIMUM_EDITED = 5
/** The maximum number of requirements to look for in responses. */
const MAXIMUM_REQUIREMENTS = 2000

/** What can be drawn, in the order in which each is tried alone. `virtual` is the longest virtual time of a run. */
export function choicesOf(
  vary: Vary,
  base: RunRecord,
  scenario: ResolvedScenario,
  virtual: number,
): readonly Choice[] {
  const { faults, clock, edits } = vary
  const choices: Choice[] = []
  const add = (weight: number, at: Choice['at'], more: Pick<Choice, 'once' | 'onlyAt'> = {}) => {
    const { onlyAt } = more
    if (weight > 0 && (onlyAt === undefined || base.calls.some(onlyAt))) choices.push({ weight, at, ...more })
  }
  const expires = usesExpiringTokens(base, virtual)
  for (const name of faultNames()) {
    const isNamed = typeof faults === 'object'
    const { only } = faultOf(name)
    if (only === 'expiring' && !isNamed && !expires) continue
    const onlyAt = only === 'paged' ? { onlyAt: isPaged } : {}
    add(isNamed ? weightOf(faults[name], 0) : weightOf(faults), (at) => ({ at, kind: name }), onlyAt)
  }
  const moves = Array.isArray(clock) ? (clock as readonly string[]) : CLOCK_MOVES
  for (const advance of moves) add(weightOf(clock), (at) => ({ at, kind: 'clock', advance }))
  for (const steps of editsOf(vary, base)) add(weightOf(edits), (at) => ({ at, kind: 'edit', steps }))
  for (const steps of removalsOf(vary, base))
    add(weightOf(vary.removals, 0), (at) => ({ at, kind: 'edit', steps }))
  for (const { id, type } of scenario.world.sites ?? [])
    if (id !== undefined && type !== 'STANDALONE')
      add(weightOf(vary.outages), (at) => ({ at, kind: 'outage', site: id, lasts: OUTAGE }))
  add(weightOf(vary.jobs), (at) => ({ at, kind: 'freeze' }), { once: true })
  add(weightOf(vary.messages), (at) => ({ at, kind: 'message' }), { once: true })
  return choices
}

type Steps = readonly PlainStep[]

function editsOf({ edits }: Vary, base: RunRecord): readonly Steps[] {
  if (Array.isArray(edits)) return (edits as readonly (PlainStep | Steps)[]).map((each) => [each].flat())
  if (weightOf(edits) === 0) return []
  return requirementsRead(base).flatMap(({ key, pageId, isLast }) => {
    // A view gathers the new text.
    const view = { view: { page: pageId } }
    const define = (defined: string, html: string) => [
      { edit: { page: pageId, define: [{ key: defined, html }] } },
      view,
    ]
    const rewritten = define(key, 'Rewritten by another user.')
    const added = define(`${key}-B`, 'Added by another user.')
    return isLast ? [rewritten, added] : [rewritten]
  })
}

function removalsOf({ removals }: Vary, base: RunRecord): readonly Steps[] {
  if (weightOf(removals, 0) === 0) return []
  return requirementsRead(base).map(({ key, pageId }) => [{ edit: { page: pageId, undefine: [key] } }])
}

/** Requirements with a page whose keys are in responses to the client. */
function requirementsRead({ end, calls }: RunRecord) {
  const bodies = calls.map(({ answer }) => answer.body).filter((body) => typeof body === 'string')
  const found: { key: string; pageId: number; isLast: boolean }[] = []
  let visited = 0
  for (const row of end.world.region('eu').table(requirements).scan()) {
    if (visited++ === MAXIMUM_REQUIREMENTS || found.length === MAXIMUM_EDITED) break
    const { key, pageId, status } = row
    if (status !== 'ACTIVE' || pageId === undefined) continue
    if (bodies.some((body) => body.includes(`"${key}"`))) found.push({ key, pageId, isLast: false })
  }
  return found.map((each, index) => ({ ...each, isLast: index === found.length - 1 }))
}

function faultNames(): readonly FaultName[] {
  const rank = (name: string) => {
    const place = FAULTS_TRIED_FIRST.indexOf(name)
    return place === -1 ? FAULTS_TRIED_FIRST.length : place
  }
  return (Object.keys(FAULT_KINDS) as FaultName[]).toSorted((one, other) => rank(one) - rank(other))
}

const pagedOperations = once(
  () => new Set(operationIndex.filter(({ paged }) => paged === true).map(({ id }) => id)),
)

function isPaged({ operation }: Pick<RecordedCall, 'operation'>): boolean {
  return operation !== undefined && pagedOperations().has(operation)
}

/** Whether a user of the client has a token that expires within the longest run. */
function usesExpiringTokens({ end, calls }: RunRecord, virtual: number): boolean {
  const callers = new Set(calls.map(({ user }) => user))
  return REGIONS.some((region) => {
    const store = end.world.region(region)
    return [...store.table(tokens).scan()].some(
      ({ userId, createdAt, expiresAt }) =>
        expiresAt - createdAt <= virtual && callers.has(store.table(users).get(userId)?.name),
    )
  })
}
