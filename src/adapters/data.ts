/**
 * Scenario data to and from two data libraries: collections of `@msw/data`, and factories of `@mswjs/data`. Both are
 * faces for people to write data with; a world never reads from them. Neither is imported before it is asked for.
 */
import type { Collection } from '@msw/data'
import type * as z from 'zod'
import { type Entry, type SectionName, type Sections, sectionSchemas } from '../scenario/format/format.ts'
import { SECTION_NAMES } from '../scenario/format/sections.ts'
import { nearestName } from '../world/nearest.ts'

/** One collection for each section of a world, on the section's own schema. */
export type SectionCollections = { readonly [S in SectionName]: Collection<(typeof sectionSchemas)[S]> }

/** Anything that lists records as a collection of `@msw/data` does. */
export interface RecordList {
  findMany(): readonly object[]
}

/** A model of an `@mswjs/data` factory, as far as it is used here. */
export interface FactoryModel {
  getAll(): readonly object[]
  create(values: object): unknown
}

/** An `@mswjs/data` factory: its models by name. */
export type Factory = Readonly<Record<string, FactoryModel>>

/** How records of another shape become entries of each section; a section left out is taken field by field. */
export type EntryReaders = { readonly [S in SectionName]?: (record: never) => Entry<S> }

/** Which model of a factory holds a section, and how an entity becomes an entry and the other way round. */
export interface ModelMapping<S extends SectionName> {
  readonly model: string
  /** An entity's entry. Absent: its fields, without those that are null, and related entities by their primary key. */
  readonly entry?: (entity: never) => Entry<S>
  /** The values that an entry's entity is created with, related entities included. Absent: the fields of the entry. */
  readonly values?: (entry: Entry<S>) => object
}

export type FactoryMapping = { readonly [S in SectionName]?: ModelMapping<S> }

/** What cannot become scenario data; the message names section, position, field and mend. */
export class DataError extends Error {}

/** Empty collections, one for each section of a world. Needs `@msw/data`; rejects with DataError where it is missing. */
export async function createCollections(): Promise<SectionCollections> {
  const { Collection } = await import('@msw/data').catch((error: unknown) => {
    throw new DataError('collections need the package @msw/data: npm install --save-dev @msw/data', {
      cause: error,
    })
  })
  const pairs = SECTION_NAMES.map(
    (section) => [section, new Collection({ schema: sectionSchemas[section] })] as const,
  )
  return Object.fromEntries(pairs) as unknown as SectionCollections
}

/** Collections that hold the sections of one region. Rejects with DataError for an entry that its schema refuses. */
export async function toCollections(sections: Sections): Promise<SectionCollections> {
  const collections = await createCollections()
  for (const section of SECTION_NAMES) {
    const collection = collections[section] as unknown as { create(values: object): Promise<unknown> }
    // One after the other: concurrent creations may swap places.
    for (const entry of checkedEntries(section, sections[section] ?? [])) await collection.create(entry)
  }
  return collections
}

/**
 * The sections that collections hold, as plain JSON: sections in the order of scenario files, entries in the order in
 * which they were created, related records as references. `readers` convert records of other schemas than ours.
 * Throws DataError for a record that is no entry of its section.
 */
export function fromCollections(
  collections: { readonly [S in SectionName]?: RecordList },
  readers: EntryReaders = {},
): Sections {
  const lists = SECTION_NAMES.map((section) => [section, collections[section]?.findMany() ?? []] as const)
  const sectionOf = new Map(
    lists.flatMap(([section, records]) => records.map((record) => [record, section] as const)),
  )
  const referenceTo = (value: object) => {
    const section = sectionOf.get(value)
    return section === undefined ? undefined : referenceToEntry(section, value)
  }
  return collectSections(lists, readers, referenceTo)
}

/**
 * Creates an entity for each entry of the mapped sections, in the order of scenario files: what others refer to is
 * there before them. Throws DataError for an entry that its schema refuses and for a model that the factory lacks.
 */
export function toFactory(sections: Sections, factory: Factory, mapping: FactoryMapping): void {
  for (const section of SECTION_NAMES) {
    const mapped = mapping[section] as ModelMapping<SectionName> | undefined
    if (mapped === undefined) continue
    const model = modelOf(factory, section, mapped.model)
    for (const entry of checkedEntries(section, sections[section] ?? []))
      model.create(mapped.values?.(entry) ?? entry)
  }
}

