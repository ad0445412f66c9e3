/**
 * The run in the Test Anything Protocol, version 14: one test per step. It contains no wall-clock time, so that equal runs give
 * equal output.
 */
import { labelOf, type Reporter, withInner } from './reporter.ts'
import { visible } from '../../replay/text.ts'

export function createTapReporter(write: (text: string) => void): Reporter {
  let number = 0
  return {
    begin: () => write('TAP version 14\n'),
    beginScenario: ({ name, source, seed }) => write(`# ${plain(`${name} (${source}), seed ${seed}`)}\n`),
    step(result, scenario) {
      for (const each of withInner(result)) {
        number++
        const { outcome, failures, path, begin, curl } = each
        const label = plain(`${scenario.name}: ${labelOf(each)}`)
        const skip = outcome === 'skipped' ? ' # SKIP an earlier step failed' : ''
        write(`${outcome === 'failed' ? 'not ok' : 'ok'} ${number} - ${label}${skip}\n`)
        if (outcome !== 'failed') continue
        const fields = { message: failures.join('\n'), at: scenario.placeOf(path), clock: begin, curl }
        const lines = Object.entries(fields).flatMap(([name, value]) =>
          // JSON text is YAML text.
          value === undefined ? [] : [`  ${name}: ${visible(JSON.stringify(value))}\n`],
        )
        write(`  ---\n${lines.join('')}  ...\n`)
      }
    },
    endScenario: () => {},
    end: () => write(`1..${number}\n`),
  }
}

/** A valid description: one line without directives. */
function plain(text: string): string {
  return visible(text.replaceAll(/\s+/g, ' ')).replaceAll(/[\\#]/g, '\\$&')
}
