/**
 * Data of the shape of a schema. Each value is drawn for its own operation, parameters and field, so that one more field
 * changes no other; single values are made by json-schema-faker, which is never given more than their kind and bounds.
 */
import type { Random } from '../../world/random.ts'
import type { MakeField } from '../fields.ts'
import type { FieldSchema } from '../format.ts'
import { textOfPattern } from './pattern.ts'
import { merged, type ReadSchema, type Schema } from './schema.ts'

/** Values of one answer, and how deep they lie. */
const MOST_VALUES = 2000
const DEEPEST = 8
const MOST_ITEMS = 20
const USUAL_ITEMS = 3
const LONGEST_TEXT = 1000
const LARGEST_NUMBER = 2 ** 31 - 1
const USUAL_NUMBER = 1000
/** Formats that the generator is known to make. */
const FORMATS: ReadonlySet<string> = new Set([
  'date-time',
  'date',
  'time',
  'email',
  'uuid',
  'uri',
  'ipv4',
  'hostname',
])

interface Progress {
  readonly read: ReadSchema
  readonly makeField: MakeField
  readonly random: (field: string) => Random
  values: number
}

/** A value of the schema; `random` gives the stream of each field by its path. */
export function inventValue(
  read: ReadSchema,
  schema: Schema,
  makeField: MakeField,
  random: (field: string) => Random,
): unknown {
  return invent({ read, makeField, random, values: 0 }, schema, '', [])
}

function invent(progress: Progress, written: Schema, path: string, above: readonly Schema[]): unknown {
  progress.values++
  const schema = chosen(progress, written, path)
  if (schema.values !== undefined) {
    const values = schema.values.filter((value) => value !== null)
    return values.length === 0 ? null : progress.random(path).pick(values)
  }
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

/** Of several shapes one is drawn, and what is said beside them holds too. */
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
    const field = progress.read(written)
    if (field.writeOnly) continue
    const isRequired = schema.required.has(name)
    if (exhausted && !(isRequired && isPlain(field))) continue
    if (!isRequired && above.includes(field)) continue
    fields.push([name, invent(progress, field, `${path}.${name}`, above)])
  }
  for (const name of exhausted ? [] : schema.required)
    if (!schema.properties.has(name))
      fields.push([name, invent(progress, progress.read(schema.additional), `${path}.${name}`, above)])
  if (fields.length === 0 && schema.additional !== undefined && !exhausted)
    fields.push(['key', invent(progress, progress.read(schema.additional), `${path}.key`, above)])
  return Object.fromEntries(fields)
}

/** Whether a value of it holds no others. */
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
  return Array.from({ length: count }, (_, at) => invent(progress, items, `${path}[${at}]`, above))
}

function inventNumber(progress: Progress, schema: Schema, path: string): number {
  const isWhole = schema.types[0] === 'integer'
  const step = isWhole ? 1 : 0.001
  const low = bound(schema.minimum ?? (schema.above === undefined ? undefined : schema.above + step))
  const high = bound(schema.maximum ?? (schema.below === undefined ? undefined : schema.below - step))
  const least = low ?? (high === undefined ? 1 : Math.min(1, high))
  const most = Math.max(high ?? least + USUAL_NUMBER, least)
  const minimum = isWhole ? Math.ceil(least) : least
  const maximum = isWhole ? Math.max(minimum, Math.floor(most)) : most
  if (minimum === maximum) return minimum
  const type = isWhole ? 'integer' : 'number'
  const made = progress.makeField({ type, minimum, maximum } as FieldSchema, progress.random(path))
  return typeof made === 'number' && made >= minimum && made <= maximum ? made : minimum
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
  if (typeof made !== 'string') return 'x'.repeat(Math.max(least, Math.min(most, 1)))
  return made.length > most && schema.format === undefined ? made.slice(0, most) : made
}
