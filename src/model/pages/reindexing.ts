/** Reindexing: what a page defines is ACTIVE and flagged 'needs excerpt', what it no longer defines is DELETED (service §3). */
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { containers } from '../records/service/containers.ts'
import type { Actor, Writing } from '../records/actor.ts'
import { announce } from '../records/events.ts'
import { conflict } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import { changeRequirement, createRequirement } from '../requirements/writing/changing.ts'
import { findLiveRequirement } from '../finding/requirements/lookup.ts'
import type { RequirementRecord } from '../records/wiki/requirements.ts'
import { formerRows } from '../finding/requirements/row-of-key.ts'
import { containerOfPage, currentVariantOfPage, requirementsOfPage } from '../finding/pages.ts'
import type { PageRecord } from '../records/wiki/pages.ts'

/** Reindexes a page; a former row of a key is restored. Throws a Refusal (CONFLICT) when a key is ACTIVE on another page. */
export function reindexPage(world: World, store: Store, page: PageRecord, actor?: Actor): void {
  world.transact(() => {
    const writing = { world, store, actor }
    const rows = new Map(requirementsOfPage(store, page).map((row) => [row.key, row]))
    const defined = new Set(page.definitions.map((definition) => definition.key))
    for (const row of rows.values()) {
      if (!defined.has(row.key)) removeRequirement(writing, row)
    }
    const place = {
      applicationId: page.applicationId,
      projectContainerId: containerOfPage(store, page).projectContainerId,
      spaceKey: page.spaceKey,
      variantId: currentVariantOfPage(store, page),
    }
    for (const key of defined) {
      const row = rows.get(key) ?? findLiveRequirement(store, place, key)
      if (row === undefined) bringToLife(writing, page, { ...place, key })
      else flag(writing, page, row)
    }
  })
}

export function removeRequirement(writing: Writing, row: RequirementRecord): RequirementRecord {
  announce(writing, { name: 'requirement deleted', row })
  return changeRequirement(writing, row, 'REMOVED', { htmlNeedsUpdating: false })
}

interface Place {
  readonly applicationId: number
  readonly projectContainerId: number
  readonly spaceKey: string
  readonly variantId: number
  readonly key: string
}

function bringToLife(writing: Writing, page: PageRecord, place: Place): void {
  const former = formerRow(writing.store, page, place)
  if (former !== undefined) {
    changeRequirement(writing, former, 'RESTORED', { htmlNeedsUpdating: true })
    return
  }
  const onPage = { originContainerId: page.containerId, pageId: page.id, htmlNeedsUpdating: true }
  createRequirement(writing, 'DEFINED', { ...place, ...onPage })
}

/** The latest DELETED row of a key that this page defined. */
function formerRow(store: Store, page: PageRecord, place: Place): RequirementRecord | undefined {
  for (const row of formerRows(store, place))
    if (row.originContainerId === page.containerId && row.status === 'DELETED') return row
  return undefined
}

function flag(writing: Writing, page: PageRecord, row: RequirementRecord): void {
  refuseKeyOfAnotherPage(writing.store, page, row)
  if (row.originContainerId === undefined) {
    const onPage = { originContainerId: page.containerId, pageId: page.id, htmlNeedsUpdating: true }
    changeRequirement(writing, row, 'DEFINED', onPage)
  } else if (!row.htmlNeedsUpdating) changeRequirement(writing, row, 'REINDEXED', { htmlNeedsUpdating: true })
}

/** A row without a page was reserved, and belongs to the page that defines it first. */
function refuseKeyOfAnotherPage(store: Store, page: PageRecord, row: RequirementRecord): void {
  if (row.originContainerId === undefined || row.originContainerId === page.containerId) return
  const other = store.table(containers).get(row.originContainerId)
  const name = other === undefined ? 'another page' : `page ${other.pageId ?? other.id} ${quoted(other.name)}`
  throw conflict('key', row.key, `is defined on ${name} already`, 'take it out there or choose another')
}
