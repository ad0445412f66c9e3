/** Names of baselines: which are possible, and which are suggested (service §4.2). */
import { isBlank } from '../input/blank.ts'
import { hasMoreCharacters } from '../../world/characters.ts'
import type { Store } from '../../world/store/store.ts'
import { conflict, invalid } from '../errors.ts'
import type { Refusal } from '../refusal.ts'
import { latestBaseline } from './baselines.ts'
import { type BaselineRecord, baselines } from './records.ts'

export const MAXIMUM_NAME_LENGTH = 255

/** Explains why a name is not possible; undefined if it is. */
export function complaintAboutName(
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
  const basis = [page, newest].find((name) => TRAILING_NUMBER.test(name)) ?? (page === '' ? 'Baseline' : page)
  return freeName(store, projectContainerId, following(basis))
}

/** The name itself if it is free, otherwise the next one that is. */
export function freeName(store: Store, projectContainerId: number, name: string): string {
  for (let candidate = name; ; candidate = following(candidate))
    if (store.table(baselines).find('name', [projectContainerId, candidate]) === undefined) return candidate
}

const TRAILING_NUMBER = /^(.*?)(\d{1,15})$/s

function following(name: string): string {
  const [, before = name, digits] = TRAILING_NUMBER.exec(name) ?? []
  const next = digits === undefined ? ' 1' : String(Number(digits) + 1).padStart(digits.length, '0')
  return [...before].slice(0, MAXIMUM_NAME_LENGTH - next.length).join('') + next
}
