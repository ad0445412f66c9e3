/** Requirements that were shown before, shown again as they were: for as long as every record that they show is the same. */
import { applications } from '../../model/applications/records.ts'
import { type ContainerRecord, containers } from '../../model/containers/records.ts'
import { externalPropertyMetadata, type RequirementRecord } from '../../model/requirements/records.ts'
import { hasSameItems } from '../../model/same-items.ts'
import { chosenAlternative } from '../ledger.ts'
import type { Store } from '../../world/store.ts'
import type { Context } from '../operation.ts'
import { Written } from '../written.ts'
import type { ContainerPlace } from '../../model/users/permissions.ts'
import { isReadable, type LinkFlags } from './requirement-links.ts'

/** The records besides its own that a requirement shows; undefined where there is none, or where the caller may not read it. */
interface Sources {
  readonly application: object | undefined
  readonly metadata: readonly (object | undefined)[]
  readonly origin: ContainerRecord | undefined
  readonly originApplication: object | undefined
}

/** The tables that sources come from, in one of their states: while they are in it, every source is the same. */
interface Moment {
  readonly applications: object
  readonly containers: object
  readonly metadata: object
}

/** A requirement as it was shown: a small object, since in a large world each is waited for. */
export class Shown extends Written {
  readonly record: RequirementRecord
  /** Whether it comes from its own project and application. */
  readonly isOfOwnProject: boolean
  readonly #sources: Sources
  #moment: Moment | undefined

  constructor(text: string, record: RequirementRecord, sources: Sources, moment?: Moment) {
    super(text)
    this.record = record
    const { origin } = sources
    this.isOfOwnProject =
      origin !== undefined &&
      origin.projectContainerId === record.projectContainerId &&
      origin.applicationId === record.applicationId
    this.#sources = sources
    this.#moment = moment
  }

  get origin(): ContainerRecord | undefined {
    return this.#sources.origin
  }

  /** Whether it was shown or renewed in this moment. */
  isOfMoment(moment: Moment): boolean {
    return this.#moment === moment
  }

  /** Whether it is shown so with these sources; if so, it will be as long as this moment lasts. */
  renew(
    record: RequirementRecord,
    { application, metadata, origin, originApplication }: Sources,
    moment: Moment,
  ): boolean {
    const sources = this.#sources
    const isSame =
      this.record === record &&
      sources.application === application &&
      sources.origin === origin &&
      sources.originApplication === originApplication &&
      hasSameItems(sources.metadata, metadata)
    if (isSame) this.#moment = moment
    return isSame
  }
}

/** Each requirement has one place, by its id, which stands there alone until there is more to remember. */
type Place = number | Shown | undefined

const FEWEST_PLACES = 256
/**
 * How much is remembered for either way to show requirements: so many of them, and characters of their JSON. Their records
 * are kept by that too: texts about as long once more, and dependencies, which this JSON does not show.
 */
const MOST = { places: 2 ** 17, characters: 2 ** 26 }

export class Memory {
  readonly #most: typeof MOST
  #places: Place[] = []
  /** How many of them are taken. */
  #taken = 0
  #characters = 0

  constructor(most = MOST) {
    this.#most = most
    this.#clear(FEWEST_PLACES)
  }

  /** What stands in the place of a requirement, which may be of another one. */
  at(id: number): Place {
    return this.#places[id % this.#places.length]
  }

  /** Puts a requirement in its place. One that was there is forgotten; where many are, there come to be more places first. */
  put(id: number, entry: number | Shown): void {
    const there = this.at(id)
    const isCrowded = this.#taken * 4 >= this.#places.length && this.#places.length < this.#most.places
    if (isCrowded && there !== undefined && idOf(there) !== id) this.#grow()
    this.#characters += charactersOf(entry) - charactersOf(this.at(id))
    if (this.#characters > this.#most.characters) {
      this.#clear(this.#places.length)
      this.#characters = charactersOf(entry)
    }
    if (this.at(id) === undefined) this.#taken++
    this.#places[id % this.#places.length] = entry
  }

  #grow(): void {
    const former = this.#places
    this.#clear(former.length * 2)
    for (const entry of former) if (entry !== undefined) this.put(idOf(entry), entry)
  }

  #clear(places: number): void {
    this.#places = Array.from({ length: places })
    this.#taken = 0
    this.#characters = 0
  }
}

const idOf = (entry: number | Shown): number => (typeof entry === 'number' ? entry : entry.record.id)

