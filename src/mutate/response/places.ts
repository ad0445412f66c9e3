/** The places of a response: paths without positions, such as `results[].key`. */
import { isObject } from '../../world/objects.ts'
import type { ResponseShape } from './shape.ts'

/** A step into each item of a list. */
export const ITEMS = '[]'
/** A step to the first entry of a map. */
export const FIRST_ENTRY = '*'

/** Names of fields, `[]` and `*`. */
export type Path = readonly string[]

/** A place that a response can have. */
export interface Place {
  readonly path: Path
  readonly shape: ResponseShape
  /** The shape of the object that has it as a field; undefined for items and the response as a whole. */
  readonly parent: ResponseShape | undefined
}

/** Every place, an outer one before those in it. */
export function placesOf(shape: ResponseShape, path: Path = [], parent?: ResponseShape): Place[] {
  const fields = [...shape.fields].flatMap(([name, field]) => placesOf(field, [...path, name], shape))
  const items = shape.items === undefined ? [] : placesOf(shape.items, [...path, ITEMS])
  return [{ path, shape, parent }, ...fields, ...items]
}

/** `results[].key`; empty for the response as a whole. */
export function pathText(path: Path): string {
  return path.join('.').replaceAll(`.${ITEMS}`, ITEMS)
}

/** The last name of a path, without items. */
export function nameOf(path: Path): string {
  return path.findLast((step) => step !== ITEMS) ?? ''
}

/** Where a value stands: a field of an object, or an item of a list by position. */
export interface Spot {
  readonly holder: Record<string, unknown>
  readonly name: string
}

/** Whatever stands at a path, once for each item of the lists on the way. `box` holds the response. */
export function spotsAt(box: Spot, path: Path): Spot[] {
  return path.reduce<Spot[]>((spots, step) => spots.flatMap((spot) => spotsIn(valueOf(spot), step)), [box])
}

export function valueOf({ holder, name }: Spot): unknown {
  return Object.hasOwn(holder, name) ? holder[name] : undefined
}

function spotsIn(value: unknown, step: string): Spot[] {
  if (Array.isArray(value)) {
    const holder = value as unknown as Record<string, unknown>
    return step === ITEMS ? Array.from(value.keys(), (position) => ({ holder, name: String(position) })) : []
  }
  if (!isObject(value) || step === ITEMS) return []
  const name = step === FIRST_ENTRY ? Object.keys(value)[0] : step
  return name !== undefined && Object.hasOwn(value, name) ? [{ holder: value, name }] : []
}
