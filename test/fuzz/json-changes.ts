/** Changes of JSON values: what mutates bodies, worlds, recordings and descriptions, and shrinks as a list. */
import fc from 'fast-check'
import { RawJson } from './hostile-words.ts'
import { Live } from './live-values.ts'

/** A change of a JSON value: what is to happen at which of its places. */
export interface Change {
  readonly place: number
  readonly kind: 'replace' | 'leave out' | 'add' | 'double'
  readonly value: unknown
  readonly name: string
}

const ADDED_NAMES = [
  'undeclared',
  'id',
  'key',
  'spaceKey',
  'status',
  'name',
  'constructor',
  '',
  'a b',
  '\u0000',
]
/** So many changes at most, with values of this kind. */
export function changes(most: number, value: fc.Arbitrary<unknown>): fc.Arbitrary<readonly Change[]> {
  const change = fc.record({
    // Worlds and descriptions have many thousand places.
    place: fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: 100_000 })),
    kind: fc.constantFrom('replace', 'replace', 'replace', 'leave out', 'add', 'double'),
    value,
    name: fc.constantFrom(...ADDED_NAMES),
  })
  return fc.array(change as fc.Arbitrary<Change>, { minLength: 1, maxLength: most })
}

export function applyChanges(value: unknown, list: readonly Change[]): unknown {
  return list.reduce((changed, change) => changeAt(changed, change), value)
}

/** Counts the places of a value off, and changes the one that is meant. */
function changeAt(root: unknown, change: Change): unknown {
  const total = placesOf(root)
  let left = change.place % total
  const walk = (value: unknown): unknown => {
    if (left-- === 0) return changed(value, change)
    if (Array.isArray(value)) {
      const items = value.flatMap((item) => {
        const here = left === 0
        const next = walk(item)
        if (!here) return [next]
        if (change.kind === 'leave out') return []
        return change.kind === 'double' ? [item, item] : [next]
      })
      return items
    }
    if (!isPlain(value)) return value
    const entries = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const here = left === 0
      const next = walk(member)
      return here && change.kind === 'leave out' ? [] : [[name, next]]
    })
    return Object.fromEntries(entries)
  }
  return walk(root)
}

function changed(value: unknown, { kind, value: replacement, name }: Change): unknown {
  if (kind === 'replace') return replacement
  if (kind === 'add' && isPlain(value)) return { ...value, [name]: replacement }
  if (kind === 'add' && Array.isArray(value)) return [...value, replacement]
  return value
}

function placesOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + placesOf(item), 1)
  if (isPlain(value)) return Object.values(value).reduce((sum: number, item) => sum + placesOf(item), 1)
  return 1
}

/** An object of JSON; what stands for a value is none. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Live) &&
    !(value instanceof RawJson)
  )
}
