/** The external properties that an application knows: making, changing and deleting them (service §4.1). */
import type { Store } from '../../world/store/store.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { checkName } from '../finding/property-names.ts'
import { renameReferences } from '../properties/renaming.ts'
import { alreadyExists, conflict, notFound } from '../input/errors.ts'
import { dropFrozenValues } from '../finding/requirements/frozen.ts'
import { insertMetadata, writeExternalProperty } from '../requirements/writing/external-properties.ts'
import { isSameType, readEnumValues } from '../requirements/writing/property-values.ts'
import type { Writing } from '../records/actor.ts'
import {
  externalPropertyMetadata,
  type ExternalPropertyMetadataRecord,
  type PropertyDataType,
} from '../records/wiki/requirements.ts'
import { isInUse, rowsWithValue } from './usage.ts'

export interface PropertyDetails {
  readonly name?: string | undefined
  readonly dataType?: PropertyDataType | undefined
  readonly enumValues?: readonly string[] | undefined
}

export function externalPropertiesOf(store: Store, applicationId: number): ExternalPropertyMetadataRecord[] {
  return [...store.table(externalPropertyMetadata).range('name', [applicationId])]
}

/** Throws a Refusal (NOT_FOUND) that says where the id came from. */
export function findExternalProperty(
  store: Store,
  applicationId: number,
  id: number | bigint,
  parameter = 'id',
): ExternalPropertyMetadataRecord {
  const found = typeof id === 'number' ? store.table(externalPropertyMetadata).get(id) : undefined
  if (found?.applicationId === applicationId) return found
  throw notFound('external property', id, {
    in: `application ${applicationId}`,
    instead: `name another as ${parameter}`,
  })
}

/** Creates a property, which no requirement has yet. Throws a Refusal: INVALID or CONFLICT. */
export function createExternalProperty(
  store: Store,
  applicationId: number,
  { name, dataType = 'TEXT', enumValues }: PropertyDetails & { readonly name: string },
): ExternalPropertyMetadataRecord {
  checkName(name)
  refuseTaken(store, applicationId, name)
  return insertMetadata(store, { applicationId, name, dataType, ...readEnumValues(dataType, enumValues) })
}

/** Renames a property wherever it is named, or changes its type while none has it. Throws a Refusal: INVALID or CONFLICT. */
export function changeExternalProperty(
  writing: Writing,
  property: ExternalPropertyMetadataRecord,
  { name = property.name, dataType = property.dataType, enumValues }: PropertyDetails,
): ExternalPropertyMetadataRecord {
  const { store } = writing
  const { id, applicationId } = property
  if (!isSameType(dataType, property.dataType) && isInUse(store, property)) {
    throw conflict(
      'external property',
      property.name,
      `is ${property.dataType} and requirements have values of it`,
      `remove those before you set dataType to ${dataType}`,
    )
  }
  const kept = dataType === 'ENUM' ? (enumValues ?? property.enumValues) : enumValues
  const values = readEnumValues(dataType, kept)
  if (enumValues !== undefined) refuseMissing(store, property, enumValues)
  if (name !== property.name) {
    checkName(name)
    refuseTaken(store, applicationId, name)
    for (const project of projectsOf(store, applicationId))
      renameReferences(writing, project, 'external', property.name, name)
  }
  return store.table(externalPropertyMetadata).put({ id, applicationId, name, dataType, ...values })
}

/** Deletes a property and its values in every requirement and frozen copy. */
export function deleteExternalProperty(writing: Writing, property: ExternalPropertyMetadataRecord): void {
  const { store } = writing
  const { id, applicationId, name, dataType } = property
  const taken = { applicationId, name, dataType, value: undefined, metadata: property }
  writeExternalProperty(writing, rowsWithValue(store, property), taken)
  dropFrozenValues(store, id)
  store.table(externalPropertyMetadata).remove(id)
}

export function projectsOf(store: Store, applicationId: number): ContainerRecord[] {
  return [...store.table(containers).range('level', [applicationId, 'PROJECT'])]
}

/** Throws a Refusal (CONFLICT) if a requirement has a value that is no longer allowed. */
function refuseMissing(
  store: Store,
  property: ExternalPropertyMetadataRecord,
  enumValues: readonly string[],
): void {
  const allowed = new Set<unknown>(enumValues.map((value) => value.trim()))
  for (const { externalProperties } of rowsWithValue(store, property)) {
    const value = externalProperties.find(({ metadataId }) => metadataId === property.id)?.value
    if (value === undefined || allowed.has(value)) continue
    throw conflict(
      'enumValues without',
      value,
      'contradict the requirements that have this value',
      'keep it, or remove it from them first',
    )
  }
}

function refuseTaken(store: Store, applicationId: number, name: string): void {
  if (store.table(externalPropertyMetadata).find('name', [applicationId, name]) === undefined) return
  throw alreadyExists('external property', name, {
    in: `application ${applicationId}`,
    instead: 'choose another name',
  })
}
