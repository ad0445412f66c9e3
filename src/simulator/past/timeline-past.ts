/** Where in the past of a world the steps of its timeline ran. */
import type { ExchangeRequest } from '../../api/framework/exchange.ts'
import type { TimelineProgress } from '../../model/records/world/timeline-progress.ts'
import type { StageView } from '../../scenario/format/timeline.ts'
import type { StepResult } from '../../scenario/timeline/timeline.ts'
import type { Past } from './past.ts'
import type { PastStep } from './step.ts'

/** The numbers of the steps of the past before and after a step of the timeline. */
export interface RanBetween {
  readonly before: number
  readonly after: number
}

/** A step of a timeline, with what it did in a world. */
export interface TimelineStepDetails {
  /** Its place in the scenario file: `timeline[3]`. */
  readonly path: string
  readonly name?: string
  readonly heading?: string
  readonly note?: string
  /** What the stage of the console shows of it. */
  readonly show?: StageView
  readonly verb: string
  /** One line: `GET /api/applications/101 as alice`. */
  readonly title: string
  readonly done: boolean
  /** Absent until it ran. */
  readonly result?: StepResult
  /** The steps of the past before it and after it: `sim.fork({ at })` begins after either. */
  readonly past?: RanBetween
  /** Its last call of an interface, without credentials. */
  readonly exchange?: {
    readonly interface?: string
    readonly operation?: string
    readonly user?: string
    readonly request: Pick<ExchangeRequest, 'method' | 'url' | 'headers'> & { readonly body?: string }
    readonly answer: {
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  }
  /** Why the past of a step that ran is not known. */
  readonly missing?: string
}

export interface TimelinePast {
  /** By position in the timeline, from 0; that of the next step is there if it failed. */
  readonly ran: ReadonlyMap<number, RanBetween>
  /** Why a step that ran is not there; undefined if the whole past is known. */
  readonly missing: string | undefined
}

/** Goes back from a step of a past; before a restored snapshot is the step after which it was taken. */
export function timelinePastOf(past: Past, last: number): TimelinePast {
  const steps = new Map(past.steps(last))
  const ran = new Map<number, RanBetween>()
  const seen = new Set<number>()
  let missing = past.isKept ? undefined : 'the server keeps no past'
  let number = last
  for (let step = steps.get(number); step !== undefined; step = steps.get(number)) {
    const { input, progress, begin } = step
    const earlier = input.kind === 'restore' ? past.stepOfSnapshot(input.snapshot) : number - 1
    if (progress !== undefined) {
      const position = isFailed(progress) ? progress.next : progress.next - 1
      const before = begin ?? endBefore(steps, number)
      // What ran later counts: a step that failed may have run again.
      const isLatest = !seen.has(position)
      seen.add(position)
      // The past may have been dropped in the middle of the step.
      if (isLatest && before >= past.first) ran.set(position, { before, after: number })
    }
    if (earlier === undefined) {
      if (input.kind !== 'restore' || !past.isOfDropped(input.snapshot))
        missing = 'the world was replaced by a state of another past'
      break
    }
    number = earlier
  }
  if (missing === undefined && past.first > 0)
    missing = `the server keeps a limited number of steps, and dropped those up to ${past.first}`
  return { ran, missing }
}

export function isFailed({ results = [] }: TimelineProgress): boolean {
  return results.at(-1)?.outcome === 'failed'
}

/** A trace does not say when a step began: it is taken to begin when the one before it ended, or the world was restored. */
function endBefore(steps: ReadonlyMap<number, PastStep>, after: number): number {
  let number = after - 1
  for (let step = steps.get(number); step !== undefined; step = steps.get(--number))
    if (step.progress !== undefined || step.input.kind === 'restore') break
  return number
}

/** The step with the last exchange of a step of the timeline. */
export function lastExchangeOf(past: Past, { before, after }: RanBetween): PastStep | undefined {
  for (let number = after; number > before; number--) {
    const step = past.step(number)
    if (step.input.kind === 'exchange') return step
  }
  return undefined
}
