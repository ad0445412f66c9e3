/** Changing what a space calls a property: everything that holds the name follows (service §4.6). */
import { escapeName, tokenize } from '../../language/tokens.ts'
import type { Store } from '../../world/store/store.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { excelAttachments } from '../records/wiki/excel.ts'
import { type PageRecord, pages } from '../records/wiki/pages.ts'
import { savePage } from '../pages/saving.ts'
import { alreadyExists } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import type { Writing } from '../records/actor.ts'
import { changeRequirements } from '../requirements/writing/changing.ts'
import type { PropertyValue } from '../records/wiki/requirements.ts'
import { rules } from '../records/wiki/rules.ts'
import { renameInTexts } from '../saved-queries/renaming.ts'
import type { Edit } from '../traceability/variables.ts'
import {
  checkName,
  findKnownName,
  isKnownName,
  type KnownName,
  type NameDetails,
  registeredName,
  registerName,
  rowsWithProperty,
} from '../finding/property-names.ts'
import { propertyNames } from '../records/wiki/property-names.ts'

export interface NameChanges extends NameDetails {
  readonly name?: string | undefined
}

/** Renames or registers a property wherever a space names it. Throws a Refusal: NOT_FOUND, INVALID or CONFLICT. */
export function changeName(
  writing: Writing,
  space: ContainerRecord,
  before: string,
  { name: after = before, ...details }: NameChanges,
): KnownName {
  const { store } = writing
  const known = findKnownName(store, space, before)
  if (after !== before) {
    checkName(after)
    refuseTakenName(store, space, after)
    renameEverywhere(writing, space, before, after)
  }
  const registered = registeredName(store, space, before)
  const { dataType, description } = details
  if (registered !== undefined) {
    store.table(propertyNames).update(registered.id, {
      name: after,
      dataType: dataType ?? registered.dataType,
      ...(description === undefined ? {} : { description }),
    })
  } else if (dataType !== undefined || description !== undefined) {
    registerName(store, space, after, { dataType: dataType ?? known.dataType, description })
  }
  return findKnownName(store, space, after)
}

function refuseTakenName(store: Store, space: ContainerRecord, name: string): void {
  const defined = () =>
    pagesOf(store, space).some((page) =>
      page.definitions.some(({ properties }) => properties.some((property) => property.key === name)),
    )
  if (!isKnownName(store, space, name) && !defined()) return
  throw alreadyExists('property', name, {
    in: `space ${quoted(space.key ?? '')}`,
    instead: 'choose another name',
  })
}

function renameEverywhere(writing: Writing, space: ContainerRecord, before: string, after: string): void {
  const { store } = writing
  changeRequirements(writing, rowsWithProperty(store, space, before), 'PROPERTY_SET', ({ properties }) => ({
    properties: renamed(properties, before, after),
  }))
  for (const page of pagesOf(store, space)) renameOnPage(writing, page, before, after)
  renameInAttachments(store, space, before, after)
  renameReferences(writing, space, 'inline', before, after)
}

/** How queries, matrices and formulas write the names of both kinds. */
const REFERENCES = {
  inline: { qualifier: '', column: 'PROPERTY' },
  external: { qualifier: 'ext', column: 'EXTERNAL_PROPERTY' },
} as const

/** Replaces the name of a property in the matrices, saved queries, rules and templates of a project container. */
export function renameReferences(
  writing: Writing,
  project: ContainerRecord,
  kind: keyof typeof REFERENCES,
  before: string,
  after: string,
): void {
  const { qualifier, column: type } = REFERENCES[kind]
  const find = (text: string) => renamesOfProperty(text, qualifier, before, after)
  renameInTexts(writing, project, { find, column: { type, before, after } })
  renameInRules(writing, project, kind, before, after)
}

function renameOnPage(writing: Writing, page: PageRecord, before: string, after: string): void {
  if (!page.definitions.some(({ properties }) => properties.some(({ key }) => key === before))) return
  const definitions = page.definitions.map((definition) => ({
    ...definition,
    properties: renamed(definition.properties, before, after),
  }))
  savePage(writing, page, { definitions })
}

function renameInRules(
  { world, store }: Writing,
  project: ContainerRecord,
  kind: keyof typeof REFERENCES,
  before: string,
  after: string,
): void {
  const table = store.table(rules)
  for (const { id, property, external = false } of table.range('project', [project.id]))
    if (property === before && external === (kind === 'external'))
      table.update(id, { property: after, updatedAt: world.now })
}

function renameInAttachments(store: Store, space: ContainerRecord, before: string, after: string): void {
  for (const { id, columns } of store.table(excelAttachments).range('project', [space.id])) {
    const names = ({ role, name }: (typeof columns)[number]) => role === 'PROPERTY' && name === before
    if (!columns.some(names)) continue
    const changed = columns.map((column) => (names(column) ? { ...column, name: after } : column))
    store.table(excelAttachments).update(id, { columns: changed })
  }
}

function renamed(properties: readonly PropertyValue[], before: string, after: string): PropertyValue[] {
  return properties.map((property) => (property.key === before ? { ...property, key: after } : property))
}

/** The edits that rename the property in a query or formula. */
function renamesOfProperty(text: string, qualifier: string, before: string, after: string): Edit[] {
  return tokenize(text).flatMap((token) =>
    token.kind === 'name' && token.qualifier.toLowerCase() === qualifier && token.name === before
      ? [{ start: token.start, end: token.end, text: `${token.qualifier}@${escapeName(after)}` }]
      : [],
  )
}

function pagesOf(store: Store, space: ContainerRecord): PageRecord[] {
  return [...store.table(pages).range('space', [space.applicationId, space.key ?? ''])]
}
