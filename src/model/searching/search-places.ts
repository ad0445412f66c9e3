/** Where a search of a wiki looks: spaces with their current variants, and baselines named by a condition (service §4.3). */
import type { Store } from '../../world/store/store.ts'
import { findBaseline } from '../finding/baselines.ts'
import { readableContainers } from '../finding/containers.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { unknownSpace } from '../finding/unknown-space.ts'
import { invalid, invalidRequest, notFound } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import { containerLevel, forbiddenTo, type Reader } from '../finding/permissions.ts'
import { variants } from '../records/wiki/variants.ts'
import { frozenSetsOf } from '../finding/requirements/frozen.ts'

export interface SearchPlace {
  readonly project: ContainerRecord
  readonly variantId: number | undefined
}

export interface BaselinePlace {
  readonly project: ContainerRecord
  readonly number: number
}

export const MAXIMUM_PAIRS = 100

const PAIRS = 'takes pairs <space>-<baseline> joined by commas, such as ENG-1'

export function placesOf(
  store: Store,
  readable: readonly ContainerRecord[],
  spaceKeys: readonly string[] | undefined,
): SearchPlace[] {
  const wanted = spaceKeys === undefined ? undefined : new Set(spaceKeys)
  return readable
    .filter(({ key }) => wanted === undefined || (key !== undefined && wanted.has(key)))
    .map((project) => ({ project, variantId: store.table(variants).find('current', [project.id])?.id }))
}

export function readableProjects(store: Store, user: Reader, applicationId: number): ContainerRecord[] {
  return readableContainers(store, user, applicationId, 'PROJECT')
}

/** Reads `<space>-<baseline>` pairs, split at the last dash that leaves a space. Throws INVALID, NOT_FOUND, FORBIDDEN. */
export function readBaselineCondition(
  store: Store,
  user: Reader,
  applicationId: number,
  condition: string,
  named = "query parameter 'baselineCondition'",
): BaselinePlace[] {
  const pairs = condition
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
  if (pairs.length === 0) throw invalid(named, condition, PAIRS)
  if (pairs.length > MAXIMUM_PAIRS)
    throw invalidRequest(named, `takes at most ${MAXIMUM_PAIRS} pairs, not ${pairs.length}`, 'limit')
  return pairs.map((pair) => {
    const { project, baseline } = splitPair({ store, reader: user, applicationId }, pair, named)
    if (user !== 'simulator' && containerLevel(store, user, project) === undefined)
      throw forbiddenTo(user, `read space ${quoted(project.key)}`)
    return { project, number: baselineNumber(store, project, baseline) }
  })
}

interface Searched {
  readonly store: Store
  readonly reader: Reader
  readonly applicationId: number
}

function splitPair({ store, reader, applicationId }: Searched, pair: string, named: string) {
  const table = store.table(containers)
  const last = pair.lastIndexOf('-')
  for (let dash = last; dash > 0; dash = pair.lastIndexOf('-', dash - 1)) {
    const project = table.find('key', [applicationId, 'SPACE', pair.slice(0, dash)])
    const baseline = pair.slice(dash + 1)
    if (project !== undefined && baseline !== '') return { project, baseline }
  }
  if (last <= 0 || last === pair.length - 1) throw invalid(named, pair, PAIRS)
  throw unknownSpace(store, pair.slice(0, last), {
    applicationId,
    reader,
    at: `${named} ${quoted(pair)}`,
    in: 'the wiki',
  })
}

/** The number of a baseline that is stored, or that frozen copies name. Throws NOT_FOUND. */
export function baselineNumber(store: Store, project: ContainerRecord, reference: string): number {
  const stored = findBaseline(store, project.id, reference)
  if (stored !== undefined) return stored.number
  const number = /^\d{1,15}$/.test(reference) ? Number(reference) : undefined
  if (number !== undefined && !frozenSetsOf(store, project.id, number)[Symbol.iterator]().next().done)
    return number
  throw notFound('baseline', reference, { in: `space ${quoted(project.key)}` })
}
