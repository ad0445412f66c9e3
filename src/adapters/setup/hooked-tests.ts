/** The running tests of a runner that calls hooks before and after a test, but wraps none: who sends a request is not known. */

export interface HookedTests<T extends object> {
  /** Begins a test by its titles. A part of a running test, and a test beside a running one, is that test. */
  begin(titles: readonly string[], make: () => T): BegunTest<T>
  /** The running test; undefined outside of tests. */
  current(): T | undefined
}

export interface BegunTest<T> {
  readonly test: T
  /** True if it shares the test of another one that runs at the same time. */
  readonly isConcurrent: boolean
  /** Returns true if no other test shares it any more. */
  end(): boolean
}

export function createHookedTests<T extends object>(): HookedTests<T> {
  const running = new Set<{ readonly titles: readonly string[]; readonly test: T }>()
  return {
    begin(titles, make) {
      const [first] = running
      const isPart = [...running].some((other) => other.titles.every((title, at) => title === titles[at]))
      const begun = { titles, test: first?.test ?? make() }
      running.add(begun)
      return {
        test: begun.test,
        isConcurrent: first !== undefined && !isPart,
        end() {
          running.delete(begun)
          return running.size === 0
        },
      }
    },
    current: () => [...running][0]?.test,
  }
}
