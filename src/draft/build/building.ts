/** What the parts that turn facts into entries share: the names of records, and a list of what had to be guessed. */
import type { Region } from '../../model/records/world/regions.ts'
import type { RequirementReference, SectionName } from '../../scenario/format/format.ts'
import type { RegionFacts, UserReference } from '../region.ts'

/** A place of level PROJECT: a space, a project or a workspace. */
export interface Place {
  readonly kind: 'space' | 'project' | 'workspace'
  readonly site: string
  readonly key: string
  /** The exchange that shows it. */
  readonly number: number
  readonly container: number | undefined
  readonly ownId: number | undefined
  readonly name: string | undefined
}

/** Something that no response shows, and what the draft has instead. */
export interface Guess {
  /** The exchange that needs it. */
  readonly number: number
  readonly text: string
  /** Entries that would fill the gap, each a line of its section. */
  readonly proposals?: readonly Proposal[]
}

/** An entry that a scenario which extends the draft can add. */
export interface Proposal {
  readonly region: Region
  readonly section: SectionName
  readonly entry: Readonly<Record<string, unknown>>
}

export interface Names {
  /** The sign-in name of a user; undefined for no reference. */
  user(reference: UserReference | undefined): string | undefined
  /** Undefined for a site that nothing shows. */
  site(key: string): string
  organization(id: number): string
  place(place: Place): string
}

export interface Building {
  readonly region: RegionFacts
  /** The start of the clock. */
  readonly start: string
  readonly names: Names
  readonly places: readonly Place[]
  placeOfContainer(id: number | undefined): Place | undefined
  placeOfKey(kind: Place['kind'], site: string, key: string): Place | undefined
  guess(number: number, text: string, proposals?: readonly Omit<Proposal, 'region'>[]): void
}

/** A requirement by its key, for entries of the same place, or with its place. */
export function reference(
  { names }: Building,
  place: Place,
  key: string,
  home?: Place,
): RequirementReference {
  if (key.includes('/')) return { space: names.place(place), key }
  return place === home ? key : `${names.place(place)}/${key}`
}

/** An instant, unless it is the start of the clock, which absent ones are. */
export function sinceStart({ start }: Building, instant: string | undefined): string | undefined {
  if (instant === undefined) return undefined
  const text = instant.replace('.000Z', 'Z')
  return text === start ? undefined : text
}

export function unless<T>(value: T, usual: T): T | undefined {
  return value === usual ? undefined : value
}

export function some<T>(list: readonly T[]): T[] | undefined {
  return list.length === 0 ? undefined : [...list]
}
