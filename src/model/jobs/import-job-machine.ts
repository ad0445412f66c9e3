/** The life of an import of external properties. */
import type { Machine } from '../machine.ts'

export const IMPORT_JOB_STATUSES = ['PENDING', 'RUNNING', 'DONE', 'ERROR', 'CANCELLED'] as const
export type ImportJobStatus = (typeof IMPORT_JOB_STATUSES)[number]
export type ImportJobEvent = 'START' | 'WORK' | 'FINISH' | 'FAIL' | 'CANCEL' | 'RETRY'

export const importJobMachine: Machine<ImportJobStatus, ImportJobEvent> = {
  name: 'import job',
  states: IMPORT_JOB_STATUSES,
  events: ['START', 'WORK', 'FINISH', 'FAIL', 'CANCEL', 'RETRY'],
  deeds: { CANCEL: 'be cancelled', RETRY: 'be tried again' },
  transitions: [
    { from: 'none', event: 'START', to: 'PENDING', effects: 'It waits for its first second.' },
    { from: 'PENDING', event: 'WORK', to: 'RUNNING', effects: 'The first rows are imported.' },
    { from: 'RUNNING', event: 'WORK', to: 'RUNNING', effects: 'Further rows are imported.' },
    { from: 'RUNNING', event: 'FINISH', to: 'DONE', effects: 'Every row is imported.' },
    {
      from: 'RUNNING',
      event: 'FAIL',
      to: 'ERROR',
      effects: 'Rows could not be imported; what is wrong with each is kept.',
    },
    ...(['PENDING', 'RUNNING'] as const).map(
      (from) =>
        ({
          from,
          event: 'CANCEL',
          to: 'CANCELLED',
          effects: 'What was imported stays; the rest waits.',
        }) as const,
    ),
    ...(['ERROR', 'CANCELLED'] as const).map(
      (from) =>
        ({
          from,
          event: 'RETRY',
          to: 'PENDING',
          effects: 'The rows that are not imported go again.',
        }) as const,
    ),
  ],
}
