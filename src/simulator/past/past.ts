/**
 * The past of a world: its inputs in order, with a snapshot before every few of them, so that the state after each step can be
 * computed again. Steps are kept in segments, which forks share; the recorder drops the oldest segments of all worlds.
 */
import { bytesOf, bytesOfRequest } from '../../gateway/journal/recent-entries.ts'
import { checkFields } from '../../model/input/option-checks.ts'
import { conflict, notFound } from '../../model/input/errors.ts'
import { type Refusal, quoted } from '../../model/input/refusal.ts'
import type { TimelineProgress } from '../../model/records/world/timeline-progress.ts'
import { type Snapshot, World, type WorldSchema } from '../../world/world.ts'
import type { FailedRun } from './failed-run.ts'
import type { PastStep } from './step.ts'

/** How many steps share the snapshot before them. To show a step, at most this many are computed. */
const STEPS_PER_SNAPSHOT = 32

/** How many segments are added until the dropped ones are removed, which looks at all of them. */
const SEGMENTS_PER_REMOVAL = 64

export interface PastLimits {
  /** The maximum number of steps of all worlds together; 0 keeps none. Default: 10,000. */
  readonly steps?: number
  /** The maximum bytes of their requests and responses together; 0 keeps none. Default: 32 MB. */
  readonly bytes?: number
}

const DEFAULT_LIMITS = { steps: 10_000, bytes: 32 * 1024 * 1024 }
/** What a step takes besides the texts of its request and response. */
const BYTES_PER_STEP = 600

/** Steps that follow each other, and the state before them. */
interface Segment {
  /** The number of its first step. */
  readonly first: number
  readonly begin: Snapshot
  readonly steps: PastStep[]
  bytes: number
  /** How many pasts of worlds of the recorder have it. */
  pasts: number
  /** The recorder dropped it. */
  dropped: boolean
  readonly family: Family
}

/** What pasts share of which one began as a fork of the other. */
interface Family {
  /** The states of snapshots that were taken, by their `stores`. */
  readonly marks: WeakMap<object, Mark>
  /** How many segments were dropped. */
  drops: number
}

/** Limits the steps of all worlds of one simulator. */
export class Recorder {
  readonly #limits: Required<PastLimits>
  #queue: Segment[] = []
  #steps = 0
  #bytes = 0

  /** Throws TypeError for unknown limits and invalid numbers. */
  constructor(limits: PastLimits = {}) {
    checkFields('past', limits, Object.keys(DEFAULT_LIMITS))
    const { steps = DEFAULT_LIMITS.steps, bytes = DEFAULT_LIMITS.bytes } = limits
    for (const [name, value] of Object.entries({ steps, bytes })) {
      if (!Number.isSafeInteger(value) || value < 0)
        throw new TypeError(
          `past.${name} must be a whole number of at least 0 (0 keeps no past), not ${quoted(value)}`,
        )
    }
    this.#limits = { steps, bytes }
  }

  /** False if nothing is kept. */
  get on(): boolean {
    return this.#limits.steps > 0 && this.#limits.bytes > 0
  }

  /** Adds a step to a segment, and drops the oldest segments while there are too many steps. */
  add(segment: Segment, step: PastStep): void {
    if (segment.steps.length === 0) this.#queue.push(segment)
    const bytes = bytesOfStep(step)
    segment.steps.push(step)
    segment.bytes += bytes
    this.#steps++
    this.#bytes += bytes
    while (this.#steps > this.#limits.steps || this.#bytes > this.#limits.bytes) {
      const oldest = this.#queue.shift()
      if (oldest === undefined) return
      this.#subtract(oldest)
      oldest.dropped = true
      oldest.family.drops++
      oldest.steps.length = 0
    }
  }

  /** A world ended. Segments that no other world has no longer count. */
  release(segments: readonly Segment[]): void {
    const released = new Set(segments.filter((segment) => --segment.pasts === 0))
    for (const segment of this.#queue) if (released.has(segment)) this.#subtract(segment)
    this.#queue = this.#queue.filter((segment) => !released.has(segment))
  }

  #subtract({ steps, bytes }: Segment): void {
    this.#steps -= steps.length
    this.#bytes -= bytes
  }
}

/** What a past needs to keep its steps and to compute them again. */
export interface PastHost {
  readonly recorder: Recorder
  /** Applies a step to a world that is in the state before it. */
  readonly apply: (world: World, step: PastStep) => void
}

/** The slide that a presenter shows, and since when. */
export interface StagePlace {
  /** 0 for the beginning, the number of a step, or one more than there are steps for the end. */
  readonly slide: number
  /** The instant of the presenter's own clock at which the story began, ISO 8601. */
  readonly since?: string | undefined
}

/** The state after a step. */
export interface StepState {
  /** The number of the step; 0 for the beginning, which has no step. */
  readonly number: number
  readonly step: PastStep | undefined
  readonly before: Snapshot
  /** To be read only: the next step changes it. */
  readonly world: World
}

/** The latest step when a snapshot was taken. */
interface Mark {
  readonly number: number
  readonly step: PastStep | undefined
}

