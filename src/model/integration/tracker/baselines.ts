/** Baselines of wikis as a tracker knows them: from its links to frozen copies, and from its baseline condition (service §4.7). */
import type { Connected } from '../../links/connection.ts'
import { compareCodePoints } from '../../../world/order.ts'
import type { Store } from '../../../world/store/store.ts'
import { findBaseline } from '../../finding/baselines.ts'
import type { BaselineStatus } from '../../records/wiki/baselines.ts'
import { type ContainerRecord, containers } from '../../records/service/containers.ts'
import { wikiSilence } from '../../finding/reachability.ts'
import { doesWikiRespond, wikiRequirement } from '../issues/tracker-texts.ts'
import { type IntegrationRecord, integrations } from '../../records/tracker/integrations.ts'
import { issues } from '../../records/tracker/tracker.ts'
import { conflict, invalidRequest, notFound } from '../../input/errors.ts'
import { Refusal } from '../../input/refusal.ts'
import { type BaselinePlace, MAXIMUM_PAIRS, readBaselineCondition } from '../../searching/search-places.ts'
import { settings } from '../../records/service/settings.ts'
import { settingId, storedSetting } from '../../settings/settings.ts'
import { containerLevel } from '../../finding/permissions.ts'
import type { UserRecord } from '../../records/service/users.ts'
import type { Writing } from '../../records/actor.ts'
import { removeView } from '../issues/tracker-view.ts'
import { linksOfIssue, refreshTexts, enqueueLinkMessage } from './links.ts'
import { moveLink, withoutWiki } from './moving.ts'

const CONDITION = 'baselineCondition'

export interface KnownBaseline {
  readonly applinkId: string
  readonly spaceKey: string
  readonly number: number
  /** The wiki's name of it, if the user may read the space. */
  readonly name?: string
  readonly status?: BaselineStatus | 'NON_EXISTING'
  readonly links: number
  readonly inCondition: boolean
}

/** The baselines that links of a project's issues or the tracker's condition name, by space and number. */
export function baselinesOfProject(
  store: Store,
  user: UserRecord,
  project: ContainerRecord,
  through: readonly IntegrationRecord[],
): KnownBaseline[] {
  const linked = new Map<string, number>()
  const name = (serviceId: string, spaceKey: string, number: number) =>
    JSON.stringify([serviceId, spaceKey, number])
  for (const issue of store.table(issues).range('project', [project.id]))
    for (const { serviceId, tracker } of linksOfIssue(store, issue)) {
      if (tracker.baseline === null) continue
      const key = name(serviceId, tracker.spaceKey, tracker.baseline)
      linked.set(key, (linked.get(key) ?? 0) + 1)
    }
  return through.flatMap((integration) => {
    const { serviceId, trackerApplinkId: applinkId } = integration
    const condition = storedCondition(store, project.applicationId)
    const responds = doesWikiRespond({ store, integration })
    const named = responds ? placesOfCondition({ store, integration }, user, condition) : []
    const inCondition = new Set(named.map((place) => name(serviceId, place.project.key ?? '', place.number)))
    // While a wiki is silent, nothing tells which wiki a pair is of.
    const pairs = new Set(responds ? [] : pairsOf(condition ?? ''))
    const known = [...new Set([...linked.keys(), ...inCondition])]
      .map((key) => ({ key, parts: JSON.parse(key) as [string, string, number] }))
      .filter(({ parts }) => parts[0] === serviceId)
    return known
      .map(({ key, parts: [, spaceKey, number] }) => ({
        applinkId,
        spaceKey,
        number,
        ...(responds ? detailsOf({ store, integration }, user, spaceKey, number) : {}),
        links: linked.get(key) ?? 0,
        inCondition: inCondition.has(key) || pairs.has(`${spaceKey}-${number}`),
      }))
      .toSorted((a, b) => compareCodePoints(a.spaceKey, b.spaceKey) || a.number - b.number)
  })
}

export function storedCondition(store: Store, trackerId: number): string | undefined {
  const stored = storedSetting(store, trackerId, CONDITION)
  return typeof stored === 'string' && stored !== '' ? stored : undefined
}

