/** The tracker's own copies of requirements' texts, and the links that they belong to (service §4.7). */
import type { Connected, Connection } from '../../links/connection.ts'
import type { Store } from '../../../world/store/store.ts'
import { isResponding } from '../../records/world/outages.ts'
import { type IssueLinkRecord, issueLinks } from '../../records/tracker/issue-links.ts'
import { problemOfCopy } from '../../finding/requirements/linkable-copies.ts'
import { findCurrentVariant, findLiveRequirement } from '../../finding/requirements/lookup.ts'
import { trackerTextId, type TrackerTextRecord, trackerTexts } from '../../records/tracker/tracker.ts'

export function trackerLinks(
  { store, integration: { serviceId } }: Connected,
  spaceKey: string,
  key: string,
): IssueLinkRecord[] {
  return [...store.table(issueLinks).range('trackerRequirement', [serviceId, spaceKey, key])]
}

/** Refreshes the tracker's copy of a requirement's text, which all its issues share. False without link, wiki or requirement. */
export function refreshText(
  connection: Omit<Connection, 'actor'>,
  spaceKey: string,
  key: string,
  baseline: number | null,
): boolean {
  return adoptLinks(connection, spaceKey, key, baseline) && copyText(connection, spaceKey, key, baseline)
}

/** Points the tracker's links of a requirement at the current application link, with its text; false without links. */
function adoptLinks(
  { store, integration: { serviceId, trackerApplinkId } }: Connected,
  spaceKey: string,
  key: string,
  baseline: number | null,
): boolean {
  const table = store.table(issueLinks)
  const place = [serviceId, spaceKey, key, baseline ?? -1]
  let linked = false
  for (const applinkId of table.distinct('trackerRequirement', place)) {
    linked = true
    if (applinkId === trackerApplinkId) continue
    for (const { id, tracker } of table.range('trackerRequirement', [...place, applinkId]))
      if (tracker !== undefined) table.update(id, { tracker: { ...tracker, applinkId: trackerApplinkId } })
    moveText(store, trackerTextId(String(applinkId), spaceKey, key, baseline), {
      applinkId: trackerApplinkId,
      spaceKey,
      key,
    })
  }
  return linked
}

/** Moves the tracker's copy of a text to another name, unless that has one. */
export function moveText(
  store: Store,
  id: string,
  place: Pick<TrackerTextRecord, 'applinkId' | 'spaceKey' | 'key'>,
): void {
  const texts = store.table(trackerTexts)
  const text = texts.get(id)
  if (text === undefined) return
  const moved = trackerTextId(place.applinkId, place.spaceKey, place.key, text.baseline)
  if (moved === id) return
  texts.remove(id)
  if (!texts.has(moved)) texts.put({ ...text, ...place, id: moved })
}

/** As refreshText, even if no link needs the text. */
export function copyText(
  connection: Omit<Connection, 'actor'>,
  spaceKey: string,
  key: string,
  baseline: number | null,
): boolean {
  const { world, store, integration } = connection
  if (!doesWikiRespond(connection)) return false
  const row = wikiRequirement(connection, spaceKey, key, baseline)
  if (row === undefined) return false
  const { trackerApplinkId: applinkId } = integration
  const id = trackerTextId(applinkId, spaceKey, key, baseline)
  store
    .table(trackerTexts)
    .put({ id, applinkId, spaceKey, key, baseline, html: row.html, refreshedAt: world.now })
  return true
}

/** False while the wiki of an integration answers nothing. */
export function doesWikiRespond({ store, integration: { wikiApplicationId } }: Connected): boolean {
  return isResponding(store, wikiApplicationId)
}

/** Why a requirement cannot be linked: it does not exist, or is a copy of a baseline that is not DONE. */
export function problemOfLinking(
  connection: Connected,
  { spaceKey, key, baseline }: { spaceKey: string; key: string; baseline?: number | undefined },
): string | undefined {
  const row = wikiRequirement(connection, spaceKey, key, baseline ?? null)
  if (row !== undefined) return problemOfCopy(connection.store, row)
  const frozen = baseline === undefined ? '' : ` in baseline ${baseline}`
  return `requirement '${spaceKey}/${key}' does not exist${frozen}`
}

export function wikiRequirement(
  { store, integration: { wikiApplicationId } }: Connected,
  spaceKey: string,
  key: string,
  baseline: number | null,
) {
  const variant = findCurrentVariant(store, wikiApplicationId, spaceKey)
  if (variant === undefined) return undefined
  const place = { projectContainerId: variant.projectContainerId, variantId: variant.id }
  return findLiveRequirement(store, place, key, baseline ?? undefined)
}
