/** What refusals by the state machines of requirements and baselines say (service §3); docs/state-machines.md has their tables. */
import { describe, expect, test } from 'vitest'
import { baselineMachine, statusWords } from '../../src/model/records/machines/baseline-machine.ts'
import type { BaselineRecord } from '../../src/model/records/wiki/baselines.ts'
import { applyEvent } from '../../src/model/records/state-machine.ts'
import { statusAfter } from '../../src/model/records/machines/requirement-machine.ts'
import { createSmallWorld } from './world-fixture.ts'

const store = createSmallWorld().region('eu')

test('the status of a baseline in words', () => {
  const words = baselineMachine.states.map((status) => statusWords({ status } as BaselineRecord))
  expect(words).toEqual(['PREVIEW', 'being frozen', 'frozen', 'ERROR'])
})

describe('a refused event is reported with the possible ones', () => {
  test.each([
    [
      'DELETED',
      'MOVED',
      "requirement 'R-1' is DELETED and cannot be moved: it can be restored by a page that defines it or lose its issue links",
    ],
    ['MOVED', 'WRITTEN', "requirement 'R-1' is MOVED and cannot be written: it can lose its issue links"],
    [
      'ARCHIVED',
      'DELETED',
      "requirement 'R-1' is ARCHIVED and cannot be deleted: it can be given external properties, be linked to an issue or lose its issue links",
    ],
    [
      'DELETED',
      'GATHERED',
      "requirement 'R-1' is DELETED and cannot take the event GATHERED: it can be restored by a page that defines it or lose its issue links",
    ],
  ] as const)('of a requirement that is %s: %s', (from, event, message) => {
    expect(() => statusAfter(store, from, event, 'R-1')).toThrow(
      expect.objectContaining({ kind: 'CONFLICT', message }),
    )
  })

  test.each([
    ['DONE', 'FREEZE', 'the baseline is frozen and cannot be frozen: it can be deleted'],
    [
      'IN_CREATION',
      'FREEZE',
      'the baseline is being frozen and cannot be frozen: it can be reset to PREVIEW or deleted',
    ],
    [
      'PREVIEW',
      'COMPLETE',
      'the baseline is PREVIEW and cannot take the event COMPLETE: it can be frozen, reset to PREVIEW or deleted',
    ],
    ['none', 'DELETE', 'the baseline does not exist and cannot be deleted'],
  ] as const)('of a baseline that is %s: %s', (from, event, message) => {
    expect(() => applyEvent(store, baselineMachine, from, event)).toThrow(
      expect.objectContaining({ kind: 'CONFLICT', message }),
    )
  })
})
