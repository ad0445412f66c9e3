/** The tracker's own copies of requirements' texts, and the links that they belong to (service §4.7). */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { containers } from '../containers/records.ts'
import { isAnswering } from '../faults/outages.ts'
import { type IntegrationRecord, type IssueLinkRecord, issueLinks } from '../links/records.ts'
import { complaintAboutCopy } from '../requirements/issue-links.ts'
import { currentVariantOf, findLiveRequirement } from '../requirements/lookup.ts'
import { trackerTextId, trackerTexts } from '../tracker/records.ts'

/** The links that the tracker shows for a requirement. */
export function trackerLinks(
  store: Store,
  { serviceId, trackerApplinkId }: IntegrationRecord,
  spaceKey: string,
  key: string,
): IssueLinkRecord[] {
  return [...store.table(issueLinks).range('trackerRequirement', [trackerApplinkId, spaceKey, key])].filter(
    (link) => link.serviceId === serviceId,
  )
}

/**
 * Reads a requirement's text from the wiki into the tracker's own copy, which all issues that link it share. False when
 * the wiki does not answer, or has no such requirement; the copy stays as it was then.
 */
export function refreshText(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  spaceKey: string,
  key: string,
  baseline: number | null,
): boolean {
  if (!doesWikiAnswer(store, integration)) return false
  const row = wikiRequirement(store, integration, spaceKey, key, baseline)
  if (row === undefined) return false
  const { trackerApplinkId: applinkId } = integration
  const id = trackerTextId(applinkId, spaceKey, key, baseline)
  store
    .table(trackerTexts)
    .put({ id, applinkId, spaceKey, key, baseline, html: row.html, refreshedAt: world.now })
  return true
}

/** False while the wiki of an integration answers nothing. */
export function doesWikiAnswer(store: Store, { wikiApplicationId }: IntegrationRecord): boolean {
  return isAnswering(store, wikiApplicationId)
}

/**
 * Why a requirement cannot be linked: the wiki has none of this name, or it is the copy of a baseline that is not DONE and
 * may still vanish. Undefined where it can.
 */
export function complaintAboutLinking(
  store: Store,
  integration: IntegrationRecord,
  { spaceKey, key, baseline }: { spaceKey: string; key: string; baseline?: number | undefined },
): string | undefined {
  const row = wikiRequirement(store, integration, spaceKey, key, baseline ?? null)
  if (row !== undefined) return complaintAboutCopy(store, row)
  const frozen = baseline === undefined ? '' : ` in baseline ${baseline}`
  return `requirement '${spaceKey}/${key}' does not exist${frozen}`
}

/** The requirement of the wiki that a link names. */
export function wikiRequirement(
  store: Store,
  { wikiApplicationId }: IntegrationRecord,
  spaceKey: string,
  key: string,
  baseline: number | null,
) {
  const space = store.table(containers).find('key', [wikiApplicationId, 'SPACE', spaceKey])
  const variantId = currentVariantOf(store, wikiApplicationId, spaceKey)
  if (space === undefined || variantId === undefined) return undefined
  const place = { applicationId: wikiApplicationId, spaceKey, variantId }
  return findLiveRequirement(store, place, key, baseline ?? undefined)
}
