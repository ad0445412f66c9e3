/**
 * The reporter for Vitest: adds up the reports of all tests with the fixture `sim`, in all workers, and fails the run if a
 * threshold is exceeded.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import {
  checkReport,
  checkThresholds,
  type CurrentThresholds,
  currentThresholds,
  type ReportThresholds,
  unknownText,
} from '../../gateway/report/check.ts'
import { redactText } from '../../gateway/journal/redact-text.ts'
import { reportOfCounts } from '../../gateway/report/counts.ts'
import { reportWriter } from '../../gateway/report/formats.ts'
import { reportMarkdown } from '../../gateway/report/markdown.ts'
import type { Report } from '../../gateway/report/report.ts'
import { reportSummary } from '../../gateway/report/tables.ts'
import { createSimulator } from '../../index.ts'
import { checkFields } from '../../model/input/option-checks.ts'
import { quoted } from '../../model/input/refusal.ts'
import { visible, visibleLines } from '../../replay/text.ts'
import type { FailedRun } from '../../simulator/past/failed-run.ts'
import { countText } from '../../world/count-text.ts'
import { type GithubRun, githubRun } from '../github/github-run.ts'
import {
  failureOfTrace,
  failuresText,
  foldedLines,
  type GithubFailure,
  reportOnGithub,
} from '../github/report.ts'
import { isOfProject } from '../shared/runner-failure.ts'
import { ctrfReport } from './ctrf.ts'
import type { TestMeta } from './meta.ts'

/**
 * Options of the reporter. Paths of files start at the root of the project. A type and not an interface, which the
 * configuration of Vitest would not accept.
 */
export type ReporterOptions = {
  /** The files to write the report to: `.json`, `.html`, or `.md` for a pull request. Default: none. */
  readonly report?: string | readonly string[]
  /** The file to write the results of all tests to, in the Common Test Report Format: `.json`. Default: none. */
  readonly ctrf?: string
  /** The thresholds of `checkReport`, over the whole run. Default: none. */
  readonly thresholds?: ReportThresholds
}

const OPTIONS = Object.keys({ report: true, ctrf: true, thresholds: true } satisfies Record<
  keyof ReporterOptions,
  true
>)

/** Throws TypeError for an option or threshold that does not exist, and for a file with another ending. */
export default class ReqsimReporter implements Reporter {
  readonly #files: readonly string[]
  readonly #ctrf: string | undefined
  readonly #thresholds: CurrentThresholds
  readonly #github = githubRun(process.env)
  #vitest: Vitest | undefined
  #start = 0

