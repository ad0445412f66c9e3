/** The state machine of Excel attachments (service §4.6). */
import { type Machine, move } from '../state-machine.ts'
import { type ExcelIntegrationState, INTEGRATION_STATES } from '../wiki/excel.ts'

export type ExcelEvent = 'integrate' | 'pause' | 'disconnect' | 'delete'

const FLAGGED = "its requirements are flagged 'needs excerpt' and gathered at the next view of their page"

export const excelIntegrationMachine: Machine<ExcelIntegrationState, ExcelEvent> = {
  name: 'Excel attachment',
  states: INTEGRATION_STATES,
  events: ['integrate', 'pause', 'disconnect', 'delete'],
  actions: {
    integrate: 'become INTEGRATED',
    pause: 'become PAUSED',
    disconnect: 'become NOT_INTEGRATED',
    delete: 'be deleted',
  },
  transitions: [
    move('NOT_INTEGRATED', 'integrate', 'INTEGRATED', FLAGGED),
    move('PAUSED', 'integrate', 'INTEGRATED', FLAGGED),
    move('INTEGRATED', 'pause', 'PAUSED'),
    move('INTEGRATED', 'disconnect', 'NOT_INTEGRATED'),
    move('PAUSED', 'disconnect', 'NOT_INTEGRATED'),
    ...INTEGRATION_STATES.map((from) =>
      move(from, 'delete', 'none', 'its requirements stay and no longer name the attachment'),
    ),
  ],
}
