/** Moving requirements to another key or another space (service §2.3, §4.3). */
import { dropFace } from '../../links/faces.ts'
import { present } from '../../input/present.ts'
import type { Store } from '../../../world/store/store.ts'
import type { ContainerRecord } from '../../containers/records.ts'
import { issueLinks } from '../../links/records.ts'
import { checkKeyOfSpace } from '../../requirement-keys/keys-of-space.ts'
import { notifyTracker } from '../../integration/queues/requirement-messages.ts'
import type { PageRewrites } from '../../pages/saving.ts'
import { conflict } from '../../errors.ts'
import { shown } from '../../refusal.ts'
import { currentVariant } from '../../variants/variants.ts'
import type { Writing } from '../../actor.ts'
import { changeRequirement, createRequirement } from './requirement-machine.ts'
import { findIssueLinks, findLiveRequirement, type WikiIssueLink } from '../records/lookup.ts'
import { type RequirementRecord, testCaseLinks } from '../records/records.ts'
import { contentOf, definitionOf, placeOf, requirePageOfSpace } from './writing.ts'

export interface MoveTarget {
  /** The space, which may be the one where it is. */
  readonly space: ContainerRecord
  readonly key: string
  /** A page of another space to put its definition on; absent: it is on no page there. */
  readonly pageId?: number | undefined
}

/**
 * Moves a requirement: its row becomes MOVED and names the new place, where a new ACTIVE row continues it with its text,
 * properties, issue links and test case links. Within its space the definition stays on its page under the new key; into
 * another space it leaves its page. What other requirements and pages say about the old key stays. The caller saves the
 * pages. Throws a Refusal: CONFLICT by status or for a taken key, INVALID for a bad key.
 */
export function moveRequirement(
  writing: Writing,
  rewrites: PageRewrites,
  row: RequirementRecord,
  target: MoveTarget,
): RequirementRecord {
  const { store } = writing
  const { space, key } = target
  checkKeyOfSpace(store, space, key, 'newKey')
  const place = {
    applicationId: space.applicationId,
    projectContainerId: space.id,
    spaceKey: space.key ?? '',
    variantId: currentVariant(store, space.id).id,
    key,
  }
  if (findLiveRequirement(store, place, key) !== undefined) {
    throw conflict('newKey', key, `is taken in space ${shown(place.spaceKey)}`, 'choose another')
  }
  const arrived = { ...place, ...arrivalOf(writing, rewrites, row, target) }
  const moved = { newSpaceKey: place.spaceKey, newKey: key }
  notifyTracker(writing, 'REQUIREMENT_RENAMED', row, moved)
  const links = findIssueLinks(store, row)
  changeRequirement(writing, row, 'MOVED', { ...moved, htmlNeedsUpdating: false })
  const created = createRequirement(writing, 'ARRIVED', arrived)
  moveIssueLinks(store, links, created)
  for (const link of store.table(testCaseLinks).range('requirement', [row.id]))
    store.table(testCaseLinks).update(link.id, { requirementId: created.id })
  return created
}

/** Moves issue links to the new row. Links that repeat one of its key are merged: the record with both faces stays. */
function moveIssueLinks(store: Store, links: readonly WikiIssueLink[], target: RequirementRecord): void {
  const table = store.table(issueLinks)
  const waiting = new Map(findIssueLinks(store, target).map((link) => [nameOf(link), link]))
  for (const { wiki, ...link } of links) {
    const same = waiting.get(nameOf({ ...link, wiki }))
    if (same !== undefined && (same.tracker !== undefined || link.tracker === undefined)) {
      dropFace(store, link, 'wiki')
      continue
    }
    if (same !== undefined) dropFace(store, same, 'wiki')
    table.put({ ...link, wiki: { ...wiki, spaceKey: target.spaceKey, key: target.key } })
  }
}

/** Two links of one requirement are the same for the wiki if this is. */
function nameOf({ wiki }: WikiIssueLink): string {
  return JSON.stringify([wiki.applinkId, wiki.issueKey, wiki.relationship])
}

function arrivalOf(writing: Writing, rewrites: PageRewrites, row: RequirementRecord, target: MoveTarget) {
  const defined = rewrites.definition(row.pageId, row.key)
  const { html, text, properties, dependencies, externalProperties, excelAttachmentId } = row
  const always = {
    externalProperties,
    ...(excelAttachmentId === undefined ? {} : { excelAttachmentId }),
  }
  if (target.space.id === row.projectContainerId) {
    if (defined !== undefined) rewrites.rewrite(row.pageId, row.key, { ...defined, key: target.key })
    const { originContainerId, pageId, htmlNeedsUpdating } = row
    return {
      ...always,
      html,
      text,
      properties,
      dependencies,
      htmlNeedsUpdating,
      ...present({ originContainerId, pageId }),
    }
  }
  rewrites.rewrite(row.pageId, row.key, undefined)
  const definition = { ...definitionOf(row, defined), key: target.key }
  const page =
    target.pageId === undefined
      ? undefined
      : requirePageOfSpace(writing.store, placeOf(target.space), target.pageId)
  if (page !== undefined) rewrites.rewrite(page.pageId, target.key, definition)
  return {
    ...always,
    ...contentOf(definition),
    // Nothing is left to gather, unless it never had an excerpt.
    htmlNeedsUpdating: defined === undefined && row.htmlNeedsUpdating,
    ...(page === undefined ? {} : { originContainerId: page.id, pageId: page.pageId as number }),
  }
}
