/** Completions of the filter of the list of requests. */
import { INTERFACES } from '../../../api/framework/interfaces.ts'
import { nearestName } from '../../../world/nearest.ts'
import type { Completion } from '../../ui/completion-list.tsx'
import { type ChipName, CHIPS, chipText, isChipName, KINDS, METHODS } from './filter.ts'

/** What the world and the list offer. */
export interface FilterNames {
  readonly users: readonly string[]
  readonly operations: readonly { readonly id: string; readonly summary: string }[]
  /** The paths of the requests that are shown. */
  readonly paths: readonly string[]
}

/** Completions shown at once. */
const MAXIMUM_OFFERED = 12
const STATUSES = ['2xx', '3xx', '4xx', '5xx', '400', '401', '403', '404', '405', '409', '429', '500', '503']

/** What may stand in place of the word at the end of the text: names that end with a colon, and whole chips. */
export function completionsOf(word: string, names: FilterNames): readonly Completion[] {
  const colon = word.indexOf(':')
  if (colon === -1) return ofWord(word.toLowerCase(), names).slice(0, MAXIMUM_OFFERED)
  const name = word.slice(0, colon).toLowerCase()
  const value = word.slice(colon + 1).replaceAll('"', '')
  const chip = isChipName(name) ? name : nearestName(name, Object.keys(CHIPS))
  if (chip === undefined || !isChipName(chip)) return []
  const found = chipsOf(chip, names).filter(({ text }) => valueOf(text).includes(value.toLowerCase()))
  const begins = ({ text }: Completion) => valueOf(text).startsWith(value.toLowerCase())
  const written = { text: chipText({ name: chip, value }), detail: CHIPS[chip] }
  // Nobody looks for the statuses that end with a digit.
  const holding = chip === 'status' ? [] : found.filter((one) => !begins(one))
  const all = [...found.filter(begins), ...holding]
  // The value is unknown here, but the name can be corrected.
  const offered = all.length === 0 && chip !== name && value !== '' ? [written] : all
  return offered.filter(({ text }) => text !== word).slice(0, MAXIMUM_OFFERED)
}

function ofWord(word: string, names: FilterNames): readonly Completion[] {
  const all = Object.entries(CHIPS).map(([name, detail]) => ({ text: `${name}:`, detail }))
  if (word === '') return all
  const begun = all.filter(({ text }) => text.startsWith(word))
  if (word.length < 2) return begun
  const values = (['is', 'status', 'method', 'user', 'interface'] as const).flatMap((name) =>
    chipsOf(name, names).filter(({ text }) => valueOf(text).startsWith(word)),
  )
  // Two letters are in nearly every id.
  const operations = word.length < 3 ? [] : chipsOf('operation', names)
  return [...begun, ...values, ...operations.filter(({ text }) => valueOf(text).includes(word))]
}

/** The part of a chip behind its name, to be compared. */
function valueOf(text: string): string {
  return text
    .slice(text.indexOf(':') + 1)
    .replaceAll('"', '')
    .toLowerCase()
}

function chipsOf(name: ChipName, names: FilterNames): readonly Completion[] {
  const listed = (values: readonly string[], detail = '') =>
    values.map((value) => ({ text: chipText({ name, value }), detail }))
  switch (name) {
    case 'status':
      return listed(STATUSES)
    case 'method':
      return listed(METHODS)
    case 'path':
      return listed([...new Set(names.paths)])
    case 'user':
      return listed(names.users)
    case 'operation':
      return names.operations.map(({ id, summary }) => ({ text: `operation:${id}`, detail: summary }))
    case 'interface':
      return listed(INTERFACES)
    case 'is':
    case 'not':
      return Object.entries(KINDS).map(([kind, { detail }]) => ({
        text: `${name}:${kind}`,
        detail: name === 'is' ? detail : `not: ${detail}`,
      }))
  }
}
