/** The run as readable text, step by step. */
import { styleText } from 'node:util'
import type { StepResult } from '../../scenario/timeline/timeline.ts'
import { countsText, labelOf, type ReportedScenario, type Reporter } from './reporter.ts'
import { visible } from '../../replay/text.ts'
import { countText } from '../../world/count-text.ts'

const MARKS = { passed: '✓', failed: '✗', skipped: '-' } as const
const COLOURS = { passed: 'green', failed: 'red', skipped: 'yellow' } as const

export function createTtyReporter(write: (text: string) => void): Reporter {
  return {
    beginScenario: ({ name, source, seed }) =>
      write(
        `${paint('bold', visible(name))}${source === name ? '' : ` (${visible(source)})`}, seed ${visible(seed)}\n`,
      ),
    step: (result, scenario) => writeStep(result, scenario, '  ', write),
    endScenario: ({ now, left }) => write(`  ${paint('dim', `it is ${now}${leftText(left)}`)}\n\n`),
    end: (counts) => write(`${paint(counts.failed === 0 ? 'green' : 'red', countsText(counts))}\n`),
  }
}

function writeStep(
  result: StepResult,
  scenario: ReportedScenario,
  indent: string,
  write: (text: string) => void,
): void {
  const { outcome, begin, note, failures, curl, steps = [], path } = result
  const time = begin === undefined ? '            ' : begin.slice(11, 23)
  write(
    `${indent}${paint('dim', time)} ${paint(COLOURS[outcome], MARKS[outcome])} ${visible(labelOf(result))}\n`,
  )
  const inner = `${indent}               `
  if (note !== undefined)
    for (const line of note.trimEnd().split('\n')) write(`${inner}${paint('dim', visible(line))}\n`)
  if (outcome === 'failed') {
    for (const line of [`at ${scenario.placeOf(path)}`, ...failures, ...(curl === undefined ? [] : [curl])])
      write(`${inner}${paint('red', visible(line))}\n`)
  }
  for (const step of steps) writeStep(step, scenario, `${indent}  `, write)
}

/** Uses colours only in a terminal that supports them. */
function paint(style: 'bold' | 'dim' | 'green' | 'red' | 'yellow', text: string): string {
  return styleText(style, text, { stream: process.stdout })
}

function leftText(left: number): string {
  if (left === 0) return ''
  return `, ${countText(left, 'step is', 'steps are')} left`
}
