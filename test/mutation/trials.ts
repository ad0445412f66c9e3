/** What is done with a mutant in a thread of the test runner: in one test, or in a file whose modules are loaded anew. */
import { writeFileSync } from 'node:fs'
import { type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite, TestRunner, vi } from 'vitest'
import type { LoadJob, Outcome, TrialLine, TryJob } from './job.ts'
import { type Around, nameOf, repeat, type Repetition } from './repeat.ts'
import { mutantSwitch, NONE, processorTime } from './switch.ts'

type Write = (line: TrialLine) => void

/** Milliseconds of processor time for a run, beside a multiple of what the test took without a mutant. */
const PATIENCE = 400
const TIMES = 5
/** Milliseconds of processor time for the loading of modules, and for each test after that. */
const PATIENCE_LOADING = 5000

/** Mutants that an earlier test of this process killed. */
const killed = new Set<number>()

const isKill = (outcome: Outcome): boolean => outcome === 'killed' || outcome === 'timeout'

/**
 * Tries the mutants of a test that has just passed without one. Answers false where it does not pass without one any
 * more: from then on this process can tell nothing.
 */
export async function tryInTest(
  job: TryJob,
  test: string,
  again: Repetition,
  duration: number,
  write: Write,
): Promise<boolean> {
  const patience = PATIENCE + TIMES * duration
  for (const mutant of job.trials[test] ?? []) {
    if (killed.has(mutant)) continue
    writeFileSync(job.current, JSON.stringify([test, mutant]))
    const outcome = outcomeOf(await again(mutant, patience))
    const spoilt = isKill(outcome) && !job.fresh && (await again(NONE, TIMES * patience)) !== undefined
    write([test, mutant, spoilt ? 'suspect' : outcome])
    writeFileSync(job.current, '')
    if (spoilt) return false
    if (isKill(outcome)) killed.add(mutant)
  }
  return true
}

/** Of the trial that was just made. */
function outcomeOf(failure: unknown): Outcome {
  const { expired, hits } = mutantSwitch(0)
  if (expired || failure === 'waited') return 'timeout'
  if (failure !== undefined) return 'killed'
  return hits === 0 ? 'unreached' : 'survived'
}

interface Loading {
  readonly file: RunnerTestFile
  /** Runs the file's own code, which registers its tests. */
  load(): Promise<void>
  around(test: RunnerTestCase): Around
  readonly write: Write
}

/**
 * Tries mutants in a file: each in modules that are loaded with it, by the tests that pass so without a mutant. Where none
 * does, nothing is written.
 */
export async function tryInFile(job: LoadJob, name: string, loading: Loading): Promise<void> {
  const tests = new Set(job.tests[name])
  for (const failed of await failures(loading, NONE, tests, true)) tests.delete(failed)
  for (const mutant of tests.size === 0 ? [] : (job.trials[name] ?? [])) {
    if (killed.has(mutant)) continue
    writeFileSync(job.current, JSON.stringify([name, mutant]))
    const [failure] = await failures(loading, mutant, tests, false)
    const outcome = outcomeOf(failure)
    // What fails without it as well, when it is loaded again and again, tells nothing from then on.
    const spoilt = isKill(outcome) && (await failures(loading, NONE, tests, false)).length > 0
    loading.write([name, mutant, spoilt ? 'survived' : outcome])
    writeFileSync(job.current, '')
    if (spoilt) break
    if (isKill(outcome)) killed.add(mutant)
  }
  vi.resetModules()
}

/** Names of the tests that fail with a mutant, or only the first; what fails outside of them is named as well. */
async function failures(
  { file, load, around }: Loading,
  active: number,
  names: ReadonlySet<string>,
  all: boolean,
): Promise<readonly string[]> {
  const mutants = mutantSwitch(0)
  const failed: string[] = []
  let hits = 0
  let expired = false
  const guarded = async (name: string, run: () => Promise<unknown>): Promise<void> => {
    if (failed.length > 0 && !all) return
    Object.assign(mutants, { hits: 0, expired: false, until: processorTime() + PATIENCE_LOADING, active })
    const failure = await run().catch((error: unknown) => error ?? 'failed')
    Object.assign(mutants, { active: NONE, until: Number.POSITIVE_INFINITY })
    hits += mutants.hits
    expired ||= mutants.expired
    if (failure !== undefined) failed.push(failure === 'waited' ? failure : name)
  }
  vi.resetModules()
  let root: RunnerTestSuite | undefined
  await guarded('loading', async () => {
    const collector = TestRunner.getCurrentSuite()
    collector.clear()
    await load()
    root = await collector.collect(file)
  })
  if (root !== undefined) await runSuite(root)
  Object.assign(mutants, { hits, expired })
  return failed

  async function runSuite(suite: RunnerTestSuite): Promise<void> {
    if (suite.mode !== 'run') return
    const { beforeAll, afterAll } = TestRunner.getSuiteHooks(suite)
    for (const hook of beforeAll) await guarded('beforeAll', async () => void (await hook(suite)))
    for (const task of suite.tasks) {
      if (task.type === 'suite') await runSuite(task)
      else if (task.mode === 'run' && names.has(nameOf(task)))
        await guarded(nameOf(task), () =>
          repeat({ test: task, active, patience: PATIENCE_LOADING, around: around(task), root }),
        )
    }
    // Whatever failed, what was started is ended.
    for (const hook of afterAll.toReversed()) await Promise.resolve(hook(suite)).catch(() => {})
  }
}
