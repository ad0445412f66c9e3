/** Keeps results small enough for the context of a language model, and says where something was left out. */
import { valueAt } from '../model/input/value-at.ts'
import type { Json, JsonObject } from '../api/openapi/json.ts'
import { countText } from '../world/count-text.ts'

/** The maximum number of characters of a result as JSON. */
export const MAXIMUM_RESULT = 20_000

/** The maximum of characters of a text, members of a list, fields of an object, and depth, from generous to strict. */
const BOUNDS = [
  { text: 4000, members: 200, fields: 400, depth: 40 },
  { text: 1000, members: 50, fields: 100, depth: 20 },
  { text: 400, members: 20, fields: 50, depth: 12 },
  { text: 200, members: 8, fields: 30, depth: 8 },
  { text: 80, members: 3, fields: 12, depth: 4 },
  { text: 40, members: 1, fields: 8, depth: 3 },
] as const
type Bound = (typeof BOUNDS)[number]

/** Pointers that a note names. */
const MAXIMUM_POINTERS = 4

export interface Bounded {
  readonly data: JsonObject
  /** JSON Pointers of what was shortened, in order. */
  readonly shortened: readonly string[]
}

/** The data with long texts, lists and objects cut, until its JSON has at most `MAXIMUM_RESULT` characters. */
export function bounded(data: unknown): Bounded {
  // A JSON round trip drops undefined members, and makes a copy that callers may keep.
  const plain = JSON.parse(JSON.stringify(data)) as JsonObject
  for (const bound of BOUNDS) {
    const shortened: string[] = []
    const cut = shorten(plain, { bound, depth: 0, pointer: '', shortened }) as JsonObject
    if (JSON.stringify(cut).length <= MAXIMUM_RESULT) return { data: cut, shortened }
  }
  return { data: { leftOut: 'the result is too large to be shown' }, shortened: [''] }
}

/** A sentence about what was cut, such as `Shortened at /results: page with offset and limit.`; empty if nothing was. */
export function shortenedNote(shortened: readonly string[], instead: string): string {
  if (shortened.length === 0) return ''
  const named = shortened.slice(0, MAXIMUM_POINTERS).map((pointer) => (pointer === '' ? '/' : pointer))
  const more = shortened.length - named.length
  return ` Shortened at ${named.join(', ')}${more > 0 ? ` and ${countText(more, 'other place')}` : ''}: ${instead}.`
}

/** Where in the data a value is, and how much of it may stay. */
interface Place {
  readonly bound: Bound
  readonly depth: number
  readonly pointer: string
  /** Pointers of what was shortened so far. */
  readonly shortened: string[]
}

function shorten(value: Json, place: Place): Json {
  const { bound, depth, pointer, shortened } = place
  if (typeof value === 'string') {
    if (value.length <= bound.text) return value
    shortened.push(pointer)
    return `${value.slice(0, bound.text)}… ${countText(value.length - bound.text, 'more character')}`
  }
  if (typeof value !== 'object' || value === null) return value
  const size = isList(value) ? value.length : Object.keys(value).length
  if (depth === bound.depth && size > 0) {
    shortened.push(pointer)
    return isList(value) ? `… ${countText(size, 'member')}` : `… ${countText(size, 'field')}`
  }
  const within = (name: string | number): Place => ({
    ...place,
    depth: depth + 1,
    pointer: `${pointer}/${name}`,
  })
  const maximum = isList(value) ? bound.members : bound.fields
  const left = `… ${size - maximum} more`
  if (size > maximum) shortened.push(pointer)
  if (isList(value)) {
    const members = value.slice(0, maximum).map((member, index) => shorten(member, within(index)))
    return size > maximum ? [...members, left] : members
  }
  const fields = Object.entries(value)
    .slice(0, maximum)
    .map(([name, member]): [string, Json] => [name, shorten(member, within(escaped(name)))])
  return Object.fromEntries(size > maximum ? [...fields, ['…', left]] : fields)
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

/** A name as RFC 6901 writes it in a pointer. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The part of the data that a JSON Pointer (RFC 6901) names; undefined if there is none. */
export function partAt(data: unknown, pointer: string): unknown {
  if (pointer === '' || pointer === '/') return data
  if (!pointer.startsWith('/')) return undefined
  const names = pointer.slice(1).split('/')
  return valueAt(
    data,
    names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')),
  )
}
