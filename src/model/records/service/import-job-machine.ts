/** The life of an import of external properties. */
import { type Machine, move } from '../state-machine.ts'

export const IMPORT_JOB_STATUSES = ['PENDING', 'RUNNING', 'DONE', 'ERROR', 'CANCELLED'] as const
export type ImportJobStatus = (typeof IMPORT_JOB_STATUSES)[number]
export type ImportJobEvent = 'START' | 'WORK' | 'FINISH' | 'FAIL' | 'CANCEL' | 'RETRY'

export const importJobMachine: Machine<ImportJobStatus, ImportJobEvent> = {
  name: 'import job',
  states: IMPORT_JOB_STATUSES,
  events: ['START', 'WORK', 'FINISH', 'FAIL', 'CANCEL', 'RETRY'],
  actions: { CANCEL: 'be cancelled', RETRY: 'be retried' },
  transitions: [
    move('none', 'START', 'PENDING', 'It waits for its first second.'),
    move('PENDING', 'WORK', 'RUNNING', 'The first rows are imported.'),
    move('RUNNING', 'WORK', 'RUNNING', 'Further rows are imported.'),
    move('RUNNING', 'FINISH', 'DONE', 'Every row is imported.'),
    move('RUNNING', 'FAIL', 'ERROR', 'Rows could not be imported; what is wrong with each is kept.'),
    ...(['PENDING', 'RUNNING'] as const).map((from) =>
      move(from, 'CANCEL', 'CANCELLED', 'What was imported stays; the rest waits.'),
    ),
    ...(['ERROR', 'CANCELLED'] as const).map((from) =>
      move(from, 'RETRY', 'PENDING', 'The rows that are not imported go again.'),
    ),
  ],
}
