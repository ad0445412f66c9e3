/** The names of inline properties that a space knows: registered ones, and those in use (service §4.6). */
import { problemOfName, tidyName } from '../input/names.ts'
import { compareCodePoints } from '../../world/order.ts'
import type { Store } from '../../world/store/store.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { alreadyExists, conflict, invalid, notFound } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import { currentVariantOf } from './requirements/lookup.ts'
import { type PropertyDataType, type RequirementRecord, requirements } from '../records/wiki/requirements.ts'
import { type PropertyNameRecord, propertyNames } from '../records/wiki/property-names.ts'

const MAXIMUM_NAMES = 1000

export interface KnownName {
  readonly name: string
  readonly dataType: PropertyDataType
  readonly description?: string
  readonly registered: boolean
  readonly count: number
}

export interface NameDetails {
  readonly dataType?: PropertyDataType | undefined
  readonly description?: string | undefined
}

/** In order of code points. */
export function knownNames(store: Store, space: ContainerRecord): KnownName[] {
  const used = new Map<string, { dataType: PropertyDataType; count: number }>()
  for (const { properties } of activeRows(store, space)) {
    for (const name of new Set(properties.map((property) => property.key))) {
      const known = used.get(name)
      if (known !== undefined) known.count++
      else used.set(name, { dataType: typeOf(properties, name), count: 1 })
    }
  }
  const registered = [...store.table(propertyNames).range('name', [space.id])]
  const names = new Set([...used.keys(), ...registered.map((record) => record.name)])
  const byName = new Map(registered.map((record) => [record.name, record]))
  return [...names].sort(compareCodePoints).map((name) => knownName(name, byName.get(name), used.get(name)))
}

export function findKnownName(store: Store, space: ContainerRecord, name: string): KnownName {
  const registered = registeredName(store, space, name)
  const rows = rowsWithProperty(store, space, name)
  const first = rows[0]
  if (registered === undefined && first === undefined) {
    throw notFound('property', name, { at: 'propertyName', in: `space ${quoted(space.key ?? '')}` })
  }
  const used =
    first === undefined ? undefined : { dataType: typeOf(first.properties, name), count: rows.length }
  return knownName(name, registered, used)
}

/** True for a name that is registered in a space, or in use there. */
export function isKnownName(store: Store, space: ContainerRecord, name: string): boolean {
  if (registeredName(store, space, name) !== undefined) return true
  return rowsWithProperty(store, space, name).length > 0
}

export function rowsWithProperty(store: Store, space: ContainerRecord, name: string): RequirementRecord[] {
  const variantId = currentVariantOf(store, space.applicationId, space.key ?? '')
  const found = new Set<RequirementRecord>()
  for (const row of store.table(requirements).range('property', [space.id, name])) {
    if (row.status === 'ACTIVE' && row.variantId === variantId) found.add(row)
  }
  return [...found].sort((a, b) => a.id - b.id)
}

export function registeredName(
  store: Store,
  space: ContainerRecord,
  name: string,
): PropertyNameRecord | undefined {
  return store.table(propertyNames).find('name', [space.id, name])
}

/** Registers a name in a space. Throws a Refusal: INVALID for a bad name, CONFLICT for a registered one. */
export function registerName(
  store: Store,
  space: ContainerRecord,
  name: string,
  details: NameDetails,
): PropertyNameRecord {
  checkName(name)
  if (registeredName(store, space, name) !== undefined) {
    throw alreadyExists('property name', name, {
      in: `space ${quoted(space.key ?? '')}`,
      instead: 'change it with PUT',
    })
  }
  if (store.table(propertyNames).count('name', [space.id]) >= MAXIMUM_NAMES) {
    throw conflict('space', space.key ?? '', `has ${MAXIMUM_NAMES} property names registered already`)
  }
  const [used] = rowsWithProperty(store, space, name)
  const { applicationId, id: projectContainerId } = space
  return store.table(propertyNames).insert({
    id: store.nextId(propertyNames),
    applicationId,
    projectContainerId,
    name,
    dataType: details.dataType ?? (used === undefined ? 'TEXT' : typeOf(used.properties, name)),
    ...(details.description === undefined ? {} : { description: details.description }),
  })
}

/** Unregisters a name in every space of a wiki; values stay. Throws a Refusal (NOT_FOUND) if no space has it. */
export function unregisterName(store: Store, applicationId: number, name: string): void {
  const registered = [...store.table(propertyNames).range('site', [applicationId, name])]
  if (registered.length === 0) {
    throw notFound('registered property name', name, { at: 'propertyName', in: 'the spaces of the wiki' })
  }
  for (const { id } of registered) store.table(propertyNames).remove(id)
}

/** By id. Throws a Refusal (NOT_FOUND) if there is none. */
export function spacesThatKnow(store: Store, applicationId: number, name: string): ContainerRecord[] {
  const projects = store.table(containers).range('level', [applicationId, 'PROJECT'])
  const found = [...projects].filter((space) => space.type === 'SPACE' && isKnownName(store, space, name))
  if (found.length > 0) return found
  throw notFound('property', name, { at: 'propertyName', in: 'the spaces of the wiki' })
}

/** The one rule for names of properties. Throws a Refusal (INVALID). */
export function checkName(name: string): void {
  const problem = problemOfPropertyName(name)
  if (problem !== undefined) throw invalid('name', name, problem)
}

/** What is wrong with the name of a property where it is not tidied; undefined if nothing is. */
export function problemOfPropertyName(name: string): string | undefined {
  const tidy = tidyName(name)
  const problem = problemOfName(tidy)
  if (problem !== undefined || tidy === name) return problem
  return `a name has no blanks around it: write ${quoted(tidy)}`
}

function activeRows(store: Store, space: ContainerRecord): Iterable<RequirementRecord> {
  const variantId = currentVariantOf(store, space.applicationId, space.key ?? '')
  return variantId === undefined ? [] : store.table(requirements).range('status', [variantId, 'ACTIVE'])
}

function typeOf(properties: RequirementRecord['properties'], name: string): PropertyDataType {
  return properties.find((property) => property.key === name)?.dataType ?? 'TEXT'
}

function knownName(
  name: string,
  registered: PropertyNameRecord | undefined,
  used: { readonly dataType: PropertyDataType; readonly count: number } | undefined,
): KnownName {
  return {
    name,
    dataType: registered?.dataType ?? used?.dataType ?? 'TEXT',
    ...(registered?.description === undefined ? {} : { description: registered.description }),
    registered: registered !== undefined,
    count: used?.count ?? 0,
  }
}
