/** Requirements that were shown before, shown again as they were: for as long as every record that they show is the same. */
import { applications } from '../../model/applications/records.ts'
import { containers } from '../../model/containers/records.ts'
import { externalPropertyMetadata, type RequirementRecord } from '../../model/requirements/records.ts'
import { lasting } from '../lasting.ts'
import type { Context } from '../operation.ts'
import { isReadable, type LinkFlags } from './requirement-links.ts'

interface Shown {
  readonly record: RequirementRecord
  /** The records besides its own that it shows; undefined where there is none, or where the caller may not read it. */
  readonly sources: readonly (object | undefined)[]
  /** It lasts: its text is kept too. */
  readonly wire: object
}

/** Requirements that are remembered, as many as twenty of the longest pages show; each has one place, by its id. */
const PLACES = 4096
// Records are never written to, and whoever has the same records shows the same: no world is told from another by this.
const withOrigins = createMemory()
const alone = createMemory()

interface Memory {
  /** Requirements that were shown once: only what is shown a second time is worth keeping. */
  readonly seen: (RequirementRecord | undefined)[]
  readonly shown: (Shown | undefined)[]
}

function createMemory(): Memory {
  const places = () => Array.from<undefined>({ length: PLACES })
  return { seen: places(), shown: places() }
}

/** True when a requirement shows nothing but itself, its product, its properties, and where it comes from. */
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
  const sourcesOf = sourceReader(context, includeOriginLinks)
  const { seen, shown } = includeOriginLinks ? withOrigins : alone
  return (record) => {
    // Frozen copies are made whenever they are read: nobody asks for the same one twice.
    if (record.baseline !== undefined) return show(record)
    const place = record.id % PLACES
    if (seen[place] !== record) {
      seen[place] = record
      return show(record)
    }
    const known = shown[place]
    const sources = sourcesOf(record)
    if (known?.record === record && isSame(known.sources, sources)) return known.wire
    const wire = lasting(show(record))
    shown[place] = { record, sources, wire }
    return wire
  }
}

/** Reads all that shapes how a requirement is shown, besides its own record. */
function sourceReader(
  context: Context,
  withOrigin: boolean,
): (record: RequirementRecord) => readonly (object | undefined)[] {
  const { store } = context
  const [ofApplications, ofContainers] = [store.table(applications), store.table(containers)]
  const ofMetadata = store.table(externalPropertyMetadata)
  let readable: Map<number, boolean> | undefined
  return (record) => {
    const sources: (object | undefined)[] = [ofApplications.get(record.applicationId)]
    for (const { metadataId } of record.externalProperties) sources.push(ofMetadata.get(metadataId))
    if (!withOrigin || record.originContainerId === undefined) return sources
    const origin = ofContainers.get(record.originContainerId)
    if (origin === undefined) return sources
    // Who may read one container of a project may read them all.
    readable ??= new Map()
    let may = readable.get(origin.projectContainerId)
    if (may === undefined) {
      may = isReadable(context, origin)
      readable.set(origin.projectContainerId, may)
    }
    if (may) sources.push(origin, ofApplications.get(origin.applicationId))
    return sources
  }
}

function isSame(known: readonly (object | undefined)[], now: readonly (object | undefined)[]): boolean {
  return known.length === now.length && known.every((source, position) => source === now[position])
}
