/** Reads a session into facts: every response goes to the observer of its operation. */
import { peopleObservers } from './observe/people.ts'
import { placeObservers } from './observe/places.ts'
import { requirementObservers } from './observe/requirements.ts'
import { trackerObservers } from './observe/tracker.ts'
import { wikiObservers } from './observe/wiki.ts'
import type { Observers } from './observe/observer.ts'
import type { RegionFacts } from './region.ts'
import type { Seen } from './seen.ts'

const observers: Observers = {
  ...peopleObservers,
  ...placeObservers,
  ...requirementObservers,
  ...wikiObservers,
  ...trackerObservers,
}

type Observe = (seen: Seen, region: RegionFacts) => void

/** Operations that only read although they take a body, and those that write although they are read with GET. */
const READING: ReadonlySet<string> = new Set([
  'standalone.aggregation.execute',
  'standalone.aggregation.parse',
  'standalone.calculation.execute',
  'standalone.calculation.parse',
  'standalone.template.parse',
  'standalone.template.evaluate',
  'standalone.telemetry.send',
  'wiki.requirement.readMany',
  'wiki.requirement.uiSearchByBody',
  'wiki.traceability.render',
  'wiki.traceability.renderColumn',
  'wiki.traceability.accumulators',
  'hosted-wiki.traceability.render',
  'hosted-wiki.savedMatrix.search',
])
const WRITING: ReadonlySet<string> = new Set([
  'wiki.queue.flush',
  'tracker.randomData.create',
  'tracker.randomData.issues',
])

/** Operations whose response has the records that they created. */
const CREATING = /\.(?:create\w*|add|register|reserve|issues|start\w*)$/

export function isRead({ id, method }: Pick<Seen, 'id' | 'method'>): boolean {
  return method === 'GET' || method === 'HEAD' ? !WRITING.has(id) : READING.has(id)
}

/** Adds what one response shows to the facts of its region. */
export function observe(seen: Seen, region: RegionFacts): void {
  const observer = (observers as Readonly<Record<string, Observe | undefined>>)[seen.id]
  region.reading.number = seen.number
  region.reading.writes = !isRead(seen)
  region.reading.creates = region.reading.writes && CREATING.test(seen.id)
  if (observer !== undefined && seen.body !== undefined) observer(seen, region)
  if (!region.reading.writes || seen.status >= 400) return
  closeWritten(seen, region)
  region.reading.written = true
}

/** Closes the records that the path of a write names. */
function closeWritten({ path, query }: Seen, region: RegionFacts): void {
  const { spaceKey, key, version, requirementId, containerId, variantId } = path as Readonly<
    Record<string, unknown>
  >
  const space = spaceKey ?? query.get('spaceKey') ?? undefined
  if (requirementId !== undefined) region.requirements.close(String(requirementId))
  if (containerId !== undefined) region.containers.close(String(containerId))
  if (variantId !== undefined) region.variants.close(String(variantId))
  if (key !== undefined)
    for (const { key: id, fields } of region.requirements.all())
      if (fields.key === key && (space === undefined || fields.spaceKey === space))
        region.requirements.close(id)
  if (version !== undefined && space !== undefined)
    for (const { key: id, fields } of region.baselines.all())
      if (fields.spaceKey === space && fields.number === Number(version)) region.baselines.close(id)
}
