/** Compares the values of two JSON texts by field and item, on request. */
import { type Comparison, covers, type Difference, fieldPlace, typeName } from './paths.ts'
import { areSameTransfer } from './tickets.ts'
import { countText } from '../world/count-text.ts'
import { isObject } from '../world/objects.ts'

/** Deeper values are ignored. */
const MAXIMUM_DEPTH = 64
const SHOWN = 100

export interface ValueRules extends Comparison {
  /** Whether a recorded value and a value of the response are the same id in two worlds. */
  readonly stands: (name: string, recorded: unknown, replayed: unknown) => boolean
}

/** The differences in value, at most `limit`. The comparison of shapes reports different types and fields. */
export function valueDifferences(
  recorded: unknown,
  replayed: unknown,
  rules: ValueRules,
  limit: number,
): Difference[] {
  const differences: Difference[] = []
  if (rules.values || rules.valuesAt.some(({ written }) => written.startsWith('body')))
    walk(recorded, replayed, { place: 'body', name: '', depth: 0 }, rules, (difference) => {
      if (differences.length < limit) differences.push(difference)
      return differences.length < limit
    })
  return differences
}

interface Spot {
  readonly place: string
  /** The name of the nearest field above. */
  readonly name: string
  readonly depth: number
}

/** Returns false at the limit of differences. */
function walk(
  recorded: unknown,
  replayed: unknown,
  spot: Spot,
  rules: ValueRules,
  differ: (difference: Difference) => boolean,
): boolean {
  const { place, name, depth } = spot
  if (recorded === replayed || depth === MAXIMUM_DEPTH) return true
  if (Array.isArray(recorded) && Array.isArray(replayed)) {
    if (recorded.length !== replayed.length && comparisonAt(place, rules) !== 'no') {
      const text = `${countText(replayed.length, 'item')} instead of ${recorded.length}`
      if (!differ({ place, text })) return false
    }
    return recorded
      .slice(0, replayed.length)
      .every((item: unknown, at) =>
        walk(item, replayed[at], { place: `${place}[${at}]`, name, depth: depth + 1 }, rules, differ),
      )
  }
  if (isObject(recorded) && isObject(replayed))
    return Object.entries(recorded).every(
      ([field, member]) =>
        !Object.hasOwn(replayed, field) ||
        walk(
          member,
          replayed[field],
          { place: fieldPlace(place, field), name: field, depth: depth + 1 },
          rules,
          differ,
        ),
    )
  const mode = comparisonAt(place, rules)
  if (mode === 'no') return true
  // The comparison of shapes reports different types, except in lists, whose items share one shape.
  if (typeName(recorded) !== typeName(replayed) && !place.includes('[')) return true
  if (mode === 'with the rest' && isSameElsewhere(name, recorded, replayed, rules)) return true
  return differ({ place, text: `${shownValue(replayed)} instead of ${shownValue(recorded)}` })
}

/** Whether the values are the same id, or sign the same transfer, in two worlds. */
function isSameElsewhere(
  name: string,
  recorded: unknown,
  replayed: unknown,
  { stands }: ValueRules,
): boolean {
  return (
    stands(name, recorded, replayed) ||
    areSameTransfer(recorded, replayed, (before, now) => stands('', before, now))
  )
}

/** Whether a value is compared. In a path that the user names, ids of two worlds differ too. */
function comparisonAt(place: string, { values, valuesAt }: Comparison): 'no' | 'with the rest' | 'itself' {
  if (covers(valuesAt, place)) return 'itself'
  return values ? 'with the rest' : 'no'
}

/** A value as truncated JSON. */
export function shownValue(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  if (typeof value !== 'string') return String(value)
  return JSON.stringify(value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value)
}
