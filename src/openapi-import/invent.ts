/**
 * Generates data that matches a schema. Each value is drawn for its operation, parameters and field, so that one more field
 * changes no other. json-schema-faker generates single values, from their kind and bounds.
 */
import type { Random } from '../world/random/random.ts'
import type { MakeField } from '../scenario/format/fields.ts'
import type { FieldSchema } from '../scenario/format/format.ts'
import { canonical, problemsOfValue } from './accept.ts'
import { largest, merged, smallest } from './merge-schemas.ts'
import { textOfPattern } from './pattern.ts'
import type { Schema } from './normal-schema.ts'
import type { ReadSchema } from './schema.ts'

/** The maximum number of values in a response, and their depth. */
const MOST_VALUES = 2000
/** Above this number, required fields are left out too. */
const MOST_REQUIRED = 4 * MOST_VALUES
const DEEPEST = 8
const MOST_ITEMS = 20
const USUAL_ITEMS = 3
const LONGEST_TEXT = 1000
const LARGEST_NUMBER = Number.MAX_SAFE_INTEGER
/** How often an excluded or repeated value is drawn again. */
const MOST_DRAWS = 10
const USUAL_NUMBER = 1000
/** Formats that the generator supports. */
const FORMATS: ReadonlySet<string> = new Set([
  'date-time',
  'date',
  'time',
  'email',
  'uuid',
  'uri',
  'ipv4',
  'hostname',
  'ipv6',
  'duration',
  'uri-reference',
])

interface Progress {
  readonly read: ReadSchema
  readonly makeField: MakeField
  readonly random: (field: string) => Random
  values: number
}

/** Generates a value of the schema. `random` returns the stream of a field by its path. */
export function inventValue(
  read: ReadSchema,
  schema: Schema,
  makeField: MakeField,
  random: (field: string) => Random,
): unknown {
  return invent({ read, makeField, random, values: 0 }, schema, '', [])
}

/** A value that its schema does not exclude, if a few draws find one. */
function invent(progress: Progress, written: Schema, path: string, above: readonly Schema[]): unknown {
  const value = inventOne(progress, written, path, above)
  if (written.not === undefined) return value
  const excluded = progress.read(written.not)
  return drawnUntil(
    progress,
    value,
    (one) => problemsOfValue(progress.read, excluded, one).length > 0,
    (draw) => inventOne(progress, ofSomeType(written, draw), `${path}#${draw}`, above),
  )
}

/** Without a type, each draw tries another one. */
function ofSomeType(schema: Schema, draw: number): Schema {
  const type = TYPES[draw % TYPES.length] as string
  return schema.types.length > 0 ? schema : { ...schema, types: [type] }
}

const TYPES = ['string', 'integer', 'boolean', 'object'] as const

/** The first valid one of a few draws, else the last. */
function drawnUntil(
  progress: Progress,
  first: unknown,
  holds: (value: unknown) => boolean,
  drawAgain: (draw: number) => unknown,
): unknown {
  let value = first
  for (let draw = 1; draw <= MOST_DRAWS && progress.values < MOST_VALUES && !holds(value); draw++)
    value = drawAgain(draw)
  return value
}

function inventOne(progress: Progress, written: Schema, path: string, above: readonly Schema[]): unknown {
  progress.values++
  const schema = chosen(progress, written, path)
  const values = (valuesOf(schema) ?? []).filter((value) => value !== null)
  if (values.length > 0) return progress.random(path).pick(values)
  if (schema.values !== undefined) return null
  const within = [...above, written]
  switch (schema.types[0]) {
    case 'object':
      return inventObject(progress, schema, path, within)
    case 'array':
      return inventList(progress, schema, path, within)
    case 'integer':
    case 'number':
      return inventNumber(progress, schema, path)
    case 'boolean':
      return progress.makeField({ type: 'boolean' } as FieldSchema, progress.random(path)) ?? false
    case 'string':
      return inventText(progress, schema, path)
    default:
      return schema.nullable ? null : inventText(progress, schema, path)
  }
}

/** The candidates of a draw: of the allowed values the usual ones, if there are any. */
function valuesOf({ values, usual }: Schema): Schema['values'] {
  if (values === undefined || usual === undefined) return values ?? usual
  const both = usual.filter((value) => values.includes(value))
  return both.length === 0 ? values : both
}

/** One of several schemas is drawn, and combined with the schema around it. */
function chosen(progress: Progress, schema: Schema, path: string): Schema {
  let whole = schema
  for (let depth = 0; depth < DEEPEST && whole.alternatives.length > 0; depth++) {
    const alternative = progress.read(progress.random(`${path}|${depth}`).pick(whole.alternatives))
    const { alternatives: _, ...rest } = whole
    whole = merged(
      { ...alternative, types: alternative.types.length > 0 ? alternative.types : whole.types },
      { ...rest, alternatives: [] },
    )
  }
  return whole
}

function isExhausted({ values }: Progress, above: readonly Schema[]): boolean {
  return values >= MOST_VALUES || above.length > DEEPEST
}

