/** One Vitest, which runs its tests without mutants and then with them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { createVitest, parseCLI, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import { compareCodePoints } from '../../../world/order.ts'
import { FIRST_BATCH, nextBatch } from './batches.ts'
import { type PausableReporter, pausableReporter } from './pausable-reporter.ts'
import type { BaseRun, MutantResult } from './messages.ts'
import { type KnownTest, limitOf, Outcome } from './outcome.ts'
import type { EndLine, PlannedMutant, RunPlan, StartLine } from './plan.ts'
import { endWorkers, watchWorkers } from './watch.ts'
import { endsOf, readWorkers } from './worker-lines.ts'

/** Characters of the first run's output that are passed on. Vitest lists the errors last. */
const KEPT_OUTPUT = 4000

interface FinishedRun {
  readonly ends: readonly EndLine[]
  /** The tries whose worker was ended, or ended before them. */
  readonly broken: readonly { readonly line: StartLine; readonly isLate: boolean }[]
  readonly modules: readonly TestModule[]
  readonly unhandled: readonly unknown[]
}

interface Output {
  readonly printed: readonly string[]
  readonly pause: PausableReporter['pause']
}

export interface SessionOptions {
  readonly words: readonly string[]
  /** How many workers run at a time. */
  readonly jobs: number
  readonly runner: string
}

export class Session {
  readonly #vitest: Vitest
  readonly #specifications: readonly TestSpecification[]
  readonly #output: Output
  #tests: readonly KnownTest[] = []
  /** Milliseconds of the run without mutants. */
  #baseTook = 0
  readonly #doubted = new Set<string>()
  /** Where workers write while a run goes on. */
  #folder: string | undefined

  private constructor(vitest: Vitest, specifications: readonly TestSpecification[], output: Output) {
    this.#vitest = vitest
    this.#specifications = specifications
    this.#output = output
  }

  /**
   * `words` are those after `vitest`, `runner` is the file of the runner for tests. Rejects with an Error for what only a run for
   * each mutant can do.
   */
  static async open({ words, jobs, runner }: SessionOptions): Promise<Session> {
    const { filter, options } = parseCLI(['vitest', ...words])
    const printed: string[] = []
    const { reporter, pause } = pausableReporter()
    const stream = () =>
      new Writable({
        write(chunk: Buffer | string, _encoding, done) {
          printed.push(String(chunk))
          done()
        },
      })
    const vitest = await createVitest(
      'test',
      {
        ...options,
        watch: false,
        run: true,
        ui: false,
        open: false,
        bail: 0,
        maxWorkers: jobs,
        coverage: { enabled: false },
        typecheck: { enabled: false },
        reporters: [reporter],
      },
      {},
      { stdout: stream(), stderr: stream() },
    )
    try {
      for (const { config } of vitest.projects) {
        if (config.browser.enabled) throw new Error('tests in browsers get a run for each mutant')
        if (config.runner !== undefined)
          throw new Error(`the tests have a runner of their own: ${config.runner}`)
        config.runner = runner
        // A thread in which a test loops could not be ended.
        config.pool = config.pool.startsWith('vm') ? 'vmForks' : 'forks'
      }
      await vitest.standalone()
      return new Session(vitest, await vitest.getRelevantTestSpecifications(filter), { printed, pause })
    } catch (error) {
      await vitest.close()
      throw error
    }
  }

