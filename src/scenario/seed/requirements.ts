/** Fills requirements, the pages that define them, and the sequences that number their keys (service §2.1, §2.3). */
import { keySequence, numberOfKey, sequenceNumber } from '../../model/finding/requirement-keys.ts'
import { type PageLink, pages, type RequirementDefinition } from '../../model/records/wiki/pages.ts'
import { baselineSequence } from '../../model/finding/baselines.ts'
import {
  createFrozenSet,
  findFrozenSet,
  type Frozen,
  frozenSets,
} from '../../model/finding/requirements/frozen.ts'
import { htmlToText, textToHtml } from '../../model/records/text/excerpt.ts'
import {
  type DependencyValue,
  type ExternalPropertyValue,
  externalPropertyMetadata,
  type RequirementRecord,
  requirements,
  testCaseLinks,
} from '../../model/records/wiki/requirements.ts'
import { rowOfKey } from '../../model/finding/requirements/row-of-key.ts'
import { readEnumValues } from '../../model/requirements/writing/property-values.ts'
import { DEFAULT_RELATIONSHIP } from '../../model/settings/definitions.ts'
import type { Store } from '../../world/store/store.ts'
import { TableConflict } from '../../world/store/table.ts'
import { readRequirementReference } from '../check/directory.ts'
import type { Entry, RequirementReference } from '../format/format.ts'
import { numberEntries } from './numbering.ts'
import { propertyOf, type Scalar } from '../format/property-values.ts'
import { containerId, instantOf, must, only, type Seeding, siteId, variantId } from './seeding.ts'

type Owner = Entry<'spaces'> | Entry<'workspaces'>

/** What has been made of requirements so far; pages are written when all of it is known. */
export interface RequirementSeeding {
  /** What each page defines, by page id. */
  readonly definitions: Map<number, RequirementDefinition[]>
  /** The highest number in use, by name of its sequence. */
  readonly highest: Map<string, number>
}

/** Writes what the sections list; pages and sequences wait for finishRequirements. */
export function seedRequirements(seeding: Seeding): RequirementSeeding {
  const { store, sections } = seeding
  for (const [entry, id] of seeding.externalPropertyIds) {
    const applicationId = siteId(seeding, entry.site)
    store.table(externalPropertyMetadata).insert({
      id,
      applicationId,
      name: entry.name,
      dataType: entry.dataType,
      ...readEnumValues(entry.dataType, entry.enumValues),
    })
  }
  // Frozen copies with ids of their own are written last; the ids are theirs from the beginning.
  for (const { firstCopy, requirements: keys } of sections.baselines ?? []) {
    if (firstCopy !== undefined && keys !== undefined) store.raise('requirement', firstCopy + keys.length - 1)
  }
  const ids = numberEntries(store, 'requirement', sections.requirements ?? [], (entry) => entry.id)
  const progress: RequirementSeeding = { definitions: new Map(), highest: new Map() }
  const copies: Frozen[] = []
  for (const [entry, id] of ids) {
    const record = requirementRecord(seeding, entry, id)
    if (record.baseline !== undefined) {
      copies.push({ source: record, id, pageVersion: entry.pageVersion })
      continue
    }
    store.table(requirements).insert(record)
    noteRequirement(seeding, progress, record)
  }
  for (const { source: copy, ...rest } of copies) {
    const source = { ...copy, id: rowOfKey(store, copy)?.id ?? copy.id }
    addCopies(store, copy, copy.baseline as number, [{ source, ...rest }], copy.createdAt)
  }
  return progress
}

/** Notes what a requirement means for its page and its sequence. */
export function noteRequirement(
  seeding: Seeding,
  progress: RequirementSeeding,
  record: RequirementRecord,
): void {
  const numbered = numberOfKey(record.key)
  if (numbered !== undefined && record.status === 'ACTIVE') {
    const sequence = keySequence(record.projectContainerId, numbered.prefix)
    progress.highest.set(
      sequence,
      Math.max(sequenceNumber(numbered.digits), progress.highest.get(sequence) ?? 0),
    )
  }
  if (record.pageId === undefined || !isDefined(seeding, record)) return
  const { key, html, properties, dependencies } = record
  const definition = { key, html, properties, dependencies }
  const known = progress.definitions.get(record.pageId)
  if (known === undefined) progress.definitions.set(record.pageId, [definition])
  else known.push(definition)
}

