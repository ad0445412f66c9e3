/** Runs each test once for each mutant that it can reach, in the process in which it has run before. */
import { writeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { inject, type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest'
import type { ServiceMutant } from '../../../mutate/mutant.ts'
import { type ObservedTry, observedTry } from './observed-try.ts'
import { mutantsOf } from './planned-mutants.ts'
import type { EndLine, Line, RunPlan, TestPlan } from './plan.ts'
import { slimErrors } from './slim-errors.ts'
import { beginTries, type MutantMakers } from '../tries.ts'

interface Running extends TestPlan {
  readonly test: RunnerTestCase
  readonly index: number
  readonly mutant: number | null
  readonly observed: ObservedTry
  readonly begin: number
  state: EndLine['state']
  message?: string
  /** Errors that the test had when the state was read; more of them come from what runs around the test. */
  errors: number
}

// A test may replace them.
const { setTimeout, clearTimeout, performance } = globalThis
const now = (): number => performance.now()

const METHODS = ['debug', 'dir', 'error', 'info', 'log', 'table', 'trace', 'warn'] as const

const TIMED_OUT = /^(Test|Hook) timed out in \d+ms/

export default class MutationRunner extends TestRunner {
  readonly #plan: RunPlan = inject('reqsimMutants') ?? missingPlan()
  readonly #file = openSync(join(this.#plan.folder, `${process.pid}.jsonl`), 'a')
  readonly #killed = new Set<number>()
  readonly #plans = new WeakMap<object, TestPlan & { readonly repeats: number }>()
  readonly #tries = beginTries()
  /** Those of the tests, which are loaded after this object is made and before any of them runs. */
  #makers!: MutantMakers
  #mutants = new Map<number, ServiceMutant>()
  #running: Running | undefined
  /** A try went on after its time: what it leaves behind must not disturb others. */
  #isStopped = false

  async onBeforeRunFiles(files: RunnerTestFile[]): Promise<void> {
    if (this.#plan.isSilent) for (const method of METHODS) console[method] = () => {}
    const wanted = new Set<number>()
    for (const file of files) this.#planTasks(file, wanted)
    this.#makers = (await this.#tries.loadMakers?.()) ?? (await import('./own-makers.ts')).ownMakers
    const { mutants, unknown } = await mutantsOf(this.#plan.mutants, wanted, this.#makers)
    this.#mutants = mutants
    if (unknown.length > 0) this.#write({ kind: 'unknown', ids: unknown })
    process.on('unhandledRejection', this.#onUnhandled)
    process.on('uncaughtException', this.#onUnhandled)
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    process.off('unhandledRejection', this.#onUnhandled)
    process.off('uncaughtException', this.#onUnhandled)
    super.onAfterRunFiles(files)
  }

  override async onBeforeRunTask(task: RunnerTask): Promise<void> {
    if (this.#isStopped) task.mode = 'skip'
    const plan = this.#plans.get(task)
    if (plan !== undefined && task.type === 'test') {
      const tries = plan.tries.filter((mutant) => mutant === null || !this.#killed.has(mutant))
      this.#plans.set(task, { ...plan, tries })
      if (tries.every((mutant) => mutant === null) && plan.limit !== undefined) task.mode = 'skip'
      task.repeats = tries.length * (plan.repeats + 1) - 1
    }
    await super.onBeforeRunTask(task)
  }

  override onBeforeTryTask(task: RunnerTask, options: { retry: number; repeats: number }): void {
    super.onBeforeTryTask(task, options)
    const plan = this.#plans.get(task)
    if (plan === undefined || task.type !== 'test') return
    const index = Math.floor(options.repeats / (plan.repeats + 1))
    if (this.#running?.index !== index || this.#running.test !== task) {
      this.#finish()
      if (this.#isStopped) {
        task.retry = 0
        throw new Error('reqsim ends this process, because a test takes too long.')
      }
      this.#begin(task, plan, index)
    } else if (options.retry > 0) this.#running.state = 'pass'
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    const limit = this.#running?.limit
    if (limit === undefined) return await run()
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(this.#isLate())), limit)
    })
    try {
      await Promise.race([run(), late])
    } finally {
      clearTimeout(timer)
    }
  }

  override async onAfterRetryTask(
    test: RunnerTestCase,
    options: { retry: number; repeats: number },
  ): Promise<void> {
    await super.onAfterRetryTask(test, options)
    const running = this.#running
    const { result } = test
    if (running?.test !== test || result === undefined) return
    const error = result.errors?.[running.errors]
    if (TIMED_OUT.test(error?.message ?? '')) this.#isLate()
    const isFailed = (result.state === 'fail') !== (test.fails === true)
    if (result.state === 'skip') running.state = 'skip'
    else if (running.state !== 'timeout') running.state = isFailed ? 'fail' : running.state
    if (isFailed && error !== undefined) running.message ??= firstLine(error.message)
    running.errors = test.fails === true ? 0 : (result.errors?.length ?? 0)
    if (this.#plan.isSilent) slimErrors(result)
    // A test that skips itself ends here, with all further tries.
    if (running.state === 'skip') this.#finish()
  }

  override onAfterRunTask(task: RunnerTask): void {
    this.#finish()
    super.onAfterRunTask(task)
  }

  /** Whether tasks of a suite run. Tests run one after the other, so that it is clear which of them a mutant holds up. */
  #planTasks(task: RunnerTask, wanted: Set<number>): boolean {
    task.concurrent = false
    if (task.type === 'suite') {
      const runs = task.tasks.filter((each) => this.#planTasks(each, wanted)).length > 0
      if (!runs) task.mode = 'skip'
      return runs
    }
    const { tests, everyTest } = this.#plan
    const plan = everyTest ?? tests?.[task.id]
    if (plan === undefined) task.mode = 'skip'
    else this.#plans.set(task, { ...boundedPlan(plan, task), repeats: task.repeats ?? 0 })
    if (plan === undefined || (task.mode !== 'run' && task.mode !== 'queued')) return false
    for (const mutant of plan.tries) if (mutant !== null) wanted.add(mutant)
    return true
  }

  #begin(test: RunnerTestCase, plan: TestPlan, index: number): void {
    const mutant = plan.tries[index] ?? null
    const begin = now()
    const { limit } = plan
    const observed = observedTry({
      mutant: mutant === null ? undefined : this.#mutants.get(mutant),
      isSilent: this.#plan.isSilent,
      operationWatch: this.#makers.operationWatch,
      checkTime: () => {
        if (limit === undefined || now() - begin <= limit || this.#running?.begin !== begin) return
        throw new Error(this.#isLate())
      },
    })
    const errors = test.result?.errors?.length ?? 0
    this.#running = { ...plan, test, index, mutant, observed, begin, state: 'pass', errors }
    this.#tries.byTask.set(test, observed)
    this.#write({
      kind: 'start',
      test: test.id,
      mutant,
      at: Date.now(),
      ...(limit !== undefined && { limit }),
    })
  }

  #finish(): void {
    const running = this.#running
    if (running === undefined) return
    this.#running = undefined
    const { test, mutant, observed, message } = running
    const added = test.result?.errors?.length ?? 0
    const isFailed = running.state === 'pass' && test.fails !== true && added > running.errors
    const state = isFailed ? 'fail' : running.state
    const operations = observed.operations()
    if (mutant !== null && observed.reached() > 0 && (state === 'fail' || state === 'timeout'))
      this.#killed.add(mutant)
    this.#write({
      kind: 'end',
      test: test.id,
      mutant,
      name: nameOf(test),
      state,
      reached: observed.reached(),
      ...(operations && { operations }),
      milliseconds: now() - running.begin,
      ...(message !== undefined && state !== 'pass' && { message }),
    })
  }

  #isLate(): string {
    this.#isStopped = true
    if (this.#running !== undefined) this.#running.state = 'timeout'
    return `it takes longer than ${this.#running?.limit ?? 0} ms`
  }

  /** The run of the user would fail by it. */
  readonly #onUnhandled = (error: unknown): void => {
    const running = this.#running
    if (running?.state !== 'pass') return
    running.state = 'fail'
    running.message = firstLine(error instanceof Error ? error.message : String(error))
  }

  #write(line: Line): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`)
  }
}

/** Vitest ends a test by its own timeout too. */
function boundedPlan(plan: TestPlan, { timeout }: RunnerTestCase): TestPlan {
  return plan.limit === undefined || timeout <= 0 ? plan : { ...plan, limit: Math.min(plan.limit, timeout) }
}

function nameOf(test: RunnerTestCase): string {
  const names = [test.name]
  for (let { suite } = test; suite !== undefined; { suite } = suite) names.unshift(suite.name)
  return [test.file.name, ...names].join(' > ')
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 300) ?? ''
}

function missingPlan(): never {
  throw new Error('This runner of tests is for `reqsim mutate`, which hands it a plan.')
}
