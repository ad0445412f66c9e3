/** What an exploration found, as a command prints and writes it. */
import { explorationText, type Exploration, type ExploreFailure } from '../../adapters/explore.ts'
import { escaped } from '../../replay/text.ts'
import { CommandFailed } from './quiet-command.ts'

/** As text, with the end of what the command printed. */
export function resultText(found: Exploration): string {
  const outputs = found.failures.flatMap(({ error }, index) =>
    error instanceof CommandFailed && error.output !== ''
      ? [`\nThe command printed in run ${index + 1}, at the end:\n${error.output.trimEnd()}`]
      : [],
  )
  // Before what was tried, which may be long.
  const first = found.failures.slice(0, 1).map(({ sentence }) => `Failure: ${sentence}\n`)
  return `${[...first, explorationText(found), ...outputs].join('\n')}\n`
}

/** As JSON; its schema is `explore`. */
export function resultJson({ failures, ...found }: Exploration): string {
  return `${JSON.stringify({ ...found, failures: failures.map(failureData) }, undefined, 2)}\n`
}

function failureData({ error, exchanges, trace: _trace, ...failure }: ExploreFailure) {
  return {
    ...failure,
    output: error instanceof CommandFailed ? error.output : '',
    exchanges: exchanges.map(({ number, method, url, operation, user, status, fault }) => ({
      number,
      method,
      url,
      operation: operation ?? null,
      user: user ?? null,
      status: status ?? null,
      fault: fault ?? null,
    })),
  }
}

/** As JUnit XML: a case for each failure, or one that passed. */
export function resultJunit(found: Exploration): string {
  const { failures, schedules } = found
  const cases = failures.map(
    ({ sentence, message }) =>
      `    <testcase classname="reqsim explore" name="${escaped(sentence)}">\n      <failure message="${escaped(message)}">${escaped(sentence)}</failure>\n    </testcase>\n`,
  )
  const passed = `    <testcase classname="reqsim explore" name="no schedule of ${schedules} broke the client"/>\n`
  const counts = `tests="${Math.max(1, failures.length)}" failures="${failures.length}" errors="0" skipped="0"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="reqsim explore" ${counts}>\n  <testsuite name="explore" ${counts}>\n${cases.join('') || passed}  </testsuite>\n</testsuites>\n`
}
