/**
 * Draws schedules in this order: each disturbance alone, of each operation before the next disturbance; then pairs of a
 * disturbance with a later one; then random schedules. The sequence depends on the seed and the runs alone.
 */
import { splitUrl } from '../gateway/addresses/locate.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import { random, type Random } from '../world/random/random.ts'
import { type Choice, choicesOf } from './choices.ts'
import { type Disturbance, inOrder, keyOf, type Schedule } from './disturbance.ts'
import { type Settings, type Vary, weightOf } from './options.ts'
import type { RecordedCall, RunRecord } from './record.ts'

/** The maximum number of disturbances in a random schedule; the minimum is two. */
const MAXIMUM_DISTURBANCES = 4
/** The exploration is exhausted after this number of random schedules in a row that were tried before. */
const MAXIMUM_REPETITIONS = 50

interface TriedSchedule {
  readonly schedule: Schedule
  /** The calls of its run, each with its method and path. */
  readonly calls: readonly { readonly address: string; readonly operation: string | undefined }[]
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

  constructor(
    settings: Pick<Settings, 'seed' | 'virtual'>,
    vary: Vary,
    base: RunRecord,
    scenario: ResolvedScenario,
  ) {
    this.#seed = settings.seed
    this.#base = base
    this.#choices = choicesOf(vary, base, scenario, settings.virtual)
    this.#order = base.overlaps && weightOf(vary.order) > 0
    this.#longest = base.calls.length
    for (const feature of featuresOf(base)) this.#features.add(feature)
  }

  /** The names of what can be disturbed. */
  get kinds(): readonly string[] {
    return this.#kindsOf(this.#choices)
  }

  /** The names of what can happen to an operation. */
  kindsOf(operation: string): readonly string[] {
    return this.#kindsOf(this.#choices.filter(({ onlyAt }) => onlyAt?.({ operation }) !== false))
  }

  #kindsOf(choices: readonly Choice[]): readonly string[] {
    return [...new Set([...choices.map(({ at }) => at(1).kind), ...(this.#order ? ['order'] : [])])]
  }

  /** Learns from a run, before the next schedule is drawn. */
  observe(schedule: Schedule, record: RunRecord): void {
    this.#longest = Math.max(this.#longest, record.calls.length)
    const calls = record.calls.map((call) => ({ address: callAddress(call), operation: call.operation }))
    const run = { schedule, calls }
    if (schedule.length === 1) this.#singles.push(run)
    const news = featuresOf(record).filter((feature) => !this.#features.has(feature))
    for (const feature of news) this.#features.add(feature)
    if (news.length > 0) this.#interesting.push(run)
  }

  *schedules(): Generator<Schedule, void, undefined> {
    for (const schedule of this.#alone()) if (this.#isNew(schedule)) yield schedule
    for (const schedule of this.#pairs()) if (this.#isNew(schedule)) yield schedule
    let repetitions = 0
    for (let index = 0; repetitions < MAXIMUM_REPETITIONS; index++) {
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

  /**
   * Each disturbance alone. It goes through the operations, those that write first, before the next disturbance: at their
   * first calls, then at their last ones, then at the others.
   */
  #alone(): Schedule[] {
    const found: { round: number; choice: number; reads: number; schedule: Schedule }[] = []
    const writing = new Set(
      this.#base.calls.flatMap(({ changed, operation }) => (changed ? [operation] : [])),
    )
    const rounds = roundsOf(this.#base)
    for (const [index, call] of this.#base.calls.entries()) {
      for (const [choice, each] of this.#choicesAt(index + 1, call).entries()) {
        if (each.once === true && index > 0) continue
        const reads = writing.has(call.operation) ? 0 : 1
        found.push({ round: rounds[index] ?? 0, choice, reads, schedule: [each.at(index + 1)] })
      }
    }
    return found
      .sort((one, other) => one.round - other.round || one.choice - other.choice || one.reads - other.reads)
      .map(({ schedule }) => schedule)
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
          for (const choice of this.#choicesAt(index + 1, call)) {
            const second = choice.at(index + 1)
            if (second.at === first.at && second.kind === first.kind) continue
            const key = `${keyOf({ ...first, at: 0 } as Disturbance)} ${call.address} ${keyOf({ ...second, at: 0 } as Disturbance)}`
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
    const wanted = Math.max(begun.length + 1, drawn.integer(2, MAXIMUM_DISTURBANCES))
    const schedule = [...begun]
    // One position after the last call of any run, because a disturbance of that call may cause a retry.
    while (schedule.length < wanted) {
      const number = drawn.integer(1, this.#longest + 1)
      const choice = weighted(this.#choicesAt(1, this.#base.calls[number - 1]), drawn)
      if (choice === undefined) return undefined
      schedule.push(choice.at(number))
    }
    return inOrder(schedule)
  }

  /** `call` is undefined for calls that the undisturbed client does not make. */
  #choicesAt(number: number, call: Pick<RecordedCall, 'operation'> | undefined): readonly Choice[] {
    const fitting = this.#choices.filter(({ onlyAt }) => call === undefined || onlyAt?.(call) !== false)
    if (!this.#order || number > this.#longest) return fitting
    const picks = [1, 2].map((pick) => ({
      weight: 1,
      at: (at: number): Disturbance => ({ at, kind: 'order', pick }),
    }))
    return [...fitting, ...picks]
  }
}

function weighted(choices: readonly Choice[], drawn: Random): Choice | undefined {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0)
  let left = drawn.fraction() * total
  return choices.find(({ weight }) => (left -= weight) < 0) ?? choices.at(-1)
}

/** For each call its round: the first call of an operation, then its last one, then the others in order. */
function roundsOf({ calls }: RunRecord): readonly number[] {
  const last = new Map(calls.map(({ operation }, index) => [operation, index]))
  const seen = new Map<string | undefined, number>()
  return calls.map(({ operation }, index) => {
    const before = seen.get(operation) ?? 0
    seen.set(operation, before + 1)
    if (before === 0) return 0
    return last.get(operation) === index ? 1 : before + 1
  })
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
