/** As whom the console acts: one choice for all panels, so that nobody changes by going from one to the next. */
import { signal } from '@preact/signals'

const STORAGE_KEY = 'reqsim.acting-as'

/** The name that somebody chose in this tab; undefined before. */
const chosen = signal<string | undefined>(sessionStorage.getItem(STORAGE_KEY) ?? undefined)
/** Who acts before somebody chooses, the first that a world has: those of the ready scenarios who may do most. */
const FIRST = ['admin', 'alice'] as const

/** Who acts among the users of a region: who was chosen, if there is such a user; empty where there is nobody. */
export function actorAmong(users: readonly string[]): string {
  const { value } = chosen
  if (value !== undefined && users.includes(value)) return value
  return FIRST.find((name) => users.includes(name)) ?? users[0] ?? ''
}

export function actAs(user: string): void {
  chosen.value = user
  sessionStorage.setItem(STORAGE_KEY, user)
}

let shown = ''

/** Notes who acts in the panel that is shown. */
export function noteActor(user: string): void {
  shown = user
}

/** Who acts in the panel that is shown; empty where nobody does. */
export function actorNow(): string {
  return shown
}