/** A page defines the ACTIVE requirements of the current variant; other variants can differ from the page. */
function isDefined(seeding: Seeding, record: RequirementRecord): boolean {
  return record.status === 'ACTIVE' && seeding.currentVariantIds.has(record.variantId)
}

/** Adds frozen copies to those that a baseline has already. */
export function addCopies(
  store: Store,
  { projectContainerId, variantId }: { readonly projectContainerId: number; readonly variantId: number },
  number: number,
  copies: readonly Frozen[],
  frozenAt: number,
): void {
  const known = findFrozenSet(store, projectContainerId, number)
  const taken = copies.find(({ id }) => store.table(requirements).has(id))
  if (taken !== undefined) throw new TableConflict('requirement', [taken.id], 'key')
  const earlier = (known?.sources ?? []).map((source, position) => ({
    source,
    id: known?.ids[position] as number,
    pageVersion: known?.pageVersions[position],
  }))
  const place = { projectContainerId, number, variantId }
  store.table(frozenSets).put(createFrozenSet(place, [...earlier, ...copies], known?.frozenAt ?? frozenAt))
  store.raise(baselineSequence(projectContainerId), number)
}

/** Writes pages with their definitions, and the sequences of keys. */
export function finishRequirements(seeding: Seeding, progress: RequirementSeeding): void {
  const { store, sections, directory } = seeding
  for (const [entry, id] of seeding.pageIds) {
    const space = only(directory.space(entry.space), 'space', entry.space)
    store.table(pages).insert({
      id,
      containerId: containerId(seeding, entry),
      applicationId: siteId(seeding, space.site),
      spaceKey: space.key,
      version: entry.version ?? 1,
      definitions: progress.definitions.get(id) ?? [],
      links: (entry.links ?? []).map((link) => pageLink(seeding, link, space.key)),
    })
  }
  for (const entry of sections.sequences ?? []) {
    progress.highest.set(
      keySequence(containerId(seeding, ownerOf(seeding, entry)), entry.prefix),
      entry.value,
    )
  }
  for (const [sequence, value] of progress.highest) store.raise(sequence, value)
}

/** Links of test cases to requirements; they come last, since they may name generated ones. */
export function seedTestCaseLinks(seeding: Seeding): void {
  const { store, sections } = seeding
  const ids = numberEntries(store, 'testCaseLink', sections.testCaseLinks ?? [], (entry) => entry.id)
  for (const [entry, id] of ids) {
    const { space: named, key } = readRequirementReference(entry.requirement)
    const space = only(seeding.directory.space(named ?? ''), 'space', named ?? key)
    store.table(testCaseLinks).insert({
      id,
      requirementId: findRequirement(seeding, space, key).id,
      testCaseKey: entry.testCase,
      version: entry.version ?? 1,
      relationship: entry.relationship ?? 'tests',
      status: entry.status,
      executedAt: instantOf(seeding, entry.executedAt),
    })
  }
}

/** The row of a key that counts: the live one of the current variant, else the first. */
export function findRequirement(seeding: Seeding, space: Entry<'spaces'>, key: string): RequirementRecord {
  const table = seeding.store.table(requirements)
  const place = [containerId(seeding, space), key]
  const live = table.findUnique('key', place, variantId(seeding, space, undefined))
  return must(live ?? table.find('key', place), 'requirement', key)
}

function requirementRecord(seeding: Seeding, entry: Entry<'requirements'>, id: number): RequirementRecord {
  const owner = ownerOf(seeding, entry)
  const html = entry.html ?? textToHtml(entry.text ?? '')
  return {
    id,
    applicationId: siteId(seeding, owner.site),
    projectContainerId: containerId(seeding, owner),
    spaceKey: owner.key,
    variantId: variantId(seeding, owner, entry.variant),
    key: entry.key,
    ...(entry.baseline === undefined ? {} : { baseline: entry.baseline }),
    status: entry.status ?? 'ACTIVE',
    html,
    text: htmlToText(html),
    ...originOf(seeding, owner, entry),
    properties: Object.entries(entry.properties ?? {}).map(([name, value]) => propertyOf(name, value)),
    externalProperties: externalOf(seeding, owner, entry.external ?? {}),
    dependencies: (entry.dependencies ?? []).map(({ relationship, to }) =>
      dependencyOf(seeding, owner, relationship, to),
    ),
    htmlNeedsUpdating: entry.needsExcerpt ?? false,
    ...excelOf(seeding, owner, entry.excel),
    ...(entry.movedTo === undefined
      ? {}
      : { newSpaceKey: spaceKeyOf(seeding, entry.movedTo.space), newKey: entry.movedTo.key }),
    createdAt: instantOf(seeding, entry.createdAt),
  }
}

