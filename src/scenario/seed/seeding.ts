/** What the parts of building one region share: its store, its sections, and the numbers of their entries. */
import type { Store } from '../../world/store/store.ts'
import { parseInstant } from '../../world/time/duration.ts'
import type { World } from '../../world/world.ts'
import { createDirectory, type Directory } from '../check/directory.ts'
import type { Entry, Sections } from '../format/format.ts'
import { CURRENT, type ProjectEntry, variantsOf } from '../format/variants.ts'
import { createNumbers, numberEntries } from './numbering.ts'

type Key = string | number
/** An entry that has a container of level PROJECT. */
/** An entry that has a container below one. */
export type DocumentEntry = Entry<'pages'> | Entry<'issues'> | Entry<'files'>

export interface Seeding {
  readonly world: World
  readonly store: Store
  readonly sections: Sections
  readonly directory: Directory
  readonly organizationIds: ReadonlyMap<Entry<'organizations'>, number>
  readonly userIds: ReadonlyMap<Entry<'users'>, number>
  readonly siteIds: ReadonlyMap<Entry<'sites'>, number>
  readonly pageIds: ReadonlyMap<Entry<'pages'>, number>
  readonly issueIds: ReadonlyMap<Entry<'issues'>, number>
  readonly issueTypeIds: ReadonlyMap<Entry<'issueTypes'>, number>
  readonly externalPropertyIds: ReadonlyMap<Entry<'externalProperties'>, number>
  readonly excelAttachmentIds: ReadonlyMap<Entry<'excelAttachments'>, number>
  /** Containers of spaces, projects, workspaces, pages, issues and files. */
  readonly containerIds: ReadonlyMap<ProjectEntry | DocumentEntry, number>
  /** Variants of each container, by name. */
  readonly variantIds: ReadonlyMap<ProjectEntry, ReadonlyMap<Key, number>>
  readonly currentVariantIds: ReadonlySet<number>
}

/** Numbers every entry of a region, in order of appearance. */
export function beginSeeding(world: World, store: Store, sections: Sections): Seeding {
  const { organizations, users, sites, pages, issues, issueTypes, externalProperties } = sections
  const withContainer = [
    ...(sections.spaces ?? []),
    ...(sections.projects ?? []),
    ...(sections.workspaces ?? []),
    ...(pages ?? []),
    ...(issues ?? []),
    ...(sections.files ?? []),
  ]
  const byId = <E extends { id?: number | undefined }>(sequence: string, entries: readonly E[] | undefined) =>
    numberEntries(store, sequence, entries ?? [], (entry) => entry.id)
  const variantIds = numberVariants(store, sections)
  return {
    world,
    store,
    sections,
    directory: createDirectory(sections),
    organizationIds: byId('organization', organizations),
    userIds: byId('user', users),
    siteIds: byId('application', sites),
    pageIds: byId('page', pages),
    issueIds: byId('issue', issues),
    issueTypeIds: byId('issueType', issueTypes),
    externalPropertyIds: byId('externalPropertyMetadata', externalProperties),
    excelAttachmentIds: byId('excelAttachment', sections.excelAttachments),
    containerIds: numberEntries(store, 'container', withContainer, (entry) => entry.container),
    variantIds,
    currentVariantIds: currentOf(variantIds),
  }
}

function currentOf(variantIds: ReadonlyMap<ProjectEntry, ReadonlyMap<Key, number>>): Set<number> {
  const current = new Set<number>()
  for (const [owner, ids] of variantIds) {
    for (const variant of variantsOf(owner)) {
      if (variant.current) current.add(must(ids.get(variant.name), 'variant', variant.name))
    }
  }
  return current
}

function numberVariants(store: Store, sections: Sections): Map<ProjectEntry, Map<Key, number>> {
  const owners: ProjectEntry[] = [
    ...(sections.spaces ?? []),
    ...(sections.projects ?? []),
    ...(sections.workspaces ?? []),
  ]
  const variantIds = owners.flatMap((owner) => (owner.variants ?? []).map(({ id }) => id))
  const numbers = createNumbers(store, 'variant', variantIds)
  const result = new Map<ProjectEntry, Map<Key, number>>()
  for (const owner of owners) {
    const ids = new Map<Key, number>()
    for (const { id, name } of variantsOf(owner)) ids.set(name, id ?? numbers.next())
    result.set(owner, ids)
  }
  numbers.keep()
  return result
}

/** The id of a variant that is named, or of the current one. */
export function variantId(seeding: Seeding, owner: ProjectEntry, reference: Key | undefined): number {
  const ids = must(seeding.variantIds.get(owner), 'variants', owner.key)
  const variants = variantsOf(owner)
  const wanted =
    reference === undefined
      ? variants.find(({ current }) => current)
      : variants.find(({ id, name }) => name === reference || id === reference)
  return must(ids.get(wanted?.name ?? ''), 'variant', reference ?? CURRENT)
}

/** The instant that an entry gives, or the start of the clock. */
export function instantOf(seeding: Seeding, text: string | undefined): number {
  return text === undefined ? seeding.world.clock.start : must(parseInstant(text), 'instant', text)
}

/** The only entry that a reference means. References are checked before a world is built: another is a defect of ours. */
export function only<E>(found: readonly E[], what: string, reference: Key): E {
  return must(found.length === 1 ? found[0] : undefined, what, reference)
}

/** A value that checks before have made sure of. */
export function must<T>(value: T | undefined, what: string, reference: Key): T {
  if (value === undefined)
    throw new Error(`a scenario got through its checks with an unknown ${what} '${reference}'`)
  return value
}

export function userId(seeding: Seeding, reference: Key): number {
  return must(
    seeding.userIds.get(only(seeding.directory.user(reference), 'user', reference)),
    'user',
    reference,
  )
}

export function siteId(seeding: Seeding, reference: Key): number {
  return must(
    seeding.siteIds.get(only(seeding.directory.site(reference), 'site', reference)),
    'site',
    reference,
  )
}

export function organizationId(seeding: Seeding, reference: Key): number {
  const entry = only(seeding.directory.organization(reference), 'organization', reference)
  return must(seeding.organizationIds.get(entry), 'organization', reference)
}

export function containerId(seeding: Seeding, entry: ProjectEntry | DocumentEntry): number {
  return must(seeding.containerIds.get(entry), 'container', 'of an entry')
}
