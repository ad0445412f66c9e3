/** Saves requirements, the frozen copies of baselines, what they are made of, and the sequences of keys. */
import { findBaseline } from '../../model/finding/baselines.ts'
import { frozenRows, type FrozenSetRecord, frozenSets } from '../../model/finding/requirements/frozen.ts'
import { currentVariant } from '../../model/finding/variants.ts'
import { containers } from '../../model/records/service/containers.ts'
import { valueToText, textToHtml } from '../../model/records/text/excerpt.ts'
import { excelAttachments } from '../../model/records/wiki/excel.ts'
import { pages } from '../../model/records/wiki/pages.ts'
import {
  externalPropertyMetadata,
  type ExternalPropertyValue,
  type PropertyValue,
  type RequirementRecord,
  requirements,
  testCaseLinks,
} from '../../model/records/wiki/requirements.ts'
import { DEFAULT_RELATIONSHIP } from '../../model/settings/definitions.ts'
import { sequences } from '../../world/store/store.ts'
import type { Entry, PropertyInput, Sections } from '../format/format.ts'
import { propertyOf, type Scalar } from '../format/property-values.ts'
import { canonical } from './canonical.ts'
import { instantText, type Saving, sinceStart, some, unless } from './saving.ts'

export function saveRequirements(saving: Saving): Sections {
  const { store, names } = saving
  const copies = [...store.table(frozenSets).scan()]
    .filter((set) => keysToFreeze(saving, set) === undefined && isFrozen(set))
    .flatMap((set) => [...frozenRows(store, set)])
  return {
    externalProperties: [...store.table(externalPropertyMetadata).scan()].map(
      ({ id, applicationId, name, dataType, enumValues }) => ({
        id,
        site: names.site(applicationId),
        name,
        dataType,
        enumValues: enumValues === undefined ? undefined : [...enumValues],
      }),
    ),
    requirements: [...inOrderOfPages(saving), ...copies].map((row) => savedRequirement(saving, row)),
    sequences: savedSequences(saving),
    testCaseLinks: savedTestCaseLinks(saving),
  }
}

const isFrozen = ({ sources, copied }: FrozenSetRecord) => copied === sources.length

/**
 * The keys of the copies in order of their ids, where a baseline of these keys freezes the same; else undefined, and its
 * copies are entries of their own.
 */
export function keysToFreeze({ store }: Saving, set: FrozenSetRecord): readonly string[] | undefined {
  const { projectContainerId, number, variantId, sources, ids, pageVersions } = set
  const baseline = findBaseline(store, projectContainerId, number)
  if (!isFrozen(set) || sources.length === 0 || baseline === undefined) return undefined
  if ((baseline.frozenAt ?? baseline.createdAt) !== set.frozenAt) return undefined
  if (currentVariant(store, projectContainerId).id !== variantId) return undefined
  const isUnchanged = sources.every((source, position) => {
    const row = store.table(requirements).get(source.id)
    const page = row?.pageId === undefined ? undefined : store.table(pages).get(row.pageId)
    return (
      row?.status === 'ACTIVE' &&
      (page?.version ?? 0) === pageVersions[position] &&
      (row === source || canonical(row) === canonical(source))
    )
  })
  const copies = ids
    .map((id, position) => ({ id, key: sources[position]?.key ?? '' }))
    .toSorted((a, b) => a.id - b.id)
  const areConsecutive = copies.every(({ id }, position) => id === (copies[0]?.id ?? 0) + position)
  return isUnchanged && areConsecutive ? copies.map(({ key }) => key) : undefined
}

/** All rows by id, but those that a page defines in its order, which is that of their entries. */
function inOrderOfPages({ store }: Saving): RequirementRecord[] {
  const rows = [...store.table(requirements).scan()]
  const positions = new Map<number, ReadonlyMap<string, number>>()
  for (const { id, definitions } of store.table(pages).scan())
    positions.set(id, new Map(definitions.map(({ key }, position) => [key, position])))
  const placeOf = ({ pageId = 0, key }: RequirementRecord) => positions.get(pageId)?.get(key)
  const defined = rows.filter((row) => row.status === 'ACTIVE' && placeOf(row) !== undefined)
  const queues = Map.groupBy(defined, ({ pageId }) => pageId)
  for (const queue of queues.values()) queue.sort((a, b) => (placeOf(b) ?? 0) - (placeOf(a) ?? 0))
  const isDefined = new Set(defined)
  return rows.map((row) => (isDefined.has(row) ? (queues.get(row.pageId)?.pop() ?? row) : row))
}

