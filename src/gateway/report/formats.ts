/** The report as text, in the format that a file name ends with. */
import { reportHtml } from './html.ts'
import { reportMarkdown } from './markdown.ts'
import type { Report } from './report.ts'

type Writer = (report: Report, problems: readonly string[]) => string

const WRITERS: Readonly<Record<string, Writer>> = {
  '.json': (report, problems) => `${JSON.stringify({ ...report, problems }, undefined, 2)}\n`,
  '.html': reportHtml,
  '.md': reportMarkdown,
}

/** What writes the report to a file of this name; undefined for another ending than `.json`, `.html` and `.md`. */
export function reportWriter(file: string): Writer | undefined {
  const ending = Object.keys(WRITERS).find((known) => file.toLowerCase().endsWith(known))
  return ending === undefined ? undefined : WRITERS[ending]
}
