/** Requirements as the standalone interface writes them (service §2.1). Pages define the current variant only. */
import { changesBetween } from '../../history/changes.ts'
import { type ContainerRecord, containers } from '../../records/service/containers.ts'
import { checkKeyOfSpace } from '../../requirement-keys/keys-of-space.ts'
import { announce } from '../../records/events.ts'
import type { PageDefinitions } from './page-definitions.ts'
import { conflict, invalid } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import type { VariantRecord } from '../../records/wiki/variants.ts'
import type { Writing } from '../../records/actor.ts'
import { changeRequirement, createRequirement, type Losable } from './changing.ts'
import { requireEvent } from '../../records/machines/requirement-machine.ts'
import { findLiveRequirement, isShownByWiki } from '../../finding/requirements/lookup.ts'
import { moveRequirement } from './moving.ts'
import type { RequirementRecord } from '../../records/wiki/requirements.ts'
import {
  contentOf,
  definitionOf,
  deleteRequirement,
  type RequirementText,
  writeRequirement,
} from './writing.ts'

export type DirectText = Omit<RequirementText, 'pageId'>

export interface DirectRequirement {
  readonly project: ContainerRecord
  readonly variant: VariantRecord
  readonly key: string
  readonly text: Required<DirectText>
  /** The page, file or issue that defines it. */
  readonly origin?: ContainerRecord | undefined
}

/** Makes a requirement and defines it on its page, which the caller saves. Throws a Refusal: INVALID or CONFLICT. */
export function addRequirement(
  writing: Writing,
  rewrites: PageDefinitions,
  { project, variant, key, text, origin }: DirectRequirement,
): RequirementRecord {
  const place = {
    applicationId: project.applicationId,
    projectContainerId: project.id,
    spaceKey: project.key ?? '',
    variantId: variant.id,
  }
  refuseKey(writing, project, variant.id, key)
  if (origin !== undefined) requireOriginOf(project.id, origin)
  const definition = { key, ...text }
  if (variant.current) rewrites.rewrite(origin?.pageId, key, definition)
  return createRequirement(writing, 'WRITTEN', {
    ...place,
    ...(origin === undefined ? {} : placeIn(origin)),
    key,
    ...contentOf(definition),
  })
}

export interface DirectChanges extends DirectText {
  readonly key?: string | undefined
  readonly origin?: ContainerRecord | undefined
}

/** Writes a requirement, and its page with `updateOrigin`; another key moves it. The caller saves pages. Throws CONFLICT. */
export function changeDirectly(
  writing: Writing,
  rewrites: PageDefinitions,
  row: RequirementRecord,
  { key = row.key, origin, ...text }: DirectChanges,
  updateOrigin: boolean,
): RequirementRecord {
  requireEvent(row, 'WRITTEN')
  const placed = origin === undefined ? row : placeRequirement(writing, rewrites, row, origin)
  const written =
    updateOrigin && isShownByWiki(writing.store, row)
      ? writeRequirement(writing, rewrites, placed, text)
      : writePast(writing, placed, text)
  return key === row.key ? written : renameRequirement(writing, rewrites, written, key)
}

/** Puts a requirement, and its definition, on a page, file or issue, or on none. Throws a Refusal: INVALID or CONFLICT. */
export function placeRequirement(
  writing: Writing,
  rewrites: PageDefinitions,
  row: RequirementRecord,
  origin: ContainerRecord | undefined,
): RequirementRecord {
  requireEvent(row, 'WRITTEN')
  if (origin !== undefined) requireOriginOf(row.projectContainerId, origin)
  if (origin?.id === row.originContainerId) return row
  const place = origin === undefined ? {} : placeIn(origin)
  if (!isShownByWiki(writing.store, row))
    return changeRequirement(writing, row, 'WRITTEN', place, lostOf(place))
  const definition = definitionOf(row, rewrites.definition(row.pageId, row.key))
  rewrites.rewrite(row.pageId, row.key, undefined)
  rewrites.rewrite(place.pageId, row.key, definition)
  const content = { ...place, ...contentOf(definition), htmlNeedsUpdating: false }
  const after = changeRequirement(writing, row, 'WRITTEN', content, lostOf(place))
  announce(writing, { name: 'requirement changed', row: after })
  return after
}

/** Deletes a requirement; its definition leaves its page, which the caller saves. Throws a Refusal (CONFLICT) by status. */
export function deleteDirectly(writing: Writing, rewrites: PageDefinitions, row: RequirementRecord): void {
  if (isShownByWiki(writing.store, row)) deleteRequirement(writing, rewrites, row)
  else changeRequirement(writing, row, 'DELETED', { htmlNeedsUpdating: false })
}

/** Throws a Refusal (INVALID) unless the container can define requirements of the project container. */
function requireOriginOf(projectContainerId: number, origin: ContainerRecord): void {
  const field = "body field 'originContainerId'"
  if (origin.projectContainerId !== projectContainerId) {
    throw invalid(field, origin.id, `it is in another project container: name one of ${projectContainerId}`)
  }
  if (origin.level === 'DOCUMENT') return
  throw invalid(field, origin.id, `it is of type ${origin.type}: name a page, file or issue`)
}

interface Place {
  readonly originContainerId?: number
  readonly pageId?: number
}

function placeIn(origin: ContainerRecord): Place {
  return { originContainerId: origin.id, ...(origin.pageId === undefined ? {} : { pageId: origin.pageId }) }
}

/** Which fields a row loses when it moves to this place. */
function lostOf(place: Place): Losable[] {
  return (['originContainerId', 'pageId'] as const).filter((field) => place[field] === undefined)
}

function writePast(writing: Writing, row: RequirementRecord, text: DirectText): RequirementRecord {
  const content = contentOf(definitionOf(row, undefined, text))
  if (changesBetween(row, { ...row, ...content }).length === 0) return row
  const after = changeRequirement(writing, row, 'WRITTEN', content)
  announce(writing, { name: 'requirement changed', row: after })
  return after
}

function renameRequirement(
  writing: Writing,
  rewrites: PageDefinitions,
  row: RequirementRecord,
  key: string,
): RequirementRecord {
  const project = projectOf(writing, row)
  refuseKey(writing, project, row.variantId, key)
  if (!isShownByWiki(writing.store, row)) {
    throw conflict(
      'requirement',
      row.key,
      'is not of the current variant, and only there keys change',
      `delete it and create ${quoted(key)}`,
    )
  }
  return moveRequirement(writing, rewrites, row, { space: project, key })
}

function projectOf({ store }: Writing, { projectContainerId }: RequirementRecord): ContainerRecord {
  const project = store.table(containers).get(projectContainerId)
  if (project === undefined) throw new Error(`project container ${projectContainerId} is gone`)
  return project
}

/** Throws a Refusal: INVALID for a bad key, CONFLICT for one that another requirement of the variant has. */
function refuseKey({ store }: Writing, project: ContainerRecord, variantId: number, key: string): void {
  const { id, key: spaceKey = '' } = project
  checkKeyOfSpace(store, project, key, "body field 'key'")
  if (findLiveRequirement(store, { projectContainerId: id, variantId }, key) === undefined) return
  throw conflict(
    "body field 'key'",
    key,
    `is taken in variant ${variantId} of ${quoted(spaceKey)}`,
    'choose another',
  )
}