interface Inherited {
  readonly last: number
  readonly segments: readonly Segment[]
  readonly family: Family
}

export class Past {
  /** Whether the state before step 1 is that of the scenario, unchanged. */
  readonly fromScenario: boolean
  /** Why the run failed, in a world that was opened from a trace. */
  failure: FailedRun | undefined
  /** What the stage of the console shows of the timeline, for all windows. No response of the service depends on it. */
  stage: StagePlace | undefined
  readonly #host: PastHost
  readonly #schema: WorldSchema
  /** The last one takes further steps. */
  #segments: Segment[]
  #last: number
  /** True if a snapshot or a fork has the latest step, which therefore may not change. */
  #sealed = true
  readonly #family: Family
  /** The drops of the family when the dropped segments were last removed here; -1 before that. */
  #drops = -1
  /** A cache of the latest state that was read: without it, one request would compute a state several times (target: 50 ms). */
  #shown: { readonly number: number; readonly world: World } | undefined

  constructor(
    host: PastHost,
    schema: WorldSchema,
    begin: Snapshot,
    fromScenario: boolean,
    inherited?: Inherited,
  ) {
    this.#host = host
    this.#schema = schema
    this.fromScenario = fromScenario
    this.#last = inherited?.last ?? 0
    this.#family = inherited?.family ?? { marks: new WeakMap(), drops: 0 }
    this.#segments = [...(inherited?.segments ?? []), segmentOf(this.#last + 1, begin, this.#family)]
  }

  /** False if no steps are kept, so that the past is not known. */
  get isKept(): boolean {
    return this.#host.recorder.on
  }

  /** The number of the latest step; 0 before the first. */
  get last(): number {
    return this.#last
  }

