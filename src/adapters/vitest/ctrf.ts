/** The results of a run of Vitest in the Common Test Report Format (CTRF), with what each test did with its simulator. */
import { relative } from 'node:path'
import type { TestCase, TestModule } from 'vitest/node'
import { unknownText } from '../../gateway/report/check.ts'
import type { ReportCounts } from '../../gateway/report/counts.ts'
import { VERSION } from '../../version.ts'
import './meta.ts'

const SPECIFICATION = '0.1.0'
const STATUSES = ['passed', 'failed', 'skipped', 'pending', 'other'] as const

type CtrfStatus = (typeof STATUSES)[number]

export interface CtrfTest {
  readonly name: string
  readonly status: CtrfStatus
  /** Milliseconds of the wall clock. */
  readonly duration: number
  readonly start?: number
  readonly stop?: number
  /** The suites from the outermost one inwards; absent for a test outside of any. */
  readonly suite?: readonly string[]
  readonly message?: string
  readonly trace?: string
  /** The path of the file from the root of the project. */
  readonly filePath: string
  /** The trace of a failed test. */
  readonly attachments?: readonly CtrfAttachment[]
  readonly retries?: number
  readonly flaky?: boolean
  /** What the test did with its simulators; absent without one. */
  readonly extra?: { readonly reqsim: CtrfUse }
}

interface CtrfAttachment {
  readonly name: string
  readonly contentType: string
  readonly path: string
}

interface CtrfUse {
  /** How often `test.explore` ran the client. */
  readonly runs?: number
  readonly exchanges: number
  /** Ids of exercised operations. */
  readonly operations: readonly string[]
  /** Ids of the assumptions that shaped responses. */
  readonly assumptions: readonly string[]
  /** Parameters and fields that nothing read; absent if there are none. */
  readonly ignored?: readonly string[]
}

export interface CtrfReport {
  readonly reportFormat: 'CTRF'
  readonly specVersion: string
  readonly timestamp: string
  readonly generatedBy: string
  readonly results: {
    readonly tool: { readonly name: string; readonly version: string }
    readonly summary: { readonly [S in CtrfStatus | 'tests' | 'flaky' | 'start' | 'stop']: number }
    readonly tests: readonly CtrfTest[]
  }
  /** The thresholds that the run exceeded, a sentence each. */
  readonly extra: { readonly reqsim: { readonly problems: readonly string[] } }
}

export interface CtrfRun {
  readonly root: string
  /** The version of Vitest. */
  readonly version: string
  /** Milliseconds since 1970-01-01T00:00:00Z, of the wall clock. */
  readonly start: number
  readonly stop: number
  readonly problems: readonly string[]
}

export function ctrfReport(modules: readonly TestModule[], run: CtrfRun): CtrfReport {
  const tests = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ctrfTest(test, run.root)),
  )
  const count = (status: CtrfStatus) => tests.filter((test) => test.status === status).length
  return {
    reportFormat: 'CTRF',
    specVersion: SPECIFICATION,
    timestamp: new Date(run.stop).toISOString(),
    generatedBy: `reqsim ${VERSION}`,
    results: {
      tool: { name: 'vitest', version: run.version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: count('pending'),
        other: count('other'),
        flaky: tests.filter(({ flaky }) => flaky === true).length,
        start: run.start,
        stop: run.stop,
      },
      tests,
    },
    extra: { reqsim: { problems: run.problems } },
  }
}

function ctrfTest(test: TestCase, root: string): CtrfTest {
  const { errors = [] } = test.result()
  const suites = suitesOf(test)
  const trace = errors.flatMap(({ stack }) => stack ?? []).join('\n')
  const { reports, runs, trace: path } = test.meta().reqsim ?? {}
  return {
    name: test.name,
    status: statusOf(test),
    ...timesOf(test),
    ...(suites.length === 0 ? {} : { suite: suites }),
    ...(errors.length === 0 ? {} : { message: errors.map(({ message }) => message).join('\n') }),
    ...(trace === '' ? {} : { trace }),
    filePath: relative(root, test.module.moduleId).replaceAll('\\', '/'),
    ...(path === undefined
      ? {}
      : { attachments: [{ name: 'reqsim trace', contentType: 'application/gzip', path }] }),
    ...(reports === undefined
      ? {}
      : { extra: { reqsim: { ...(runs === undefined ? {} : { runs }), ...useOf(reports) } } }),
  }
}

function statusOf(test: TestCase): CtrfStatus {
  const { state } = test.result()
  return state === 'skipped' && test.options.mode === 'todo' ? 'pending' : state
}

function timesOf(test: TestCase): Pick<CtrfTest, 'duration' | 'start' | 'stop' | 'retries' | 'flaky'> {
  const diagnostic = test.diagnostic()
  if (diagnostic === undefined) return { duration: 0 }
  const { startTime, duration, retryCount, flaky } = diagnostic
  return {
    duration: Math.round(duration),
    start: Math.round(startTime),
    stop: Math.round(startTime + duration),
    retries: retryCount,
    flaky,
  }
}

function suitesOf(test: TestCase): string[] {
  const names: string[] = []
  for (let { parent } = test as Pick<TestCase, 'parent'>; parent.type === 'suite'; parent = parent.parent)
    names.unshift(parent.name)
  return names
}

function useOf(reports: readonly ReportCounts[]): CtrfUse {
  const operations = reports.flatMap((report) =>
    report.operations.filter(({ exercised }) => exercised > 0).map(({ operation }) => operation),
  )
  const ignored = new Set(reports.flatMap(({ unknown }) => unknown.map(unknownText)))
  return {
    exchanges: reports.reduce((sum, { exchanges }) => sum + exchanges, 0),
    operations: [...new Set(operations)],
    assumptions: [...new Set(reports.flatMap(({ assumptions }) => assumptions.map(({ id }) => id)))],
    ...(ignored.size === 0 ? {} : { ignored: [...ignored] }),
  }
}