/**
 * The sections that a factory's mapped models hold, as plain JSON, entities in the order in which they were created.
 * Throws DataError for an entity that is no entry of its section and for a model that the factory lacks.
 */
export function fromFactory(factory: Factory, mapping: FactoryMapping): Sections {
  const mapped = SECTION_NAMES.flatMap((section) => {
    const own = mapping[section] as ModelMapping<SectionName> | undefined
    return own === undefined ? [] : [{ section, ...own }]
  })
  const lists = mapped.map(
    ({ section, model }) => [section, modelOf(factory, section, model).getAll()] as const,
  )
  const readers = Object.fromEntries(
    mapped.flatMap(({ section, entry }) => (entry === undefined ? [] : [[section, entry]])),
  )
  return collectSections(lists, readers, primaryKeyOf)
}

/** Entries are flat; what leads deeper is a record of a collection that was not given. */
const MAXIMUM_DEPTH = 20

type ReferenceTo = (value: object) => unknown

function collectSections(
  lists: readonly (readonly [SectionName, readonly object[]])[],
  readers: EntryReaders,
  referenceTo: ReferenceTo,
): Sections {
  const sections: Partial<Record<SectionName, readonly object[]>> = {}
  for (const [section, records] of lists) {
    if (records.length === 0) continue
    const read = readers[section] as ((record: object) => object) | undefined
    const entries = records.map((record) => read?.(record) ?? plainFields(record, referenceTo))
    sections[section] = checkedEntries(section, entries)
  }
  return sections as Sections
}

function checkedEntries<S extends SectionName>(section: S, entries: readonly object[]): Entry<S>[] {
  const schema: z.ZodType = sectionSchemas[section]
  return entries.map((entry, position) => {
    const result = schema.safeParse(entry)
    if (result.success) return result.data as Entry<S>
    const issue = result.error.issues[0]
    const path = (issue?.path ?? []).map((part) => `.${String(part).slice(0, 100)}`).join('')
    throw new DataError(`${section}[${position}]${path}: ${issue?.message ?? 'is no entry of this section'}`)
  })
}

function modelOf(factory: Factory, section: SectionName, name: string): FactoryModel {
  const model = Object.hasOwn(factory, name) ? factory[name] : undefined
  if (model !== undefined) return model
  const nearest = nearestName(name, Object.keys(factory))
  const mend = nearest === undefined ? '' : `; did you mean '${nearest}'?`
  throw new DataError(`${section}: the factory has no model '${name.slice(0, 100)}'${mend}`)
}

/** The fields of a record that are given, with related records as references. */
function plainFields(record: object, referenceTo: ReferenceTo, depth = 0): object {
  if (depth > MAXIMUM_DEPTH)
    throw new DataError(`a record leads to others more than ${MAXIMUM_DEPTH} deep: give a reader`)
  return Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, plainValue(value, referenceTo, depth)]),
  )
}

function plainValue(value: unknown, referenceTo: ReferenceTo, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map((item: unknown) => plainValue(item, referenceTo, depth + 1))
  // A reference first: related records may lead back to where they were found.
  return referenceTo(value) ?? plainFields(value, referenceTo, depth + 1)
}

/** How other sections name an entry: by the field that they look it up by. */
function referenceToEntry(section: SectionName, entry: object): unknown {
  const { space, ...fields } = entry as Readonly<Record<string, unknown>>
  const { id, key, name } = fields
  switch (section) {
    case 'requirements':
      return typeof space === 'string' ? { space, key } : { key }
    case 'baselines':
      return fields['number']
    case 'integrations':
      return fields['serviceId']
    case 'pages':
      return id ?? fields['title']
    case 'excelAttachments':
      return id ?? fields['fileName']
    default:
      return key ?? id ?? name
  }
}

/** The primary key of an `@mswjs/data` entity, which names its own key field under a symbol; undefined for other objects. */
function primaryKeyOf(value: object): unknown {
  const symbol = Object.getOwnPropertySymbols(value).find(({ description }) => description === 'primaryKey')
  return symbol === undefined ? undefined : Reflect.get(value, String(Reflect.get(value, symbol)))
}
