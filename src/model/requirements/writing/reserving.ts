/** Reserving keys of requirements for a page, or for none yet (service §4.3). */
import type { Store } from '../../../world/store/store.ts'
import type { ContainerRecord } from '../../records/service/containers.ts'
import { checkKeyOfSpace } from '../../requirement-keys/keys-of-space.ts'
import type { PageDefinitions } from './page-definitions.ts'
import { conflict } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import { currentVariant } from '../../finding/variants.ts'
import type { Writing } from '../../records/actor.ts'
import { changeRequirement, createRequirement } from './changing.ts'
import { findLiveRequirement } from '../../finding/requirements/lookup.ts'
import { type RequirementRecord, requirements } from '../../records/wiki/requirements.ts'
import { definitionOf, requirePageOfSpace } from './writing.ts'

export interface Reservation {
  readonly keys: readonly string[]
  readonly pageId?: number | bigint | undefined
  /** Return a key that is taken as it is, and put it on the page, instead of refusing it. */
  readonly override: boolean
}

/** Reserves keys as ACTIVE rows without excerpt. The caller saves pages. Throws a Refusal: INVALID, NOT_FOUND, CONFLICT. */
export function reserveRequirements(
  writing: Writing,
  rewrites: PageDefinitions,
  space: ContainerRecord,
  { keys, pageId, override }: Reservation,
): RequirementRecord[] {
  const { store } = writing
  const place = {
    applicationId: space.applicationId,
    projectContainerId: space.id,
    spaceKey: space.key ?? '',
    variantId: currentVariant(store, space.id).id,
  }
  const page = pageId === undefined ? undefined : requirePageOfSpace(store, place, pageId)
  const onPage =
    page === undefined ? undefined : { originContainerId: page.id, pageId: page.pageId as number }
  return keys.map((key) => {
    checkKeyOfSpace(store, space, key, 'key')
    const taken = findLiveRequirement(store, place, key)
    if (taken === undefined)
      return createRequirement(writing, 'RESERVED', { ...place, ...onPage, key, htmlNeedsUpdating: true })
    if (!override) {
      throw conflict(
        'key',
        key,
        `is taken in space ${quoted(place.spaceKey)}`,
        'choose another, or send override=true to take the requirement that has it',
      )
    }
    return onPage === undefined || taken.pageId === onPage.pageId
      ? taken
      : takeToPage(writing, rewrites, taken, onPage)
  })
}

/** Whether any row of a space, of any variant, has or had this key. */
export function isKeyKnown(store: Store, project: ContainerRecord, key: string): boolean {
  return store.table(requirements).find('key', [project.id, key]) !== undefined
}

function takeToPage(
  writing: Writing,
  rewrites: PageDefinitions,
  row: RequirementRecord,
  onPage: { readonly originContainerId: number; readonly pageId: number },
): RequirementRecord {
  const defined = rewrites.definition(row.pageId, row.key)
  // A requirement written without a page is defined now; one that never had an excerpt waits for its author.
  const definition = defined === undefined && row.htmlNeedsUpdating ? undefined : definitionOf(row, defined)
  if (definition !== undefined) {
    rewrites.rewrite(row.pageId, row.key, undefined)
    rewrites.rewrite(onPage.pageId, row.key, definition)
  }
  return changeRequirement(writing, row, 'RESERVED', { ...onPage, htmlNeedsUpdating: true })
}
