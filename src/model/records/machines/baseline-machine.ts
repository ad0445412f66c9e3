/** The life of a baseline as a state machine (service §3). */
import { type Machine, move } from '../state-machine.ts'
import { BASELINE_STATUSES, type BaselineRecord, type BaselineStatus } from '../wiki/baselines.ts'

export type BaselineEvent = 'CREATE' | 'FREEZE' | 'COMPLETE' | 'FAIL' | 'RESET' | 'DELETE'

const RESTART = 'A running task is aborted and the expected counts are calculated again.'

export const baselineMachine: Machine<BaselineStatus, BaselineEvent> = {
  name: 'baseline',
  states: BASELINE_STATUSES,
  events: ['CREATE', 'FREEZE', 'COMPLETE', 'FAIL', 'RESET', 'DELETE'],
  // The service does not name these two statuses, and A122 can rename them: messages use neither name.
  stateWords: { IN_CREATION: 'being frozen', DONE: 'frozen' },
  actions: { FREEZE: 'be frozen', RESET: 'be reset to PREVIEW', DELETE: 'be deleted' },
  transitions: [
    move('none', 'CREATE', 'PREVIEW', 'A number is generated under a lock; nothing is frozen.', '3'),
    move('PREVIEW', 'FREEZE', 'IN_CREATION', 'A task starts that can be polled.', '3'),
    move('IN_CREATION', 'COMPLETE', 'DONE', 'The copies stay as they are.'),
    move('IN_CREATION', 'FAIL', 'ERROR', 'The copies vanish; a message says why.'),
    move(
      'IN_CREATION',
      'RESET',
      'PREVIEW',
      'The task is aborted, its copies vanish, the expected counts are calculated again.',
    ),
    move('ERROR', 'RESET', 'PREVIEW', RESTART, '3'),
    move('PREVIEW', 'RESET', 'PREVIEW', RESTART, '3'),
    move('PREVIEW', 'DELETE', 'none'),
    move('IN_CREATION', 'DELETE', 'none', 'The task is aborted first.'),
    move('DONE', 'DELETE', 'none', 'The copies go with it; the number is not given again.'),
    move('ERROR', 'DELETE', 'none'),
  ],
}

/** The frozen copies of a baseline by its status. The rules ask the functions below and compare no status themselves. */
const COPIES: Readonly<Record<BaselineStatus, 'none' | 'growing' | 'complete'>> = {
  PREVIEW: 'none',
  IN_CREATION: 'growing',
  DONE: 'complete',
  ERROR: 'none',
}

type HasStatus = Pick<BaselineRecord, 'status'>

export function isFrozen({ status }: HasStatus): boolean {
  return COPIES[status] === 'complete'
}

export function isBeingFrozen({ status }: HasStatus): boolean {
  return COPIES[status] === 'growing'
}

/** Whether query, pages and parent can still change. */
export function isOpen({ status }: HasStatus): boolean {
  return COPIES[status] === 'none'
}

export function statusWords({ status }: BaselineRecord): string {
  return baselineMachine.stateWords?.[status] ?? status
}
