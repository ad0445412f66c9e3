/** What the fixture `sim` and the runner for mutants leave for each other: both may be loaded from different copies of the package. */
import type { JournalEntry } from '../../gateway/journal/entry.ts'
import type { Call } from '../../gateway/gateway.ts'
import type { MutantsOptions } from '../../mutate/index.ts'
import type { ServiceMutant } from '../../mutate/mutant.ts'
import type { Mutant } from '../../simulator/mutation.ts'

/** A try of a test in a run for mutants. */
export interface TestTry {
  /** What the simulator of the test takes: the mutant in force, which also observes the calls. */
  readonly mutant: Mutant
  /** Whether a failure prints nothing and writes no trace. */
  readonly isSilent: boolean
}

/** What makes mutants, of the copy that made the worlds of the tests: those of another copy do not know their tables. */
export interface MutantMakers {
  readonly mutants: (options: MutantsOptions) => Promise<readonly ServiceMutant[]>
  readonly operationWatch: (
    onUse: (operation: string) => void,
    onExchange?: (call: Call, entry: JournalEntry) => void,
  ) => Mutant
}

type LoadMakers = () => Promise<MutantMakers>

interface Tries {
  readonly byTask: WeakMap<object, TestTry>
  loadMakers?: LoadMakers
}

const TRIES = Symbol.for('reqsim.vitest.tries')

interface Holder {
  [TRIES]?: Tries
}

const holder = (): Holder => globalThis as Holder

/** Called by the runner for mutants before tests are loaded. */
export function beginTries(): Tries {
  return (holder()[TRIES] ??= { byTask: new WeakMap() })
}

/** Called by the copy of the package that tests load; it has no effect in an ordinary run. */
export function offerMakers(load: LoadMakers): void {
  const tries = holder()[TRIES]
  if (tries !== undefined) tries.loadMakers = load
}

/** The try of a test that is running; undefined in an ordinary run. */
export function tryOf(task: object): TestTry | undefined {
  return holder()[TRIES]?.byTask.get(task)
}
