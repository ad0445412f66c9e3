/** What the routes of the control API do with a simulator. */
import type { ExchangeRequest } from '../api/framework/exchange.ts'
import type { JournalFilter, JournalPage } from '../gateway/journal/journal.ts'
import type { ControlAccess } from '../simulator/control-host.ts'
import type { Past } from '../simulator/past/past.ts'
import { copyOf } from '../simulator/requests.ts'
import type { TimelineOptions } from '../scenario/timeline/timeline.ts'
import { VERSION } from '../version.ts'
import { parsePastName } from '../world/world-name.ts'

export type ControlHost = ReturnType<typeof controlHostOf>

export function controlHostOf({ core, journal, timelines }: ControlAccess) {
  const { trace } = core.parts
  return {
    version: VERSION,
    operations: core.operations,
    /** The differences from OpenAPI descriptions of the real service. */
    descriptions: () => core.descriptions,
    /** The initial state of every new world. */
    loaded: () => core.loaded,
    /** The description of the loaded scenario, if it has one. */
    description: () => core.scenario?.description,
    worlds: core.worlds,
    /** Notes a request of the control API that changed records of a world. */
    note: (world: string, request: ExchangeRequest) =>
      core.worlds.note(world, { kind: 'control', request: copyOf(request) }),
    /** Writes a trace of a past. */
    trace: async (past: Past) => (await trace.load()).writeTrace(core, past),
    /** Opens a trace as a world of this name, or of a free one. Rejects with a Refusal. */
    openTrace: async (bytes: Uint8Array, name: string | undefined) =>
      (await trace.load()).openTrace(core, bytes, name),
    /** Resets a world, or all worlds, to the loaded scenario. */
    reset: (world: string | 'all') => core.reset(world),
    /** Kept until another scenario is loaded. */
    snapshots: core.snapshots,
    events: core.events,
    /** The exchanges, without credentials. */
    journal: {
      /** Of a past world, the entries up to its step. */
      page(filter: JournalFilter, page: JournalPage) {
        const pastWorld = parsePastName(filter.world ?? '')
        const known = pastWorld === undefined ? filter : { ...filter, world: pastWorld.world }
        journal.check(known)
        if (pastWorld === undefined) return core.journal.page(filter, page)
        const until = core.worlds.past(pastWorld.world)?.exchangeAt(pastWorld.step) ?? 0
        return core.journal.page(known, { ...page, until })
      },
      find: (number: number) => core.journal.find(number),
      har: journal.har,
      clear: journal.clear,
    },
    verify: journal.verify,
    report: (world?: string) => core.report(world),
    /** Loads a scenario object, or a ready one by name, and resets every world to it. */
    load: (scenario: unknown) => core.load(scenario),
    /** The steps of the loaded scenario's timeline. */
    timeline: () => core.timeline,
    /** Runs the timeline in a world after the last step that ran. Refuses steps that do not exist or ran already. */
    runTimeline: (world: string, options: TimelineOptions) => timelines.run(world, options),
  }
}
