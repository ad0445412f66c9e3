/** The setup of a runner with hooks around each test. */
import type { Simulator } from '../../simulator/simulator.ts'
import { createHookedTests } from './hooked-tests.ts'
import { setupOptions } from './options.ts'
import type { PlainTest, PlainTestNames } from './plain-test.ts'
import { simulateBehind } from './setup.ts'

interface Running {
  readonly title: string
  readonly names: PlainTestNames
  opened?: Promise<PlainTest>
}

export interface HookedRunner {
  /** Call it before a test. The returned function ends it, with the error of a test that failed. */
  begin(
    names: PlainTestNames,
  ): (outcome: { readonly failed: boolean; readonly error?: unknown }) => Promise<void>
  /** Call it after all tests of a file. */
  end(file: string): Promise<void>
}

/** `print` shows a text beside the running test. */
export async function setUpHooks(print: (text: string) => void): Promise<HookedRunner> {
  const options = await setupOptions()
  const { traceFolder = 'reqsim-traces', reportFolder = '' } = options
  const tests = createHookedTests<Running>()
  const sims: Simulator[] = []
  let warned = false
  const open = async (file: Simulator, { names }: Running): Promise<PlainTest> => {
    const { openPlainTest } = await import('./plain-test.ts')
    const opened = openPlainTest(file, names)
    // Without a report, nothing needs them after their tests.
    if (reportFolder !== '') sims.push(opened.sim)
    return opened
  }
  const interception = await simulateBehind(
    options,
    async (file) => {
      const running = tests.current()
      return running === undefined ? file : (await (running.opened ??= open(file, running))).sim
    },
    tests.current,
  )
  interception.ensureListening()
  return {
    begin(names) {
      interception.ensureListening()
      const title = names.titles.join(' > ')
      const { test, isConcurrent, end } = tests.begin(names.titles, () => ({ title, names }))
      if (isConcurrent && !warned) {
        warned = true
        print(
          `reqsim: '${title}' runs beside '${test.title}', and ${names.runner} does not say which of them sends a request: concurrent tests share a simulator`,
        )
      }
      return async ({ failed, error }) => {
        const isLast = end()
        const opened = await test.opened
        if (opened === undefined) return
        if (failed) print(await opened.failed(error, traceFolder))
        else if (isLast && test.names === names) opened.passed(traceFolder)
      }
    },
    async end(file) {
      if (sims.length === 0) return
      const { writeFileReport } = await import('./plain-test.ts')
      writeFileReport(
        sims.map((sim) => sim.report()),
        file,
        reportFolder,
      )
    },
  }
}
