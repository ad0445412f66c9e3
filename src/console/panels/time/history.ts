/** The exchanges from before the page was opened, as far as the journal still has them; what follows comes as events. */
import { control } from '../../api.ts'
import { type Live, useLive } from '../../live.ts'
import { clock, world } from '../../store.ts'
import { kept } from './kept.ts'
import { type JournalEntry, type Mark, markOfEntry } from './marks.ts'

/** Entries that are read. */
export const HISTORY = 500

let known: { readonly story: string; readonly marks: readonly Mark[] } | undefined

/** Read once, as a journal that is read with every exchange would cost more than the exchanges. */
export function useHistory(): Live<readonly Mark[]> {
  const { turned } = kept.value
  const story = `${world.value} ${kept.value.story}`
  return useLive(`history:${story}`, async (signal) => {
    // The journal still has what happened before a world was put back.
    if (turned) return []
    if (known?.story === story) return known.marks
    const path = `/journal?order=newest&brief=true&limit=${HISTORY}`
    const { items } = await control<{ items: readonly JournalEntry[] }>(path, { signal })
    const now = Date.parse(clock.peek()?.now ?? '')
    // What lies ahead of the clock happened before the world was put back.
    const marks = items.map(markOfEntry).filter(({ at }) => Number.isNaN(now) || at <= now)
    known = { story, marks }
    return marks
  })
}
