import { expect, test } from 'vitest'
import { synchronisedText } from '../../src/console/panels/queues/synchronised-text.ts'

const before = '2026-01-05T09:00:00.000Z'
const at = '2026-01-05T09:03:00.000Z'

test.each([
  [
    { waited: 2, left: 0, obstacle: undefined },
    'The clock moved 3 min to 09:03:00: 2 of 2 messages were sent.',
  ],
  [
    { waited: 3, left: 3, obstacle: "no response from 'https://x.test'" },
    "The clock moved 3 min to 09:03:00: 0 of 3 messages were sent, no response from 'https://x.test'.",
  ],
  // Messages may come to wait because others went.
  [
    { waited: 1, left: 2, obstacle: undefined },
    'The clock moved 3 min to 09:03:00: 0 of 1 message was sent.',
  ],
  [{ waited: 0, left: 0, obstacle: undefined }, 'The clock moved 3 min to 09:03:00: no message waited.'],
])('%j', (how, text) => {
  expect(synchronisedText({ before, at, ...how })).toBe(text)
})

test('a run that is due now moves no clock', () => {
  expect(synchronisedText({ before: at, at, waited: 1, left: 0, obstacle: undefined })).toBe(
    'At 09:03:00: 1 of 1 message was sent.',
  )
})
