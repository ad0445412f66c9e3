/** Templates and matrices, which belong to a user and may be shared with everyone: who sees and changes them. */
import type { Store } from '../../world/store/store.ts'
import { forbidden } from '../input/errors.ts'
import { type Refusal, quoted } from '../input/refusal.ts'
import type { SHARED_LEVELS } from '../records/wiki/matrices.ts'
import { isSiteAdministrator } from './permissions.ts'
import type { UserRecord } from '../records/service/users.ts'

export interface Shared {
  readonly kind: 'template' | 'traceability matrix'
  readonly id: number
  readonly applicationId: number
  readonly sharedLevel: (typeof SHARED_LEVELS)[number]
  readonly ownerId?: number | undefined
}

export function maySee(store: Store, user: UserRecord, shared: Shared): boolean {
  return shared.sharedLevel !== 'NONE' || isOwn(store, user, shared)
}

/** Throws a Refusal (FORBIDDEN). */
export function requireSight(store: Store, user: UserRecord, shared: Shared): void {
  if (!maySee(store, user, shared)) throw notAllowed(user, 'read', shared)
}

/** Throws a Refusal (FORBIDDEN). */
export function requireChange(store: Store, user: UserRecord, shared: Shared): void {
  if (shared.sharedLevel !== 'SHARED_EDIT' && !isOwn(store, user, shared))
    throw notAllowed(user, 'change', shared)
}

/** True for the owner and for administrators of the site; for everyone without an owner. */
function isOwn(store: Store, user: UserRecord, { ownerId, applicationId }: Shared): boolean {
  return ownerId === undefined || ownerId === user.id || isSiteAdministrator(store, user, applicationId)
}

function notAllowed(user: UserRecord, action: string, { kind, id, sharedLevel }: Shared): Refusal {
  const why = `its sharedLevel is ${sharedLevel}, and it belongs to someone else`
  return forbidden(`user ${quoted(user.name)}`, `${action} ${kind} ${id}`, why)
}
