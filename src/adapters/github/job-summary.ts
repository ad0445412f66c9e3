/** The summary of a job on GitHub: Markdown that a job appends to a file. */
import { markdownText } from '../../gateway/report/markdown.ts'
import { escaped, visibleLines } from '../../replay/text.ts'
import { cut } from './annotation.ts'

export interface SummarisedFailure {
  readonly title: string
  /** The address of the line on GitHub. */
  readonly url?: string | undefined
  /** Its first line stands in the table. */
  readonly error: string
  /** What is folded; no more than `error` if it is empty. */
  readonly details?: string
}

export interface JobSummary {
  readonly heading: string
  readonly failures: readonly SummarisedFailure[]
  /** A sentence for each exceeded threshold, and what else to note. */
  readonly notes: readonly string[]
  readonly figures: readonly (readonly [name: string, value: string])[]
  /** Long texts: Markdown. */
  readonly folded?: readonly Folded[]
}

export interface Folded {
  readonly title: string
  readonly markdown: string
}

/** GitHub takes a megabyte for a step, which may write several summaries. */
export const MAXIMUM_SUMMARY_BYTES = 250_000
/** Characters of a cell, and of a folded text. */
const MAXIMUM_CELL = 200
const MAXIMUM_DETAILS = 16_000
const MAXIMUM_ROWS = 200

/** The Markdown. Folded texts that do not fit are left out, and counted. */
export function jobSummaryMarkdown({ heading, failures, notes, figures, folded = [] }: JobSummary): string {
  const more = failures.length - MAXIMUM_ROWS
  const parts = [
    `## ${markdownText(heading)}`,
    ...(failures.length === 0
      ? []
      : [table(['Failed', 'Error'], failures.slice(0, MAXIMUM_ROWS).map(failureRow))]),
    ...(more > 0 ? [`And ${more} more.`] : []),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${markdownText(note)}`).join('\n')]),
    ...(figures.length === 0
      ? []
      : [
          table(
            ['Figure', 'Value'],
            figures.map((row) => row.map((cell) => cellText(cell))),
          ),
        ]),
  ]
  const details = [
    ...failures.slice(0, MAXIMUM_ROWS).flatMap(({ title, error, details: text = '' }) => {
      const whole = text === '' ? error : text
      return whole.includes('\n') || whole.length > MAXIMUM_CELL
        ? [foldedText({ title, markdown: preformatted(whole) })]
        : []
    }),
    ...folded.map(foldedText),
  ]
  let bytes = bytesOf(parts.join('\n\n'))
  let left = 0
  for (const each of details) {
    const size = bytesOf(each) + 2
    if (bytes + size > MAXIMUM_SUMMARY_BYTES) left++
    else {
      parts.push(each)
      bytes += size
    }
  }
  if (left > 0) parts.push(`${left} longer texts are left out: a summary has a limit.`)
  return `${parts.join('\n\n')}\n\n`
}

function failureRow({ title, url, error }: SummarisedFailure): readonly string[] {
  const name = cellText(title)
  const [first = ''] = error.split('\n')
  return [url === undefined ? name : `[${name}](${url})`, cellText(first)]
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(columns), `|${' --- |'.repeat(columns.length)}`, ...rows.map(line)].join('\n')
}

function cellText(text: string): string {
  return markdownText(cut(text, MAXIMUM_CELL))
}

function foldedText({ title, markdown }: Folded): string {
  const summary = escaped(visibleLines(cut(title.replaceAll(/\s+/g, ' '), MAXIMUM_CELL)))
  return `<details><summary>${summary}</summary>\n\n${markdown}\n\n</details>`
}

/** In an element of HTML, in which no character of the text has a meaning; its line ends are references. */
export function preformatted(text: string): string {
  return `<pre>${escaped(visibleLines(cut(text, MAXIMUM_DETAILS)))}</pre>`
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
