/** Discriminators: fields that select one of several schemas. */
import { fieldOf, type JsonObject, listOf, resolved } from './resolve.ts'
import type { Discriminator, Schema } from './normal-schema.ts'
import { isObject } from '../world/objects.ts'

const MAXIMUM_MAPPED = 100
/** Our own key for suggested values, which no file can contain. */
const USUAL = Symbol('usual')

/** The discriminator of a schema, without mappings to schemas outside of the description. */
export function readDiscriminator(root: unknown, schema: JsonObject): Discriminator | undefined {
  const written = fieldOf(schema, 'discriminator')
  const field = fieldOf(written, 'propertyName')
  if (typeof field !== 'string') return undefined
  const mapping = fieldOf(written, 'mapping')
  const entries = isObject(mapping) ? Object.entries(mapping).slice(0, MAXIMUM_MAPPED) : []
  const known = entries
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([value, to]) => [value, { $ref: to.startsWith('#') ? to : `#/components/schemas/${to}` }] as const)
    .filter(([, reference]) => resolved(root, reference) !== undefined)
  return { field, mapping: new Map(known) }
}

/** One of several schemas, with the value of the discriminator's field. */
export function tagged(root: unknown, written: unknown, discriminator: Discriminator | undefined): unknown {
  const reference = fieldOf(written, '$ref')
  const target = resolved(root, written)
  if (discriminator === undefined || target === undefined || typeof reference !== 'string') return written
  const { field } = discriminator
  const values = valuesFor(root, discriminator, target)
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  const fieldSchema = values.length > 0 ? { enum: values } : { [USUAL]: [name] }
  return { allOf: [written, { type: 'object', required: [field], properties: { [field]: fieldSchema } }] }
}

/** The schema, with the usual values of the field of a discriminator from `allOf`. */
export function withTag(root: unknown, whole: Schema, written: JsonObject): Schema {
  const { discriminator, properties, alternatives, isFamily } = whole
  if (discriminator === undefined || (alternatives.length > 0 && !isFamily)) return whole
  const { field } = discriminator
  const mapped = valuesFor(root, discriminator, written)
  const values = mapped.length > 0 ? mapped : namesOf(root, written)
  if (values.length === 0) return whole
  const usual = { allOf: [{ [USUAL]: values }, properties.get(field)] }
  return { ...whole, properties: new Map(properties).set(field, usual) }
}

/** The suggested values of a schema. */
export function usualValues(schema: JsonObject): readonly unknown[] | undefined {
  return USUAL in schema ? listOf((schema as { readonly [USUAL]?: unknown })[USUAL]) : undefined
}

function valuesFor(root: unknown, { mapping }: Discriminator, target: JsonObject): string[] {
  return [...mapping].filter(([, reference]) => resolved(root, reference) === target).map(([value]) => value)
}

/** The name of a schema in the description. */
function namesOf(root: unknown, schema: JsonObject): string[] {
  const all = fieldOf(fieldOf(root, 'components'), 'schemas')
  return isObject(all) ? Object.keys(all).filter((name) => all[name] === schema) : []
}
