/** Creating and replacing types of requirements (service §4.6). */
import { isBlank } from '../input/blank.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { conflict, invalid, notFound } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import { currentVariantOf } from '../finding/requirements/lookup.ts'
import { requirements } from '../records/wiki/requirements.ts'
import { renameValue } from '../saved-queries/named-values.ts'
import { type RequirementTypeRecord, requirementTypes } from '../records/wiki/types.ts'
import { MAXIMUM_TYPES, readPattern, typeFinder, typesOfSpace } from '../finding/types.ts'

export interface NewType {
  readonly name: string
  readonly pattern: string
  readonly description?: string | undefined
}

/** Counts the ACTIVE requirements of a space's current variant by the id of their type. */
export function countByType(store: Store, space: ContainerRecord): ReadonlyMap<number, number> {
  const variantId = currentVariantOf(store, space.applicationId, space.key ?? '')
  const counts = new Map<number, number>()
  if (variantId === undefined) return counts
  const typeOf = typeFinder(store, space.id)
  for (const { key } of store.table(requirements).range('status', [variantId, 'ACTIVE'])) {
    const type = typeOf(key)
    if (type !== undefined) counts.set(type.id, (counts.get(type.id) ?? 0) + 1)
  }
  return counts
}

export function createType(store: Store, space: ContainerRecord, wanted: NewType): RequirementTypeRecord {
  checkType(store, space, wanted)
  const count = typesOfSpace(store, space.id).length
  if (count >= MAXIMUM_TYPES) {
    throw conflict('space', space.key ?? '', `has ${MAXIMUM_TYPES} types already`, 'replace one of them')
  }
  const id = store.nextId(requirementTypes)
  return store.table(requirementTypes).insert({ id, ...fieldsOf(space, wanted) })
}

/**
 * Replaces the type with this id, or with this name, and its name in queries; creates it if there is none. Throws a
 * Refusal.
 */
export function replaceType(
  world: World,
  store: Store,
  space: ContainerRecord,
  wanted: NewType,
  replaces: number | undefined,
): RequirementTypeRecord {
  const replaced = findReplaced(store, space, wanted, replaces)
  if (replaced === undefined) return createType(store, space, wanted)
  checkType(store, space, wanted, replaced)
  const names = { before: replaced.name, after: wanted.name }
  if (names.before !== names.after)
    renameValue({ world, store }, space, { fields: ['type', 'type.name'], ...names })
  return store.table(requirementTypes).put({ id: replaced.id, ...fieldsOf(space, wanted) })
}

function findReplaced(
  store: Store,
  space: ContainerRecord,
  wanted: NewType,
  replaces: number | undefined,
): RequirementTypeRecord | undefined {
  if (replaces === undefined) return store.table(requirementTypes).find('name', [space.id, wanted.name])
  const found = store.table(requirementTypes).get(replaces)
  if (found?.projectContainerId === space.id) return found
  throw notFound('requirement type', replaces, {
    in: `space ${quoted(space.key ?? '')}`,
    instead: "name another in 'replaces'",
  })
}

function checkType(
  store: Store,
  space: ContainerRecord,
  { name, pattern }: NewType,
  replaced?: RequirementTypeRecord,
): void {
  if (isBlank(name)) throw invalid('name', name, 'a type has a name that is not blank')
  readPattern(pattern, 'pattern')
  for (const other of typesOfSpace(store, space.id)) {
    if (other.id === replaced?.id) continue
    const same = other.name === name ? 'name' : other.pattern === pattern ? 'pattern' : undefined
    if (same === undefined) continue
    const value = quoted(same === 'name' ? name : pattern)
    throw conflict(
      'type',
      other.name,
      `of the space has the ${same} ${value} already`,
      `choose another, or replace type ${other.id}`,
    )
  }
}

function fieldsOf(space: ContainerRecord, { name, pattern, description }: NewType) {
  const { applicationId, id: projectContainerId } = space
  const more = description === undefined ? {} : { description }
  return { applicationId, projectContainerId, name, pattern, ...more }
}
