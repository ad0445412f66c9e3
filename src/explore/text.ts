/** An exploration as text for a terminal. */
import { countText } from '../world/count-text.ts'
import { changedWords } from './changed-value.ts'
import type { Consequence } from './consequence.ts'
import type { Exploration } from './explore.ts'
import type { ExploredExchange } from './record.ts'

const ENDED = {
  schedules: 'all schedules were run',
  budget: 'the budget was used up',
  failures: 'enough failures were found',
  exhausted: 'nothing new was left to try',
} as const

const CONSEQUENCE_WORDS: Readonly<Record<Consequence, string>> = {
  'wrong data': 'It leaves wrong data.',
  'work not reported': 'It reports an error although a write had worked.',
  'no end': 'It does not end, or loses an error.',
  'gave up': 'It gives up.',
}

/** The most characters of an error in a line. */
const MAXIMUM_CHARACTERS = 200

/** What was found, what was tried and what was left, in lines. */
export function explorationText(found: Exploration): string {
  const { failures, schedules, ended, assumptions, coverage, gaveUp } = found
  const lines = [
    `${countText(schedules, 'schedule')}, ${countText(failures.length, 'failure')}: ${ENDED[ended]}.`,
  ]
  // Otherwise a client that calls another address would seem to pass.
  if (coverage.operations.length === 0)
    lines.push('The client sent no request to the simulator, so that nothing could be disturbed.')
  // So would one that is set up wrongly, if it may give up.
  if (gaveUp !== undefined)
    lines.push(`Without any disturbance, the client already gives up, as it may: "${shortened(gaveUp)}".`)
  for (const [index, failure] of failures.entries()) {
    lines.push('', `${index + 1}. ${failure.sentence}`)
    const times = countText(failure.times, 'schedule')
    lines.push(
      `   ${CONSEQUENCE_WORDS[failure.consequence]} ${times} failed this way (seed ${failure.seed}).`,
    )
    lines.push(...exchangeLines(failure.exchanges))
  }
  if (assumptions.length > 0)
    lines.push('', 'Alternatives of assumptions that break the client, the least certain first:')
  for (const { assumption, title, alternative, degree, behaviour, changed } of assumptions) {
    lines.push(`- ${assumption} (${degree}) ${title}: the service may follow '${alternative}': ${behaviour}`)
    if (changed !== undefined) lines.push(`  ${changedWords(changed)}.`)
  }
  lines.push('', 'What was tried, in runs in which it happened / could not happen:')
  for (const { operation, pairs, untried } of coverage.operations) {
    const counts = pairs.map(({ kind, happened, missed }) => `${kind} ${happened}/${missed}`)
    lines.push(`- ${operation}: ${counts.join(', ') || 'nothing'}`)
    if (untried.length > 0) lines.push(`  not tried: ${untried.join(', ')}`)
  }
  return lines.join('\n')
}

function shortened(message: string): string {
  const text = message.replaceAll(/\s+/g, ' ').trim()
  return text.length > MAXIMUM_CHARACTERS ? `${text.slice(0, MAXIMUM_CHARACTERS)}…` : text
}

/** One line for each exchange; repetitions of a call with the same response share one. */
function exchangeLines(exchanges: readonly ExploredExchange[]): string[] {
  const groups: { readonly text: string; readonly first: number; last: number }[] = []
  for (const { number, method, url, status, fault } of exchanges) {
    const injected = fault === undefined ? '' : ` (${fault})`
    const text = `${method} ${url} -> ${status ?? 'no response'}${injected}`
    const group = groups.at(-1)
    if (group?.text === text) group.last = number
    else groups.push({ text, first: number, last: number })
  }
  return groups.map(
    ({ text, first, last }) => `   ${first === last ? first : `${first} to ${last}`}. ${text}`,
  )
}