function savedRequirement(saving: Saving, row: RequirementRecord): Entry<'requirements'> {
  const { store, names } = saving
  const owner = store.table(containers).get(row.projectContainerId)
  const origin =
    row.originContainerId === undefined ? undefined : store.table(containers).get(row.originContainerId)
  const place = names.placeOf(row.projectContainerId)
  return {
    id: row.id,
    ...(owner?.type === 'WORKSPACE' ? { workspace: place } : { space: place }),
    key: row.key,
    page: origin?.projectContainerId === owner?.id ? names.page(row.pageId) : undefined,
    file: origin?.type === 'FILE' ? origin.name : undefined,
    excel: excelOf(saving, row),
    variant: unless(row.variantId, currentVariant(store, row.projectContainerId).id),
    baseline: row.baseline,
    pageVersion: row.baseline === undefined ? undefined : row.pageVersion,
    status: unless(row.status, 'ACTIVE'),
    ...contentOf(row.html),
    properties: record(row.properties.map((property) => [property.key, propertyInput(property)])),
    external: record(row.externalProperties.flatMap((value) => externalInput(saving, value))),
    dependencies: some(
      row.dependencies.map(({ relationship, spaceKey, key }) => ({
        relationship: unless(relationship, DEFAULT_RELATIONSHIP),
        to:
          spaceKey === owner?.key
            ? key.includes('/')
              ? { key }
              : key
            : names.requirement(row.applicationId, spaceKey, key),
      })),
    ),
    movedTo:
      row.newKey === undefined || row.newSpaceKey === undefined
        ? undefined
        : { space: names.spaceOfKey(row.applicationId, row.newSpaceKey), key: row.newKey },
    needsExcerpt: unless(row.htmlNeedsUpdating, false),
    createdAt: sinceStart(saving, row.createdAt),
  }
}

/** The attachment, if it is one of the requirement's own space. */
function excelOf(
  { store }: Saving,
  { excelAttachmentId, projectContainerId }: RequirementRecord,
): number | undefined {
  if (excelAttachmentId === undefined) return undefined
  const attachment = store.table(excelAttachments).get(excelAttachmentId)
  return attachment?.projectContainerId === projectContainerId ? excelAttachmentId : undefined
}

/** Plain text where it makes the same HTML. */
export function contentOf(html: string): { text?: string; html?: string } {
  if (html === '') return {}
  const text = valueToText(html)
  return textToHtml(text) === html ? { text } : { html }
}

/** The shortest input that makes the same property. */
export function propertyInput(property: PropertyValue): PropertyInput {
  const { key, value, dataType, multivalues } = property
  const text = valueToText(value)
  const whole = {
    html: value,
    dataType: dataType as 'TEXT',
    ...(multivalues === undefined ? {} : { multivalues: multivalues.map(valueToText) }),
  }
  const inputs: readonly PropertyInput[] =
    multivalues === undefined
      ? [text, Number(text), text === 'true', { value: text, dataType: dataType as 'TEXT' }]
      : multivalues.length > 0
        ? [multivalues.map(valueToText)]
        : []
  const same = canonical(property)
  return inputs.find((input) => canonical(propertyOf(key, input)) === same) ?? whole
}

function externalInput(
  { store }: Saving,
  { metadataId, value, multivalues }: ExternalPropertyValue,
): [string, Scalar | Scalar[]][] {
  const name = store.table(externalPropertyMetadata).get(metadataId)?.name
  return name === undefined ? [] : [[name, multivalues === undefined ? value : [...multivalues]]]
}

function record<T>(entries: readonly (readonly [string, T])[]): Record<string, T> | undefined {
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

const KEY_SEQUENCE = /^key\/(\d+)\/([^]+)$/

function savedSequences({ store, names }: Saving): Entry<'sequences'>[] {
  return [...store.table(sequences).scan()].flatMap(({ name, value }) => {
    const [, id, prefix] = KEY_SEQUENCE.exec(name) ?? []
    const owner = store.table(containers).get(Number(id))
    if (owner === undefined || prefix === undefined) return []
    const place = names.place(owner)
    return [{ ...(owner.type === 'WORKSPACE' ? { workspace: place } : { space: place }), prefix, value }]
  })
}

/** Links of requirements that a key leads to: the live row of the current variant, else the first. */
function savedTestCaseLinks({ store, names }: Saving): Entry<'testCaseLinks'>[] {
  return [...store.table(testCaseLinks).scan()].flatMap((link) => {
    const row = store.table(requirements).get(link.requirementId)
    if (row === undefined) return []
    const table = store.table(requirements)
    const place = [row.projectContainerId, row.key]
    const found =
      table.findUnique('key', place, currentVariant(store, row.projectContainerId).id) ??
      table.find('key', place)
    if (found?.id !== row.id) return []
    return [
      {
        id: link.id,
        requirement: names.requirement(row.applicationId, row.spaceKey, row.key),
        testCase: link.testCaseKey,
        version: unless(link.version, 1),
        relationship: unless(link.relationship, 'tests'),
        status: link.status,
        executedAt: instantText(link.executedAt),
      },
    ]
  })
}
