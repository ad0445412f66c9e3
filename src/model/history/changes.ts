/** What differs between two states of a requirement, field by field, as text for its history. */
import type { DependencyValue, PropertyValue, RequirementRecord } from '../requirements/records.ts'
import type { FieldChange } from './records.ts'

/** What of a requirement its history follows. External properties are followed where they are written. */
type Followed = Pick<
  RequirementRecord,
  | 'status'
  | 'html'
  | 'pageId'
  | 'properties'
  | 'dependencies'
  | 'htmlNeedsUpdating'
  | 'newSpaceKey'
  | 'newKey'
>

/**
 * The fields that differ, by the names that the wiki interface has for them; an inline property is `@Name`. `before` is
 * absent for a requirement that did not exist.
 */
export function changesBetween(before: Followed | undefined, after: Followed): readonly FieldChange[] {
  if (before === undefined) return changesOfNew(after)
  const left = textsOf(before, after)
  const right = textsOf(after, before)
  const names = [...left.keys(), ...[...right.keys()].filter((name) => !left.has(name))]
  return names
    .filter((name) => left.get(name) !== right.get(name))
    .map((field) => changeOf(field, left.get(field), right.get(field)))
}

/** What a reserved key begins with, kept once for all of them. */
const RESERVED_ALONE: readonly FieldChange[] = [
  { field: 'status', after: 'ACTIVE' },
  { field: 'htmlNeedsUpdating', after: 'true' },
]

function changesOfNew(after: Followed): readonly FieldChange[] {
  const texts = textsOf(after, undefined)
  // Nothing but these two texts.
  if (texts.size === 2 && after.htmlNeedsUpdating && after.status === 'ACTIVE') return RESERVED_ALONE
  return [...texts].map(([field, text]) => ({ field, after: text }))
}

/** A change of one field; an absent value is left out. */
export function changeOf(field: string, before: string | undefined, after: string | undefined): FieldChange {
  return {
    field,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  }
}

/** The texts of a record's fields, but of lists that the other record shares: these differ in nothing. */
function textsOf(record: Followed, other: Followed | undefined): Map<string, string> {
  const texts = new Map<string, string>()
  const { status, html, pageId, properties, dependencies, htmlNeedsUpdating, newSpaceKey, newKey } = record
  texts.set('status', status)
  if (newSpaceKey !== undefined) texts.set('newSpaceKey', newSpaceKey)
  if (newKey !== undefined) texts.set('newKey', newKey)
  if (html !== '') texts.set('htmlExcerpt', html)
  if (htmlNeedsUpdating) texts.set('htmlNeedsUpdating', 'true')
  if (pageId !== undefined) texts.set('page', String(pageId))
  if (properties !== other?.properties)
    for (const property of properties) texts.set(`@${property.key}`, textOfProperty(property))
  if (dependencies.length > 0 && dependencies !== other?.dependencies)
    texts.set('dependencies', dependencies.map(textOfDependency).join(', '))
  return texts
}

function textOfProperty({ value, multivalues }: PropertyValue): string {
  return multivalues === undefined ? value : multivalues.join(', ')
}

function textOfDependency({ relationship, spaceKey, key }: DependencyValue): string {
  return `${relationship} ${spaceKey}/${key}`
}
