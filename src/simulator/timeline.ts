/** Timelines of the worlds of one simulator: each world runs the timeline of the loaded scenario at its own pace. */
import type { ExchangeAnswer, ExchangeRequest } from '../api/framework/exchange.ts'
import { conflict, stateConflict } from '../model/errors.ts'
import { readTimelineProgress, writeTimelineProgress } from '../model/world/timeline-progress.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { TimelineOptions, TimelineResult } from '../scenario/timeline/timeline.ts'
import type { World } from '../world/world.ts'

/** What timelines need of their simulator. */
export interface TimelineHost {
  /** The loaded scenario; undefined for a world that was made otherwise. */
  scenario(): ResolvedScenario | undefined
  exchange(request: ExchangeRequest, as?: string): Promise<ExchangeAnswer>
  /** The named world, made on first use. */
  world(name: string): World
  /** Changes how the clock of a world moves. */
  move(name: string, action: (world: World) => void): void
}

export class Timelines {
  readonly #host: TimelineHost
  /** Names of the worlds in which a timeline is running. */
  readonly #running = new Set<string>()

  constructor(host: TimelineHost) {
    this.#host = host
  }

  /**
   * Runs the timeline in a world from where that has come. A live clock stands still meanwhile, so that the run is the
   * same each time. Rejects with a Refusal for unknown steps and while another run is under way.
   */
  async run(name: string, options: TimelineOptions): Promise<TimelineResult> {
    const host = this.#host
    const scenario = host.scenario()
    if (scenario === undefined)
      throw stateConflict('the simulator has no scenario and so no timeline', 'load one first')
    const world = host.world(name)
    if (this.#running.has(name)) throw conflict('world', name, 'runs a timeline', 'wait until it has ended')
    this.#running.add(name)
    const { mode } = world.clock
    const setMode = (wanted: typeof mode) => host.move(name, (moved) => moved.setClock({ mode: wanted }))
    if (mode === 'live') setMode('manual')
    try {
      // Only those who run a timeline pay for what runs it.
      const { runTimeline } = await import('../scenario/timeline/timeline.ts')
      return await runTimeline(
        {
          scenario,
          world: name,
          send: (request, as) => host.exchange(request, as),
          readProgress: () => readTimelineProgress(host.world(name).system),
          writeProgress: (progress) => writeTimelineProgress(host.world(name).system, progress),
        },
        options,
      )
    } finally {
      this.#running.delete(name)
      if (mode === 'live') setMode('live')
    }
  }
}
