/** Merges two schemas: both at once, or one with the other as default. */
import { listOf } from './resolve.ts'
import type { Schema } from './normal-schema.ts'
import { isObject } from '../world/objects.ts'
import { present } from '../model/input/present.ts'

/** The maximum number of fields of a schema. */
export const MAXIMUM_FIELDS = 1000
/** The maximum number of merged schemas of a field. */
export const MAXIMUM_TOGETHER = 20

/** A schema with one from its `allOf`. The discriminator of a family is not that of its members. */
export function inheriting(schema: Schema, part: Schema): Schema {
  const { discriminator } = schema
  const whole = merged(schema, part.isFamily ? { ...part, alternatives: [], isFamily: false } : part)
  return { ...whole, discriminator: discriminator ?? part.discriminator }
}

/** Both schemas at once. If they contradict each other, the first one wins. */
export function merged(first: Schema, second: Schema): Schema {
  const whole = completed(first, second)
  const properties = withBoth(whole.properties, first.properties, second.properties)
  return {
    ...whole,
    types: typesOfBoth(first.types, second.types),
    values: valuesOfBoth(first.values, second.values),
    minimum: largest(first.minimum, second.minimum),
    maximum: smallest(first.maximum, second.maximum),
    above: largest(first.above, second.above),
    below: smallest(first.below, second.below),
    multipleOf: commonMultiple(first.multipleOf, second.multipleOf),
    minimumLength: largest(first.minimumLength, second.minimumLength),
    maximumLength: smallest(first.maximumLength, second.maximumLength),
    minimumItems: largest(first.minimumItems, second.minimumItems),
    maximumItems: smallest(first.maximumItems, second.maximumItems),
    minimumFields: largest(first.minimumFields, second.minimumFields),
    maximumFields: smallest(first.maximumFields, second.maximumFields),
    properties,
  }
}

type Properties = Schema['properties']

/** The fields of both. If both have a name, the first one wins. */
function together(first: Properties, second: Properties): Properties {
  if (first.size === 0 || second.size === 0) return first.size === 0 ? second : first
  const properties = new Map(first)
  for (const [name, schema] of second)
    if (!properties.has(name) && properties.size < MAXIMUM_FIELDS) properties.set(name, schema)
  return properties
}

/** All fields, with both schemas of a field of the same name if merging them is cheap. */
function withBoth(all: Properties, first: Properties, second: Properties): Properties {
  if (first.size === 0 || second.size === 0) return all
  const properties = new Map(all)
  for (const [name, schema] of second) {
    const known = first.get(name)
    if (known === undefined || known === schema || !(isPlain(known) || isPlain(schema))) continue
    const members = [...membersOf(known), ...membersOf(schema)]
    if (members.length <= MAXIMUM_TOGETHER) properties.set(name, { allOf: members, [JOINED]: true })
  }
  return properties
}

/** For merged schemas, each is one of the members. */
function membersOf(written: unknown): readonly unknown[] {
  return isObject(written) && JOINED in written ? listOf(written['allOf']) : [written]
}

/**
 * Whether a schema constrains only a value and nothing within it. Of two others with fields, the first is taken, because
 * merging their fields could go on without end.
 */
export function isPlain(written: unknown): boolean {
  if (!isObject(written)) return true
  if (JOINED in written) return listOf(written['allOf']).every(isPlain)
  return !STRUCTURE.some((name) => Object.hasOwn(written, name))
}

const JOINED = Symbol('joined')
const STRUCTURE = [
  '$ref',
  'allOf',
  'oneOf',
  'anyOf',
  'not',
  'properties',
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'discriminator',
]

/** The second supplies what the first does not declare. */
export function completed(first: Schema, second: Schema): Schema {
  const alternatives = first.alternatives.length > 0 ? first : second
  return {
    ...second,
    ...present(first),
    types: first.types.length > 0 ? first.types : second.types,
    nullable: first.nullable || second.nullable,
    uniqueItems: first.uniqueItems || second.uniqueItems,
    properties: together(first.properties, second.properties),
    required: second.required.size === 0 ? first.required : new Set([...first.required, ...second.required]),
    prefix: first.prefix.length > 0 ? first.prefix : second.prefix,
    patterned: together(first.patterned, second.patterned),
    dependent: first.dependent.size > 0 ? first.dependent : second.dependent,
    isClosed: first.isClosed || second.isClosed,
    alternatives: alternatives.alternatives,
    isFamily: alternatives.isFamily,
    discriminator: first.discriminator,
    readOnly: first.readOnly || second.readOnly,
    writeOnly: first.writeOnly || second.writeOnly,
  }
}

export function largest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)
}

export function smallest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
}

/** The least number that is a multiple of both; the first if they are not whole numbers. */
function commonMultiple(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return a
  let [divisor, rest] = [a, b]
  while (rest > 0) [divisor, rest] = [rest, divisor % rest]
  const multiple = (a / divisor) * b
  return Number.isSafeInteger(multiple) ? multiple : a
}

function typesOfBoth(first: readonly string[], second: readonly string[]): readonly string[] {
  if (first.length === 0 || second.length === 0) return first.length === 0 ? second : first
  const both = [
    ...first.filter((type) => second.includes(type) || (type === 'integer' && second.includes('number'))),
    ...(first.includes('number') && second.includes('integer') ? ['integer'] : []),
  ]
  return both.length === 0 ? first : [...new Set(both)]
}

/** Values are looked up by their text, because lists may be long. */
function valuesOfBoth(first: Schema['values'], second: Schema['values']): Schema['values'] {
  if (first === undefined || second === undefined) return first ?? second
  const known = new Set(second.map((value) => JSON.stringify(value)))
  const both = first.filter((value) => known.has(JSON.stringify(value)))
  return both.length === 0 ? first : both
}
