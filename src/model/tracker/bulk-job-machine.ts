/** The life of a bulk job of a tracker (service §4.7). */
import type { Machine } from '../machine.ts'
import type { BulkJobRecord } from './records.ts'

export type JobStatus = BulkJobRecord['status']
export type JobEvent = 'START' | 'WORK' | 'FINISH' | 'ABORT' | 'FAIL' | 'CLEAR'

export const jobMachine: Machine<JobStatus, JobEvent> = {
  name: 'bulk job',
  states: ['PENDING', 'RUNNING', 'DONE', 'ABORTED', 'ERROR'],
  events: ['START', 'WORK', 'FINISH', 'ABORT', 'FAIL', 'CLEAR'],
  deeds: { ABORT: 'be aborted', CLEAR: 'be cleared' },
  transitions: [
    { from: 'none', event: 'START', to: 'PENDING', effects: 'It waits for its first second.' },
    { from: 'PENDING', event: 'WORK', to: 'RUNNING', effects: 'The first issues are done.' },
    { from: 'RUNNING', event: 'WORK', to: 'RUNNING', effects: 'Further issues are done.' },
    { from: 'RUNNING', event: 'FINISH', to: 'DONE', effects: 'Nothing is left; errors are kept by item.' },
    ...(['PENDING', 'RUNNING'] as const).flatMap((from) => [
      {
        from,
        event: 'ABORT',
        to: 'ABORTED',
        effects: 'What was done stays; the rest is never done.',
      } as const,
      {
        from,
        event: 'FAIL',
        to: 'ERROR',
        effects: 'The application link is gone; what was done stays.',
      } as const,
    ]),
    ...(['DONE', 'ABORTED', 'ERROR'] as const).map(
      (from) => ({ from, event: 'CLEAR', to: 'none', effects: 'Its details are forgotten.' }) as const,
    ),
  ],
}
