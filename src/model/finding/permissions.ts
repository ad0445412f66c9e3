/** Who may do what: roles in organizations, grants on containers, administrators of sites (service §4.1, §5.2). */
import { oncePerKey } from '../../world/once.ts'
import { applications, type ApplicationRecord, linkRequests } from '../records/service/applications.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { membershipKey, memberships } from '../records/service/organizations.ts'
import { forbidden, notFound } from '../input/errors.ts'
import { type Refusal, quoted } from '../input/refusal.ts'
import type { Store } from '../../world/store/store.ts'
import { administrators, type GrantLevel, grants, type UserRecord } from '../records/service/users.ts'

export function isMember(store: Store, user: UserRecord, organizationId: number): boolean {
  return store.table(memberships).has(membershipKey(organizationId, user.id))
}

export function isOrganizationAdministrator(store: Store, user: UserRecord, organizationId: number): boolean {
  return store.table(memberships).get(membershipKey(organizationId, user.id))?.role === 'admin'
}

export function isSiteAdministrator(store: Store, user: UserRecord, applicationId: number): boolean {
  return store.table(administrators).has(`${applicationId}:${user.id}`)
}

/** The owner first, then those that it joined, by id. */
export function organizationsOf(store: Store, application: ApplicationRecord): number[] {
  const joined = [...store.table(linkRequests).range('application', [application.id])]
    .filter((request) => request.status === 'APPROVED')
    .map((request) => request.organizationId)
  return [application.organizationId, ...joined]
}

export function mayReadApplication(store: Store, user: UserRecord, application: ApplicationRecord): boolean {
  return organizationsOf(store, application).some((organization) => isMember(store, user, organization))
}

export type ContainerPlace = Pick<ContainerRecord, 'applicationId' | 'projectContainerId'>

/** The user's level on a container and everything below it; undefined for none. */
export function containerLevel(
  store: Store,
  user: UserRecord,
  container: ContainerPlace,
): GrantLevel | undefined {
  if (isSiteAdministrator(store, user, container.applicationId)) return 'edit'
  return store.table(grants).get(`${container.projectContainerId}:${user.id}`)?.level
}

/** A user, or the simulator itself, which may read everything. No caller of the service is the simulator. */
export type Reader = UserRecord | 'simulator'

function mayReadContainer(store: Store, reader: Reader, container: ContainerRecord): boolean {
  return reader === 'simulator' || containerLevel(store, reader, container) !== undefined
}

/** Returns which containers of level PROJECT may be read, with everything below them; looks at each once. */
export function readingRights(store: Store, reader: Reader): (projectContainerId: number) => boolean {
  return oncePerKey((id) => {
    const project = store.table(containers).get(id)
    return project !== undefined && mayReadContainer(store, reader, project)
  })
}

/** Throws FORBIDDEN unless the user may read the container. The refusal shows only its id, which the caller knows. */
export function requireContainerRead(
  store: Store,
  user: UserRecord | undefined,
  container: ContainerRecord,
): void {
  if (user !== undefined && containerLevel(store, user, container) !== undefined) return
  throw forbiddenTo(user, `read container ${container.id}`)
}

/** As `forbidden` of the catalogue, for a user. */
export function forbiddenTo(user: UserRecord | undefined, action: string): Refusal {
  return forbidden(`user ${quoted(user?.name ?? 'anonymous')}`, action)
}

export function findApplication(store: Store, applicationId: number | bigint): ApplicationRecord {
  const application =
    typeof applicationId === 'number' ? store.table(applications).get(applicationId) : undefined
  if (application === undefined) throw notFound('application', applicationId)
  return application
}

/** Throws FORBIDDEN unless the user may read the application. */
export function requireApplicationRead(
  store: Store,
  user: UserRecord | undefined,
  application: ApplicationRecord,
): void {
  if (user === undefined || !mayReadApplication(store, user, application)) {
    throw forbiddenTo(user, `read application ${application.id}`)
  }
}

/** Throws FORBIDDEN for an application other than the one that a credential is scoped to (service §5.3). */
export function requireScope(scopedTo: number, applicationId: number): void {
  if (scopedTo !== applicationId) {
    throw forbidden(
      'this token',
      `act on applicationId ${quoted(applicationId)}`,
      `it is scoped to application ${scopedTo}`,
    )
  }
}
