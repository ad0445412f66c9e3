/** The user whom the console acts as: one choice for all panels. */
import { signal } from '@preact/signals'
import { readStored, writeStored } from '../state/storage.ts'

const STORAGE_KEY = 'reqsim.acting-as'

/** The user chosen in this tab, or undefined. */
const chosen = signal<string | undefined>(readStored('tab', STORAGE_KEY))
/** The default user: the first that a world has. These users of the ready scenarios have the most permissions. */
const FIRST = ['admin', 'alice'] as const

/** The acting user of a region: the chosen one if there is such a user. Empty if the region has no users. */
export function actorAmong(users: readonly string[]): string {
  const { value } = chosen
  if (value !== undefined && users.includes(value)) return value
  return FIRST.find((name) => users.includes(name)) ?? users[0] ?? ''
}

export function actAs(user: string): void {
  chosen.value = user
  writeStored('tab', STORAGE_KEY, user)
}

let shown = ''

/** Stores the acting user of the current panel. */
export function noteActor(user: string): void {
  shown = user
}

/** The acting user of the current panel; empty if there is none. */
export function actorNow(): string {
  return shown
}