  /** The number of the earliest step after which the state is known; 0 if the beginning is. */
  get first(): number {
    return (this.#kept()[0]?.first ?? this.#last + 1) - 1
  }

  /** Adds a step; `world` is in the state after it. */
  note(world: World, step: PastStep): void {
    const { recorder } = this.#host
    if (!recorder.on) return
    this.#last++
    this.#sealed = false
    this.#shown = undefined
    const open = this.#open()
    if (open === undefined) {
      this.#begin(world.snapshot())
      return
    }
    recorder.add(open, step)
    if (open.dropped || open.steps.length >= STEPS_PER_SNAPSHOT) this.#begin(world.snapshot())
  }

  /** The timeline moved on after the latest step, by a step of it that began after step `begin`. */
  noteProgress(world: World, progress: TimelineProgress, begin: number): void {
    const latest = this.#latest()
    if (this.#sealed || latest === undefined || latest.progress !== undefined) {
      this.note(world, { at: world.now, input: { kind: 'timeline' }, progress, begin })
      return
    }
    Object.assign(latest, { progress, begin })
    this.#shown = undefined
    if (this.#open()?.steps.length === 0) this.#begin(world.snapshot())
  }

  /** Records that a snapshot was taken after a step. */
  mark({ stores }: Snapshot, number: number = this.#last): void {
    this.#sealed = true
    this.#family.marks.set(stores, { number, step: this.#find(number) })
  }

  /** The number of the step after which a snapshot was taken; undefined if it is of another past. */
  stepOfSnapshot({ stores }: Snapshot): number | undefined {
    const mark = this.#family.marks.get(stores)
    if (mark === undefined || mark.number < this.first) return undefined
    return mark.number === 0 || this.#find(mark.number) === mark.step ? mark.number : undefined
  }

  /** Whether a snapshot was taken after a step that was dropped since. */
  isOfDropped({ stores }: Snapshot): boolean {
    const mark = this.#family.marks.get(stores)
    return mark !== undefined && mark.number <= this.first
  }

  /** The past of a fork of this world in its current state, of which `now` is a snapshot. */
  fork(now: Snapshot, host: PastHost = this.#host): Past {
    this.#sealed = true
    const open = this.#open()
    const isOfRecorder = host === this.#host
    if (isOfRecorder && open !== undefined && open.steps.length > 0) this.#begin(now)
    const kept = this.#kept().filter(({ steps }) => steps.length > 0)
    if (isOfRecorder) for (const segment of kept) segment.pasts++
    // Another simulator copies the open segment. If it ended here, forks between writes would leave a segment for each step.
    const copyOf = (segment: Segment) => ({ ...segment, steps: [...segment.steps] })
    const segments = isOfRecorder
      ? kept
      : kept.map((segment) => (segment === open ? copyOf(segment) : segment))
    const inherited = { last: this.#last, segments, family: this.#family }
    return new Past(host, this.#schema, now, this.fromScenario, inherited)
  }

  /** A fork of the state after a step, with its past. Throws a Refusal (NOT_FOUND). */
  forkAt(number: number): { readonly world: World; readonly past: Past } {
    const world = this.worldAt(number).fork()
    // The fork shares the step.
    if (number === this.#last) this.#sealed = true
    const segments: Segment[] = []
    for (const segment of this.#kept()) {
      const count = Math.min(segment.steps.length, number - segment.first + 1)
      if (count <= 0) break
      const whole = count === segment.steps.length && segment !== this.#open()
      if (whole) segment.pasts++
      segments.push(
        whole ? segment : { ...segment, steps: segment.steps.slice(0, count), bytes: 0, pasts: 1 },
      )
    }
    const inherited = { last: number, segments, family: this.#family }
    return { world, past: new Past(this.#host, this.#schema, world.snapshot(), this.fromScenario, inherited) }
  }

  /** The kept steps with their numbers, oldest first, up to a step. */
  *steps(to: number = this.#last): Generator<readonly [number: number, step: PastStep]> {
    for (const { first, steps } of this.#kept()) {
      for (const [position, step] of steps.entries()) {
        if (first + position > to) return
        yield [first + position, step]
      }
    }
  }

  /** The number in the journal of the latest exchange up to a step; 0 if there is none. */
  exchangeAt(number: number): number {
    let latest = 0
    for (const [, { exchange = latest }] of this.steps(number)) latest = exchange
    return latest
  }

  /** Throws a Refusal (NOT_FOUND). */
  step(number: number): PastStep {
    const step = this.#find(number)
    if (step === undefined) throw this.#missing(number)
    return step
  }

  /** The world as it was after a step, to be read only. Throws a Refusal (NOT_FOUND). */
  worldAt(number: number): World {
    if (this.#shown?.number === number) return this.#shown.world
    for (const { world } of this.statesAfter(number, number)) this.#shown = { number, world }
    if (this.#shown?.number !== number) throw this.#missing(number)
    return this.#shown.world
  }

  /**
   * Computes the states after the steps of a range again, from the nearest snapshots. Throws a Refusal (NOT_FOUND) if one is
   * not kept.
   */
  *statesAfter(from: number, to: number): Generator<StepState> {
    if (from < this.first) throw this.#missing(from)
    if (to > this.#last) throw this.#missing(to)
    for (const { first, begin, steps } of this.#kept()) {
      if (first - 1 > to) return
      if (first - 1 + steps.length < from) continue
      const world = new World(this.#schema, begin)
      if (first - 1 === this.first && from === this.first)
        yield { number: from, step: undefined, before: begin, world }
      let before = begin
      for (const [position, step] of steps.entries()) {
        const number = first + position
        if (number > to) return
        this.#host.apply(world, step)
        if (number >= from) yield { number, step, before, world }
        before = world.snapshot()
      }
    }
  }

  /** The world ended, or its past starts anew. */
  end(): void {
    this.#host.recorder.release(this.#segments)
    this.#shown = undefined
  }

  #begin(begin: Snapshot): void {
    if (this.#segments.length % SEGMENTS_PER_REMOVAL === 0) this.#kept()
    const last = this.#segments.at(-1)
    if (last?.steps.length === 0 && !last.dropped) this.#segments.pop()
    this.#segments.push(segmentOf(this.#last + 1, begin, this.#family))
  }

  /** Without the segments before a dropped one. */
  #kept(): readonly Segment[] {
    // A long past has thousands of segments: they are not searched for every step.
    if (this.#drops === this.#family.drops) return this.#segments
    this.#drops = this.#family.drops
    const dropped = this.#segments.findLastIndex((segment) => segment.dropped)
    if (dropped !== -1) this.#segments = this.#segments.slice(dropped + 1)
    return this.#segments
  }

  #open(): Segment | undefined {
    const last = this.#segments.at(-1)
    return last?.dropped === true ? undefined : last
  }

  #latest(): PastStep | undefined {
    return this.#find(this.#last)
  }

  #find(number: number): PastStep | undefined {
    const segment = this.#kept().findLast(({ first }) => first <= number)
    return segment?.steps[number - segment.first]
  }

  #missing(number: number): Refusal {
    const { first, last } = this
    const kept =
      first === 0 ? `it has steps 0 to ${last}` : `the past begins at step ${first} and ends at ${last}`
    return notFound('step', number, { instead: kept })
  }
}

/** A past that begins in the current state of a world, which `missing` unknown steps led to. */
export function pastAfter(host: PastHost, world: World, missing: number): Past {
  const inherited = { last: missing, segments: [], family: { marks: new WeakMap(), drops: 0 } }
  return new Past(host, world.schema, world.snapshot(), false, inherited)
}

function segmentOf(first: number, begin: Snapshot, family: Family): Segment {
  return { first, begin, steps: [], bytes: 0, pasts: 1, dropped: false, family }
}

function bytesOfStep({ input, entry }: PastStep): number {
  const own =
    'request' in input ? bytesOfRequest(input.request) : input.kind === 'restore' ? (input.bytes ?? 0) : 0
  return BYTES_PER_STEP + own + bytesOf(entry?.answer.body ?? '')
}

/** Refuses a write to a past world. */
export function pastIsReadOnly(name: string): Refusal {
  const fork = `fork it: POST /_sim/worlds {"name": "…", "from": "${name}"}`
  return conflict('world', name, 'is in the past and read-only', fork)
}
