/** The report as Markdown, for example for a comment on a pull request. */
import { isOfCategory } from '../../language/unicode.ts'
import { reportSummary, type ReportTable, reportTables } from './tables.ts'
import type { Report } from './report.ts'

/** Returns the text. `problems` from `checkReport` come first. */
export function reportMarkdown(report: Report, problems: readonly string[] = []): string {
  const parts = [
    '# Report of the simulator',
    ...(problems.length === 0
      ? []
      : ['## Problems', problems.map((problem) => `- ${markdownText(problem)}`).join('\n')]),
    rowsText(['', ''], reportSummary(report)),
    ...reportTables(report).flatMap(section),
  ]
  return `${parts.join('\n\n')}\n`
}

function section({ title, explanation, columns, rows, empty }: ReportTable): string[] {
  return [`## ${title}`, explanation, rows.length === 0 ? empty : rowsText(columns, rows)]
}

function rowsText(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |`
  return [line(columns), `|${' --- |'.repeat(columns.length)}`, ...rows.map(line)].join('\n')
}

/** Escapes text: names come from clients, whose markup, links and mentions must have no effect. */
export function markdownText(text: string): string {
  return (
    withoutUnseen(text)
      .replaceAll(/[\\`*_{}[\]|~#!]/g, '\\$&')
      // After the backslashes, so that the signs of references are not escaped twice.
      .replaceAll(/[&<>@]/g, (character) => `&#${character.charCodeAt(0)};`)
      .replaceAll('://', ':&#8203;//')
  )
}

/** Replaces each run of control characters, format characters and line ends by one space. */
function withoutUnseen(text: string): string {
  let written = ''
  let wasSeen = true
  for (const character of text) {
    const isSeen = !isUnseen(character.codePointAt(0) as number)
    if (isSeen) written += character
    else if (wasSeen) written += ' '
    wasSeen = isSeen
  }
  return written
}

function isUnseen(point: number): boolean {
  if (point < 0xa0) return point < 0x20 || point >= 0x7f
  return point === 0x2028 || point === 0x2029 || isOfCategory('Cf', point)
}
