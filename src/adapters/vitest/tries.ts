/** Where the runner for mutants leaves what the fixture `sim` needs: both may be loaded from different copies of the package. */
import type { Mutant } from '../../simulator/mutation.ts'

/** A try of a test in a run for mutants. */
export interface TestTry {
  /** What the simulator of the test takes: the mutant in force, which also observes the calls. */
  readonly mutant: Mutant
  /** Whether a failure prints nothing and writes no trace. */
  readonly isSilent: boolean
}

const TRIES = Symbol.for('reqsim.vitest.tries')

interface Holder {
  [TRIES]?: WeakMap<object, TestTry>
}

/** The try of a test that is running; undefined in an ordinary run. */
export function tryOf(task: object): TestTry | undefined {
  return (globalThis as Holder)[TRIES]?.get(task)
}

export function setTry(task: object, current: TestTry): void {
  const holder = globalThis as Holder
  holder[TRIES] ??= new WeakMap()
  holder[TRIES].set(task, current)
}
