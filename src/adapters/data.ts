/**
 * Converts scenario data to and from two data libraries: collections of `@msw/data` and factories of `@mswjs/data`. People
 * author data with them; a world never reads from them. Neither package is loaded before it is used.
 */
import type { Collection } from '@msw/data'
import type * as z from 'zod'
import { wordsOf } from '../model/input/schema-problems.ts'
import { type Entry, type SectionName, type Sections, sectionSchemas } from '../scenario/format/format.ts'
import { SECTION_NAMES } from '../scenario/format/sections.ts'
import { nearestName } from '../world/nearest.ts'

/** One collection for each section of a world, with the schema of that section. */
export type SectionCollections = { readonly [S in SectionName]: Collection<(typeof sectionSchemas)[S]> }

/** Anything that lists records like a collection of `@msw/data`. */
export interface RecordList {
  findMany(): readonly object[]
}

/** The part of an `@mswjs/data` model that this module uses. */
export interface FactoryModel {
  getAll(): readonly object[]
  create(values: object): unknown
}

/** An `@mswjs/data` factory: its models by name. */
export type Factory = Readonly<Record<string, FactoryModel>>

/**
 * By section, a function that converts a record of another shape to an entry. Sections without one take the fields of the
 * record.
 */
export type EntryReaders = { readonly [S in SectionName]?: (record: never) => Entry<S> }

/** By section, the model of a factory that holds it, and the conversions between entities and entries. */
export interface ModelMapping<S extends SectionName> {
  readonly model: string
  /**
   * Converts an entity to an entry. By default, the entry has the fields of the entity except null ones, and related entities
   * by their primary key.
   */
  readonly entry?: (entity: never) => Entry<S>
  /** Converts an entry to the values of its new entity, including related entities. By default, the fields of the entry. */
  readonly values?: (entry: Entry<S>) => object
}

export type FactoryMapping = { readonly [S in SectionName]?: ModelMapping<S> }

/**
 * The error for data that is not valid in a scenario. The message names the section, position and field, and how to correct it.
 */
export class DataError extends Error {
  override readonly name = 'DataError'
}

/**
 * Creates empty collections, one for each section of a world. Requires `@msw/data`; rejects with DataError if it is not
 * installed.
 */
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

/** Creates collections with the sections of one region. Rejects with DataError if an entry does not match its schema. */
export async function toCollections(sections: Sections): Promise<SectionCollections> {
  const collections = await createCollections()
  for (const section of SECTION_NAMES) {
    const collection = collections[section] as unknown as { create(values: object): Promise<unknown> }
    // One at a time, because concurrent creations may change the order.
    for (const entry of checkedEntries(section, sections[section] ?? [])) await collection.create(entry)
  }
  return collections
}

/**
 * Returns the sections in collections as plain JSON: sections in the order of scenario files, entries in the order of their
 * creation, related records as references. `readers` convert records of other schemas. Throws DataError if a record is not a
 * valid entry of its section.
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
 * Creates an entity for each entry of the mapped sections, in the order of scenario files, so that referenced entities exist
 * first. Throws DataError if an entry does not match its schema, or if the factory lacks a model.
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
 * Returns the sections in the mapped models of a factory as plain JSON, entities in the order of their creation. Throws
 * DataError if an entity is not a valid entry of its section, or if the factory lacks a model.
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

/** Entries are flat, so deeper nesting means a record of an unknown collection. */
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
    const rule = issue === undefined ? 'is not an entry of this section' : wordsOf(issue)
    throw new DataError(`${section}[${position}]${path}: ${rule}`)
  })
}

function modelOf(factory: Factory, section: SectionName, name: string): FactoryModel {
  const model = Object.hasOwn(factory, name) ? factory[name] : undefined
  if (model !== undefined) return model
  const nearest = nearestName(name, Object.keys(factory))
  const suggestion = nearest === undefined ? '' : `; did you mean '${nearest}'?`
  throw new DataError(`${section}: the factory has no model '${name.slice(0, 100)}'${suggestion}`)
}

/** The defined fields of a record, with related records as references. */
function plainFields(record: object, referenceTo: ReferenceTo, depth = 0): object {
  if (depth > MAXIMUM_DEPTH)
    throw new DataError(`a record nests others more than ${MAXIMUM_DEPTH} deep: pass a reader`)
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
  // References are resolved first, because related records may refer back to this one.
  return referenceTo(value) ?? plainFields(value, referenceTo, depth + 1)
}

/** The field by which other sections refer to an entry. */
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

/**
 * The primary key of an `@mswjs/data` entity, which stores the name of its key field under a symbol; undefined for other
 * objects.
 */
function primaryKeyOf(value: object): unknown {
  const symbol = Object.getOwnPropertySymbols(value).find(({ description }) => description === 'primaryKey')
  return symbol === undefined ? undefined : Reflect.get(value, String(Reflect.get(value, symbol)))
}
