/** The report as text, Markdown, JSON and JUnit XML. */
import { markdownText } from '../../gateway/report/markdown.ts'
import { escaped, visible } from '../../replay/text.ts'
import { countText } from '../../world/count-text.ts'
import type { MutationReport, ReportedMutant } from '../output/mutate-schema.ts'
import { columns } from '../output/table.ts'
import { survivorsOf } from './report.ts'
import { headSentence, scoreSentences, scoreTables, survivorLines, survivorSentence } from './sentences.ts'

/** The survivors that text and Markdown list; the most telling ones come first. */
const LISTED = 40

/** For a terminal: first what survived. */
export function reportText(report: MutationReport): string {
  const survivors = listedSurvivors(report).map((mutant, index) => {
    const indent = ' '.repeat(String(index + 1).length + 2)
    const lines = [survivorSentence(mutant), ...survivorLines(mutant)].map(visible)
    return `${index + 1}. ${lines.join(`\n${indent}`)}\n`
  })
  const tables = report.mutants.length === 0 ? [] : scoreTables(report).map(columns)
  return [
    `${headSentence(report)}\n`,
    ...survivors,
    ...moreSurvivors(report),
    ...tables,
    `${scoreSentences(report)}\n`,
  ].join('\n')
}

function listedSurvivors(report: MutationReport): readonly ReportedMutant[] {
  return survivorsOf(report).slice(0, LISTED)
}

function moreSurvivors({ survived }: MutationReport): readonly string[] {
  const more = survived - LISTED
  return more <= 0 ? [] : [`And ${countText(more, 'more survivor')}: --html and --json have all of them.\n`]
}

export function reportJson(report: MutationReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`
}

export function mutationMarkdown(report: MutationReport, problem?: string): string {
  const survivors = listedSurvivors(report).map(
    (mutant, index) =>
      `${index + 1}. **${markdownText(survivorSentence(mutant))}**\n${survivorLines(mutant)
        .map((line) => `   - ${markdownText(line)}\n`)
        .join('')}`,
  )
  return [
    '# Mistakes of the service\n',
    ...(problem === undefined ? [] : [`**${markdownText(problem)}**\n`]),
    `${markdownText(headSentence(report))}\n`,
    ...(survivors.length === 0 ? [] : [survivors.join('')]),
    ...moreSurvivors(report),
    ...(report.mutants.length === 0 ? [] : scoreTables(report).map(markdownTable)),
    `${markdownText(scoreSentences(report))}\n`,
  ].join('\n')
}

/** A suite for each operation, a case for each mutant: one that survived has failed, one that was not reached is skipped. */
export function reportJunit(report: MutationReport): string {
  const { mutants, survived, notReached } = report
  const suites = report.places.map((counts) => {
    const own = mutants.filter(({ place }) => place === counts.place)
    const attributes = countAttributes(own.length, counts.survived, counts.notReached)
    return `  <testsuite name="${escaped(counts.place)}" ${attributes}>\n${own.map(caseOf).join('')}  </testsuite>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="reqsim mutate" ${countAttributes(mutants.length, survived, notReached)}>\n${suites.join('')}</testsuites>\n`
}

function caseOf(mutant: ReportedMutant): string {
  const { id, place, status } = mutant
  const head = `    <testcase classname="${escaped(place)}" name="${escaped(id)}"`
  if (status === 'survived') {
    const sentence = survivorSentence(mutant)
    const text = [sentence, ...survivorLines(mutant)].join('\n')
    return `${head}>\n      <failure message="${escaped(sentence)}">${escaped(text)}</failure>\n    </testcase>\n`
  }
  if (status !== 'not-reached') return `${head}/>\n`
  const message = mutant.message ?? 'it changed no response and no record'
  return `${head}>\n      <skipped message="${escaped(message)}"/>\n    </testcase>\n`
}

function countAttributes(tests: number, failures: number, skipped: number): string {
  return `tests="${tests}" failures="${failures}" errors="0" skipped="${skipped}"`
}

function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |\n`
  return `${line(head)}|${' --- |'.repeat(head.length)}\n${rows.map(line).join('')}`
}

/** `npx vitest run: 2 survivors, score 85.7 %`. */
export function reportHeading(report: MutationReport): string {
  const { command, survived, score } = report
  const scored = score === null ? 'no score' : `score ${score} %`
  return `reqsim mutate: ${command}, ${countText(survived, 'survivor')}, ${scored}`
}
