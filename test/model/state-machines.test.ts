/** What refusals by the state machines of requirements and baselines say (service §3); docs/state-machines.md has their tables. */
import { describe, expect, test } from 'vitest'
import { baselineMachine, statusWords } from '../../src/model/baselines/baseline-machine.ts'
import type { BaselineRecord } from '../../src/model/baselines/records.ts'
import { applyEvent } from '../../src/model/state-machine.ts'
import { statusAfter } from '../../src/model/requirements/writing/requirement-machine.ts'
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
      "the requirement 'R-1' is DELETED: it cannot be moved; it can be restored by a page that defines it or lose its issue links",
    ],
    ['MOVED', 'WRITTEN', "the requirement 'R-1' is MOVED: it cannot be written; it can lose its issue links"],
    [
      'ARCHIVED',
      'DELETED',
      "the requirement 'R-1' is ARCHIVED: it cannot be deleted; it can be given external properties or be linked to an issue or lose its issue links",
    ],
    [
      'DELETED',
      'GATHERED',
      "the requirement 'R-1' is DELETED: it cannot take GATHERED; it can be restored by a page that defines it or lose its issue links",
    ],
  ] as const)('of a requirement that is %s: %s', (from, event, message) => {
    expect(() => statusAfter(store, from, event, 'R-1')).toThrow(
      expect.objectContaining({ kind: 'CONFLICT', message }),
    )
  })

  test.each([
    ['DONE', 'FREEZE', 'the baseline is frozen: it cannot be frozen; it can be deleted'],
    [
      'IN_CREATION',
      'FREEZE',
      'the baseline is being frozen: it cannot be frozen; it can be reset to PREVIEW or be deleted',
    ],
    [
      'PREVIEW',
      'COMPLETE',
      'the baseline is PREVIEW: it cannot take COMPLETE; it can be frozen or be reset to PREVIEW or be deleted',
    ],
    ['none', 'DELETE', 'the baseline does not exist: it cannot be deleted; nothing can be done with it now'],
  ] as const)('of a baseline that is %s: %s', (from, event, message) => {
    expect(() => applyEvent(store, baselineMachine, from, event)).toThrow(
      expect.objectContaining({ kind: 'CONFLICT', message }),
    )
  })
})
