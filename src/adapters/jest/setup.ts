/**
 * The entry `reqsim/jest/setup`, a file for `setupFilesAfterEnv`: gives each test of a file a simulator of its own behind the
 * handlers that the suite has.
 */
import { type HookedRunner, setUpHooks } from '../setup/hooked-runner.ts'

type Body = (...words: readonly unknown[]) => unknown
type DefineTest = (name: string, body?: Body, timeout?: number) => unknown

/** What Jest offers to a test file. */
interface JestGlobals {
  readonly beforeEach?: (hook: () => unknown) => void
  readonly afterEach?: (hook: () => unknown) => void
  readonly afterAll?: (hook: () => unknown) => void
  readonly expect?: {
    getState(): { readonly currentTestName?: string; readonly testPath?: string }
  }
  test?: DefineTest
  it?: DefineTest
}

await setUp(globalThis as JestGlobals)

async function setUp(jest: JestGlobals): Promise<void> {
  const { beforeEach, afterEach, afterAll, expect } = jest
  if (beforeEach === undefined || afterEach === undefined || afterAll === undefined || expect === undefined)
    throw new TypeError(
      'reqsim/jest/setup needs the globals of Jest: list it in setupFilesAfterEnv, and leave injectGlobals on',
    )
  const runner = await setUpHooks((text) => console.error(text))
  const running = new Set<ReturnType<HookedRunner['begin']>>()
  const failures: unknown[] = []
  let file = ''
  beforeEach(() => {
    const { currentTestName = '', testPath = '' } = expect.getState()
    file = testPath
    failures.length = 0
    running.add(runner.begin({ runner: 'Jest', titles: [currentTestName], file }))
  })
  afterEach(async () => {
    const [end] = running
    if (end === undefined) return
    running.delete(end)
    await end({ failed: failures.length > 0, error: failures[0] })
  })
  afterAll(() => runner.end(file))
  // Hooks do not say whether a test failed.
  for (const name of ['test', 'it'] as const) {
    const define = jest[name]
    if (define !== undefined) jest[name] = noting(define, failures)
  }
}

/** The same function, which notes the errors of tests. Tests of `each`, `only` and `concurrent` are as before. */
function noting(define: DefineTest, failures: unknown[]): DefineTest {
  const defineNoting: DefineTest = (name, body, timeout) =>
    define(name, body === undefined || body.length > 0 ? body : notingBody(body, failures), timeout)
  return Object.assign(defineNoting, define)
}

function notingBody(body: Body, failures: unknown[]): Body {
  // Of a function with parameters, Jest would wait for a callback.
  return async function (this: unknown) {
    try {
      return await body.call(this)
    } catch (error) {
      failures.push(error)
      throw error
    }
  }
}
