/** The properties that an import's names mean: those that had the names when it began, even if they were renamed since. */
import type { Store } from '../../world/store/store.ts'
import type { ImportJobRecord, ImportRow, KnownProperty } from '../records/service/import-jobs.ts'
import { externalPropertyMetadata } from '../records/wiki/requirements.ts'

type Names = Pick<ImportJobRecord, 'applicationId' | 'properties'>

/** Adds the properties that new names in the rows mean now. */
export function knownProperties(
  store: Store,
  { applicationId, properties = [] }: Names,
  rows: readonly ImportRow[],
): readonly KnownProperty[] {
  const known = new Map(properties.map((property) => [property.name, property]))
  for (const name of new Set(rows.flatMap(({ values }) => values.map((value) => value.name)))) {
    if (known.has(name)) continue
    const metadata = store.table(externalPropertyMetadata).find('name', [applicationId, name])
    if (metadata !== undefined) known.set(name, { name, propertyId: metadata.id })
  }
  return [...known.values()]
}

/** The current name of the property that a name in the rows means; unchanged if there is no such property. */
export function nameNow(store: Store, { properties = [] }: Names, name: string): string {
  const known = properties.find((property) => property.name === name)
  const metadata = known && store.table(externalPropertyMetadata).get(known.propertyId)
  return metadata?.name ?? name
}
