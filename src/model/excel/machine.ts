/** The state machine of Excel attachments (service §4.6). */
import type { Machine } from '../machine.ts'
import { type ExcelIntegrationState, INTEGRATION_STATES } from './records.ts'

export type ExcelEvent = 'integrate' | 'pause' | 'disconnect' | 'delete'

export const excelIntegrationMachine: Machine<ExcelIntegrationState, ExcelEvent> = {
  name: 'Excel attachment',
  states: INTEGRATION_STATES,
  events: ['integrate', 'pause', 'disconnect', 'delete'],
  deeds: {
    integrate: 'become INTEGRATED',
    pause: 'become PAUSED',
    disconnect: 'become NOT_INTEGRATED',
    delete: 'be deleted',
  },
  transitions: [
    reading('NOT_INTEGRATED'),
    reading('PAUSED'),
    { from: 'INTEGRATED', event: 'pause', to: 'PAUSED' },
    { from: 'INTEGRATED', event: 'disconnect', to: 'NOT_INTEGRATED' },
    { from: 'PAUSED', event: 'disconnect', to: 'NOT_INTEGRATED' },
    ...INTEGRATION_STATES.map((from) => ({
      from,
      event: 'delete' as const,
      to: 'none' as const,
      effects: 'its requirements stay and no longer name the attachment',
    })),
  ],
}

function reading(from: ExcelIntegrationState) {
  const effects = "its requirements are flagged 'needs excerpt' and gathered at the next view of their page"
  return { from, event: 'integrate', to: 'INTEGRATED', effects } as const
}
