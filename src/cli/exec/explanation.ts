/** Why a command may have failed: what it called that does not exist, and what it sent that nothing read. */
import { unknownText, unmatchedText } from '../../gateway/report/check.ts'
import type { Report } from '../../gateway/report/report.ts'
import { countText } from '../../world/count-text.ts'

/** The maximum number of lines of each kind. */
const LISTED = 10

/** Lines about the run; empty if there is nothing to note. */
export function explainRun({ unmatched, unmatchedRequests = [], unknown }: Report): readonly string[] {
  return [
    ...section(
      `${countText(unmatched, 'request')} matched no operation:`,
      unmatchedRequests.map(unmatchedText),
    ),
    ...section(
      `${countText(unknown.length, 'name')} that the command sent had no effect:`,
      unknown.map(unknownText),
    ),
  ]
}

function section(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return []
  const more = items.length - LISTED
  return [
    title,
    ...items.slice(0, LISTED).map((item) => `  ${item}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}
