/** The report in sentences, which text, Markdown and annotations share. */
import { countText } from '../../world/count-text.ts'
import type { MutationReport, ReportedMutant } from '../output/mutate-schema.ts'
import type { MutantCounts } from './report.ts'

/** How many tests are named. */
const NAMED = 3

export function survivorSentence({ sentence }: ReportedMutant): string {
  return `Your tests would not notice if ${sentence}.`
}

/** What to do about a survivor, and where, a line each. */
export function survivorLines({ id, hint, coveredBy }: ReportedMutant): readonly string[] {
  const more = coveredBy.length - NAMED
  const named = coveredBy.slice(0, NAMED).join('; ')
  return [
    `To notice it: ${hint}`,
    `Reached by: ${more > 0 ? `${named}; and ${more} more` : named}`,
    `Mutant: ${id}`,
  ]
}

export function headSentence({ killed, timeout, survived }: MutantCounts): string {
  const reached = killed + timeout + survived
  if (reached === 0) return 'Your tests reached no mistake of the service.'
  if (survived === 0) return `Your tests notice ${everyOf(reached)} of the service that they reached.`
  return `Your tests would not notice ${survived} of ${countText(reached, 'mistake')} of the service that they reached.`
}

function everyOf(reached: number): string {
  return reached === 1 ? 'the one mistake' : `all ${countText(reached, 'mistake')}`
}

export function scoreSentences(report: MutationReport): string {
  const { killed, timeout, survived, notReached, left, ended, score } = report
  const reached = killed + timeout + survived
  const kept = report.mutants.filter((mutant) => mutant.kept === true).length
  return [
    score === null
      ? 'No score: no mutant was reached.'
      : `Score ${score} %: of ${countText(reached, 'reached mutant')}, the tests noticed ${killed + timeout}${byTime(timeout)}.`,
    ...(notReached === 0 ? [] : [`${countText(notReached, 'mutant')} changed nothing in the run.`]),
    ...(kept === 0 ? [] : [`${countText(kept, 'result')} of an earlier run still hold.`]),
    ...(left === 0
      ? []
      : [
          `${countText(left, 'mutant')} had no turn: ${ended === 'budget' ? 'the budget was used up' : 'the run was interrupted'}.`,
        ]),
  ].join(' ')
}

function byTime(timeout: number): string {
  return timeout === 0 ? '' : `, ${timeout} of them by taking too long`
}

const COLUMNS = ['Score', 'Killed', 'Too long', 'Survived', 'Not reached'] as const

/** The tables by operation and by group; the first row of each has the names of its columns. */
export function scoreTables({ places, groups }: MutationReport): readonly (readonly (readonly string[])[])[] {
  const row = (name: string, { score, killed, timeout, survived, notReached }: MutantCounts) => [
    name,
    score === null ? '–' : `${score} %`,
    ...[killed, timeout, survived, notReached].map(String),
  ]
  return [
    [['Operation', ...COLUMNS], ...places.map((each) => row(each.place, each))],
    [['Group', ...COLUMNS], ...groups.map((each) => row(each.group, each))],
  ]
}
