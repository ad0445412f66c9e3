/**
 * A runner for vitest that runs a test again and again, with a mutant each time. Vitest starts no process and loads no
 * module for it: a trial costs what the body of the test costs.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { type RunnerTestCase, type SerializedConfig, TestRunner, type TestTryOptions } from 'vitest'
import { bitsOf, type CoveredTest, type Job, JOB_VARIABLE, toText } from './job.ts'
import { nameOf, repeat, type Repetition } from './repeat.ts'
import { mutantSwitch, NONE } from './switch.ts'
import { tryInFile, tryInTest } from './trials.ts'

type Task = Parameters<TestRunner['onBeforeRunTask']>[0]
type Suite = Parameters<TestRunner['onAfterRunSuite']>[0]

const FIRST: TestTryOptions = { retry: 0, repeats: 0 }
/** Milliseconds of processor time for the second run of a test. */
const LONG = 20_000

const job = JSON.parse(readFileSync(process.env[JOB_VARIABLE] ?? '', 'utf8')) as Job
const mutants = mutantSwitch(job.numbers)
mutants.counting = job.kind === 'cover'
/** Set when something was left behind that tests fail over: nothing more can be told in this process. */
let spoilt = false

const write = (line: object): void => appendFileSync(job.results, `${JSON.stringify(line)}\n`)

export class MutationRunner extends TestRunner {
  readonly #root: string
  /** How often places were passed outside of tests or in first runs, since the last line was written. */
  readonly #once = new Uint32Array(mutants.counts.length)
  #covered: Partial<CoveredTest> = {}

  constructor(config: SerializedConfig) {
    super(config)
    this.#root = config.root
  }

  override async onBeforeRunTask(test: Task): Promise<void> {
    if (test.type === 'test' && !this.#isWanted(test)) test.mode = 'skip'
    await super.onBeforeRunTask(test)
  }

  #isWanted(test: RunnerTestCase): boolean {
    if (spoilt || test.fails === true || test.concurrent === true) return false
    return job.kind === 'cover' || (job.kind === 'try' && job.trials[test.id] !== undefined)
  }

  /** Called between the hooks before and after each test. */
  async runTask(test: RunnerTestCase): Promise<void> {
    const began = performance.now()
    await TestRunner.getTestFn(test)()
    const duration = performance.now() - began
    const again: Repetition = (active, patience) =>
      repeat({ test, active, patience, around: this.#around(test) })
    if (job.kind === 'cover') await this.#cover(again)
    if (job.kind === 'try') spoilt = !(await tryInTest(job, test.id, again, duration, write))
  }

  /** What vitest's own runner does before and after each run. */
  #around(test: RunnerTestCase): { before(): void; after(): void } {
    return { before: () => this.onBeforeTryTask(test, FIRST), after: () => this.onAfterTryTask(test) }
  }

  override async onAfterRunSuite(suite: Suite): Promise<void> {
    if (job.kind === 'load' && 'filepath' in suite)
      await tryInFile(job, relative(this.#root, suite.file.filepath), {
        file: suite.file,
        load: async () => void (await this.importFile(suite.file.filepath, 'collect')),
        around: (test) => this.#around(test),
        write,
      })
    await super.onAfterRunSuite(suite)
  }

  async #cover(again: Repetition): Promise<void> {
    this.#keepOnce()
    const began = performance.now()
    const failure = await again(NONE, LONG)
    this.#covered = {
      state: failure === undefined ? 'passed' : 'unrepeatable',
      ...(failure === undefined
        ? {}
        : { reason: failure instanceof Error ? failure.message : String(failure) }),
      duration: Math.round((performance.now() - began) * 10) / 10,
      passes: mutants.counts.reduce((sum, count) => sum + count, 0),
      covered: toText(bitsOf(mutants.counts)),
      once: [...this.#once.keys()].filter((place) => this.#once[place] !== 0 && mutants.counts[place] === 0),
    }
    this.#once.fill(0)
    mutants.counts.fill(0)
  }

  #keepOnce(): void {
    mutants.counts.forEach((count, place) => (this.#once[place] = (this.#once[place] ?? 0) + count))
    mutants.counts.fill(0)
  }

  override onAfterRunTask(test: Task): void {
    super.onAfterRunTask(test)
    if (test.type !== 'test' || test.mode === 'skip') return
    if (job.kind === 'cover') this.#writeCovered(test)
    else if (test.result?.state === 'fail') write([test.id, NONE, 'broken'])
  }

  #writeCovered(test: RunnerTestCase): void {
    const reason = test.result?.errors?.[0]?.message ?? this.#covered.reason
    const line: CoveredTest = {
      id: test.id,
      file: relative(this.#root, test.file.filepath),
      name: nameOf(test),
      duration: 0,
      passes: 0,
      covered: '',
      once: [],
      ...this.#covered,
      state: test.result?.state === 'fail' ? 'failed' : (this.#covered.state ?? 'skipped'),
      ...(reason === undefined ? {} : { reason: reason.slice(0, 200) }),
    }
    write(line)
    this.#covered = {}
  }
}
