/** State machine of an invitation to join an organization (service §4.1 names the group and nothing more). */
import type { Machine } from '../machine.ts'
import type { InvitationStatus } from './records.ts'

export type InvitationEvent = 'create' | 'accept' | 'reject' | 'withdraw' | 'expire'

export const invitationMachine: Machine<InvitationStatus, InvitationEvent> = {
  name: 'invitation',
  states: ['PENDING', 'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'],
  events: ['create', 'accept', 'reject', 'withdraw', 'expire'],
  deeds: {
    create: 'be made',
    accept: 'be accepted',
    reject: 'be rejected',
    withdraw: 'be withdrawn',
  },
  transitions: [
    { from: 'none', event: 'create', to: 'PENDING' },
    { from: 'PENDING', event: 'accept', to: 'ACCEPTED', effects: 'the user becomes a member' },
    { from: 'PENDING', event: 'reject', to: 'REJECTED' },
    { from: 'PENDING', event: 'withdraw', to: 'WITHDRAWN' },
    { from: 'PENDING', event: 'expire', to: 'EXPIRED' },
  ],
}
