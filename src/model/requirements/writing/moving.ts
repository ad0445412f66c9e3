/** Moving requirements to another key or another space (service §2.3, §4.3). */
import { dropView } from '../../links/views.ts'
import { present } from '../../input/present.ts'
import type { Store } from '../../../world/store/store.ts'
import type { ContainerRecord } from '../../records/service/containers.ts'
import { issueLinks } from '../../records/tracker/issue-links.ts'
import { checkKeyOfSpace } from '../../requirement-keys/keys-of-space.ts'
import { announce } from '../../records/events.ts'
import type { RequirementDefinition } from '../../records/wiki/pages.ts'
import type { PageDefinitions } from './page-definitions.ts'
import { conflict } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import { currentVariant } from '../../finding/variants.ts'
import type { Writing } from '../../records/actor.ts'
import { changeRequirement, createRequirement } from './changing.ts'
import { findIssueLinks, findLiveRequirement, type WikiIssueLink } from '../../finding/requirements/lookup.ts'
import { type RequirementRecord, testCaseLinks } from '../../records/wiki/requirements.ts'
import { contentOf, definitionOf, placeOf, requirePageOfSpace } from './writing.ts'

export interface MoveTarget {
  /** The space, which may be the one where it is. */
  readonly space: ContainerRecord
  readonly key: string
  /** A page of another space to put its definition on; absent: it is on no page there. */
  readonly pageId?: number | undefined
}

export interface Move {
  readonly row: RequirementRecord
  readonly target: MoveTarget
}

/**
 * Moves a requirement: its row becomes MOVED and names the new place, where a new ACTIVE row continues it with its text,
 * properties, issue links and test case links. Within its space the definition stays on its page under the new key; into
 * another space it leaves its page. What other requirements and pages say about the old key stays. The caller saves the
 * pages. Throws a Refusal: CONFLICT by status or for a taken key, INVALID for a bad key.
 */
export function moveRequirement(
  writing: Writing,
  rewrites: PageDefinitions,
  row: RequirementRecord,
  target: MoveTarget,
): RequirementRecord {
  return moveRequirements(writing, rewrites, [{ row, target }])[0] as RequirementRecord
}

/**
 * Moves requirements as `moveRequirement` does, all at once: one may take the key that another gives up. Returns the new
 * rows in the same order. Throws a Refusal as `moveRequirement` does, and CONFLICT for two with the same new key.
 */
export function moveRequirements(
  writing: Writing,
  rewrites: PageDefinitions,
  moves: readonly Move[],
): RequirementRecord[] {
  const { store } = writing
  const planned = moves.map((move) => ({ ...move, place: placeOfTarget(store, move.target) }))
  refuseTakenKeys(store, planned)
  const arrivals = arrivalsOf(writing, rewrites, moves)
  const renamings = planned.map(({ row, place: { spaceKey, key } }) => ({ row, now: { spaceKey, key } }))
  announce(writing, { name: 'requirements renamed', renamings })
  const linksOf = planned.map(({ row }) => findIssueLinks(store, row))
  for (const { row, place } of planned) {
    const moved = { newSpaceKey: place.spaceKey, newKey: place.key }
    changeRequirement(writing, row, 'MOVED', { ...moved, htmlNeedsUpdating: false })
  }
  // A new row takes over what links its key: none may still belong to a row that gave the key up.
  if (moves.length > 1) for (const { id } of linksOf.flat()) store.table(issueLinks).remove(id)
  return planned.map(({ row, place }, position) => {
    const created = createRequirement(writing, 'ARRIVED', { ...place, ...arrivals[position] })
    moveIssueLinks(store, linksOf[position] ?? [], created)
    for (const link of store.table(testCaseLinks).range('requirement', [row.id]))
      store.table(testCaseLinks).update(link.id, { requirementId: created.id })
    return created
  })
}

interface PlannedMove extends Move {
  readonly place: ReturnType<typeof placeOfTarget>
}

function placeOfTarget(store: Store, { space, key }: MoveTarget) {
  checkKeyOfSpace(store, space, key, 'newKey')
  return {
    applicationId: space.applicationId,
    projectContainerId: space.id,
    spaceKey: space.key ?? '',
    variantId: currentVariant(store, space.id).id,
    key,
  }
}

/** A key may be taken by a requirement that gives it up in the same list. Throws a Refusal (CONFLICT). */
function refuseTakenKeys(store: Store, planned: readonly PlannedMove[]): void {
  const leaving = new Set(planned.map(({ row }) => row.id))
  const seen = new Map<string, RequirementRecord>()
  for (const { row, place } of planned) {
    const { projectContainerId, spaceKey, key } = place
    const other = seen.get(`${projectContainerId}/${key}`)
    if (other !== undefined)
      throw conflict(
        'newKey',
        key,
        `is the new key of ${quoted(other.key)} and of ${quoted(row.key)}`,
        'choose another for one of them',
      )
    seen.set(`${projectContainerId}/${key}`, row)
    const taken = findLiveRequirement(store, place, key)
    if (taken !== undefined && (!leaving.has(taken.id) || taken.id === row.id))
      throw conflict('newKey', key, `is taken in space ${quoted(spaceKey)}`, 'choose another')
  }
}

/** Moves issue links to the new row. Links that repeat one of its key are merged: the record with both views stays. */
function moveIssueLinks(store: Store, links: readonly WikiIssueLink[], target: RequirementRecord): void {
  const table = store.table(issueLinks)
  const waiting = new Map(findIssueLinks(store, target).map((link) => [nameOf(link), link]))
  for (const { wiki, ...link } of links) {
    const same = waiting.get(nameOf({ ...link, wiki }))
    if (same !== undefined && (same.tracker !== undefined || link.tracker === undefined)) {
      dropView(store, link, 'wiki')
      continue
    }
    if (same !== undefined) dropView(store, same, 'wiki')
    table.put({ ...link, wiki: { ...wiki, spaceKey: target.spaceKey, key: target.key } })
  }
}

/** Two links of one requirement are the same for the wiki if this is. */
function nameOf({ wiki }: WikiIssueLink): string {
  return JSON.stringify([wiki.applinkId, wiki.issueKey, wiki.relationship])
}

/** What the new rows take over, in the order of the moves; their definitions follow them, on all pages at once. */
function arrivalsOf(writing: Writing, rewrites: PageDefinitions, moves: readonly Move[]) {
  const definitions = moves.map(({ row }) => rewrites.definition(row.pageId, row.key))
  const names = new Map<number | undefined, Map<string, string>>()
  for (const { row, target } of moves) {
    if (leavesSpace(row, target)) rewrites.rewrite(row.pageId, row.key, undefined)
    else names.set(row.pageId, (names.get(row.pageId) ?? new Map<string, string>()).set(row.key, target.key))
  }
  for (const [pageId, renamed] of names) rewrites.rename(pageId, renamed)
  return moves.map(({ row, target }, position) =>
    arrivalOf(writing, rewrites, row, target, definitions[position]),
  )
}

const leavesSpace = (row: RequirementRecord, target: MoveTarget): boolean =>
  target.space.id !== row.projectContainerId

function arrivalOf(
  writing: Writing,
  rewrites: PageDefinitions,
  row: RequirementRecord,
  target: MoveTarget,
  defined: RequirementDefinition | undefined,
) {
  const { html, text, properties, dependencies, externalProperties, excelAttachmentId } = row
  const always = {
    externalProperties,
    ...(excelAttachmentId === undefined ? {} : { excelAttachmentId }),
  }
  if (!leavesSpace(row, target)) {
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
