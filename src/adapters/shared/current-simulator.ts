/** The simulator of the running test, as a setup of reqsim knows it: both may be loaded from different copies of the package. */
import type { Simulator } from '../../simulator/simulator.ts'

const CURRENT = Symbol.for('reqsim.setup.current')

interface Holder {
  [CURRENT]?: () => Promise<Simulator>
}

/**
 * Resolves with the simulator of the running test, to inject faults, move the clock and check requests. Outside of tests it is
 * that of the file, which each test begins with. Needs `reqsim/vitest/setup` or the setup of another runner, and throws TypeError
 * without one.
 */
export function currentSimulator(): Promise<Simulator> {
  const find = (globalThis as Holder)[CURRENT]
  if (find === undefined)
    throw new TypeError(
      "currentSimulator needs a setup of reqsim: add 'reqsim/vitest/setup' to setupFiles, or the setup of your test runner",
    )
  return find()
}

export function setCurrentSimulator(find: () => Promise<Simulator>): void {
  const holder = globalThis as Holder
  holder[CURRENT] = find
}
