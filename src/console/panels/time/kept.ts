/** The marks since the page was opened, kept while other panels are shown. */
import type { ServerEvent } from '../../../control/responses/events.ts'
import { effect, signal } from '@preact/signals'
import { events } from '../../state/store.ts'
import { type Mark, markOfEvent } from './marks.ts'

/**
 * The maximum number of marks, separately for exchanges and for everything else, so that many exchanges do not displace the
 * jobs.
 */
export const KEPT_MARKS = 5000

export interface Kept {
  readonly exchanges: readonly Mark[]
  readonly others: readonly Mark[]
  /** The number of the last event included. */
  readonly last: number
  /** Increases when the world returns to another state: earlier marks no longer apply. */
  readonly story: number
  /** True if that happened while the page was open, so that all later events are here. */
  readonly turned: boolean
}

const NOTHING: Kept = { exchanges: [], others: [], last: 0, story: 0, turned: false }
/** Changes of a world that replace its past. */
const TURNS = new Set(['reset', 'restored', 'loaded'])

/** Adds events to the marks. */
export function keep(before: Kept, all: readonly ServerEvent[]): Kept {
  if (all.length === 0) return before.last === 0 ? before : { ...NOTHING, story: before.story + 1 }
  const fresh = all.filter(({ id }) => id > before.last)
  if (fresh.length === 0) return before
  const turn = fresh.findLastIndex(({ type, data }) => type === 'world' && TURNS.has(String(data['change'])))
  const marks = fresh.slice(turn + 1).flatMap((event) => markOfEvent(event) ?? [])
  const isExchange = ({ row }: Mark) => row.startsWith('interface ')
  const old = turn === -1 ? before : NOTHING
  return {
    exchanges: [...old.exchanges, ...marks.filter(isExchange)].slice(-KEPT_MARKS),
    others: [...old.others, ...marks.filter((mark) => !isExchange(mark))].slice(-KEPT_MARKS),
    last: fresh.at(-1)?.id ?? before.last,
    story: before.story + (turn === -1 ? 0 : 1),
    turned: before.turned || turn !== -1,
  }
}

export const kept = signal<Kept>(NOTHING)

effect(() => {
  kept.value = keep(kept.peek(), events.value)
})
