/** Whose session a call carries (service §5.7). */
import type { Store } from '../../world/store/store.ts'
import { type SessionRecord, sessions } from '../records/service/users.ts'
import { hashSecret } from './secrets.ts'

/** The session of a value at a virtual instant; an expired one is unknown. */
export function findSession(store: Store, value: string, now: number): SessionRecord | undefined {
  const found = store.table(sessions).get(hashSecret(value))
  return found?.expiresAt !== undefined && found.expiresAt <= now ? undefined : found
}
