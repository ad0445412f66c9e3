/** The history of shown messages by world, while the page is open. */
import type { Region } from '../../../model/schema.ts'
import { signal } from '@preact/signals'
import { world } from '../../state/store.ts'
import { type History, notice, type Seen } from './history.ts'
import type { Direction, Message } from './model.ts'

const history = signal<History>(new Map())

interface Lane {
  readonly direction: Direction
  readonly region: Region
}

export function note(lane: Lane, messages: readonly Message[], at: string): void {
  history.value = notice(history.peek(), messages, ({ id }) => keyOf(lane, id), at)
}

export function seenOf(lane: Lane, id: number): readonly Seen[] {
  return history.value.get(keyOf(lane, id)) ?? []
}

function keyOf({ direction, region }: Lane, id: number): string {
  return JSON.stringify([world.peek(), region, direction, id])
}
