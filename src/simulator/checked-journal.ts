/** The journal as the library and the control API read it. All throw a Refusal for a criterion that no exchange can meet. */
import type { OperationHead } from '../api/framework/operation.ts'
import { type CallNames, problemOfExpectation, problemOfFilter } from '../gateway/journal/call-criteria.ts'
import type { RecordedExchange } from '../gateway/journal/entry.ts'
import type { Expectation } from '../gateway/journal/expectation.ts'
import { type Har, harOf } from '../gateway/journal/har.ts'
import type { Journal, JournalFilter } from '../gateway/journal/journal.ts'
import { type Verification, verifyCalls } from '../gateway/journal/verify.ts'
import { invalidParts } from '../model/input/errors.ts'
import { namesOfWorld } from '../scenario/faults/names.ts'
import { VERSION } from '../version.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from './worlds.ts'

interface Journalled {
  readonly journal: Journal
  readonly operations: readonly OperationHead[]
  readonly worlds: Worlds
}

export type CheckedJournal = ReturnType<typeof createCheckedJournal>

export function createCheckedJournal({ journal, operations, worlds }: Journalled) {
  const usersOf = (world: World | undefined) =>
    world === undefined ? new Set<string>() : namesOfWorld(world).users()
  const names: CallNames = {
    operations,
    users: () => [...usersOf(worlds.default)],
    // The journal may have calls of users that no world has any more.
    isUser: (user) =>
      worlds.names().some((name) => usersOf(worlds.peek(name)).has(user)) ||
      journal.page({ user }, { offset: 0, limit: 0 }).total > 0,
  }
  const check = (filter: JournalFilter): void => refuse(problemOfFilter(filter, names))
  const entries = (filter: JournalFilter = {}): RecordedExchange[] => {
    check(filter)
    return journal.entries(filter)
  }
  return {
    check,
    entries,
    har: (filter?: JournalFilter): Har => harOf(entries(filter), VERSION),
    clear: (world?: string): void => journal.clear(world),
    verify(expectation: Expectation): Verification {
      refuse(problemOfExpectation(expectation, names))
      return verifyCalls(journal, expectation, operations)
    },
  }
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw invalidParts([problem])
}
