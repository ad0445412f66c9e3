/** Members of organizations and their roles; the last administrator stays (service §4.1 names the group and nothing more). */
import type { Store } from '../../world/store/store.ts'
import { conflict, notFound } from '../input/errors.ts'
import { type UserRecord, users } from '../records/service/users.ts'
import {
  membershipKey,
  type MembershipRecord,
  memberships,
  type OrganizationRecord,
  type OrganizationRole,
} from '../records/service/organizations.ts'

export interface Member {
  readonly user: UserRecord
  readonly membership: MembershipRecord
}

export function* membersOf(store: Store, organization: OrganizationRecord): Generator<Member> {
  for (const membership of store.table(memberships).range('organization', [organization.id])) {
    const user = store.table(users).get(membership.userId)
    if (user !== undefined) yield { user, membership }
  }
}

export function findMember(store: Store, organization: OrganizationRecord, userId: number | bigint): Member {
  if (typeof userId === 'number') {
    const membership = store.table(memberships).get(membershipKey(organization.id, userId))
    const user = store.table(users).get(userId)
    if (membership !== undefined && user !== undefined) return { user, membership }
  }
  throw notFound('member', userId, { in: `organization ${organization.id}` })
}

/** Throws a Refusal (CONFLICT) for the last administrator. */
export function changeRole(store: Store, { user, membership }: Member, role: OrganizationRole): Member {
  if (role !== 'admin') requireAnotherAdministrator(store, user, membership)
  return { user, membership: store.table(memberships).put({ ...membership, role }) }
}

/** Ends a membership; grants on containers stay. Throws a Refusal (CONFLICT) for the last administrator. */
export function endMembership(store: Store, { user, membership }: Member): void {
  requireAnotherAdministrator(store, user, membership)
  store.table(memberships).remove(membershipKey(membership.organizationId, membership.userId))
}

/** Throws a Refusal (CONFLICT) for the last administrator of an organization. */
export function endMembershipsOf(store: Store, user: UserRecord): void {
  for (const membership of store.table(memberships).range('user', [user.id]))
    endMembership(store, { user, membership })
}

function requireAnotherAdministrator(
  store: Store,
  user: UserRecord,
  { organizationId, role }: MembershipRecord,
): void {
  if (role !== 'admin') return
  for (const other of store.table(memberships).range('organization', [organizationId]))
    if (other.role === 'admin' && other.userId !== user.id) return
  throw conflict(
    'user',
    user.name,
    `is the last administrator of organization ${organizationId}`,
    'make another member administrator first, or delete the organization',
  )
}