  async base(): Promise<BaseRun> {
    const begin = Date.now()
    const run = await this.#run(this.#specifications, {
      everyTest: { tries: [null] },
      mutants: [],
      isSilent: false,
    }).catch(failedRun)
    const modules = new Map(
      run.modules.flatMap((module) => [...module.children.allTests()].map((test) => [test.id, module.id])),
    )
    this.#tests = run.ends
      .map(({ test, name, operations, milliseconds }) => {
        const known = { id: test, name, file: modules.get(test) ?? '', milliseconds }
        return operations === undefined ? known : { ...known, operations }
      })
      // Files run in any order.
      .toSorted((left, right) => compareCodePoints(left.file, right.file))
    this.#baseTook = Date.now() - begin
    this.#output.pause()
    const output = stripVTControlCharacters(
      [...this.#output.printed, ...run.unhandled.map(messageOf)].join(''),
    )
    return {
      passed: run.modules.length > 0 && run.unhandled.length === 0 && run.modules.every((each) => each.ok()),
      output: output.slice(-KEPT_OUTPUT),
      tests: this.#tests.map(({ name, operations = [], milliseconds }) => ({
        test: name,
        operations,
        milliseconds,
      })),
      milliseconds: this.#baseTook,
    }
  }

  async run(mutants: readonly PlannedMutant[], onResult: (result: MutantResult) => void): Promise<void> {
    let size = FIRST_BATCH
    for (let first = 0; first < mutants.length;) {
      const begin = Date.now()
      const outcome = new Outcome(mutants.slice(first, first + size), this.#tests, this.#doubted)
      await this.#tryTests(outcome)
      for (let due = outcome.dueFiles(); due.size > 0; due = outcome.dueFiles())
        await this.#tryFiles(outcome, due)
      for (const mutant of outcome.mutants.keys()) onResult(outcome.resultOf(mutant))
      first += size
      size = nextBatch(size, Date.now() - begin, this.#baseTook)
    }
  }

  /** Ends a run that still goes on. */
  async close(): Promise<void> {
    if (this.#folder !== undefined) endWorkers(this.#folder)
    await this.#vitest.close()
  }

  /** Tries mutants with single tests, many in one process, until each mutant has been tried or a test needs its whole file. */
  async #tryTests(outcome: Outcome): Promise<void> {
    const { mutants } = outcome
    for (let tests = outcome.due(); tests !== undefined; tests = outcome.due()) {
      const planned = Object.keys(tests)
      const files = new Set(this.#tests.flatMap(({ id, file }) => (planned.includes(id) ? [file] : [])))
      const run = await this.#run(this.#inFiles(files), { tests, mutants, isSilent: true })
      const doubted = new Set<string>()
      const tried = new Set<string>()
      for (const { test, mutant, state, reached, operations, message } of run.ends) {
        tried.add(test)
        const isFailed = state !== 'pass' && state !== 'skip'
        if (mutant === null) {
          if (isFailed || outcome.callsLess(test, operations)) doubted.add(test)
        } else if (state === 'fail' && reached === 0) doubted.add(test)
        else outcome.note(mutant, test, { state, isReached: reached > 0, message })
      }
      for (const { line, isLate } of run.broken) {
        tried.add(line.test)
        if (line.mutant === null) doubted.add(line.test)
        else outcome.note(line.mutant, line.test, brokenTry(isLate))
      }
      // Nothing was tried at all, for instance because a hook before the tests failed: it would be so again.
      if (tried.size === 0) for (const test of planned) doubted.add(test)
      for (const test of doubted) outcome.doubt(test)
    }
  }

  /** Runs whole files, each with one mutant, as the command would. */
  async #tryFiles(outcome: Outcome, due: ReadonlyMap<string, number>): Promise<void> {
    const plans = this.#tests.flatMap(({ id, file, milliseconds }) => {
      const mutant = due.get(file)
      return mutant === undefined ? [] : [[id, { tries: [mutant], limit: limitOf(milliseconds) }] as const]
    })
    const { mutants } = outcome
    const run = await this.#run(this.#inFiles(new Set(due.keys())), {
      tests: Object.fromEntries(plans),
      mutants,
      isSilent: true,
    })
    for (const { test, mutant, state, reached, message } of run.ends)
      if (mutant !== null) outcome.note(mutant, test, { state, isReached: reached > 0, message })
    for (const { line, isLate } of run.broken)
      if (line.mutant !== null) outcome.note(line.mutant, line.test, brokenTry(isLate))
    for (const [file, mutant] of due) {
      const module = run.modules.find(({ id }) => id === file)
      const isFailed = module !== undefined && !module.ok()
      outcome.noteFile(mutant, file, isFailed ? 'the file failed outside of its tests' : undefined)
    }
  }

  #inFiles(files: ReadonlySet<string>): readonly TestSpecification[] {
    return this.#specifications.filter(({ taskId }) => files.has(taskId))
  }

  async #run(
    specifications: readonly TestSpecification[],
    plan: Omit<RunPlan, 'folder'>,
  ): Promise<FinishedRun> {
    const folder = mkdtempSync(join(tmpdir(), 'reqsim-mutants-'))
    this.#folder = folder
    const late = new Set<string>()
    const stop = watchWorkers(folder, (line) => void late.add(keyOf(line)))
    const { exitCode } = process
    try {
      this.#vitest.provide('reqsimMutants', { ...plan, folder })
      const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications([...specifications])
      const ran = new Set(specifications.map(({ taskId }) => taskId))
      const workers = readWorkers(folder)
      const unknown = [...workers.values()].flatMap(({ lines }) =>
        lines.flatMap((line) => (line.kind === 'unknown' ? line.ids : [])),
      )
      if (unknown.length > 0)
        throw new Error(`the reqsim of the tests has no mutant '${unknown[0]}': is it another version?`)
      return {
        ends: endsOf(workers),
        broken: [...workers.values()].flatMap(({ pending }) =>
          pending === undefined ? [] : [{ line: pending, isLate: late.has(keyOf(pending)) }],
        ),
        modules: testModules.filter(({ id }) => ran.has(id)),
        unhandled: unhandledErrors,
      }
    } finally {
      stop()
      this.#folder = undefined
      process.exitCode = exitCode
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function keyOf({ test, mutant }: StartLine): string {
  return `${test} ${mutant}`
}

function brokenTry(isLate: boolean) {
  return isLate
    ? { state: 'timeout' as const, isReached: true, message: 'the test holds up its process' }
    : { state: 'fail' as const, isReached: true, message: 'the process of the test ended' }
}

/** A run that could not begin, for instance because a global setup failed. */
function failedRun(error: unknown): FinishedRun {
  return { ends: [], broken: [], modules: [], unhandled: [error] }
}

function messageOf(error: unknown): string {
  return `${error instanceof Error ? error.message : String(error)}\n`
}
