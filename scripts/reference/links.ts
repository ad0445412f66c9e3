// Links between the generated pages. Every page is named by its path from the project's root.

import { posix } from 'node:path'
import type { Operation } from '../../src/api/framework/operation.ts'
import { groupOfAssumption } from './assumption-groups.ts'
import { anchor, code } from './markdown.ts'

/** The page of each chapter or section of the service's description; a section without a page is on that of its chapter. */
const SERVICE_PAGES: Readonly<Record<string, string>> = {
  '1': 'docs/service/resources.md',
  '2': 'docs/service/resources.md',
  '3': 'docs/service/states.md',
  '4': 'docs/service/standalone-operations.md',
  '4.2': 'docs/service/wiki-operations.md',
  '4.3': 'docs/service/wiki-operations.md',
  '4.4': 'docs/service/wiki-operations.md',
  '4.5': 'docs/service/wiki-operations.md',
  '4.6': 'docs/service/wiki-operations.md',
  '4.7': 'docs/service/tracker-operations.md',
  '5': 'docs/service/authentication.md',
  '6': 'docs/service/events-errors-limits.md',
  '7': 'docs/service/events-errors-limits.md',
  '8': 'docs/service/events-errors-limits.md',
  '9': 'docs/service/versions.md',
}

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

/** The anchor of a section of the service's description. */
export function sectionAnchor(section: string): string {
  return `section-${section.replace('.', '-')}`
}

/** A link to a section of the service's description. Throws for a section of no known chapter. */
export function sectionLink(from: string, section: string, words = section): string {
  const page = SERVICE_PAGES[section] ?? SERVICE_PAGES[section.split('.')[0] ?? '']
  if (page === undefined) throw new Error(`no page describes section ${section} of the service`)
  return `[${words}](${target(from, page, sectionAnchor(section))})`
}

/** A link to an entry of the ledger. */
export function assumptionLink(from: string, id: string): string {
  const page = `docs/assumptions/${groupOfAssumption(id)}.md`
  return `[${id}](${target(from, page, id.toLowerCase())})`
}

/** The page of the operations of a group. */
export function operationPagePath({
  interface: offered,
  group,
}: Pick<Operation, 'interface' | 'group'>): string {
  return `docs/operations/${offered}-${anchor(group).replaceAll(/-+/g, '-')}.md`
}

/** A link to an operation. */
export function operationLink(from: string, operation: Operation): string {
  return `[${code(operation.id)}](${target(from, operationPagePath(operation), anchor(operation.id))})`
}
