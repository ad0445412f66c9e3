/** Organizations: founding, renaming and closing them (service §4.1 names the group and nothing more). */
import { isBlank } from '../input/blank.ts'
import type { Author } from '../records/actor.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { applications, linkRequestKey, linkRequests } from '../records/service/applications.ts'
import { conflict, invalid, notFound } from '../input/errors.ts'
import type { UserRecord } from '../records/service/users.ts'
import { forgetInvitationsOf } from './invitations.ts'
import {
  membershipKey,
  type MembershipRecord,
  memberships,
  type OrganizationRecord,
  organizations,
} from '../records/service/organizations.ts'

const MAXIMUM_NAMED = 5

export function findOrganization(store: Store, id: number | bigint): OrganizationRecord {
  const found = typeof id === 'number' ? store.table(organizations).get(id) : undefined
  if (found !== undefined) return found
  throw notFound('organization', id)
}

export interface Belonging {
  readonly organization: OrganizationRecord
  readonly role: MembershipRecord['role']
}

export function* organizationsOfUser(store: Store, user: UserRecord): Generator<Belonging> {
  for (const { organizationId, role } of store.table(memberships).range('user', [user.id])) {
    const organization = store.table(organizations).get(organizationId)
    if (organization !== undefined) yield { organization, role }
  }
}

/** The founder becomes the first administrator. Throws a Refusal (INVALID) for a bad name. */
export function foundOrganization({ world, store, user: founder }: Author, name: string): OrganizationRecord {
  checkName(name)
  const id = store.nextId(organizations)
  const founded = store.table(organizations).insert({ id, name, createdAt: world.now })
  store.table(memberships).insert({ organizationId: id, userId: founder.id, role: 'admin' })
  return founded
}

export function renameOrganization(
  store: Store,
  organization: OrganizationRecord,
  name: string,
): OrganizationRecord {
  checkName(name)
  return store.table(organizations).put({ ...organization, name })
}

/**
 * Deletes an organization with its members, invitations and link requests. Throws a Refusal (CONFLICT) while it owns
 * applications.
 */
export function closeOrganization(world: World, store: Store, organization: OrganizationRecord): void {
  const { id } = organization
  const owned = [...store.table(applications).range('organization', [id])]
  if (owned.length > 0) {
    const named = owned.slice(0, MAXIMUM_NAMED).map((application) => application.id)
    const more = owned.length > named.length ? ` and ${owned.length - named.length} more` : ''
    throw conflict(
      'organization',
      id,
      `owns application ${named.join(', ')}${more}`,
      'an organization that owns applications cannot be deleted',
    )
  }
  for (const { userId } of store.table(memberships).range('organization', [id]))
    store.table(memberships).remove(membershipKey(id, userId))
  for (const { applicationId } of store.table(linkRequests).range('organization', [id]))
    store.table(linkRequests).remove(linkRequestKey(applicationId, id))
  forgetInvitationsOf(world, store, organization)
  store.table(organizations).remove(id)
}

function checkName(name: string): void {
  if (!isBlank(name)) return
  throw invalid('name', name, 'must not be blank')
}