function inventObject(
  progress: Progress,
  schema: Schema,
  path: string,
  above: readonly Schema[],
): Record<string, unknown> {
  const fields: [string, unknown][] = []
  const exhausted = isExhausted(progress, above)
  for (const [name, written] of schema.properties) {
    const isRequired = schema.required.has(name)
    const isOver = exhausted || progress.values >= MOST_VALUES
    // Schemas that are no longer needed are not read, which would be most of the work for a response with many objects.
    if (isOver && (!isRequired || progress.values >= MOST_REQUIRED)) continue
    const field = progress.read(written)
    if (field.writeOnly) continue
    if (isOver && !isPlain(field)) continue
    if (!isRequired && above.includes(field)) continue
    fields.push([name, invent(progress, field, `${path}.${name}`, above)])
  }
  for (const name of exhausted ? [] : schema.required)
    if (!schema.properties.has(name) && progress.values < MOST_REQUIRED)
      fields.push([name, invent(progress, progress.read(schema.additional), `${path}.${name}`, above)])
  if (fields.length === 0 && schema.additional !== undefined && !exhausted)
    fields.push(['key', invent(progress, progress.read(schema.additional), `${path}.key`, above)])
  return Object.fromEntries(fields)
}

/** Whether its values have no inner values. */
function isPlain({ types, alternatives }: Schema): boolean {
  return alternatives.length === 0 && types[0] !== 'object' && types[0] !== 'array'
}

function inventList(progress: Progress, schema: Schema, path: string, above: readonly Schema[]): unknown[] {
  const items = progress.read(schema.items)
  const most = Math.min(schema.maximumItems ?? USUAL_ITEMS, MOST_ITEMS)
  const least = Math.min(Math.max(schema.minimumItems ?? 1, 0), MOST_ITEMS)
  const wanted = progress
    .random(`${path}[]`)
    .integer(Math.min(least, most), Math.max(least, Math.min(most, USUAL_ITEMS)))
  const count =
    isExhausted(progress, above) || above.includes(items) ? 0 : Math.min(wanted, Math.max(most, 0))
  if (!schema.uniqueItems)
    return Array.from({ length: count }, (_, at) => invent(progress, items, `${path}[${at}]`, above))
  const unique = new Map<string, unknown>()
  for (let at = 0; at < count; at++) {
    const value = drawnUntil(
      progress,
      invent(progress, items, `${path}[${at}]`, above),
      (one) => !unique.has(canonical(one)),
      (draw) => invent(progress, items, `${path}[${at}]#${draw}`, above),
    )
    unique.set(canonical(value), value)
  }
  return [...unique.values()]
}

function inventNumber(progress: Progress, schema: Schema, path: string): number {
  const isWhole = schema.types[0] === 'integer'
  const step = isWhole ? 1 : 0.001
  const { minimum: from, maximum: to, above, below } = schema
  const low = bound(largest(from, above === undefined ? undefined : above + step))
  const high = bound(smallest(to, below === undefined ? undefined : below - step))
  const least = low ?? (high === undefined ? 1 : Math.min(1, high))
  const most = Math.max(high ?? least + USUAL_NUMBER, least)
  const minimum = isWhole ? Math.ceil(least) : least
  const maximum = isWhole ? Math.max(minimum, Math.floor(most)) : most
  if (minimum === maximum) return minimum
  if (schema.multipleOf !== undefined)
    return inventMultiple(progress.random(path), schema.multipleOf, minimum, maximum) ?? minimum
  const type = isWhole ? 'integer' : 'number'
  const made = progress.makeField({ type, minimum, maximum } as FieldSchema, progress.random(path))
  return typeof made === 'number' && made >= minimum && made <= maximum ? made : minimum
}

/** A multiple of a step between two numbers; undefined if there is none. */
function inventMultiple(random: Random, step: number, minimum: number, maximum: number): number | undefined {
  const least = Math.ceil(minimum / step)
  const most = Math.max(least, Math.floor(maximum / step))
  if (!Number.isSafeInteger(least) || !Number.isSafeInteger(most) || least * step > maximum) return undefined
  return Number((random.integer(least, most) * step).toPrecision(15))
}

function bound(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.min(Math.max(value, -LARGEST_NUMBER), LARGEST_NUMBER)
}

function inventText(progress: Progress, schema: Schema, path: string): string {
  const random = progress.random(path)
  const most = Math.min(schema.maximumLength ?? LONGEST_TEXT, LONGEST_TEXT)
  const least = Math.min(schema.minimumLength ?? 0, most)
  if (schema.pattern !== undefined) return textOfPattern(schema.pattern, random, least, most)
  const isBounded = schema.minimumLength !== undefined || schema.maximumLength !== undefined
  const wanted =
    schema.format !== undefined && FORMATS.has(schema.format)
      ? { type: 'string', format: schema.format }
      : {
          type: 'string',
          ...(isBounded
            ? {
                minLength: Math.max(least, Math.min(most, 1)),
                maxLength: Math.max(least, Math.min(most, 20)),
              }
            : {}),
        }
  const made = progress.makeField(wanted as FieldSchema, random)
  if (schema.format === 'byte' && !isBounded) return btoa(String(made))
  if (typeof made !== 'string') return 'x'.repeat(Math.max(least, Math.min(most, 1)))
  return made.length > most && schema.format === undefined ? made.slice(0, most) : made
}
