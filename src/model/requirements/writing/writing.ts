/** Writing and deleting requirements through an interface (service §4.3): the row and its definition change together. */
import type { Store } from '../../../world/store/store.ts'
import { changesBetween } from '../../history/changes.ts'
import { containers, type ContainerRecord } from '../../records/service/containers.ts'
import { announce } from '../../records/events.ts'
import type { RequirementDefinition } from '../../records/wiki/pages.ts'
import type { PageDefinitions } from './page-definitions.ts'
import { unknownPage } from '../../finding/unknown-space.ts'
import { invalid } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import { htmlToText } from '../../records/text/excerpt.ts'
import type { Writing } from '../../records/actor.ts'
import { changeRequirement } from './changing.ts'
import { requireEvent } from '../../records/machines/requirement-machine.ts'
import type { DependencyValue, PropertyValue, RequirementRecord } from '../../records/wiki/requirements.ts'
import { identityOf } from './repetitions.ts'

/** What a write changes of a requirement; what is absent stays. */
export interface RequirementText {
  readonly html?: string
  readonly properties?: readonly PropertyValue[]
  readonly dependencies?: readonly DependencyValue[]
  /** The page to put its definition on. */
  readonly pageId?: number
}

/** The row takes over what was written at once, or at the next view of its page. */
export type Gathering = 'at-once' | 'at-view'

/** The container of a page of a space; `at` names it. Throws a Refusal: NOT_FOUND, or INVALID for a page of another space. */
export function requirePageOfSpace(
  store: Store,
  space: PageSpace,
  pageId: number | bigint,
  at = 'pageId',
): ContainerRecord {
  const page = typeof pageId === 'number' ? store.table(containers).find('page', [pageId]) : undefined
  if (page === undefined || page.applicationId !== space.applicationId)
    throw unknownPage(store, pageId, {
      applicationId: space.applicationId,
      reader: 'simulator',
      space: space.spaceKey,
      at,
      in: 'the wiki',
    })
  if (page.projectContainerId !== space.projectContainerId) {
    throw invalid(at, pageId, `is no page of space ${quoted(space.spaceKey)}: name one of that space`)
  }
  return page
}

export interface PageSpace {
  readonly applicationId: number
  readonly projectContainerId: number
  readonly spaceKey: string
}

/** A space as `requirePageOfSpace` takes it. */
export function placeOf(space: ContainerRecord): PageSpace {
  return { applicationId: space.applicationId, projectContainerId: space.id, spaceKey: space.key ?? '' }
}

/** Writes a requirement and its definition; the caller saves the page. Throws a Refusal: CONFLICT, NOT_FOUND or INVALID. */
export function writeRequirement(
  writing: Writing,
  rewrites: PageDefinitions,
  row: RequirementRecord,
  text: RequirementText,
  gathering: Gathering = 'at-once',
): RequirementRecord {
  requireEvent(row, 'WRITTEN')
  const page = text.pageId === undefined ? undefined : requirePageOfSpace(writing.store, row, text.pageId)
  const place = page === undefined ? {} : { pageId: page.pageId as number, originContainerId: page.id }
  const pageId = place.pageId ?? row.pageId
  const before = rewrites.definition(row.pageId, row.key)
  const definition = definitionOf(row, before, text)
  const moves = pageId !== row.pageId
  const waits = gathering === 'at-view' && pageId !== undefined
  const isDefinedSo = hasSameContent(before ?? row, definition)
  const changes: Partial<RequirementRecord> = waits
    ? { ...place, htmlNeedsUpdating: row.htmlNeedsUpdating || moves || !isDefinedSo }
    : { ...place, ...contentOf(definition), htmlNeedsUpdating: false }
  if (isDefinedSo && changesBetween(row, { ...row, ...changes }).length === 0) return row
  if (moves) rewrites.rewrite(row.pageId, row.key, undefined)
  rewrites.rewrite(pageId, row.key, definition)
  const after = changeRequirement(writing, row, 'WRITTEN', changes)
  if (!waits) announce(writing, { name: 'requirement changed', row: after })
  return after
}

/** Deletes a requirement: its definition leaves its page, which the caller saves. Throws a Refusal (CONFLICT) by status. */
export function deleteRequirement(
  writing: Writing,
  rewrites: PageDefinitions,
  row: RequirementRecord,
): RequirementRecord {
  announce(writing, { name: 'requirement deleted', row })
  rewrites.rewrite(row.pageId, row.key, undefined)
  return changeRequirement(writing, row, 'DELETED', { htmlNeedsUpdating: false })
}

export function contentOf({ html, properties, dependencies }: RequirementDefinition) {
  return { html, text: htmlToText(html), properties, dependencies }
}

/** The page's definition, otherwise the row's content, with the changes of `text`. */
export function definitionOf(
  row: RequirementRecord,
  defined: RequirementDefinition | undefined,
  text: RequirementText = {},
): RequirementDefinition {
  const { html, properties, dependencies } = defined ?? row
  return {
    key: row.key,
    html: text.html ?? html,
    properties: text.properties ?? properties,
    dependencies: text.dependencies ?? dependencies,
  }
}

type Content = Pick<RequirementDefinition, 'html' | 'properties' | 'dependencies'>

export function hasSameContent(left: Content, right: Content): boolean {
  const textOf = ({ properties, dependencies }: Content) =>
    JSON.stringify([
      properties.map(({ key, value, dataType, multivalues }) => [key, value, dataType, multivalues]),
      dependencies.map(identityOf),
    ])
  return left.html === right.html && textOf(left) === textOf(right)
}