/** Stores the baseline condition of a tracker; a blank one removes it. Throws a Refusal for a pair that names no baseline. */
export function storeCondition(
  store: Store,
  user: UserRecord,
  trackerId: number,
  through: readonly IntegrationRecord[],
  condition: string,
): string {
  const id = settingId(trackerId, CONDITION)
  const pairs = pairsOf(condition)
  if (pairs.length === 0) {
    store.table(settings).remove(id)
    return ''
  }
  if (pairs.length > MAXIMUM_PAIRS)
    throw invalidRequest('baselineCondition', `takes at most ${MAXIMUM_PAIRS} pairs, not ${pairs.length}`)
  for (const pair of pairs) requireInOneWiki(store, user, through, pair)
  const value = [...new Set(pairs)].join(',')
  store.table(settings).put({ id, applicationId: trackerId, name: CONDITION, value })
  return value
}

/** The pairs of a stored condition that are of the integration's wiki, still exist, and that the user may read. */
export function placesOfCondition(
  { store, integration: { wikiApplicationId } }: Connected,
  user: UserRecord,
  condition: string | undefined,
): BaselinePlace[] {
  return pairsOf(condition ?? '').flatMap((pair) => placeOf(store, user, wikiApplicationId, pair) ?? [])
}

/** Points links to frozen copies at the current requirements; a link whose requirement is gone goes too. */
export function forgetBaselines(writing: Writing, project: ContainerRecord): void {
  const { store } = writing
  for (const issue of store.table(issues).range('project', [project.id]))
    for (const link of linksOfIssue(store, issue)) {
      const { spaceKey, key, baseline, relationship } = link.tracker
      const integration = store.table(integrations).get(link.serviceId)
      if (baseline === null || key === null || integration === undefined) continue
      const wanted = { integration, spaceKey, key, relationship }
      enqueueLinkMessage(writing, issue, { ...wanted, baseline }, 'REMOVE_LINK')
      const there = wikiRequirement({ store, integration }, spaceKey, key, null) !== undefined
      if (doesWikiRespond({ store, integration }) && !there) {
        removeView(writing, issue, link)
        continue
      }
      moveLink(writing, integration, withoutWiki(store, link), { spaceKey, key }, 'LINK_RENAMED')
      enqueueLinkMessage(writing, issue, wanted, 'ADD_LINK')
      refreshTexts(writing, [wanted])
    }
}

function detailsOf(
  { store, integration: { wikiApplicationId } }: Connected,
  user: UserRecord,
  spaceKey: string,
  number: number,
): Pick<KnownBaseline, 'name' | 'status'> {
  const space = store.table(containers).find('key', [wikiApplicationId, 'SPACE', spaceKey])
  if (space === undefined || containerLevel(store, user, space) === undefined) return {}
  const baseline = findBaseline(store, space.id, number)
  return baseline === undefined
    ? { status: 'NON_EXISTING' }
    : { name: baseline.name, status: baseline.status }
}

function pairsOf(condition: string): string[] {
  return condition
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
}

function requireInOneWiki(
  store: Store,
  user: UserRecord,
  through: readonly IntegrationRecord[],
  pair: string,
): void {
  let first: unknown = notFound('wiki of baselineCondition', pair, { in: 'the integrations of the tracker' })
  for (const [position, integration] of through.entries()) {
    try {
      const silence = wikiSilence(store, integration)
      if (silence !== undefined) throw conflict('baselineCondition', pair, `cannot be checked: ${silence}`)
      readBaselineCondition(store, user, integration.wikiApplicationId, pair, 'baselineCondition')
      return
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      if (position === 0 || refusal.kind === 'CONFLICT') first = refusal
    }
  }
  throw first
}

function placeOf(
  store: Store,
  user: UserRecord,
  wikiApplicationId: number,
  pair: string,
): BaselinePlace | undefined {
  try {
    return readBaselineCondition(store, user, wikiApplicationId, pair)[0]
  } catch (refusal) {
    if (refusal instanceof Refusal) return undefined
    throw refusal
  }
}
