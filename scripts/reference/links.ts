// Links between the generated pages. Every page is named by its path from the project's root.

import { posix } from 'node:path'
import { pageOfSection, sectionAnchor } from '../../src/docs/sections.ts'

/** The pages about the service, in the order of its sections. */
export const SERVICE_PAGE_ORDER: readonly string[] = [
  'docs/service/resources.md',
  'docs/service/states.md',
  'docs/service/standalone-operations.md',
  'docs/service/wiki-operations.md',
  'docs/service/tracker-operations.md',
  'docs/service/authentication.md',
  'docs/service/events-errors-limits.md',
  'docs/service/versions.md',
]

/** The target of a link from one page to another, or to a heading of it. */
export function target(from: string, to: string, heading?: string): string {
  const path = from === to ? '' : posix.relative(posix.dirname(from), to)
  return heading === undefined ? path : `${path}#${heading}`
}

/** A link to a section of the service's description. Throws for a section of no known chapter. */
export function sectionLink(from: string, section: string, words = section): string {
  return `[${words}](${target(from, `docs/${pageOfSection(section)}`, sectionAnchor(section))})`
}
