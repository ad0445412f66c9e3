/** What to do about a credential that nobody has: the users of the world, and where credentials are listed. Never a value. */
import { quoted } from '../../model/input/refusal.ts'
import { users } from '../../model/records/service/users.ts'
import type { Store } from '../../world/store/store.ts'

/** How many users a message names. */
const NAMED = 6

/** `the users are 'admin' and 'alice': …`, for a token, a session or a password that the region does not have. */
export function knownUsers(store: Store, kind: 'token' | 'session' | 'password'): string {
  const table = store.table(users)
  if (table.size === 0) return 'there are no users: add some to the scenario'
  const names: string[] = []
  for (const { name } of table.scan()) {
    if (names.push(quoted(name)) === NAMED) break
  }
  const more = table.size - names.length
  const all = more === 0 ? names : [...names, `${more} more`]
  const listed =
    all.length === 1 ? `user is ${all[0]}` : `users are ${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
  const where =
    kind === 'password'
      ? 'passwords are in the scenario, and docs/demo-world.md lists those of the demo'
      : `'reqsim serve' prints ${kind}s, docs/demo-world.md lists those of the demo, POST /_sim/${kind}s creates one`
  return `the ${listed}; ${where}`
}
