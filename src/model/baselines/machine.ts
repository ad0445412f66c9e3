/** The life of a baseline as a state machine (service §3). */
import type { Machine } from '../machine.ts'
import type { BaselineRecord, BaselineStatus } from './records.ts'

export type BaselineEvent = 'CREATE' | 'CREATE_FROZEN' | 'FREEZE' | 'COMPLETE' | 'FAIL' | 'RESET' | 'DELETE'

export const baselineMachine: Machine<BaselineStatus, BaselineEvent> = {
  name: 'baseline',
  states: ['PREVIEW', 'IN_CREATION', 'DONE', 'ERROR'],
  events: ['CREATE', 'CREATE_FROZEN', 'FREEZE', 'COMPLETE', 'FAIL', 'RESET', 'DELETE'],
  // The service does not name these two statuses, and A122 can rename them: messages use neither name.
  stateWords: { IN_CREATION: 'being frozen', DONE: 'frozen' },
  deeds: { FREEZE: 'be frozen', RESET: 'be reset to PREVIEW', DELETE: 'be deleted' },
  transitions: [
    {
      from: 'none',
      event: 'CREATE',
      to: 'PREVIEW',
      effects: 'A number is generated under a lock; nothing is frozen.',
      section: '3',
    },
    {
      from: 'none',
      event: 'CREATE_FROZEN',
      to: 'IN_CREATION',
      effects: 'A number is generated under a lock and freezing starts at once.',
    },
    {
      from: 'PREVIEW',
      event: 'FREEZE',
      to: 'IN_CREATION',
      effects: 'A task starts that can be polled.',
      section: '3',
    },
    { from: 'IN_CREATION', event: 'COMPLETE', to: 'DONE', effects: 'The copies stay as they are.' },
    { from: 'IN_CREATION', event: 'FAIL', to: 'ERROR', effects: 'The copies vanish; a message says why.' },
    {
      from: 'IN_CREATION',
      event: 'RESET',
      to: 'PREVIEW',
      effects: 'The task is aborted, its copies vanish, the expected counts are calculated again.',
    },
    {
      from: 'ERROR',
      event: 'RESET',
      to: 'PREVIEW',
      effects: 'A running task is aborted and the expected counts are calculated again.',
      section: '3',
    },
    {
      from: 'PREVIEW',
      event: 'RESET',
      to: 'PREVIEW',
      effects: 'A running task is aborted and the expected counts are calculated again.',
      section: '3',
    },
    { from: 'PREVIEW', event: 'DELETE', to: 'none' },
    { from: 'IN_CREATION', event: 'DELETE', to: 'none', effects: 'The task is aborted first.' },
    {
      from: 'DONE',
      event: 'DELETE',
      to: 'none',
      effects: 'The copies go with it; the number is not given again.',
    },
    { from: 'ERROR', event: 'DELETE', to: 'none' },
  ],
}

export function statusWords({ status }: BaselineRecord): string {
  return baselineMachine.stateWords?.[status] ?? status
}
