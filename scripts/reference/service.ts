// The lists on the pages that describe the service: the operations of a section, and the ledger entries about it.

import type { Assumption } from '../../src/api/framework/assumptions.ts'
import type { Operation } from '../../src/api/framework/operation.ts'
import { type DrawnParts, withDrawnParts } from './drawn-parts.ts'
import { target } from './links.ts'
import { code } from '../../src/docs/markdown.ts'

/**
 * The pages with their lists drawn anew. Throws if no page has a place for the entries of a section, or if a page has a
 * place for a section without entries.
 */
export function serviceTexts(
  pages: ReadonlyMap<string, string>,
  ledger: readonly Assumption[],
  operations: readonly Operation[],
): Map<string, string> {
  const unplaced = new Set(ledger.map(({ section }) => `ledger ${section}`))
  const drawn = new Map<string, string>()
  for (const [path, text] of pages) {
    const names = [...text.matchAll(/<!-- drawn: (.+?) -->/g)].map(([, name = '']) => name)
    const parts: DrawnParts = Object.fromEntries(
      names.map((name) => [name, listOf(path, name, ledger, operations)]),
    )
    for (const name of names) unplaced.delete(name)
    drawn.set(path, withDrawnParts(text, parts))
  }
  if (unplaced.size > 0) throw new Error(`no page of the service has a place for ${[...unplaced].join(', ')}`)
  return drawn
}

function listOf(
  path: string,
  name: string,
  ledger: readonly Assumption[],
  operations: readonly Operation[],
): string {
  const [kind, section] = name.split(' ')
  const entries = ledger.filter((entry) => entry.section === section)
  const offered = operations.filter((operation) => operation.section === section)
  if (kind === 'ledger' && entries.length > 0) return entryList(path, entries)
  if (kind === 'operations' && offered.length > 0) return operationList(offered)
  throw new Error(`${path} has a place for '${name}', and there is nothing to list`)
}

/** Their numbers: the reference has what they say. */
function entryList(path: string, entries: readonly Assumption[]): string {
  return `In the [ledger](${target(path, 'docs/reference.md')}): ${entries.map(({ id }) => id).join(', ')}.`
}

/** Their ids, by group: the reference has their methods, paths and origins. */
function operationList(operations: readonly Operation[]): string {
  const groups = Map.groupBy(operations, ({ id }) => id.split('.').slice(0, 2).join('.'))
  return [...groups.values()].map((group) => `- ${group.map(({ id }) => code(id)).join(', ')}`).join('\n')
}
