/** Runs a test once more, with the hooks around it, as vitest does. */
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest'
import { mutantSwitch, NONE, processorTime } from './switch.ts'

/**
 * With this mutant, for so many milliseconds; resolves to undefined where the test passes, to what it failed with, or to
 * `waited` where it did not end.
 */
export type Repetition = (active: number, patience: number) => Promise<unknown>

/** What the runner does before and after each run; the latter throws where expectations were not met. */
export interface Around {
  before(): void
  after(): void
}

interface Repeated {
  readonly test: RunnerTestCase
  readonly active: number
  /** Milliseconds of processor time. */
  readonly patience: number
  readonly around: Around
  /** What has the hooks of the file, where its modules were loaded anew; the test has not been run then. */
  readonly root?: RunnerTestSuite | undefined
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

export async function repeat({ test, active, patience, around, root }: Repeated): Promise<unknown> {
  const mutants = mutantSwitch(0)
  if (root === undefined) await clearUp(test)
  mutants.hits = 0
  mutants.expired = false
  mutants.until = processorTime() + patience
  mutants.active = active
  const failure = await withPatience(patience, async () => {
    around.before()
    await callHooks(test, 'beforeEach', root)
    await TestRunner.getTestFn(test)()
    around.after()
  })
  mutants.active = NONE
  mutants.until = Number.POSITIVE_INFINITY
  if (root !== undefined) await clearUp(test, root)
  return failure
}

/** What fails here fails over what the run before it left, and tells nothing of the next one. */
async function clearUp(test: RunnerTestCase, root?: RunnerTestSuite): Promise<void> {
  await callHooks(test, 'afterEach', root).catch(() => {})
  await callFinished(test).catch(() => {})
}

/** Outer suites come first before a test, and last after it. */
async function callHooks(test: RunnerTestCase, kind: Kind, root: RunnerTestSuite = test.file): Promise<void> {
  const suites = [root]
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

/** The names of its suites and its own. */
export function nameOf(test: RunnerTestCase): string {
  const names = [test.name]
  for (let suite = test.suite; suite !== undefined; suite = suite.suite)
    if (suite.name !== '' && suite !== test.file) names.unshift(suite.name)
  return names.join(' > ')
}
