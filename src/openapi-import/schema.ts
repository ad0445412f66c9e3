/** Schemas of a description in the common form, whatever its version, with `allOf` merged. */
import { fieldOf, type JsonObject, listOf, resolved } from './resolve.ts'
import { readDiscriminator, tagged, usualValues, withTag } from './discriminator.ts'
import { completed, inheriting, isPlain, MAXIMUM_FIELDS, MAXIMUM_TOGETHER } from './merge-schemas.ts'
import type { Schema } from './normal-schema.ts'
import { readPattern } from './pattern.ts'
import { isObject } from '../world/objects.ts'

/** Reads schemas of one description, each once. */
export type ReadSchema = (written: unknown) => Schema

const NOTHING: Schema = {
  types: [],
  nullable: false,
  values: undefined,
  usual: undefined,
  minimum: undefined,
  maximum: undefined,
  above: undefined,
  below: undefined,
  multipleOf: undefined,
  minimumLength: undefined,
  maximumLength: undefined,
  minimumItems: undefined,
  maximumItems: undefined,
  uniqueItems: false,
  minimumFields: undefined,
  maximumFields: undefined,
  format: undefined,
  patternText: undefined,
  pattern: undefined,
  properties: new Map(),
  required: new Set(),
  items: undefined,
  additional: undefined,
  prefix: [],
  contains: undefined,
  minimumContained: undefined,
  maximumContained: undefined,
  names: undefined,
  patterned: new Map(),
  dependent: new Map(),
  isClosed: false,
  not: undefined,
  alternatives: [],
  isFamily: false,
  discriminator: undefined,
  readOnly: false,
  writeOnly: false,
}

/** The maximum depth of `allOf`, number of its members, and number of their fields. */
const MAXIMUM_DEPTH = 20
const MAXIMUM_MEMBERS = 100
const MAXIMUM_PARTS = 200

/** A reader of the schemas of a description. Its results do not depend on earlier reads. */
export function schemaReader(root: unknown): ReadSchema {
  /** Schemas that no circle and no bound shortened: they are the same wherever they occur. */
  const complete = new WeakMap<object, Schema>()
  /** The others, as they are read from the top. */
  const outermost = new WeakMap<object, Schema>()
  return (written) => {
    const schema = resolved(root, written)
    if (schema === undefined) return NOTHING
    const known = complete.get(schema) ?? outermost.get(schema)
    if (known !== undefined) return known
    const finished = readOne(schema, 0, { root, complete, begun: new Set(), met: new Map(), cuts: 0 })
    outermost.set(schema, finished)
    return finished
  }
}

interface Reading {
  readonly root: unknown
  readonly complete: WeakMap<object, Schema>
  readonly begun: Set<object>
  /** Schemas on the current path. Without this, schemas that refer to each other twice would be read without end. */
  readonly met: Map<object, Schema>
  /** How often something was left out. */
  cuts: number
}

function readOne(schema: JsonObject, depth: number, reading: Reading): Schema {
  const known = reading.complete.get(schema)
  if (known !== undefined) return known
  const met = reading.met.get(schema)
  if (
    met !== undefined ||
    depth > MAXIMUM_DEPTH ||
    reading.met.size > MAXIMUM_PARTS ||
    reading.begun.has(schema)
  ) {
    reading.cuts++
    return met ?? NOTHING
  }
  const before = reading.cuts
  reading.begun.add(schema)
  const parts = listOf(fieldOf(schema, 'allOf'))
    .slice(0, MAXIMUM_MEMBERS)
    .map((member) => resolved(reading.root, member))
    .filter((member) => member !== undefined)
    .map((member) => readOne(member, depth + 1, reading))
  reading.begun.delete(schema)
  const whole = parts.reduce(inheriting, ownSchema(reading.root, schema))
  const types = whole.types.length > 0 ? whole.types : impliedTypes(whole)
  const finished = { ...withTag(reading.root, whole, schema), types }
  if (reading.cuts === before) reading.complete.set(schema, finished)
  else reading.met.set(schema, finished)
  return finished
}

/** Like a reader, but with the fields of all alternatives, none of which is required. */
export function wholeReader(read: ReadSchema): ReadSchema {
  const known = new WeakMap<Schema, Schema>()
  return (written) => {
    const schema = read(written)
    if (schema.alternatives.length === 0) return schema
    const before = known.get(schema)
    if (before !== undefined) return before
    const all = schema.alternatives
      .slice(0, MAXIMUM_TOGETHER)
      .map((alternative) => ({ ...read(alternative), required: new Set<string>() }))
    const types = new Set([...schema.types, ...all.flatMap((alternative) => alternative.types)])
    const values = all.every((alternative) => alternative.values !== undefined)
      ? all.flatMap((alternative) => alternative.values ?? [])
      : undefined
    const whole = all
      .map((one) => ({ ...one, values: undefined }))
      .reduce(completed, { ...schema, values: schema.values ?? values })
    const named = {
      ...whole,
      types: [...types].filter((type) => type !== 'null'),
      properties: together(schema, all),
    }
    known.set(schema, named)
    return named
  }
}

/** The fields of all of them. A field of several may match any of its schemas. */
function together({ properties }: Schema, all: readonly Schema[]): Map<string, unknown> {
  const found = new Map<string, unknown[]>()
  for (const one of all)
    for (const [name, written] of one.properties) {
      const known = found.get(name)
      if (known !== undefined) known.push(written)
      else if (found.size < MAXIMUM_FIELDS) found.set(name, [written])
    }
  const combined = [...found].map(([name, written]): [string, unknown] => [
    name,
    written.length > 1 && written.every(isPlain) ? { anyOf: written } : written[0],
  ])
  return new Map([...properties, ...combined.filter(([name]) => !properties.has(name))])
}

