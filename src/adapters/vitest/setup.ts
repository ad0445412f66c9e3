/**
 * The entry `reqsim/vitest/setup`, a file for `setupFiles`: gives each test of a suite a simulator of its own behind the handlers
 * that the suite has.
 */
import * as vitest from 'vitest'
import { type SetupOptions, setupOptions } from '../setup/options.ts'
import { createRunningTests } from '../setup/running-tests.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import './meta.ts'
import type { OpenedTest } from './opened-test.ts'
import { TRACE_TIMEOUT } from './trace-timeout.ts'

type Context = Pick<vitest.TestContext, 'task' | 'onTestFailed' | 'onTestFinished'>

/** A running test. Most never call the simulator: their handlers respond. */
interface Running {
  readonly context: Context
  /** With its suites. */
  readonly title: string
  opened?: Promise<OpenedTest>
}

/** The hook that wraps a test, in Vitest 4.1 and later. */
type AroundEach = (wrap: (runTest: () => Promise<void>, context: Context) => Promise<void>) => void

await setUp(await setupOptions(vitest.inject('reqsim')))

async function setUp(options: SetupOptions): Promise<void> {
  const tests = createRunningTests<Running>()
  const settings = {
    traceFolder: options.traceFolder ?? 'reqsim-traces',
    reporting: vitest.inject('reqsimReporter'),
  }
  // Vitest transforms this file for each file of tests, and nothing that it loads.
  const { simulateBehind } = await import('../setup/setup.ts')
  const interception = await simulateBehind(
    options,
    async (file) => {
      const running = tests.current()
      if (running === undefined) return file
      return (await (running.opened ??= open(file, running))).sim
    },
    tests.current,
  )
  interception.ensureListening()

  async function open(file: Simulator, { context }: Running): Promise<OpenedTest> {
    const { openTest } = await import('./opened-test.ts')
    return openTest(file, context.task, settings)
  }

  function begin(context: Context): Running {
    const running: Running = { context, title: context.task.fullTestName ?? context.task.name }
    interception.ensureListening()
    context.onTestFailed(async () => (await running.opened)?.failed(), TRACE_TIMEOUT)
    context.onTestFinished(async () => (await running.opened)?.finished())
    return running
  }

  const { aroundEach } = vitest as { readonly aroundEach?: AroundEach }
  if (aroundEach !== undefined) {
    // Vitest reads the names of what a hook uses from its text.
    aroundEach(async (runTest, { task, onTestFailed, onTestFinished }) => {
      const running = begin({ task, onTestFailed, onTestFinished })
      await tests.run(running, runTest)
      await end(running)
    })
    return
  }
  let shared: Running | undefined
  vitest.beforeEach(({ task, onTestFailed, onTestFinished }) => {
    const context = { task, onTestFailed, onTestFinished }
    if (task.concurrent === true) {
      if (shared === undefined) console.warn(sharedText(task.name))
      shared ??= begin(context)
      tests.begin(shared)
      return
    }
    const running = begin(context)
    const endTest = tests.begin(running)
    return async () => {
      endTest()
      await end(running)
    }
  })
}

async function end({ opened }: Running): Promise<void> {
  ;(await opened)?.report()
}

function sharedText(name: string): string {
  return `reqsim: '${name}' and other concurrent tests of this file share a simulator, since this version of Vitest wraps no test (4.1 does)`
}

export type { SetupOptions }