  constructor(options: ReporterOptions = {}) {
    checkFields('the options of reqsim/vitest/reporter', options, OPTIONS)
    const { report = [], ctrf, thresholds = {} } = options
    this.#files = [report].flat()
    this.#ctrf = ctrf
    for (const file of this.#files)
      if (typeof file !== 'string' || reportWriter(file) === undefined)
        throw new TypeError(`report: a report is a .json, .html or .md file, not ${quoted(String(file))}`)
    if (ctrf !== undefined && !(typeof ctrf === 'string' && ctrf.endsWith('.json')))
      throw new TypeError(`ctrf: it is a .json file, not ${quoted(String(ctrf))}`)
    checkThresholds(thresholds)
    this.#thresholds = currentThresholds(thresholds)
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
    // The fixture makes no report in a run that nobody reports.
    vitest.provide('reqsimReporter', this.#github === undefined ? 'counts' : 'failures')
  }

  onTestRunStart(): void {
    this.#start = Date.now()
  }

  async onTestRunEnd(
    finished: readonly TestModule[],
    _errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const vitest = this.#vitest
    if (vitest === undefined) return
    // While Vitest watches, it runs some files again: the others count with their last run.
    const modules = vitest.config.watch ? vitest.state.getTestModules() : finished
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const reported = tests.flatMap((test) => test.meta().reqsim ?? [])
    const report = await mergedReport(
      reported,
      modules.flatMap((module) => module.meta().reqsim ?? []),
    )
    // An interrupted run says nothing about the tests that it did not reach.
    const thresholds = (await isPartial(vitest, modules))
      ? withoutMinimum(this.#thresholds)
      : this.#thresholds
    const problems = reason === 'interrupted' ? [] : checkReport(report, thresholds)
    vitest.logger.log([summaryText(report, reported), ...ignoredLines(tests)].join('\n'))
    if (thresholds.minExercised !== this.#thresholds.minExercised)
      vitest.logger.log('  This run leaves tests out, so that minExercised is not checked.')
    for (const problem of problems) vitest.logger.error(`reqsim: ${visibleLines(problem)}`)
    const { root } = vitest.config
    for (const file of this.#files)
      writeText(resolve(root, file), reportWriter(file)?.(report, problems) ?? '')
    if (this.#ctrf !== undefined) {
      const run = { root, version: vitest.version, start: this.#start, stop: Date.now(), problems }
      writeText(resolve(root, this.#ctrf), `${JSON.stringify(ctrfReport(modules, run), undefined, 2)}\n`)
    }
    if (this.#github !== undefined && reported.length + problems.length > 0)
      writeOnGithub(this.#github, vitest, { tests, reported, report, problems })
    if (problems.length > 0 && !vitest.config.watch) process.exitCode = 1
  }
}

async function mergedReport(tests: readonly TestMeta[], modules: readonly TestMeta[]): Promise<Report> {
  const unused = await createSimulator({ scenario: 'empty' })
  await unused.preload()
  const descriptions = modules.flatMap((module) => module.descriptions ?? [])
  return reportOfCounts(
    tests.flatMap(({ reports = [] }) => reports),
    unused.report(),
    descriptions.length === 0 ? undefined : descriptions,
  )
}

interface ReportedRun {
  readonly tests: readonly TestCase[]
  readonly reported: readonly TestMeta[]
  readonly report: Report
  readonly problems: readonly string[]
}

function writeOnGithub(github: GithubRun, vitest: Vitest, run: ReportedRun): void {
  const { tests, reported, report, problems } = run
  const failures = tests.flatMap((test) => failedTest(test, github) ?? [])
  const hasOwnReporter = [vitest.config.reporters].flat(2).includes('github-actions')
  reportOnGithub(
    github,
    {
      heading: failuresText(failures.length, reported.length),
      failures,
      problems,
      figures: reportSummary(report),
      folded: [
        ...foldedLines('Ignored names', ignoredLines(tests)),
        { title: 'Report', markdown: reportMarkdown(report, problems) },
      ],
    },
    { level: hasOwnReporter ? 'notice' : 'error', print: (line) => vitest.logger.log(line) },
  )
}

/** Undefined for a test that passed, or that had no simulator. */
function failedTest(test: TestCase, github: GithubRun): GithubFailure | undefined {
  const used = test.meta().reqsim
  const { state, errors = [] } = test.result()
  if (state !== 'failed' || used === undefined) return undefined
  const { root } = test.project.config
  const { moduleId } = test.module
  const failed = used.failure ?? { failure: unknownFailure(test), exchanges: [] }
  const { thrownAt = '', file = moduleId } = failed.failure
  const [, path = file, line, column] = /^(?!\w+:\/\/)(.+):(\d+):(\d+)$/.exec(thrownAt) ?? []
  const frame = errors[0]?.stacks?.find((each) => isOfProject(each.file))
  const thrown =
    frame === undefined
      ? github.placeOf(root, path, numberOf(line), numberOf(column))
      : github.placeOf(root, frame.file, frame.line, frame.column)
  return failureOfTrace(failed, thrown ?? github.placeOf(root, moduleId), used.trace)
}

/** If there is no trace that says more: its error may hold a credential that nobody knows. */
function unknownFailure({ fullName }: TestCase): FailedRun {
  return { title: redactText(fullName), error: 'the log has the error of this test' }
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits)
}

/** True if the command line selects some of the tests, such as with `-t`, a file name or `--shard`. */
async function isPartial(vitest: Vitest, modules: readonly TestModule[]): Promise<boolean> {
  if (vitest.config.testNamePattern !== undefined) return true
  return modules.length < (await vitest.globTestSpecifications()).length
}

function withoutMinimum({ minExercised: _minimum, ...kept }: CurrentThresholds): CurrentThresholds {
  return kept
}

function summaryText(report: Report, tests: readonly TestMeta[]): string {
  const rows = reportSummary(report)
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    `\nreqsim, ${countText(tests.length, 'test')} with sim${exploredText(tests)}:`,
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
  ].join('\n')
}

/** `, 2 of them explored in 300 runs`; empty without `test.explore`. */
function exploredText(tests: readonly TestMeta[]): string {
  const explored = tests.flatMap(({ runs }) => runs ?? [])
  if (explored.length === 0) return ''
  const runs = explored.reduce((sum, each) => sum + each, 0)
  return `, ${explored.length} of them explored in ${countText(runs, 'run')}`
}

/** Ignored names that are listed with their tests. */
const LISTED_IGNORED = 20

/** What each test sent that nothing read. */
function ignoredLines(tests: readonly TestCase[]): readonly string[] {
  const lines = tests.flatMap((test) => {
    const { reports = [] } = test.meta().reqsim ?? {}
    const names = new Set(reports.flatMap(({ unknown }) => unknown.map(unknownText)))
    return [...names].map((name) => `  ignored: ${visible(name)}, in '${visible(test.fullName)}'`)
  })
  const more = lines.length - LISTED_IGNORED
  return more > 0
    ? [
        ...lines.slice(0, LISTED_IGNORED),
        `  and ${countText(more, 'more ignored name', 'more ignored names')}`,
      ]
    : lines
}

function writeText(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
