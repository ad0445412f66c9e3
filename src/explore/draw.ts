/**
 * Draws schedules in this order: each disturbance alone at each call, then pairs of a disturbance with a later one,
 * then random schedules. The sequence depends on the seed and the runs alone.
 */
import { requirements } from '../model/requirements/records/records.ts'
import { splitUrl } from '../gateway/exchange/locate.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { PlainStep } from '../scenario/format/timeline.ts'
import { random, type Random } from '../world/random/random.ts'
import {
  type Disturbance,
  FAULT_KINDS,
  type FaultName,
  inOrder,
  keyOf,
  NEXT_JOB,
  type Schedule,
} from './disturbance.ts'
import { type Vary, weightOf } from './options.ts'
import type { RecordedCall, RunRecord } from './record.ts'

/** A disturbance without its place, and its weight among random ones. */
interface Choice {
  readonly weight: number
  readonly at: (number: number) => Disturbance
  /** True if its effect does not depend on the place. It is then tried alone only once. */
  readonly once?: boolean
}

const CLOCK_MOVES = ['1s', '1m', '1h', NEXT_JOB]
const OUTAGE = '10m'
/** The maximum number of disturbances in a random schedule; the minimum is two. */
const MOST_DISTURBANCES = 4
/** The exploration is exhausted after this number of random schedules in a row that were tried before. */
const MOST_REPETITIONS = 50
/** The maximum number of requirements to edit. */
const MOST_EDITED = 5
/** The maximum number of requirements to look for in responses. */
const MOST_REQUIREMENTS = 2000

interface TriedSchedule {
  readonly schedule: Schedule
  /** The calls of its run, by method and path. */
  readonly calls: readonly string[]
}

export class Drawing {
  readonly #seed: string
  readonly #choices: readonly Choice[]
  readonly #order: boolean
  readonly #base: RunRecord
  readonly #tried = new Set<string>()
  readonly #features = new Set<string>()
  /** Schedules whose run showed something new, with that run. */
  readonly #interesting: TriedSchedule[] = []
  readonly #singles: TriedSchedule[] = []
  #longest: number

  constructor(seed: string, vary: Vary, base: RunRecord, scenario: ResolvedScenario) {
    this.#seed = seed
    this.#base = base
    this.#choices = choicesOf(vary, base, scenario)
    this.#order = base.overlaps && weightOf(vary.order) > 0
    this.#longest = base.calls.length
    for (const feature of featuresOf(base)) this.#features.add(feature)
  }

