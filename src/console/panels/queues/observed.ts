/** The history of the messages that the panel has shown, world by world, for as long as the page is open. */
import { signal } from '@preact/signals'
import { world } from '../../store.ts'
import { type History, notice, type Seen } from './history.ts'
import type { Direction, Message } from './model.ts'

const history = signal<History>(new Map())

export function note(direction: Direction, messages: readonly Message[], at: string): void {
  history.value = notice(history.peek(), messages, ({ id }) => keyOf(direction, id), at)
}

export function seenOf(direction: Direction, id: number): readonly Seen[] {
  return history.value.get(keyOf(direction, id)) ?? []
}

function keyOf(direction: Direction, id: number): string {
  return JSON.stringify([world.peek(), direction, id])
}