/** The space or workspace that an entry is of. */
export function ownerOf(
  seeding: Seeding,
  entry: { space?: string | undefined; workspace?: string | undefined },
): Owner {
  const { directory } = seeding
  if (entry.space !== undefined) return only(directory.space(entry.space), 'space', entry.space)
  const workspace = entry.workspace ?? ''
  return only(directory.workspace(workspace), 'workspace', workspace)
}

/** The container that defines a requirement, and its page if it is one. */
export function originOf(
  seeding: Seeding,
  owner: Owner,
  entry: { page?: string | number | undefined; file?: string | undefined },
): Pick<RequirementRecord, 'originContainerId' | 'pageId'> {
  const { directory } = seeding
  if (entry.page !== undefined) {
    const page = only(directory.pagesOf(owner as Entry<'spaces'>)(entry.page), 'page', entry.page)
    return {
      originContainerId: containerId(seeding, page),
      pageId: must(seeding.pageIds.get(page), 'page', entry.page),
    }
  }
  if (entry.file === undefined) return {}
  return {
    originContainerId: containerId(
      seeding,
      only(directory.filesOf(owner as Entry<'workspaces'>)(entry.file), 'file', entry.file),
    ),
  }
}

function excelOf(
  seeding: Seeding,
  owner: Owner,
  reference: string | number | undefined,
): Pick<RequirementRecord, 'excelAttachmentId'> {
  if (reference === undefined) return {}
  const found = seeding.directory.excelAttachmentsOf(owner as Entry<'spaces'>)(reference)
  const attachment = only(found, 'Excel attachment', reference)
  return {
    excelAttachmentId: must(seeding.excelAttachmentIds.get(attachment), 'Excel attachment', reference),
  }
}

/** The values of external properties, in order of their metadata id. */
function externalOf(
  seeding: Seeding,
  owner: Owner,
  values: Readonly<Record<string, Scalar | readonly Scalar[]>>,
): ExternalPropertyValue[] {
  return Object.entries(values)
    .map(([name, value]) => ({
      metadataId: externalPropertyId(seeding, owner, name),
      ...externalValue(value),
    }))
    .toSorted((a, b) => a.metadataId - b.metadataId)
}

/** A list is kept as its single values, and as all of them in one text. */
function externalValue(value: Scalar | readonly Scalar[]): Omit<ExternalPropertyValue, 'metadataId'> {
  if (typeof value !== 'object') return { value }
  const multivalues = value.map(String)
  return { value: multivalues.join(', '), multivalues }
}

export function externalPropertyId(seeding: Seeding, owner: Owner, name: string): number {
  const site = only(seeding.directory.site(owner.site), 'site', owner.site)
  const metadata = only(seeding.directory.externalPropertiesOf(site)(name), 'external property', name)
  return must(seeding.externalPropertyIds.get(metadata), 'external property', name)
}

function dependencyOf(
  seeding: Seeding,
  owner: Owner,
  relationship: string | undefined,
  to: RequirementReference,
): DependencyValue {
  const { space, key } = readRequirementReference(to)
  const spaceKey = space === undefined ? owner.key : spaceKeyOf(seeding, space)
  return { relationship: relationship ?? DEFAULT_RELATIONSHIP, spaceKey, key }
}

function pageLink(seeding: Seeding, link: RequirementReference, ownKey: string): PageLink {
  const { space, key } = readRequirementReference(link)
  return { spaceKey: space === undefined ? ownKey : spaceKeyOf(seeding, space), key }
}

function spaceKeyOf(seeding: Seeding, reference: string): string {
  return only(seeding.directory.space(reference), 'space', reference).key
}
