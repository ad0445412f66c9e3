/** The shape of JSON: types and names of fields, without values, so that responses with different data can be compared. */
import { type Difference, fieldPlace, typeName } from './paths.ts'

interface Shape {
  readonly types: Set<string>
  /** The fields of all objects at this path. */
  readonly fields: Map<string, Shape>
  /** The combined items of all lists at this path. */
  items: Shape | undefined
}

/** Deeper values, and further fields of one path, are ignored. */
const MAXIMUM_DEPTH = 64
const MAXIMUM_FIELDS = 1000
const MAXIMUM_ITEMS = 1000

type Differ = (place: string, text: string) => void

/**
 * The differences in shape between two values, by path, at most `limit`: `body.items[].key`, number instead of text. Empty
 * lists match any items.
 */
export function shapeDifferences(recorded: unknown, replayed: unknown, limit: number): Difference[] {
  const differences: Difference[] = []
  compare(shapeOf(recorded), shapeOf(replayed), 'body', (place, text) => {
    if (differences.length < limit) differences.push({ place, text })
  })
  return differences
}

function shapeOf(value: unknown): Shape {
  const shape = emptyShape()
  add(shape, value, 0)
  return shape
}

function emptyShape(): Shape {
  return { types: new Set(), fields: new Map(), items: undefined }
}

function add(shape: Shape, value: unknown, depth: number): void {
  shape.types.add(typeName(value))
  if (typeof value !== 'object' || value === null || depth === MAXIMUM_DEPTH) return
  if (Array.isArray(value)) {
    for (const item of value.slice(0, MAXIMUM_ITEMS)) add((shape.items ??= emptyShape()), item, depth + 1)
    return
  }
  for (const [name, member] of Object.entries(value).slice(0, MAXIMUM_FIELDS)) {
    const known = shape.fields.get(name)
    const field = known ?? emptyShape()
    if (known === undefined) shape.fields.set(name, field)
    add(field, member, depth + 1)
  }
}

function compare(recorded: Shape, replayed: Shape, place: string, differ: Differ): void {
  const wanted = [...recorded.types].sort()
  const found = [...replayed.types].sort()
  if (wanted.join() !== found.join()) differ(place, `${found.join(' or ')} instead of ${wanted.join(' or ')}`)
  if (recorded.types.has('object') && replayed.types.has('object')) {
    for (const [name, field] of recorded.fields) {
      const other = replayed.fields.get(name)
      if (other === undefined) differ(fieldPlace(place, name), 'missing')
      else compare(field, other, fieldPlace(place, name), differ)
    }
    for (const name of replayed.fields.keys())
      if (!recorded.fields.has(name)) differ(fieldPlace(place, name), 'not recorded')
  }
  if (recorded.items !== undefined && replayed.items !== undefined)
    compare(recorded.items, replayed.items, `${place}[]`, differ)
}