  /** The names of what can be disturbed, such as for the report. */
  get kinds(): readonly string[] {
    return [...new Set([...this.#choices.map(({ at }) => at(1).kind), ...(this.#order ? ['order'] : [])])]
  }

  /** Learns from a run, before the next schedule is drawn. */
  observe(schedule: Schedule, record: RunRecord): void {
    this.#longest = Math.max(this.#longest, record.calls.length)
    const run = { schedule, calls: record.calls.map(callAddress) }
    if (schedule.length === 1) this.#singles.push(run)
    const news = featuresOf(record).filter((feature) => !this.#features.has(feature))
    for (const feature of news) this.#features.add(feature)
    if (news.length > 0) this.#interesting.push(run)
  }

  *schedules(): Generator<Schedule, void, undefined> {
    for (const schedule of this.#alone()) if (this.#isNew(schedule)) yield schedule
    for (const schedule of this.#pairs()) if (this.#isNew(schedule)) yield schedule
    let repetitions = 0
    for (let index = 0; repetitions < MOST_REPETITIONS; index++) {
      const schedule = this.#drawn(random(this.#seed, 'explore', index, 'schedule'))
      if (schedule === undefined || !this.#isNew(schedule)) repetitions++
      else {
        repetitions = 0
        yield schedule
      }
    }
  }

  #isNew(schedule: Schedule): boolean {
    const key = JSON.stringify(schedule)
    if (this.#tried.has(key)) return false
    this.#tried.add(key)
    return true
  }

  /** Each disturbance alone: at the first call of each operation, then at the further ones. */
  #alone(): Schedule[] {
    const seen = new Map<string, number>()
    const found: { round: number; schedule: Schedule }[] = []
    const operations = operationsOf(this.#base)
    for (const [index, operation] of operations.entries()) {
      for (const choice of this.#choicesAt(index + 1)) {
        if (choice.once === true && index > 0) continue
        const disturbance = choice.at(index + 1)
        const key = `${operation} ${keyOf({ ...disturbance, at: 0 } as Disturbance)}`
        const round = seen.get(key) ?? 0
        seen.set(key, round + 1)
        found.push({ round, schedule: [disturbance] })
      }
    }
    return found.sort((one, other) => one.round - other.round).map(({ schedule }) => schedule)
  }

  /** A disturbance alone, then another at a later call: runs that showed something new first. */
  *#pairs(): Generator<Schedule, void, undefined> {
    const seen = new Set<string>()
    for (const runs of [[...this.#interesting], [...this.#singles]]) {
      for (const { schedule, calls } of runs) {
        const [first] = schedule
        if (first === undefined || schedule.length > 1) continue
        for (const [index, call] of calls.entries()) {
          if (index + 1 < first.at) continue
          for (const choice of this.#choicesAt(index + 1)) {
            const second = choice.at(index + 1)
            if (second.at === first.at && second.kind === first.kind) continue
            const key = `${keyOf({ ...first, at: 0 } as Disturbance)} ${call} ${keyOf({ ...second, at: 0 } as Disturbance)}`
            if (seen.has(key)) continue
            seen.add(key)
            yield inOrder([first, second])
          }
        }
      }
    }
  }

  #drawn(drawn: Random): Schedule | undefined {
    const begun =
      this.#interesting.length > 0 && drawn.integer(0, 1) === 1 ? drawn.pick(this.#interesting).schedule : []
    const wanted = Math.max(begun.length + 1, drawn.integer(2, MOST_DISTURBANCES))
    const schedule = [...begun]
    // One position after the last call of any run, because a disturbance of that call may cause a retry.
    while (schedule.length < wanted) {
      const choice = weighted(this.#choicesAt(1), drawn)
      if (choice === undefined) return undefined
      schedule.push(choice.at(drawn.integer(1, this.#longest + 1)))
    }
    return inOrder(schedule)
  }

  #choicesAt(number: number): readonly Choice[] {
    if (!this.#order) return this.#choices
    const picks = [1, 2].map((pick) => ({
      weight: 1,
      at: (at: number): Disturbance => ({ at, kind: 'order', pick }),
    }))
    return number > this.#longest ? this.#choices : [...this.#choices, ...picks]
  }
}

function weighted(choices: readonly Choice[], drawn: Random): Choice | undefined {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0)
  let left = drawn.fraction() * total
  return choices.find(({ weight }) => (left -= weight) < 0) ?? choices.at(-1)
}

function choicesOf(vary: Vary, base: RunRecord, scenario: ResolvedScenario): readonly Choice[] {
  const { faults, clock, edits } = vary
  const choices: Choice[] = []
  const add = (weight: number, at: Choice['at'], once = false) => {
    if (weight > 0) choices.push({ weight, at, once })
  }
  for (const name of Object.keys(FAULT_KINDS) as FaultName[]) {
    const weight = typeof faults === 'object' ? weightOf(faults[name], 0) : weightOf(faults)
    add(weight, (at) => ({ at, kind: name }))
  }
  const moves = Array.isArray(clock) ? (clock as readonly string[]) : CLOCK_MOVES
  for (const advance of moves) add(weightOf(clock), (at) => ({ at, kind: 'clock', advance }))
  for (const steps of editsOf(vary, base)) add(weightOf(edits), (at) => ({ at, kind: 'edit', steps }))
  for (const steps of removalsOf(vary, base))
    add(weightOf(vary.removals, 0), (at) => ({ at, kind: 'edit', steps }))
  for (const { id, type } of scenario.world.sites ?? [])
    if (id !== undefined && type !== 'STANDALONE')
      add(weightOf(vary.outages), (at) => ({ at, kind: 'outage', site: id, lasts: OUTAGE }))
  add(weightOf(vary.jobs), (at) => ({ at, kind: 'freeze' }), true)
  add(weightOf(vary.messages), (at) => ({ at, kind: 'message' }), true)
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
    if (visited++ === MOST_REQUIREMENTS || found.length === MOST_EDITED) break
    const { key, pageId, status } = row
    if (status !== 'ACTIVE' || pageId === undefined) continue
    if (bodies.some((body) => body.includes(`"${key}"`))) found.push({ key, pageId, isLast: false })
  }
  return found.map((each, index) => ({ ...each, isLast: index === found.length - 1 }))
}

function operationsOf({ calls }: RunRecord): readonly string[] {
  return calls.map(({ operation = 'none' }) => operation)
}

/** A retry has the address of the call before it; another call of the operation usually has not. */
function callAddress({ method, url }: RecordedCall): string {
  return `${method} ${splitUrl(url).path}`
}

/** What a run showed: responses, faults at operations, and transitions of state machines. */
function featuresOf({ calls, transitions, failure }: RunRecord): readonly string[] {
  return [
    ...calls.map(({ operation = 'none', status = 0 }) => `${operation} ${status}`),
    ...calls.flatMap(({ operation = 'none', fault }) =>
      fault === undefined ? [] : [`${operation} ${fault}`],
    ),
    ...Array.from(transitions, ({ machine, from, event, to }) => `${machine} ${from} ${event} ${to}`),
    ...(failure === undefined ? [] : [failure.kind]),
  ]
}
