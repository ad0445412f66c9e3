/** Changes of the clock's mode and speed. */
import type { Clock } from '../../control/responses/worlds.ts'
import { control } from '../calls/api.ts'
import { attempt } from './live.ts'
import { clock } from '../state/store.ts'

export function setClock(changes: { mode?: Clock['mode']; speed?: number }): Promise<unknown> {
  return attempt('', async () => {
    clock.value = await control<Clock>('/clock', { method: 'PATCH', body: changes })
  })
}

/** Plays or pauses the clock. */
export function toggleClock(): Promise<unknown> {
  return setClock({ mode: clock.peek()?.mode === 'live' ? 'manual' : 'live' })
}
