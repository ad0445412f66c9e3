/** The life of a bulk job of a tracker (service §4.7). */
import { type Machine, move } from '../state-machine.ts'
import { type BulkJobRecord, JOB_STATUSES } from '../tracker/tracker.ts'

export type JobStatus = BulkJobRecord['status']
export type JobEvent = 'START' | 'WORK' | 'FINISH' | 'ABORT' | 'FAIL' | 'CLEAR'

export const jobMachine: Machine<JobStatus, JobEvent> = {
  name: 'bulk job',
  states: JOB_STATUSES,
  events: ['START', 'WORK', 'FINISH', 'ABORT', 'FAIL', 'CLEAR'],
  actions: { ABORT: 'be aborted', CLEAR: 'be cleared' },
  transitions: [
    move('none', 'START', 'PENDING', 'It waits for its first second.'),
    move('PENDING', 'WORK', 'RUNNING', 'The first issues are done.'),
    move('RUNNING', 'WORK', 'RUNNING', 'Further issues are done.'),
    move('RUNNING', 'FINISH', 'DONE', 'Nothing is left; errors are kept by item.'),
    ...(['PENDING', 'RUNNING'] as const).flatMap((from) => [
      move(from, 'ABORT', 'ABORTED', 'What was done stays; the rest is never done.'),
      move(from, 'FAIL', 'ERROR', 'The application link is gone; what was done stays.'),
    ]),
    ...(['DONE', 'ABORTED', 'ERROR'] as const).map((from) =>
      move(from, 'CLEAR', 'none', 'Its details are forgotten.'),
    ),
  ],
}
