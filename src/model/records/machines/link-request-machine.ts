/** The state machine of requests to join another organization (service §2.1, §4.1). */
import { type Machine, move } from '../state-machine.ts'
import { LINK_REQUEST_STATUSES, type LinkRequestStatus } from '../service/applications.ts'

export type LinkRequestEvent = 'create' | 'approve' | 'reject' | 'delete'

export const linkRequestMachine: Machine<LinkRequestStatus, LinkRequestEvent> = {
  name: 'link request',
  states: LINK_REQUEST_STATUSES,
  events: ['create', 'approve', 'reject', 'delete'],
  actions: { create: 'be created', approve: 'be approved', reject: 'be rejected', delete: 'be deleted' },
  transitions: [
    move('none', 'create', 'PENDING', undefined, '4.1'),
    move('REJECTED', 'create', 'PENDING'),
    move('PENDING', 'approve', 'APPROVED', 'the organization gains the application'),
    move('PENDING', 'reject', 'REJECTED'),
    move('PENDING', 'delete', 'none', 'the request is withdrawn', '4.1'),
    move('APPROVED', 'delete', 'none', 'the organization loses the application', '4.1'),
  ],
}