function ownSchema(root: unknown, schema: JsonObject): Schema {
  const types = typesOf(fieldOf(schema, 'type'))
  const union = listOf(fieldOf(schema, 'oneOf')).length > 0 ? 'oneOf' : 'anyOf'
  const constant = Object.hasOwn(schema, 'const') ? [schema['const']] : undefined
  const values = listOf(fieldOf(schema, 'enum'))
  const exclusive = (name: string, bound: unknown) =>
    fieldOf(schema, name) === true ? numberOf(bound) : numberOf(fieldOf(schema, name))
  const minimum = fieldOf(schema, 'minimum')
  const maximum = fieldOf(schema, 'maximum')
  const patternText = textOf(fieldOf(schema, 'pattern'))
  const properties = fieldOf(schema, 'properties')
  const additional = fieldOf(schema, 'additionalProperties') ?? fieldOf(schema, 'unevaluatedProperties')
  const discriminator = readDiscriminator(root, schema)
  const written = listOf(fieldOf(schema, union)).slice(0, MAXIMUM_MEMBERS)
  const alternatives = written.length > 0 ? written : conditionalSchemas(schema)
  const patterned = fieldOf(schema, 'patternProperties')
  const dependent = fieldOf(schema, 'dependentRequired')
  const children = alternatives.length > 0 ? [] : [...(discriminator?.mapping.values() ?? [])]
  return {
    types: types.length === 1 ? types : types.filter((type) => type !== 'null'),
    nullable: types.includes('null') || fieldOf(schema, 'nullable') === true,
    values: constant ?? (values.length > 0 ? values : undefined),
    usual: usualValues(schema),
    minimum: numberOf(minimum),
    maximum: numberOf(maximum),
    above: exclusive('exclusiveMinimum', minimum),
    below: exclusive('exclusiveMaximum', maximum),
    multipleOf: stepOf(fieldOf(schema, 'multipleOf')),
    minimumLength: countOf(fieldOf(schema, 'minLength')),
    maximumLength: countOf(fieldOf(schema, 'maxLength')),
    minimumItems: countOf(fieldOf(schema, 'minItems')),
    maximumItems: countOf(fieldOf(schema, 'maxItems')),
    uniqueItems: fieldOf(schema, 'uniqueItems') === true,
    minimumFields: countOf(fieldOf(schema, 'minProperties')),
    maximumFields: countOf(fieldOf(schema, 'maxProperties')),
    format: textOf(fieldOf(schema, 'format')),
    patternText,
    pattern: patternText === undefined ? undefined : readPattern(patternText),
    properties: new Map(isObject(properties) ? Object.entries(properties).slice(0, MAXIMUM_FIELDS) : []),
    required: new Set(
      listOf(fieldOf(schema, 'required'))
        .slice(0, MAXIMUM_FIELDS)
        .filter((name) => typeof name === 'string'),
    ),
    items: fieldOf(schema, 'items'),
    additional: isObject(additional) ? additional : undefined,
    prefix: listOf(fieldOf(schema, 'prefixItems')).slice(0, MAXIMUM_FIELDS),
    contains: fieldOf(schema, 'contains'),
    minimumContained: countOf(fieldOf(schema, 'minContains')),
    maximumContained: countOf(fieldOf(schema, 'maxContains')),
    names: fieldOf(schema, 'propertyNames'),
    patterned: new Map(isObject(patterned) ? Object.entries(patterned).slice(0, MAXIMUM_FIELDS) : []),
    dependent: new Map(
      Object.entries(isObject(dependent) ? dependent : {})
        .slice(0, MAXIMUM_FIELDS)
        .map(([name, names]) => [name, listOf(names).filter((each) => typeof each === 'string')]),
    ),
    isClosed: additional === false && fieldOf(schema, 'patternProperties') === undefined,
    not: isObject(fieldOf(schema, 'not')) ? fieldOf(schema, 'not') : undefined,
    alternatives:
      children.length > 0
        ? children
        : alternatives.map((alternative) => tagged(root, alternative, discriminator)),
    isFamily: children.length > 0,
    discriminator,
    readOnly: fieldOf(schema, 'readOnly') === true,
    writeOnly: fieldOf(schema, 'writeOnly') === true,
  }
}

/** `if` with `then` and `else` means: either the first two, or the third without the first. */
function conditionalSchemas(schema: JsonObject): readonly unknown[] {
  const [condition, then, otherwise] = ['if', 'then', 'else'].map((name) => fieldOf(schema, name))
  if (condition === undefined || (then === undefined && otherwise === undefined)) return []
  return [{ allOf: [condition, then ?? true] }, { allOf: [{ not: condition }, otherwise ?? true] }]
}

function typesOf(value: unknown): string[] {
  return (typeof value === 'string' ? [value] : listOf(value)).filter((type) => typeof type === 'string')
}

function impliedTypes(schema: Schema): string[] {
  const { properties, items, additional, values, names, patterned, dependent, prefix, contains } = schema
  if (properties.size + patterned.size + dependent.size > 0 || (additional ?? names) !== undefined)
    return ['object']
  if (prefix.length > 0 || (items ?? contains) !== undefined) return ['array']
  if (values?.every((value) => Number.isSafeInteger(value)) === true) return ['integer']
  const kinds = new Set(values?.map((value) => typeof value))
  const [kind] = kinds
  return kinds.size === 1 && kind !== undefined && kind !== 'object' ? [kind] : []
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The number that values must be multiples of. */
function stepOf(value: unknown): number | undefined {
  const step = numberOf(value)
  return step !== undefined && step > 0 ? step : undefined
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}
