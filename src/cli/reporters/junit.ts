/**
 * The run as JUnit XML: a suite for each scenario, a case for each step. Times are virtual, so that equal runs give equal
 * files.
 */
import type { StepResult } from '../../scenario/timeline/timeline.ts'
import { escaped } from '../../replay/text.ts'
import {
  type Counts,
  countSteps,
  labelOf,
  type ReportedScenario,
  type Reporter,
  withInner,
} from './reporter.ts'

export function createJunitReporter(write: (text: string) => void): Reporter {
  const suites: string[] = []
  let cases: StepResult[] = []
  return {
    beginScenario: () => {
      cases = []
    },
    step: (result) => cases.push(result),
    endScenario: (_result, scenario) => suites.push(suiteOf(scenario, cases)),
    end: (counts) =>
      write(
        `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="reqsim"${countAttributes(counts)}>\n${suites.join('')}</testsuites>\n`,
      ),
  }
}

function suiteOf(scenario: ReportedScenario, results: readonly StepResult[]): string {
  const began = results[0]?.begin
  const time = results.reduce((sum, { elapsed }) => sum + elapsed, 0)
  const head = `name="${escaped(scenario.name)}" file="${escaped(scenario.source)}"${countAttributes(countSteps(results))} time="${seconds(time)}"`
  const cases = results.flatMap((result) => [...withInner(result)].map((each) => caseOf(each, scenario)))
  return `  <testsuite ${head}${began === undefined ? '' : ` timestamp="${began}"`}>\n${cases.join('')}  </testsuite>\n`
}

function caseOf(result: StepResult, scenario: ReportedScenario): string {
  const { outcome, path, elapsed, failures, curl } = result
  const head = `    <testcase classname="${escaped(scenario.name)}" name="${escaped(`${path} ${labelOf(result)}`)}" time="${seconds(elapsed)}"`
  if (outcome === 'passed') return `${head}/>\n`
  if (outcome === 'skipped')
    return `${head}>\n      <skipped message="an earlier step failed"/>\n    </testcase>\n`
  const text = [scenario.placeOf(path), ...failures, ...(curl === undefined ? [] : [curl])].join('\n')
  const failure = `<failure message="${escaped(failures[0] ?? '')}">${escaped(text)}</failure>`
  return `${head}>\n      ${failure}\n    </testcase>\n`
}

function countAttributes({ passed, failed, skipped }: Counts): string {
  return ` tests="${passed + failed + skipped}" failures="${failed}" errors="0" skipped="${skipped}"`
}

/** Virtual milliseconds as seconds. */
function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
