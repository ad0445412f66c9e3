/** Generated lists: how many items they have, and which items. */
import { canonical } from './accept.ts'
import { type Invent, isExhausted, MAXIMUM_VALUES, type Progress } from './invention.ts'
import type { Schema } from './normal-schema.ts'

const MAXIMUM_ITEMS = 20
/** A documented minimum may ask for more. */
const MAXIMUM_REQUIRED = 1000
const USUAL_ITEMS = 3
/** How often a repeated value is drawn again. */
const MAXIMUM_DRAWS = 40

export function inventList(
  progress: Progress,
  schema: Schema,
  path: string,
  above: readonly Schema[],
  invent: Invent,
): unknown[] {
  const count = countOf(progress, schema, path, above)
  const values: unknown[] = []
  const unique = new Set<string>()
  for (let at = 0; at < count && progress.values < MAXIMUM_VALUES; at++) {
    const written = schemaAt(schema, at)
    let value = invent(progress, written, `${path}[${at}]`, above)
    for (
      let draw = 1;
      schema.uniqueItems &&
      draw <= MAXIMUM_DRAWS &&
      progress.values < MAXIMUM_VALUES &&
      unique.has(canonical(value));
      draw++
    )
      value = invent(progress, written, `${path}[${at}]#${draw}`, above)
    if (schema.uniqueItems && unique.has(canonical(value))) continue
    if (schema.uniqueItems) unique.add(canonical(value))
    values.push(value)
  }
  return values
}

function countOf(progress: Progress, schema: Schema, path: string, above: readonly Schema[]): number {
  const { prefix, items: rest, contains, minimumItems, maximumItems, minimumContained = 1 } = schema
  const items = progress.read(rest)
  const allowed = Math.min(maximumItems ?? Infinity, rest === false ? prefix.length : Infinity)
  const maximum = Math.min(allowed, MAXIMUM_ITEMS)
  const needed = contains === undefined ? 0 : minimumContained
  const required = Math.max(minimumItems ?? 1, needed)
  // A minimum beyond every bound cannot be met.
  const least = required > MAXIMUM_REQUIRED ? 1 : required
  const usual = Math.max(USUAL_ITEMS, Math.min(prefix.length, MAXIMUM_ITEMS))
  const wanted = progress
    .random(`${path}[]`)
    .integer(Math.min(least, maximum), Math.max(least, Math.min(maximum, usual)))
  if (isExhausted(progress, above) || (rest !== undefined && above.includes(items))) return 0
  return Math.min(Math.max(wanted, least), Math.max(allowed, 0))
}

/** The schema of an item: of its position, and of those that the list must contain. */
function schemaAt(schema: Schema, at: number): unknown {
  const { prefix, items, contains, minimumContained = 1, maximumContained } = schema
  const own = at < prefix.length ? prefix[at] : items
  if (contains === undefined) return own
  const later = at - prefix.length
  // Items without a position of their own match `contains` first, else the last of the others.
  const isContained =
    items === false ? at >= prefix.length - minimumContained : later >= 0 && later < minimumContained
  if (isContained) return { allOf: [contains, own ?? true] }
  return maximumContained === undefined ? own : { allOf: [own ?? true, { not: contains }] }
}
