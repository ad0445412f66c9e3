/** Compares the values of two JSON texts by field and item, on request. */
import { type Comparison, covers, type Difference, fieldPlace, typeName } from './paths.ts'
import { areSameTransfer } from './tickets.ts'
import { countText } from '../world/count-text.ts'
import { isObject } from '../world/objects.ts'

/** Deeper values are ignored. */
const DEEPEST = 64
const SHOWN = 100

export interface ValueRules extends Comparison {
  /** Whether a recorded value and a value of the response are the same id in two worlds. */
  readonly stands: (name: string, recorded: unknown, answered: unknown) => boolean
}

/** The differences in value, at most `limit`. The comparison of shapes reports different types and fields. */
export function valueDifferences(
  recorded: unknown,
  answered: unknown,
  rules: ValueRules,
  limit: number,
): Difference[] {
  const differences: Difference[] = []
  if (rules.values || rules.valuesAt.some(({ written }) => written.startsWith('body')))
    walk(recorded, answered, { place: 'body', name: '', depth: 0 }, rules, (difference) => {
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
  answered: unknown,
  spot: Spot,
  rules: ValueRules,
  differ: (difference: Difference) => boolean,
): boolean {
  const { place, name, depth } = spot
  if (recorded === answered || depth === DEEPEST) return true
  if (Array.isArray(recorded) && Array.isArray(answered)) {
    if (recorded.length !== answered.length && comparisonAt(place, rules) !== 'no') {
      const text = `${countText(answered.length, 'item')} instead of ${recorded.length}`
      if (!differ({ place, text })) return false
    }
    return recorded
      .slice(0, answered.length)
      .every((item: unknown, at) =>
        walk(item, answered[at], { place: `${place}[${at}]`, name, depth: depth + 1 }, rules, differ),
      )
  }
  if (isObject(recorded) && isObject(answered))
    return Object.entries(recorded).every(
      ([field, member]) =>
        !Object.hasOwn(answered, field) ||
        walk(
          member,
          answered[field],
          { place: fieldPlace(place, field), name: field, depth: depth + 1 },
          rules,
          differ,
        ),
    )
  const mode = comparisonAt(place, rules)
  if (mode === 'no') return true
  // The comparison of shapes reports different types, except in lists, whose items share one shape.
  if (typeName(recorded) !== typeName(answered) && !place.includes('[')) return true
  if (mode === 'with the rest' && isSameElsewhere(name, recorded, answered, rules)) return true
  return differ({ place, text: `${shownValue(answered)} instead of ${shownValue(recorded)}` })
}

/** Whether the values are the same id, or sign the same transfer, in two worlds. */
function isSameElsewhere(
  name: string,
  recorded: unknown,
  answered: unknown,
  { stands }: ValueRules,
): boolean {
  return (
    stands(name, recorded, answered) ||
    areSameTransfer(recorded, answered, (before, now) => stands('', before, now))
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
