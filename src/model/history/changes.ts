/** What differs between two states of a requirement, field by field, as text for its history. */
import type { DependencyValue, PropertyValue, RequirementRecord } from '../records/wiki/requirements.ts'
import type { FieldChange } from '../records/wiki/history.ts'

/** The fields that the history records. External properties are recorded when a row is created and when they are written. */
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

/** The fields that differ, by their names in the wiki interface; changed and removed ones come before added ones. */
export function changesBetween(before: Followed | undefined, after: Followed): readonly FieldChange[] {
  if (before === undefined && isReservedAlone(after)) return RESERVED_ALONE
  const changed: FieldChange[] = []
  const added: FieldChange[] = []
  const compare = (field: string, left: string | undefined, right: string | undefined) => {
    if (left !== right) (left === undefined ? added : changed).push(changeOf(field, left, right))
  }
  compare('status', before?.status, after.status)
  compare('newSpaceKey', before?.newSpaceKey, after.newSpaceKey)
  compare('newKey', before?.newKey, after.newKey)
  compare('htmlExcerpt', before?.html || undefined, after.html || undefined)
  compare('htmlNeedsUpdating', textOfFlag(before), textOfFlag(after))
  compare('page', before?.pageId?.toString(), after.pageId?.toString())
  // The same list has no differences.
  if (before?.properties !== after.properties) {
    const [left, right] = [textsOf(before?.properties), textsOf(after.properties)]
    for (const [name, text] of left) compare(name, text, right.get(name))
    for (const [name, text] of right) if (!left.has(name)) compare(name, undefined, text)
  }
  if (before?.dependencies !== after.dependencies)
    compare('dependencies', textOfDependencies(before), textOfDependencies(after))
  return [...changed, ...added]
}

/** The shared changes of a reserved key. */
const RESERVED_ALONE: readonly FieldChange[] = [
  { field: 'status', after: 'ACTIVE' },
  { field: 'htmlNeedsUpdating', after: 'true' },
]

function isReservedAlone(record: Followed): boolean {
  const { status, html, htmlNeedsUpdating, pageId, properties, dependencies, newSpaceKey, newKey } = record
  const hasText = html !== '' || properties.length > 0 || dependencies.length > 0
  const isElsewhere = pageId !== undefined || newSpaceKey !== undefined || newKey !== undefined
  return status === 'ACTIVE' && htmlNeedsUpdating && !hasText && !isElsewhere
}

export function changeOf(field: string, before: string | undefined, after: string | undefined): FieldChange {
  return {
    field,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  }
}

function textOfFlag(record: Followed | undefined): string | undefined {
  return record?.htmlNeedsUpdating === true ? 'true' : undefined
}

function textsOf(properties: readonly PropertyValue[] | undefined): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const property of properties ?? []) texts.set(`@${property.key}`, textOfProperty(property))
  return texts
}

function textOfProperty({ value, multivalues }: PropertyValue): string {
  return multivalues === undefined ? value : multivalues.join(', ')
}

function textOfDependencies(record: Followed | undefined): string | undefined {
  if (record === undefined || record.dependencies.length === 0) return undefined
  return record.dependencies.map(textOfDependency).join(', ')
}

function textOfDependency({ relationship, spaceKey, key }: DependencyValue): string {
  return `${relationship} ${spaceKey}/${key}`
}
