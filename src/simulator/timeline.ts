/** Timelines of the worlds of one simulator. Each world runs that of the loaded scenario independently. */
import type { ExchangeRequest } from '../api/framework/exchange.ts'
import { conflict, stateConflict } from '../model/input/errors.ts'
import {
  readTimelineProgress,
  type TimelineProgress,
  writeTimelineProgress,
} from '../model/records/world/timeline-progress.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { SentResponse } from '../scenario/timeline/step.ts'
import type { TimelineOptions, TimelineResult } from '../scenario/timeline/timeline.ts'
import type { World } from '../world/world.ts'

/** The part of the simulator that timelines use. */
export interface TimelineHost {
  /** The loaded scenario; undefined for a world without one. */
  scenario(): ResolvedScenario | undefined
  exchange(request: ExchangeRequest, as?: string): Promise<SentResponse>
  /** The named world, created on first use. */
  world(name: string): World
  /** Changes the mode of the clock of a world. */
  move(name: string, action: (world: World) => void): void
  /** Notes how far the timeline of a world has come. */
  progressed(name: string, progress: TimelineProgress): void
}

export class Timelines {
  readonly #host: TimelineHost
  /** Names of the worlds in which a timeline is running. */
  readonly #running = new Set<string>()

  constructor(host: TimelineHost) {
    this.#host = host
  }

  /**
   * Runs the timeline in a world from its current step. A live clock is paused meanwhile, so that every run is the same.
   * Rejects with a Refusal for unknown steps and while another run is in progress.
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
      // Loaded on first use.
      const { runTimeline } = await import('../scenario/timeline/timeline.ts')
      return await runTimeline(
        {
          scenario,
          world: name,
          send: (request, as) => host.exchange(request, as),
          readProgress: () => readTimelineProgress(host.world(name).system),
          writeProgress: (progress) => {
            writeTimelineProgress(host.world(name).system, progress)
            host.progressed(name, progress)
          },
        },
        options,
      )
    } finally {
      this.#running.delete(name)
      if (mode === 'live') setMode('live')
    }
  }
}
