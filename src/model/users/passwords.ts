/** Signing in with a password (service §5.7). */
import type { Store } from '../../world/store/store.ts'
import { emailKey, isEmail } from '../records/service/email.ts'
import { type UserRecord, users } from '../records/service/users.ts'
import { hashSecret } from './secrets.ts'

/** The users whose name or e-mail address this is, by name first: names win over addresses. */
export function* usersSigningInAs(store: Store, text: string): Generator<UserRecord> {
  const named = store.table(users).find('name', [text])
  if (named !== undefined) yield named
  if (!isEmail(text)) return
  for (const user of store.table(users).range('email', [emailKey(text)])) if (user !== named) yield user
}

/** The user of a name or e-mail address with this password. */
export function findByPassword(store: Store, text: string, password: string): UserRecord | undefined {
  const hash = hashSecret(password)
  for (const user of usersSigningInAs(store, text)) if (user.passwordHash === hash) return user
  return undefined
}
