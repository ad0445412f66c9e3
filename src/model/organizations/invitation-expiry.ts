/** How invitations end, and when by themselves: apart from what people do with them, so that worlds are filled without that. */
import { cancel, type JobOutcome, type JobRecord, schedule } from '../../world/time/jobs.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { applyEvent } from '../records/state-machine.ts'
import { type InvitationEvent, invitationMachine } from '../records/machines/invitation-machine.ts'
import {
  type InvitationRecord,
  type InvitationStatus,
  invitations,
} from '../records/service/organizations.ts'
import { INVITATION_JOB } from '../records/world/job-kinds.ts'

/** How long an invitation is valid, in virtual milliseconds: 7 days. */
export const INVITATION_LIFETIME = 7 * 86_400_000

/** Schedules the job that expires a PENDING invitation. */
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

/** The job of the clock that expires an invitation. */
export function runExpiry(world: World, { region, payload }: JobRecord): JobOutcome {
  const store = world.region(region as string)
  const invitation = store.table(invitations).get(payload?.['invitation'] as number)
  if (invitation?.status !== 'PENDING') return { text: 'no such invitation waits', failed: false }
  endInvitation(world, store, invitation, 'expire')
  return { text: `invitation ${invitation.id} expired`, failed: false }
}

export function endInvitation(
  world: World,
  store: Store,
  { clockJobId, ...invitation }: InvitationRecord,
  event: InvitationEvent,
): InvitationRecord {
  const status = applyEvent(
    store,
    invitationMachine,
    invitation.status,
    event,
    invitation.id,
  ) as InvitationStatus
  if (clockJobId !== undefined) cancel(world, clockJobId)
  return store.table(invitations).put({ ...invitation, status })
}
