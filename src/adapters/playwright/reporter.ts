/**
 * The reporter for Playwright: on GitHub, an annotation for each failed test with a simulator, at the line that threw, and the
 * summary of the job. Elsewhere it prints nothing.
 */
import { readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { redactText } from '../../gateway/journal/redact-text.ts'
import { type GithubRun, githubRun } from '../github/github-run.ts'
import { failureOfTrace, failuresText, type GithubFailure, reportOnGithub } from '../github/report.ts'
import { readTraceFailure, type TraceFailure } from '../shared/trace-failure.ts'

/** The attachment of the fixture `sim`. */
const TRACE = 'reqsim trace'
const JOURNAL = 'reqsim journal'

export default class ReqsimReporter implements Reporter {
  readonly #github: GithubRun | undefined = githubRun(process.env)
  /** The last attempt of each test. */
  readonly #results = new Map<TestCase, TestResult>()
  #config: FullConfig | undefined

  onBegin(config: FullConfig): void {
    this.#config = config
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (this.#github !== undefined) this.#results.set(test, result)
  }

  async onEnd(): Promise<void> {
    const [github, config] = [this.#github, this.#config]
    if (github === undefined || config === undefined || this.#results.size === 0) return
    const root = config.configFile === undefined ? config.rootDir : dirname(config.configFile)
    const failures: GithubFailure[] = []
    for (const [test, result] of this.#results)
      if (test.outcome() === 'unexpected' && hasSimulator(result))
        failures.push(await failedTest(test, result, { github, root }))
    const hasOwnReporter = config.reporter.some(([name]) => name === 'github')
    reportOnGithub(
      github,
      { heading: failuresText(failures.length, this.#results.size), failures },
      {
        level: hasOwnReporter ? 'notice' : 'error',
        print: (line) => void process.stdout.write(`${line}\n`),
      },
    )
  }

  printsToStdio(): boolean {
    return false
  }
}

/** Only then it attaches something. */
function hasSimulator({ attachments }: TestResult): boolean {
  return attachments.some(({ name }) => name === TRACE || name === JOURNAL)
}

async function failedTest(
  test: TestCase,
  result: TestResult,
  { github, root }: { readonly github: GithubRun; readonly root: string },
): Promise<GithubFailure> {
  const { file, line, column } = result.errors[0]?.location ?? test.location
  const trace = result.attachments.find(({ name }) => name === TRACE)?.path
  return failureOfTrace(
    (await failureOf(trace)) ?? { failure: unknownFailure(test), exchanges: [] },
    github.placeOf(root, file, line, column) ?? github.placeOf(root, test.location.file),
    trace === undefined ? undefined : relative(process.cwd(), trace).replaceAll('\\', '/'),
  )
}

/** Undefined for a trace that cannot be read: a test fails for its own reason. */
async function failureOf(trace: string | undefined): Promise<TraceFailure | undefined> {
  try {
    return trace === undefined ? undefined : await readTraceFailure(readFileSync(trace))
  } catch {
    return undefined
  }
}

function unknownFailure(test: TestCase): TraceFailure['failure'] {
  // The first titles are those of the run, the project and the file.
  return {
    title: redactText(test.titlePath().slice(3).join(' > ')),
    error: 'the log has the error of this test',
  }
}
