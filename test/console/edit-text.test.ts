import { describe, expect, test } from 'vitest'
import { stepText } from '../../src/console/words/edit-text.ts'

const at = '2026-01-05T09:00:00.000Z'

describe('a step in words', () => {
  test('names the time to which the clock moved, with the day if that is another one', () => {
    const kind = 'clock'
    expect(stepText({ kind, at, title: 'advance to 2026-01-05T09:03:00.000Z' })).toBe(
      'The clock moved to 09:03:00',
    )
    expect(stepText({ kind, at, title: 'advance to 2026-01-12T09:03:00.500Z' })).toBe(
      'The clock moved to 12 Jan 09:03:00.500',
    )
    expect(stepText({ kind, at, title: 'set the clock to live' })).toBeUndefined()
  })

  test('says what a request to the control API did, and leaves other requests to their title', () => {
    const title = 'PATCH /_sim/faults/3'
    expect(stepText({ kind: 'control', at, title, method: 'PATCH', path: '/_sim/faults/3' })).toBe(
      'Fault 3 was changed',
    )
    expect(stepText({ kind: 'control', at, title, method: 'PATCH', path: '/_sim/other' })).toBeUndefined()
    expect(stepText({ kind: 'exchange', at, title: 'GET /x', method: 'GET', path: '/x' })).toBeUndefined()
  })
})
