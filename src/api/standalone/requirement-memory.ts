/** Requirements that were shown before, shown again as they were: for as long as every record that they show is the same. */
import { type ApplicationRecord, applications } from '../../model/applications/records.ts'
import { containers } from '../../model/containers/records.ts'
import { externalPropertyMetadata, type RequirementRecord } from '../../model/requirements/records.ts'
import { chosenAlternative } from '../ledger.ts'
import type { Context } from '../operation.ts'
import { Written } from '../written.ts'
import { isReadable, type LinkFlags } from './requirement-links.ts'

/**
 * The records that a requirement shows besides its own and its application's; undefined where there is none, or where the
 * caller may not read it.
 */
interface Sources {
  readonly metadata: readonly (object | undefined)[]
  readonly origin: object | undefined
  readonly originApplication: object | undefined
}

/** A requirement as it was shown: one object, since in a large world each is waited for. */
export class Shown extends Written {
  readonly record: RequirementRecord
  readonly #metadata: Sources['metadata']
  readonly #origin: object | undefined
  readonly #originApplication: object | undefined

  constructor(text: string, record: RequirementRecord, sources: Sources) {
    super(text)
    this.record = record
    this.#metadata = sources.metadata
    this.#origin = sources.origin
    this.#originApplication = sources.originApplication
  }

  isOf({ metadata, origin, originApplication }: Sources): boolean {
    return (
      this.#origin === origin &&
      this.#originApplication === originApplication &&
      this.#metadata.length === metadata.length &&
      this.#metadata.every((source, position) => source === metadata[position])
    )
  }
}

/** Each requirement has one place, by its id: those that were shown once stand there as their records. */
type Place = RequirementRecord | Shown | undefined

const FEWEST_PLACES = 256
/** How much of one application is kept, for either way to show it: so many requirements, and characters of all their texts. */
const MOST = { places: 2 ** 17, characters: 2 ** 26 }

export class Memory {
  readonly #most: typeof MOST
  #places: Place[] = createPlaces(FEWEST_PLACES)
  /** How many of them are taken. */
  #taken = 0
  #characters = 0

  constructor(most = MOST) {
    this.#most = most
  }

  /** What stands in the place of a requirement, which may be of another one. */
  at(id: number): Place {
    return this.#places[id % this.#places.length]
  }

  /** Puts a requirement in its place. One that was there is forgotten; where many are, there come to be more places first. */
  put(id: number, entry: RequirementRecord | Shown): void {
    const there = this.at(id)
    const isCrowded = this.#taken * 2 > this.#places.length && this.#places.length < this.#most.places
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
    this.#places = createPlaces(places)
    this.#taken = 0
    this.#characters = 0
  }
}

const createPlaces = (count: number): Place[] => Array.from({ length: count })

const idOf = (entry: RequirementRecord | Shown): number =>
  entry instanceof Shown ? entry.record.id : entry.id

const charactersOf = (entry: Place): number => (entry instanceof Shown ? entry.text.length : 0)

/**
 * What is remembered of each application, whose record every requirement shows; with that record it goes. Records are never
 * written to, and whoever has the same records shows the same: no world is told from another by this.
 */
const memoriesWithOrigins = new WeakMap<ApplicationRecord, Memory>()
const memoriesAlone = new WeakMap<ApplicationRecord, Memory>()

function memoryOf(application: ApplicationRecord, withOrigins: boolean): Memory {
  const own = withOrigins ? memoriesWithOrigins : memoriesAlone
  let memory = own.get(application)
  if (memory === undefined) own.set(application, (memory = new Memory()))
  return memory
}

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

/** Shows requirements by `show`, or as they were shown before with flags that are memorable. Good for one answer. */
export function remembering(
  context: Context,
  { includeOriginLinks }: LinkFlags,
  show: (record: RequirementRecord) => object,
): (record: RequirementRecord) => object {
  // With nulls for what it lacks, a requirement is shown in more ways than one.
  if (chosenAlternative(context.config, 'A21') === 'null') return show
  const ofApplications = context.store.table(applications)
  const sourcesOf = sourceReader(context, includeOriginLinks)
  let latest: ApplicationRecord | undefined
  let memory: Memory | undefined
  return (record) => {
    const application = ofApplications.get(record.applicationId)
    // Frozen copies are made whenever they are read: nobody asks for the same one twice.
    if (application === undefined || record.baseline !== undefined) return show(record)
    if (memory === undefined || application !== latest) memory = memoryOf(application, includeOriginLinks)
    latest = application
    const known = memory.at(record.id)
    const shown = known instanceof Shown && known.record === record ? known : undefined
    if (shown === undefined && known !== record) {
      memory.put(record.id, record)
      return show(record)
    }
    const sources = sourcesOf(record)
    if (shown?.isOf(sources) === true) return shown
    const now = new Shown(JSON.stringify(show(record)), record, sources)
    memory.put(record.id, now)
    return now
  }
}

const NONE: readonly undefined[] = []

/** Reads all that shapes how a requirement is shown, besides its own record and its application's. */
function sourceReader(context: Context, withOrigin: boolean): (record: RequirementRecord) => Sources {
  const { store } = context
  const [ofApplications, ofContainers] = [store.table(applications), store.table(containers)]
  const ofMetadata = store.table(externalPropertyMetadata)
  let readable: Map<number, boolean> | undefined
  return ({ externalProperties, originContainerId }) => {
    const metadata =
      externalProperties.length === 0
        ? NONE
        : externalProperties.map(({ metadataId }) => ofMetadata.get(metadataId))
    const alone = { metadata, origin: undefined, originApplication: undefined }
    if (!withOrigin || originContainerId === undefined) return alone
    const origin = ofContainers.get(originContainerId)
    if (origin === undefined) return alone
    // Who may read one container of a project may read them all.
    readable ??= new Map()
    let may = readable.get(origin.projectContainerId)
    if (may === undefined) {
      may = isReadable(context, origin)
      readable.set(origin.projectContainerId, may)
    }
    return may ? { metadata, origin, originApplication: ofApplications.get(origin.applicationId) } : alone
  }
}
