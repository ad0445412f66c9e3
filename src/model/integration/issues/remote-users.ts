/** Whom a user of the wiki acts as in a tracker (service §5.7). */
import type { Store } from '../../../world/store/store.ts'
import type { World } from '../../../world/world.ts'
import type { IntegrationRecord } from '../../links/records.ts'
import { notFound } from '../../errors.ts'
import { type RemoteUserRecord, remoteUsers } from '../../tracker/records.ts'
import { type UserRecord, users } from '../../users/records.ts'

/** The user of this name. Throws a Refusal (NOT_FOUND); `parameter` is what the message calls the name. */
export function requireUser(store: Store, name: string, parameter: string): UserRecord {
  const user = store.table(users).find('name', [name])
  if (user === undefined) throw notFound('user', name, { at: parameter })
  return user
}

/** Whom a user acts as through an integration; undefined for one who was never authenticated. */
export function remoteUserOf(
  store: Store,
  { serviceId }: IntegrationRecord,
  user: UserRecord,
): RemoteUserRecord | undefined {
  return store.table(remoteUsers).get(idOf(serviceId, user))
}

/** Lets a user of the wiki act as a user of the tracker from now on. */
export function authenticateAs(
  world: World,
  store: Store,
  { serviceId }: IntegrationRecord,
  user: UserRecord,
  as: UserRecord,
): RemoteUserRecord {
  return store.table(remoteUsers).put({
    id: idOf(serviceId, user),
    serviceId,
    userId: user.id,
    username: as.name,
    authenticatedAt: world.now,
  })
}

/** A user of the wiki acts as nobody in the tracker until authenticated again. */
export function forgetRemoteUser(store: Store, { serviceId }: IntegrationRecord, user: UserRecord): void {
  store.table(remoteUsers).remove(idOf(serviceId, user))
}

function idOf(serviceId: string, { id }: UserRecord): string {
  return `${serviceId}/${id}`
}
