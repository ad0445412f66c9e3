/** Timelines of the worlds of one simulator. Each world runs that of the loaded scenario independently. */
import { conflict, stateConflict } from '../model/input/errors.ts'
import { readTimelineProgress, writeTimelineProgress } from '../model/records/world/timeline-progress.ts'
import type { TimelineOptions, TimelineResult } from '../scenario/timeline/timeline.ts'
import type { Core } from './core.ts'
import type { Exchanges } from './exchanges.ts'

export class Timelines {
  readonly #core: Core
  readonly #exchanges: Pick<Exchanges, 'send'>
  /** Names of the worlds in which a timeline is running. */
  readonly #running = new Set<string>()

  constructor(core: Core, exchanges: Pick<Exchanges, 'send'>) {
    this.#core = core
    this.#exchanges = exchanges
  }

  /**
   * Runs the timeline in a world from its current step. A live clock is paused meanwhile, so that every run is the same.
   * Rejects with a Refusal for unknown steps and while another run is in progress.
   */
  async run(name: string, options: TimelineOptions): Promise<TimelineResult> {
    const { scenario, worlds } = this.#core
    if (scenario === undefined)
      throw stateConflict('the simulator has no scenario and so no timeline', 'load one first')
    const world = worlds.get(name)
    if (this.#running.has(name)) throw conflict('world', name, 'runs a timeline', 'wait until it has ended')
    this.#running.add(name)
    const { mode } = world.clock
    const setMode = (wanted: typeof mode) => worlds.move(name, (moved) => moved.setClock({ mode: wanted }))
    if (mode === 'live') setMode('manual')
    let begin = 0
    try {
      // Loaded on first use.
      const { runTimeline } = await import('../scenario/timeline/timeline.ts')
      return await runTimeline(
        {
          scenario,
          world: name,
          send: async (request, as) => {
            const { answer, number } = await this.#exchanges.send(request, { as })
            return { ...answer, number }
          },
          stepBegins: () => {
            begin = worlds.past(name)?.last ?? 0
          },
          readProgress: () => readTimelineProgress(worlds.get(name).system),
          writeProgress: (progress) => {
            writeTimelineProgress(worlds.get(name).system, progress)
            worlds.noteProgress(name, progress, begin)
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
