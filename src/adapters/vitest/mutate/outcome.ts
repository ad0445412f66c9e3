/** What is known about each mutant and test, from the lines of workers, and which tries are still due. */
import type { MutantResult } from './messages.ts'
import type { EndLine, PlannedMutant, TestPlan } from './plan.ts'

/** A test of the run without mutants. */
export interface KnownTest {
  readonly id: string
  readonly name: string
  /** The id of its module, which is another one in each project. */
  readonly file: string
  /** Absent without the fixture `sim`: no mutant reaches it. */
  readonly operations?: readonly string[]
  readonly milliseconds: number
}

interface Try {
  readonly state: EndLine['state']
  readonly isReached: boolean
  readonly message?: string | undefined
}

/** A test takes at most this many times its first duration, and at least some milliseconds. */
const SLOWER = 5
const LEAST_LIMIT = 2000

/** Of how many files a mutant tries the tests at first and next; then of all. A run loads its files anew. */
const FILES_BY_STAGE: readonly number[] = [1, 3]

export function limitOf(milliseconds: number): number {
  return Math.ceil(Math.max(LEAST_LIMIT, SLOWER * milliseconds))
}

export class Outcome {
  readonly mutants: readonly PlannedMutant[]
  readonly #tests: ReadonlyMap<string, KnownTest>
  /** Tests that behave otherwise when they are run again or alone: each mutant needs a run of their file. */
  readonly #doubted: Set<string>
  /** By mutant, the tests that can reach it. */
  readonly #candidates: readonly (readonly KnownTest[])[]
  /** By mutant, then by test; by file for what failed outside of a test. */
  readonly #tries: readonly Map<string, Try>[]
  /** By mutant, the files that were run as a whole. */
  readonly #doneFiles: readonly Set<string>[]
  /** By mutant, how often tests were due. */
  readonly #stages: number[]

  /** `doubted` grows by what is found out, for the mutants that come next. */
  constructor(mutants: readonly PlannedMutant[], tests: readonly KnownTest[], doubted: Set<string>) {
    this.mutants = mutants
    this.#tests = new Map(tests.map((test) => [test.id, test]))
    this.#doubted = doubted
    this.#candidates = mutants.map(({ operations }) => {
      const wanted = operations && new Set(operations)
      return tests.filter(
        (test) =>
          test.operations !== undefined &&
          (wanted === undefined || test.operations.some((id) => wanted.has(id))),
      )
    })
    this.#tries = mutants.map(() => new Map())
    this.#doneFiles = mutants.map(() => new Set())
    this.#stages = mutants.map(() => 0)
  }

  /**
   * The tests that are to be tried next with mutants, one try after the other in a process; undefined if there are none. Those of
   * a mutant's first file come first, since most mutants are killed there.
   */
  due(): Record<string, TestPlan> | undefined {
    const due = new Map<KnownTest, number[]>()
    for (const [mutant, candidates] of this.#candidates.entries()) {
      if (this.#isKilled(mutant)) continue
      const byFile = Map.groupBy(
        candidates.filter((test) => this.#isDue(mutant, test)),
        ({ file }) => file,
      )
      const stage = this.#stages[mutant] ?? 0
      for (const test of [...byFile.values()].slice(0, FILES_BY_STAGE[stage]).flat())
        due.set(test, [...(due.get(test) ?? []), mutant])
      this.#stages[mutant] = stage + 1
    }
    if (due.size === 0) return undefined
    // The last try has no mutant: a test that then fails depends on what was before.
    return Object.fromEntries(
      [...due].map(([{ id, milliseconds }, tries]) => [
        id,
        { tries: [...tries, null], limit: limitOf(milliseconds) },
      ]),
    )
  }

  /** By file, the next mutant that needs a run of the whole file; empty if there is none. */
  dueFiles(): ReadonlyMap<string, number> {
    const due = new Map<string, number>()
    for (const [mutant, candidates] of this.#candidates.entries())
      for (const { id, file } of candidates)
        if (this.#doubted.has(id) && !due.has(file) && !this.#doneFiles[mutant]?.has(file))
          if (!this.#isKilled(mutant)) due.set(file, mutant)
    return due
  }

  note(mutant: number, test: string, tried: Try): void {
    this.#tries[mutant]?.set(test, tried)
  }

  /** A file was run as a whole. `failure`: why it failed, if it did. */
  noteFile(mutant: number, file: string, failure: string | undefined): void {
    this.#doneFiles[mutant]?.add(file)
    const tries = [...(this.#tries[mutant] ?? [])].filter(([id]) => this.#fileOf(id) === file)
    if (failure === undefined || tries.some(([, each]) => isKill(each))) return
    // What failed may be a later test, by what this one left.
    const isReached = tries.some(([, each]) => each.isReached)
    const { message = failure } = tries.find(([, each]) => each.state === 'fail')?.[1] ?? {}
    this.note(mutant, file, { state: 'fail', isReached, message })
  }

  /** Whether the test calls other operations than in its first run. */
  callsLess(test: string, operations: readonly string[] = []): boolean {
    return this.#tests.get(test)?.operations?.some((id) => !operations.includes(id)) === true
  }

  /** From now on the file of the test is run as a whole, and what the test has found does not count. */
  doubt(test: string): void {
    this.#doubted.add(test)
    for (const tries of this.#tries) tries.delete(test)
  }

  resultOf(mutant: number): MutantResult {
    const id = this.mutants[mutant]?.id ?? ''
    const tried = this.#tries[mutant] ?? new Map<string, Try>()
    const inOrder = [...this.#tests.values()].flatMap(({ id: test, name }) => {
      const found = tried.get(test)
      return found === undefined ? [] : [{ ...found, name }]
    })
    const ofFiles = [...tried].flatMap(([test, each]) =>
      this.#tests.has(test) ? [] : [{ ...each, name: undefined }],
    )
    const coveredBy = inOrder.filter(({ isReached }) => isReached).map(({ name }) => name)
    const killer = inOrder.find(isKill) ?? ofFiles.find(isKill)
    if (killer === undefined)
      return { id, status: coveredBy.length > 0 ? 'survived' : 'not-reached', coveredBy }
    const { state, name, message } = killer
    return {
      id,
      status: state === 'timeout' ? 'timeout' : 'killed',
      ...(name !== undefined && { killedBy: name }),
      coveredBy,
      ...(message !== undefined && { message }),
    }
  }

  #isDue(mutant: number, { id }: KnownTest): boolean {
    return !this.#doubted.has(id) && this.#tries[mutant]?.has(id) !== true
  }

  #isKilled(mutant: number): boolean {
    return [...(this.#tries[mutant]?.values() ?? [])].some(isKill)
  }

  #fileOf(test: string): string {
    return this.#tests.get(test)?.file ?? test
  }
}

/** A test that fails without having reached the mutant fails for another reason. */
function isKill({ state, isReached }: Try): boolean {
  return isReached && (state === 'fail' || state === 'timeout')
}
