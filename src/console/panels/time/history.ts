/**
 * Reads what happened before the page was opened, as far as the journal and the server still have it. Later entries arrive as
 * events.
 */
import type { ListOf } from '../../../control/responses/shape.ts'
import type { ServerEvent } from '../../../control/responses/events.ts'
import { control } from '../../calls/api.ts'
import { useLive } from '../../live/live.ts'
import type { Live } from '../../state/reading.ts'
import { clock, step, world } from '../../state/store.ts'
import { kept } from './kept.ts'
import { type JournalEntry, type Mark, markOfEntry, markOfEvent } from './marks.ts'

/** How many journal entries and other events to read. */
export const HISTORY = 500
export const PAST = 300

let known: { readonly story: string; readonly marks: readonly Mark[] } | undefined

/** Read once, since reading the journal after every exchange would be expensive. */
export function useHistory(): Live<readonly Mark[]> {
  const { turned } = kept.value
  const story = `${world.value} ${kept.value.story}`
  return useLive(
    `history:${kept.value.story}`,
    async (signal) => {
      // The journal still has entries from before a reset.
      if (turned) return []
      if (known?.story === story) return known.marks
      const name = world.peek()
      const [exchanges, past] = await Promise.all([
        control<ListOf<JournalEntry>>(`/journal?order=newest&brief=true&limit=${HISTORY}`, {
          signal,
          world: name,
        }),
        control<ListOf<ServerEvent>>(`/events/past?limit=${PAST}`, { signal, world: name }),
      ])
      const now = step.peek() === undefined ? Date.parse(clock.peek()?.now ?? '') : Number.NaN
      const marks = [
        // Entries later than the clock are from before a reset.
        ...exchanges.items.map(markOfEntry).filter(({ at }) => Number.isNaN(now) || at <= now),
        ...past.items.flatMap((event) => markOfEvent(event) ?? []),
      ]
      known = { story, marks }
      return marks
    },
    { ofNow: true },
  )
}
