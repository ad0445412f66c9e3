/** The state machine of requests to join another organization (service §2.1, §4.1). */
import type { Machine } from '../machine.ts'
import type { LinkRequestStatus } from './records.ts'

export type LinkRequestEvent = 'create' | 'approve' | 'reject' | 'delete'

export const linkRequestMachine: Machine<LinkRequestStatus, LinkRequestEvent> = {
  name: 'link request',
  states: ['PENDING', 'APPROVED', 'REJECTED'],
  events: ['create', 'approve', 'reject', 'delete'],
  deeds: { create: 'be made', approve: 'be approved', reject: 'be rejected', delete: 'be deleted' },
  transitions: [
    { from: 'none', event: 'create', to: 'PENDING', section: '4.1' },
    { from: 'REJECTED', event: 'create', to: 'PENDING' },
    { from: 'PENDING', event: 'approve', to: 'APPROVED', effects: 'the organization gains the application' },
    { from: 'PENDING', event: 'reject', to: 'REJECTED' },
    { from: 'PENDING', event: 'delete', to: 'none', effects: 'the request is withdrawn', section: '4.1' },
    {
      from: 'APPROVED',
      event: 'delete',
      to: 'none',
      effects: 'the organization loses the application',
      section: '4.1',
    },
  ],
}
