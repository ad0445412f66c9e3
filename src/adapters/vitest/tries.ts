/** Where the runner for mutants leaves what the fixture `sim` needs: both may be loaded from different copies of the package. */
import type { Mutant } from '../../simulator/mutation.ts'
import type * as mutantParts from './mutate/parts.ts'

/** A try of a test in a run for mutants. */
export interface TestTry {
  /** What the simulator of the test takes: the mutant in force, which also observes the calls. */
  readonly mutant: Mutant
  /** Whether a failure prints nothing and writes no trace. */
  readonly isSilent: boolean
}

/** What makes the mutants of tries. */
export type MutantParts = typeof mutantParts

const TRIES = Symbol.for('reqsim.vitest.tries')
const PARTS = Symbol.for('reqsim.vitest.parts')

interface Holder {
  [TRIES]?: WeakMap<object, TestTry>
  [PARTS]?: () => Promise<MutantParts>
}

/**
 * Offers what makes mutants to the runner. It must be of the same copy as the simulators of the tests: a world knows its tables
 * by their definitions, and those of another copy are others.
 */
export function offerParts(load: () => Promise<MutantParts>): void {
  ;(globalThis as Holder)[PARTS] = load
}

/** Resolves with the parts of the copy that the tests have loaded; with `own` if they have loaded none. */
export function loadParts(own: () => Promise<MutantParts>): Promise<MutantParts> {
  return ((globalThis as Holder)[PARTS] ?? own)()
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
