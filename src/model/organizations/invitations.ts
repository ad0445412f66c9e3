/** Invitations to join an organization: whoever has the address may take them until they expire (service §4.1). */
import type { Author } from '../records/actor.ts'
import { LAST_INSTANT } from '../../world/time/duration.ts'
import { cancel } from '../../world/time/jobs.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { applyEvent } from '../records/state-machine.ts'
import { conflict, hidden, notFound } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import { checkEmail, emailKey } from '../records/service/email.ts'
import { isMember } from '../finding/permissions.ts'
import { type UserRecord, users } from '../records/service/users.ts'
import { endInvitation, INVITATION_LIFETIME, withExpiry } from './invitation-expiry.ts'
import { invitationMachine } from '../records/machines/invitation-machine.ts'
import {
  type InvitationRecord,
  type InvitationStatus,
  invitations,
  memberships,
  type OrganizationRecord,
  type OrganizationRole,
} from '../records/service/organizations.ts'

export function findInvitation(
  store: Store,
  organization: OrganizationRecord,
  id: number | bigint,
): InvitationRecord {
  const found = typeof id === 'number' ? store.table(invitations).get(id) : undefined
  if (found?.organizationId === organization.id) return found
  throw notFound('invitation', id, { in: `organization ${organization.id}` })
}

/** An invitation to the address of a user, of any status. Throws a Refusal (NOT_FOUND). */
export function findInvitationTo(store: Store, user: UserRecord, id: number | bigint): InvitationRecord {
  const found = typeof id === 'number' ? store.table(invitations).get(id) : undefined
  if (found !== undefined && emailKey(found.email) === emailKey(user.email)) return found
  throw (found === undefined ? notFound : hidden)('invitation', id, { in: 'your account' })
}

/** Throws a Refusal: INVALID, or CONFLICT for a member and for a second PENDING invitation. */
export function invite(
  world: World,
  store: Store,
  organization: OrganizationRecord,
  inviter: UserRecord,
  { email, role }: { readonly email: string; readonly role: OrganizationRole },
): InvitationRecord {
  checkEmail(email)
  for (const user of store.table(users).range('email', [emailKey(email)])) {
    if (!isMember(store, user, organization.id)) continue
    throw conflict(
      'email',
      email,
      `is the address of user ${quoted(user.name)}, who is a member of organization ${organization.id} already`,
    )
  }
  const table = store.table(invitations)
  for (const { id, organizationId } of table.range('email', [emailKey(email), 'PENDING'])) {
    if (organizationId !== organization.id) continue
    throw conflict('email', email, `has invitation ${id}, which is PENDING`, 'withdraw it first')
  }
  const expiresAt = Math.min(world.now + INVITATION_LIFETIME, LAST_INSTANT)
  const invitation = {
    id: store.nextId(invitations),
    organizationId: organization.id,
    email,
    role,
    status: applyEvent(store, invitationMachine, 'none', 'create') as InvitationStatus,
    createdAt: world.now,
    createdBy: inviter.id,
    expiresAt,
  }
  return table.insert(withExpiry(world, store, invitation))
}

/** Throws a Refusal (CONFLICT) unless the invitation is PENDING. */
export function changeInvitation(
  store: Store,
  invitation: InvitationRecord,
  role: OrganizationRole,
): InvitationRecord {
  if (invitation.status === 'PENDING') return store.table(invitations).put({ ...invitation, role })
  throw conflict(
    'invitation',
    invitation.id,
    `is ${invitation.status} and cannot be changed`,
    'only a PENDING one can, so invite again',
  )
}

/** Throws a Refusal (CONFLICT) unless the invitation is PENDING. */
export function withdraw(world: World, store: Store, invitation: InvitationRecord): InvitationRecord {
  return endInvitation(world, store, invitation, 'withdraw')
}

/** Throws a Refusal (CONFLICT) for a member, and unless the invitation is PENDING. */
export function accept({ world, store, user }: Author, invitation: InvitationRecord): InvitationRecord {
  const { organizationId, role, status } = invitation
  if (status === 'PENDING' && isMember(store, user, organizationId)) {
    throw conflict(
      'user',
      user.name,
      `is a member of organization ${organizationId} already`,
      'reject the invitation',
    )
  }
  const accepted = endInvitation(world, store, invitation, 'accept')
  store.table(memberships).insert({ organizationId, userId: user.id, role })
  return accepted
}

/** Throws a Refusal (CONFLICT) unless the invitation is PENDING. */
export function reject(world: World, store: Store, invitation: InvitationRecord): InvitationRecord {
  return endInvitation(world, store, invitation, 'reject')
}

export function forgetInvitationsOf(world: World, store: Store, organization: OrganizationRecord): void {
  for (const { id, clockJobId } of store.table(invitations).range('organization', [organization.id])) {
    if (clockJobId !== undefined) cancel(world, clockJobId)
    store.table(invitations).remove(id)
  }
}
