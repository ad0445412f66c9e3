/**
 * Invitations to join an organization. They go to an address: whoever has it may take them, and nobody else. One that is
 * not answered expires on the virtual clock (service §4.1 names the group and nothing more).
 */
import { LAST_INSTANT } from '../../world/duration.ts'
import { cancel, type JobRecord, schedule } from '../../world/jobs.ts'
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { step } from '../machine.ts'
import { nextFree } from '../next-free.ts'
import { Refusal, shown } from '../refusal.ts'
import { checkEmail, emailKey } from '../users/email.ts'
import { isMember } from '../users/permissions.ts'
import { type UserRecord, users } from '../users/records.ts'
import { type InvitationEvent, invitationMachine } from './invitation-machine.ts'
import {
  type InvitationRecord,
  type InvitationStatus,
  invitations,
  memberships,
  type OrganizationRecord,
  type OrganizationRole,
} from './records.ts'

/** The job that ends an invitation nobody answered. */
export const INVITATION_JOB = 'organization.expireInvitation'

/** How long an invitation can be answered, in virtual milliseconds: 7 days. */
export const INVITATION_LIFETIME = 7 * 86_400_000

/** An invitation of an organization. Throws a Refusal (NOT_FOUND). */
export function findInvitation(
  store: Store,
  organization: OrganizationRecord,
  id: number | bigint,
): InvitationRecord {
  const found = typeof id === 'number' ? store.table(invitations).get(id) : undefined
  if (found?.organizationId === organization.id) return found
  throw new Refusal('NOT_FOUND', `organization ${organization.id} has no invitation ${shown(String(id))}`)
}

/** An invitation to the address of a user, whatever became of it. Throws a Refusal (NOT_FOUND). */
export function findInvitationTo(store: Store, user: UserRecord, id: number | bigint): InvitationRecord {
  const found = typeof id === 'number' ? store.table(invitations).get(id) : undefined
  if (found !== undefined && emailKey(found.email) === emailKey(user.email)) return found
  throw new Refusal('NOT_FOUND', `you have no invitation ${shown(String(id))}`)
}

/**
 * Invites an address. Throws a Refusal: INVALID for what is no address, CONFLICT where one who has it is a member, or
 * an invitation to it is PENDING.
 */
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
    const message = `email ${shown(email)}: user ${shown(user.name)} is a member of organization ${organization.id} already`
    throw new Refusal('CONFLICT', message)
  }
  const table = store.table(invitations)
  for (const { id, organizationId } of table.range('email', [emailKey(email), 'PENDING'])) {
    if (organizationId !== organization.id) continue
    const message = `email ${shown(email)}: invitation ${id} to this address is PENDING; withdraw it first`
    throw new Refusal('CONFLICT', message)
  }
  const expiresAt = Math.min(world.now + INVITATION_LIFETIME, LAST_INSTANT)
  const invitation = {
    id: nextFree(store, 'invitation', (candidate) => table.has(candidate)),
    organizationId: organization.id,
    email,
    role,
    status: step(invitationMachine, 'none', 'create') as InvitationStatus,
    createdAt: world.now,
    createdBy: inviter.id,
    expiresAt,
  }
  return table.insert(withExpiry(world, store, invitation))
}

/** A PENDING invitation with the job that will end it. */
export function withExpiry(world: World, store: Store, invitation: InvitationRecord): InvitationRecord {
  const { id, expiresAt: due } = invitation
  const job = schedule(world, {
    kind: INVITATION_JOB,
    due,
    region: store.name,
    payload: { invitation: id },
  })
  return { ...invitation, clockJobId: job.id }
}

/** Changes the role that accepting gives. Throws a Refusal (CONFLICT) unless the invitation is PENDING. */
export function changeInvitation(
  store: Store,
  invitation: InvitationRecord,
  role: OrganizationRole,
): InvitationRecord {
  if (invitation.status === 'PENDING') return store.table(invitations).put({ ...invitation, role })
  throw new Refusal(
    'CONFLICT',
    `the invitation is ${invitation.status}: only a PENDING one can be changed; invite again`,
  )
}

/** Takes an invitation back; it stays to be read. Throws a Refusal (CONFLICT) unless it is PENDING. */
export function withdraw(world: World, store: Store, invitation: InvitationRecord): InvitationRecord {
  return end(world, store, invitation, 'withdraw')
}

/** The user becomes a member. Throws a Refusal (CONFLICT) unless it is PENDING, and for one who is a member already. */
export function accept(
  world: World,
  store: Store,
  user: UserRecord,
  invitation: InvitationRecord,
): InvitationRecord {
  const { organizationId, role, status } = invitation
  if (status === 'PENDING' && isMember(store, user, organizationId)) {
    throw new Refusal(
      'CONFLICT',
      `user ${shown(user.name)} is a member of organization ${organizationId} already: reject the invitation`,
    )
  }
  const accepted = end(world, store, invitation, 'accept')
  store.table(memberships).insert({ organizationId, userId: user.id, role })
  return accepted
}

/** The user does not want to join. Throws a Refusal (CONFLICT) unless the invitation is PENDING. */
export function reject(world: World, store: Store, invitation: InvitationRecord): InvitationRecord {
  return end(world, store, invitation, 'reject')
}

/** Forgets all invitations of an organization that is closed. */
export function forgetInvitationsOf(world: World, store: Store, organization: OrganizationRecord): void {
  for (const { id, clockJobId } of store.table(invitations).range('organization', [organization.id])) {
    if (clockJobId !== undefined) cancel(world, clockJobId)
    store.table(invitations).remove(id)
  }
}

/** The job of the clock: nobody answered in time. */
export function runExpiry(world: World, { region, payload }: JobRecord): string {
  const store = world.region(region as string)
  const invitation = store.table(invitations).get(payload?.['invitation'] as number)
  if (invitation?.status !== 'PENDING') return 'no such invitation waits'
  end(world, store, invitation, 'expire')
  return `invitation ${invitation.id} was not answered`
}

function end(
  world: World,
  store: Store,
  { clockJobId, ...invitation }: InvitationRecord,
  event: InvitationEvent,
): InvitationRecord {
  const status = step(invitationMachine, invitation.status, event) as InvitationStatus
  if (clockJobId !== undefined) cancel(world, clockJobId)
  return store.table(invitations).put({ ...invitation, status })
}
