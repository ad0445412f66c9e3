/** Sessions of users in the embedded products: signing in, expiring and ending (service §5.7). */
import type { Author } from '../records/actor.ts'
import { invalidRequest, notFound, stateConflict } from '../input/errors.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { checkExpiry, type Issued } from './credentials.ts'
import { type SessionRecord, sessions, type UserRecord } from '../records/service/users.ts'
import { hashSecret } from './secrets.ts'

export interface NewSession {
  /** Absent: drawn from the world's seed. */
  readonly value?: string | undefined
  /** The virtual instant of expiry; a past one makes an expired session. Absent: never. */
  readonly expiresAt?: number | undefined
}

/** The sequence of the ids; that of the table counts the values that are drawn. */
export const SESSION_IDS = 'sessionId'

// Visible ASCII without the characters that end the value of a cookie.
const SESSION_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{1,255}$/

/** The value of a session that is created without one. */
export function drawnSessionValue(world: World, region: string, number: number): string {
  return world.random('session', `${region}/${number}`, 'value').hex(32)
}

/** Signs a user in to the embedded products; the value goes into the cookie. Throws a Refusal: INVALID or CONFLICT. */
export function openSession(
  { world, store, user }: Author,
  { value: requestedValue, expiresAt }: NewSession = {},
): Issued<SessionRecord & { readonly id: number }> {
  return world.transact(() => {
    // A requested value takes a number too, so that a trace, which gives every value, leads to the same world.
    const number = store.next('session')
    const value = requestedValue ?? drawnSessionValue(world, store.name, number)
    if (!SESSION_VALUE.test(value)) {
      throw invalidRequest(
        'value',
        'a session has 1 to 255 characters that a cookie can hold (no space, comma, semicolon, quote or backslash)',
      )
    }
    if (expiresAt !== undefined) checkExpiry(expiresAt, 'session')
    const hash = hashSecret(value)
    const table = store.table(sessions)
    if (table.has(hash)) throw stateConflict('value: a session has this value already', 'choose another')
    const id = store.next(SESSION_IDS)
    const expiry = expiresAt === undefined ? {} : { expiresAt }
    const record = { hash, id, userId: user.id, createdAt: world.now, ...expiry }
    table.insert(record)
    return { record, value }
  })
}

/** Ends a session, also one that expired. Throws a Refusal (NOT_FOUND). */
export function endSession(store: Store, id: number): void {
  for (const session of store.table(sessions).scan()) {
    if (session.id !== id) continue
    store.table(sessions).remove(session.hash)
    return
  }
  throw notFound('session', id, { in: 'this region', instead: 'GET /_sim/state/session lists them' })
}

/** Ends all sessions of a user. Returns how many. */
export function endSessionsOf(store: Store, user: UserRecord): number {
  const own = [...store.table(sessions).range('user', [user.id])]
  for (const { hash } of own) store.table(sessions).remove(hash)
  return own.length
}