const charactersOf = (entry: Place): number => (typeof entry === 'object' ? entry.text.length : 0)

// Records are never written to, and whoever has the same records shows the same: no world is told from another by this.
const withOrigins = new Memory()
const withoutOrigins = new Memory()

/** True when a requirement shows nothing but itself, its application, its properties, and where it comes from. */
export function isMemorable(flags: LinkFlags): boolean {
  return !(
    flags.includeReferenceLinks ||
    flags.includeFromDependencies ||
    flags.includeToDependencies ||
    flags.includeJiraIssueLinks ||
    flags.includeTestCaseLinks
  )
}

/**
 * Shows requirements by `show`, or as they were shown before with flags that are memorable. Good for one answer. One of many
 * is remembered when it is shown a second time, so that reading a large world once costs next to nothing more; what is asked
 * for `alone` is likely to be asked for again, and remembered at once.
 */
export function remembering(
  context: Context,
  { includeOriginLinks }: LinkFlags,
  show: (record: RequirementRecord) => object,
  alone: boolean,
): (record: RequirementRecord) => object {
  // With nulls for what it lacks, a requirement is shown in more ways than one.
  if (chosenAlternative(context.config, 'A21') === 'null') return show
  const mayRead = originRights(context)
  const sourcesOf = sourceReader(context.store, includeOriginLinks, mayRead)
  const moment = momentOf(context.store)
  const memory = includeOriginLinks ? withOrigins : withoutOrigins
  /** Whether its sources are those of the moment, and the caller may read where it comes from. */
  const isStill = (known: Shown, record: RequirementRecord) => {
    if (!known.isOfMoment(moment)) return false
    if (!includeOriginLinks || record.originContainerId === undefined) return true
    // Most come from their own project: the container itself need not be waited for.
    const origin = known.isOfOwnProject ? record : known.origin
    return origin !== undefined && mayRead(origin)
  }
  return (record) => {
    // Frozen copies are made whenever they are read: nobody asks for the same one twice.
    if (record.baseline !== undefined) return show(record)
    const { id } = record
    const known = memory.at(id)
    if (!alone && (known === undefined || idOf(known) !== id)) {
      memory.put(id, id)
      return show(record)
    }
    if (typeof known === 'object' && known.record === record && isStill(known, record)) return known
    const sources = sourcesOf(record)
    if (typeof known === 'object' && known.renew(record, sources, moment)) return known
    const now = new Shown(JSON.stringify(show(record)), record, sources, moment)
    memory.put(id, now)
    return now
  }
}

/** That of the latest answer. */
let latest: Moment | undefined

/** The same one for whoever asks while nothing was written: one look then tells of a requirement that no source is another. */
function momentOf(store: Store): Moment {
  const now = {
    applications: store.table(applications).state,
    containers: store.table(containers).state,
    metadata: store.table(externalPropertyMetadata).state,
  }
  const isSame =
    latest?.applications === now.applications &&
    latest.containers === now.containers &&
    latest.metadata === now.metadata
  return isSame ? (latest as Moment) : (latest = now)
}

/** Whether the caller may read where something comes from; good for one answer. */
function originRights(context: Context): (origin: ContainerPlace) => boolean {
  let known: Map<number, boolean> | undefined
  return (origin) => {
    // Who may read one container of a project may read them all.
    known ??= new Map()
    const may = known.get(origin.projectContainerId) ?? isReadable(context, origin)
    known.set(origin.projectContainerId, may)
    return may
  }
}

const NONE: readonly undefined[] = []

/** Reads all that shapes how a requirement is shown, besides its own record. */
function sourceReader(
  store: Store,
  withOrigin: boolean,
  mayRead: (origin: ContainerPlace) => boolean,
): (record: RequirementRecord) => Sources {
  return ({ applicationId, externalProperties, originContainerId }) => {
    const application = store.table(applications).get(applicationId)
    const ofMetadata = store.table(externalPropertyMetadata)
    const metadata =
      externalProperties.length === 0
        ? NONE
        : externalProperties.map(({ metadataId }) => ofMetadata.get(metadataId))
    const alone = { application, metadata, origin: undefined, originApplication: undefined }
    if (!withOrigin || originContainerId === undefined) return alone
    const origin = store.table(containers).get(originContainerId)
    if (origin === undefined || !mayRead(origin)) return alone
    const originApplication = store.table(applications).get(origin.applicationId)
    return { application, metadata, origin, originApplication }
  }
}
