/** State machine of an invitation to join an organization (service §4.1 names the group and nothing more). */
import { type Machine, move } from '../state-machine.ts'
import { INVITATION_STATUSES, type InvitationStatus } from '../service/organizations.ts'

export type InvitationEvent = 'create' | 'accept' | 'reject' | 'withdraw' | 'expire'

export const invitationMachine: Machine<InvitationStatus, InvitationEvent> = {
  name: 'invitation',
  states: INVITATION_STATUSES,
  events: ['create', 'accept', 'reject', 'withdraw', 'expire'],
  actions: {
    create: 'be created',
    accept: 'be accepted',
    reject: 'be rejected',
    withdraw: 'be withdrawn',
  },
  transitions: [
    move('none', 'create', 'PENDING'),
    move('PENDING', 'accept', 'ACCEPTED', 'the user becomes a member'),
    move('PENDING', 'reject', 'REJECTED'),
    move('PENDING', 'withdraw', 'WITHDRAWN'),
    move('PENDING', 'expire', 'EXPIRED'),
  ],
}
