/** Runs a test once more, with the hooks around it, as vitest does. */
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest'
import { mutantSwitch, NONE, processorTime } from './switch.ts'

/**
 * With this mutant, for so many milliseconds; resolves to undefined where the test passes, to what it failed with, or to
 * `waited` where it did not end.
 */
export type Repetition = (active: number, patience: number) => Promise<unknown>

interface Repeated {
  readonly test: RunnerTestCase
  readonly active: number
  readonly patience: number
  /** What the runner does before and after each run; the latter throws where expectations were not met. */
  prepare(): void
  finish(): void
}

/** Milliseconds between two looks at what does not end. Looks are counted, since a process that stands still makes none. */
const LOOK = 50

type Hook = (context: RunnerTestCase['context'], suite: RunnerTestSuite) => unknown
type Kind = 'beforeEach' | 'afterEach'

/** What vitest keeps with a test of what the test asked to be called at its end. */
interface WithHandlers extends RunnerTestCase {
  onFinished?: ((context: RunnerTestCase['context']) => unknown)[]
  onFailed?: unknown[]
}

export async function repeat({ test, active, patience, prepare, finish }: Repeated): Promise<unknown> {
  const mutants = mutantSwitch(0)
  await clearUp(test)
  mutants.hits = 0
  mutants.expired = false
  mutants.until = processorTime() + patience
  mutants.active = active
  try {
    prepare()
    return await withPatience(patience, async () => {
      await callHooks(test, 'beforeEach')
      await TestRunner.getTestFn(test)()
      finish()
    })
  } finally {
    mutants.active = NONE
    mutants.until = Number.POSITIVE_INFINITY
  }
}

/** What fails here fails for what the run before it left, and was told of that one or is as it was before. */
async function clearUp(test: RunnerTestCase): Promise<void> {
  await callHooks(test, 'afterEach').catch(() => {})
  await callFinished(test).catch(() => {})
}

/** Outer suites come first before a test, and last after it. */
async function callHooks(test: RunnerTestCase, kind: Kind): Promise<void> {
  const suites: RunnerTestSuite[] = [test.file]
  for (let suite = test.suite; suite !== undefined && suite !== test.file; suite = suite.suite)
    suites.splice(1, 0, suite)
  if (kind === 'afterEach') suites.reverse()
  for (const suite of suites) {
    const hooks: readonly Hook[] = TestRunner.getSuiteHooks(suite)[kind]
    for (const hook of kind === 'afterEach' ? hooks.toReversed() : hooks)
      await hook(test.context, test.suite ?? test.file)
  }
}

async function callFinished(test: WithHandlers): Promise<void> {
  const handlers = test.onFinished ?? []
  test.onFinished = []
  test.onFailed = []
  for (const handler of handlers.toReversed()) await handler(test.context)
}

async function withPatience(patience: number, run: () => Promise<void>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const looks = Math.ceil((1000 + 2 * patience) / LOOK)
  const waited = new Promise<string>((resolve) => {
    let look = 0
    timer = setInterval(() => (++look > looks ? resolve('waited') : undefined), LOOK)
  })
  try {
    return await Promise.race([waited, run().then(() => undefined, failureOf)])
  } finally {
    clearInterval(timer)
  }
}

/** A failure of nothing is one too. */
const failureOf = (failure: unknown): unknown => failure ?? 'failed'
