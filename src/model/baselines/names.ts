/** Names of baselines: which are possible, and which are suggested (service §4.2). */
import { isBlank } from '../input/blank.ts'
import { MAXIMUM_NAME_LENGTH } from '../input/names.ts'
import { hasMoreCharacters } from '../../world/characters.ts'
import type { Store } from '../../world/store/store.ts'
import { conflict, invalid } from '../input/errors.ts'
import type { Refusal } from '../input/refusal.ts'
import { latestBaseline } from '../finding/baselines.ts'
import { type BaselineRecord, baselines } from '../records/wiki/baselines.ts'

/** Explains why a name is not possible; undefined if it is. */
export function problemOfName(
  store: Store,
  projectContainerId: number,
  name: string,
  except?: BaselineRecord,
): Refusal | undefined {
  if (isBlank(name) || hasMoreCharacters(name, MAXIMUM_NAME_LENGTH)) {
    return invalid('name', name, `a baseline's name has 1 to ${MAXIMUM_NAME_LENGTH} characters`)
  }
  const taken = store.table(baselines).find('name', [projectContainerId, name])
  if (taken === undefined || taken.id === except?.id) return undefined
  return conflict('name', name, `is that of baseline ${taken.number} of the space`, 'choose another')
}

/** The trailing number of the page's name, or of the newest baseline's, plus one; skips taken names. */
export function suggestBaselineName(
  store: Store,
  projectContainerId: number,
  pageName: string | undefined,
): string {
  const page = pageName?.trim() ?? ''
  const newest = latestBaseline(store, projectContainerId)?.name ?? ''
  const basis = [page, newest].find(endsInNumber) ?? (page === '' ? 'Baseline' : page)
  return freeName(store, projectContainerId, following(basis))
}

/** The name itself if it is free, otherwise the next one that is. */
export function freeName(store: Store, projectContainerId: number, name: string): string {
  for (let candidate = name; ; candidate = following(candidate))
    if (store.table(baselines).find('name', [projectContainerId, candidate]) === undefined) return candidate
}

/** The name with its trailing number increased by one, or followed by 1; cut before the number if it gets too long. */
function following(name: string): string {
  const begin = beginOfNumber(name)
  const next = begin === name.length ? ' 1' : increased(name.slice(begin))
  // A number that fills the whole name leaves no room to count on.
  if (next.length > MAXIMUM_NAME_LENGTH) return following(firstOf(name, MAXIMUM_NAME_LENGTH - 2) + ' ')
  return firstOf(name.slice(0, begin), MAXIMUM_NAME_LENGTH - next.length) + next
}

function firstOf(text: string, count: number): string {
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('')
}

function endsInNumber(name: string): boolean {
  return beginOfNumber(name) < name.length
}

function beginOfNumber(name: string): number {
  let begin = name.length
  while (begin > 0 && isDigit(name.charCodeAt(begin - 1))) begin--
  return begin
}

/** A number of any length plus one, with its leading zeros. */
function increased(digits: string): string {
  let nines = digits.length
  while (nines > 0 && digits[nines - 1] === '9') nines--
  const zeros = '0'.repeat(digits.length - nines)
  if (nines === 0) return `1${zeros}`
  return `${digits.slice(0, nines - 1)}${Number(digits[nines - 1]) + 1}${zeros}`
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39
