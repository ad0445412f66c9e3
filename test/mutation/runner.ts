/**
 * A runner for vitest that runs a test again and again, with a mutant each time. Vitest starts a process or loads modules
 * anew for nothing of it: a trial costs what the body of the test costs.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { type RunnerTestCase, type SerializedConfig, TestRunner, type TestTryOptions } from 'vitest'
import { bitsOf, type CoveredTest, type Job, JOB_VARIABLE, type Outcome, toText, type TryJob } from './job.ts'
import { repeat, type Repetition } from './repeat.ts'
import { mutantSwitch, NONE } from './switch.ts'

type Task = Parameters<TestRunner['onBeforeRunTask']>[0]

const job = JSON.parse(readFileSync(process.env[JOB_VARIABLE] ?? '', 'utf8')) as Job
const mutants = mutantSwitch(job.mutants)
mutants.counting = job.kind === 'cover'
/** Set when something was left behind that tests fail over: nothing more can be told in this process. */
let spoilt = false
/** Mutants that an earlier test of this process killed. */
const killed = new Set<number>()

const write = (line: object): void => appendFileSync(job.results, `${JSON.stringify(line)}\n`)

export class MutationRunner extends TestRunner {
  readonly #root: string
  /** What was come to outside of tests or in first runs, since the last line was written. */
  #once = new Uint32Array(mutants.counts.length)
  #covered: Partial<CoveredTest> = {}

  constructor(config: SerializedConfig) {
    super(config)
    this.#root = config.root
  }

  override async onBeforeRunTask(test: Task): Promise<void> {
    if (job.kind === 'try' && test.type === 'test' && (spoilt || job.trials[test.id] === undefined))
      test.mode = 'skip'
    if (test.type === 'test' && (test.fails === true || test.concurrent === true)) test.mode = 'skip'
    await super.onBeforeRunTask(test)
  }

  /** Called between the hooks before and after each test. */
  async runTask(test: RunnerTestCase): Promise<void> {
    const again: Repetition = (active, patience) =>
      repeat({
        test,
        active,
        patience,
        prepare: () => this.onBeforeTryTask(test, FIRST),
        finish: () => this.onAfterTryTask(test),
      })
    const began = performance.now()
    await TestRunner.getTestFn(test)()
    if (job.kind === 'cover') await this.#cover(again)
    else await tryMutants(job, test, again, performance.now() - began)
  }

  async #cover(again: Repetition): Promise<void> {
    this.#keepOnce()
    const began = performance.now()
    const failure = await again(NONE, PATIENCE)
    this.#covered = {
      state: failure === undefined ? 'passed' : 'unrepeatable',
      ...(failure === undefined ? {} : { reason: textOf(failure) }),
      duration: Math.round((performance.now() - began) * 10) / 10,
      passes: mutants.counts.reduce((sum, count) => sum + count, 0),
      covered: toText(bitsOf(mutants.counts)),
    }
    mutants.counts.fill(0)
  }

  #keepOnce(): void {
    mutants.counts.forEach((count, place) => (this.#once[place] = (this.#once[place] ?? 0) + count))
    mutants.counts.fill(0)
  }

  override onAfterRunTask(test: Task): void {
    super.onAfterRunTask(test)
    if (test.type !== 'test') return
    if (job.kind === 'cover') this.#writeCovered(test)
    else if (test.result?.state === 'fail') write([test.id, NONE, 'broken'])
  }

  #writeCovered(test: RunnerTestCase): void {
    this.#keepOnce()
    const state = test.result?.state === 'fail' ? 'failed' : (this.#covered.state ?? 'skipped')
    const reason = test.result?.errors?.[0]?.message ?? this.#covered.reason
    const line: CoveredTest = {
      id: test.id,
      file: relative(this.#root, test.file.filepath),
      name: nameOf(test),
      duration: 0,
      passes: 0,
      covered: '',
      ...this.#covered,
      state,
      ...(reason === undefined ? {} : { reason: reason.slice(0, 200) }),
      once: toText(bitsOf(this.#once)),
    }
    write(line)
    this.#covered = {}
    this.#once.fill(0)
  }
}

const FIRST: TestTryOptions = { retry: 0, repeats: 0 }

/** Milliseconds that a repetition may take beside what the test took without a mutant. */
const PATIENCE = 400

async function tryMutants(
  todo: TryJob,
  test: RunnerTestCase,
  again: Repetition,
  duration: number,
): Promise<void> {
  const patience = PATIENCE + 5 * duration
  for (const mutant of todo.trials[test.id] ?? []) {
    if (killed.has(mutant)) continue
    writeFileSync(todo.current, JSON.stringify([test.id, mutant]))
    const failure = await again(mutant, patience)
    const outcome = outcomeOf(failure)
    const failed = outcome === 'killed' || outcome === 'timeout'
    if (failed && !todo.fresh && (await again(NONE, 10 * patience)) !== undefined) spoilt = true
    write([test.id, mutant, spoilt ? 'suspect' : outcome])
    if (spoilt) break
    if (failed) killed.add(mutant)
  }
  writeFileSync(todo.current, '')
}

function outcomeOf(failure: unknown): Outcome {
  if (mutants.expired || failure === 'waited') return 'timeout'
  if (failure !== undefined) return 'killed'
  return mutants.hits === 0 ? 'unreached' : 'survived'
}

const textOf = (failure: unknown): string =>
  (failure instanceof Error ? failure.message : String(failure)).slice(0, 200)

function nameOf(test: RunnerTestCase): string {
  const names = [test.name]
  for (let suite = test.suite; suite !== undefined; suite = suite.suite)
    if (suite.name !== '') names.unshift(suite.name)
  return names.join(' > ')
}
