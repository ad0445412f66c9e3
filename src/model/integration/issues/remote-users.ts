/** Whom a user of the wiki acts as in a tracker (service §5.7). */
import type { Store } from '../../../world/store/store.ts'
import type { World } from '../../../world/world.ts'
import type { IntegrationRecord } from '../../records/tracker/integrations.ts'
import { notFound } from '../../input/errors.ts'
import { type RemoteUserRecord, remoteUsers } from '../../records/tracker/tracker.ts'
import { type UserRecord, users } from '../../records/service/users.ts'

/** Throws a Refusal (NOT_FOUND) with this parameter's name. */
export function requireUser(store: Store, name: string, parameter: string): UserRecord {
  const user = store.table(users).find('name', [name])
  if (user === undefined) throw notFound('user', name, { at: parameter })
  return user
}

/** The tracker user whom a wiki user acts as; undefined before authentication. */
export function remoteUserOf(
  store: Store,
  { serviceId }: IntegrationRecord,
  user: UserRecord,
): RemoteUserRecord | undefined {
  return store.table(remoteUsers).get(idOf(serviceId, user))
}

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

/** Ends what `authenticateAs` began. */
export function forgetRemoteUser(store: Store, { serviceId }: IntegrationRecord, user: UserRecord): void {
  store.table(remoteUsers).remove(idOf(serviceId, user))
}

function idOf(serviceId: string, { id }: UserRecord): string {
  return `${serviceId}/${id}`
}
