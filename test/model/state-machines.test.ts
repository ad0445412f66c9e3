/** The state machines of requirements and of baselines: what each event leads to, and what a refusal says (service §3). */
import { describe, expect, test } from 'vitest'
import { type BaselineEvent, baselineMachine, statusWords } from '../../src/model/baselines/machine.ts'
import type { BaselineRecord, BaselineStatus } from '../../src/model/baselines/records.ts'
import { HISTORY_EVENTS } from '../../src/model/history/records.ts'
import { step } from '../../src/model/machine.ts'
import { requirementMachine, statusAfter } from '../../src/model/requirements/writing/lifecycle.ts'
import { createSmallWorld } from './world-fixture.ts'

const store = createSmallWorld().region('eu')

/** By state: the events that it takes, each with the state that it leads to. */
const REQUIREMENTS = {
  none: 'RESERVED ACTIVE, DEFINED ACTIVE, WRITTEN ACTIVE, ARRIVED ACTIVE, ARCHIVED ARCHIVED',
  ACTIVE:
    'RESERVED ACTIVE, DEFINED ACTIVE, WRITTEN ACTIVE, GATHERED ACTIVE, REINDEXED ACTIVE, REMOVED DELETED, ' +
    'DELETED DELETED, MOVED MOVED, PROPERTY_SET ACTIVE, LINKED ACTIVE, UNLINKED ACTIVE',
  DELETED: 'RESTORED ACTIVE, UNLINKED DELETED',
  MOVED: 'UNLINKED MOVED',
  ARCHIVED: 'PROPERTY_SET ARCHIVED, LINKED ARCHIVED, UNLINKED ARCHIVED',
} as const

const BASELINES = {
  none: 'CREATE PREVIEW, CREATE_FROZEN IN_CREATION',
  PREVIEW: 'FREEZE IN_CREATION, RESET PREVIEW, DELETE none',
  IN_CREATION: 'COMPLETE DONE, FAIL ERROR, RESET PREVIEW, DELETE none',
  DONE: 'DELETE none',
  ERROR: 'RESET PREVIEW, DELETE none',
} as const

/** The events that a state takes, in the order of the machine's list of them, each with where it leads. */
function taken<Event extends string>(events: readonly Event[], after: (event: Event) => string): string {
  const lines = events.flatMap((event) => {
    try {
      return [`${event} ${after(event)}`]
    } catch {
      return []
    }
  })
  return lines.join(', ')
}

test.each(Object.entries(REQUIREMENTS))('a requirement that is %s takes %s', (from, wanted) => {
  const state = from as keyof typeof REQUIREMENTS
  expect(taken(requirementMachine.events, (event) => statusAfter(store, state, event, 'R-1'))).toBe(
    // The list of events has an order of its own.
    wanted
      .split(', ')
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .join(', '),
  )
})

const placeOf = (line: string) => HISTORY_EVENTS.findIndex((event) => line.startsWith(`${event} `))

test.each(Object.entries(BASELINES))('a baseline that is %s takes %s', (from, wanted) => {
  const state = from as BaselineStatus | 'none'
  expect(
    taken<BaselineEvent>(baselineMachine.events, (event) => step(store, baselineMachine, state, event)),
  ).toBe(wanted)
})

test('the status of a baseline in words', () => {
  const words = baselineMachine.states.map((status) => statusWords({ status } as BaselineRecord))
  expect(words).toEqual(['PREVIEW', 'being frozen', 'frozen', 'ERROR'])
})

describe('what cannot be done is said with what can', () => {
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
    expect(() => step(store, baselineMachine, from, event)).toThrow(
      expect.objectContaining({ kind: 'CONFLICT', message }),
    )
  })
})
