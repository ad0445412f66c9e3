import { expect, test } from 'vitest'
import { movedText } from '../../src/console/words/moved-text.ts'

const job = { id: 1, kind: 'integration.synchronise', at: '2026-01-05T09:03:00.000Z' }
const failed = { ...job, outcome: '2 to the tracker: none went, it is down', failed: true }

test.each([
  [[], 0, 0, 'No job was due'],
  [[job], 1, 0, '1 job ran'],
  [[job, job], 12_000, 0, '12000 jobs ran'],
  [
    [failed],
    1,
    1,
    '1 job ran and failed: Synchronisation at 09:03:00, 2 to the tracker: none went, it is down',
  ],
  [
    [job, failed, failed],
    3,
    2,
    '3 jobs ran, 2 failed: Synchronisation at 09:03:00, 2 to the tracker: none went, it is down',
  ],
  // Those that failed may be beyond the first jobs, which are listed.
  [[job], 10_001, 1, '10001 jobs ran, 1 failed'],
])('of %j, %i in all and %i failed', (fired, firedTotal, failedTotal, text) => {
  expect(movedText({ fired, firedTotal, failedTotal })).toBe(text)
})
