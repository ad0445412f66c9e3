/** What users do with their own accounts: changing them, and leaving for good (service §4.1 names the group and nothing more). */
import { present } from '../input/present.ts'
import type { Store } from '../../world/store/store.ts'
import { endMembershipsOf } from '../organizations/members.ts'
import { conflict, invalid } from '../input/errors.ts'
import { notifications } from '../records/service/settings.ts'
import { featureUses } from '../records/service/telemetry.ts'
import { remoteUsers } from '../records/tracker/tracker.ts'
import { checkEmail, emailKey } from '../records/service/email.ts'
import {
  accountLinks,
  administrators,
  grants,
  tokens,
  type UserRecord,
  users,
} from '../records/service/users.ts'
import { endSessionsOf } from './sessions.ts'

export interface AccountChanges {
  readonly displayName?: string | undefined
  readonly email?: string | undefined
}

/** Throws a Refusal: INVALID for a blank name or bad address, CONFLICT for a taken address. */
export function changeAccount(
  store: Store,
  user: UserRecord,
  { displayName, email }: AccountChanges,
): UserRecord {
  if (displayName?.trim() === '') throw invalid('displayName', displayName, 'must not be blank')
  if (email !== undefined) checkNewEmail(store, user, email)
  return store.table(users).put({ ...user, ...present({ displayName, email }) })
}

function checkNewEmail(store: Store, user: UserRecord, email: string): void {
  checkEmail(email)
  for (const other of store.table(users).range('email', [emailKey(email)])) {
    if (other.id !== user.id) throw conflict('email', email, 'belongs to another user', 'choose another')
  }
}

/** Deletes a user's own account; records keep the id of their author. Throws a Refusal (CONFLICT). */
export function deleteAccount(store: Store, user: UserRecord): void {
  const { id: userId, name } = user
  endMembershipsOf(store, user)
  for (const { id } of store.table(tokens).range('user', [userId])) store.table(tokens).remove(id)
  endSessionsOf(store, user)
  for (const { applicationId } of store.table(accountLinks).range('user', [userId]))
    store.table(accountLinks).remove(`${userId}:${applicationId}`)
  for (const { containerId } of store.table(grants).range('user', [userId]))
    store.table(grants).remove(`${containerId}:${userId}`)
  for (const { applicationId } of store.table(administrators).scan())
    store.table(administrators).remove(`${applicationId}:${userId}`)
  for (const { id } of store.table(notifications).range('user', [userId]))
    store.table(notifications).remove(id)
  for (const { id } of store.table(featureUses).range('user', [userId])) store.table(featureUses).remove(id)
  for (const remote of store.table(remoteUsers).scan())
    if (remote.userId === userId || remote.username === name) store.table(remoteUsers).remove(remote.id)
  store.table(users).remove(userId)
}
