/** The fields of a body, as the rows of a table. */
import * as z from 'zod'

export type Row = readonly [name: string, type: string, presence: string, description: string]

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly description?: string
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  /** See `src/api/framework/ignored-fields.ts`. */
  readonly ignored?: boolean
}

/** A row for each field of a body, and for the fields of objects and lists within it; none for fields without effect. */
export function fieldRows(shape: z.ZodType): Row[] {
  return rowsWithin(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as JsonSchema, '')
}

/** The fields of an object, of the objects of a list, or of the first alternative that has some. */
function rowsWithin(schema: JsonSchema, prefix: string): Row[] {
  const { properties, required = [], items, anyOf = [] } = schema
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, field]) =>
      rowsOfField(prefix === '' ? name : `${prefix}.${name}`, field, required.includes(name)),
    )
  if (items !== undefined) return rowsWithin(items, `${prefix}[]`)
  return anyOf.map((one) => rowsWithin(one, prefix)).find((rows) => rows.length > 0) ?? []
}

/** A field, and below it those of the objects in it, unless its description has them. */
function rowsOfField(name: string, field: JsonSchema, required: boolean): Row[] {
  const { description = '' } = field
  if (field.ignored === true) return []
  const preset = typeof field.default === 'object' || field.default === '' ? undefined : field.default
  const presence = required ? 'required' : preset === undefined ? '' : `default ${String(preset)}`
  const row: Row = [`\`${name}\``, typeOf(field), presence, description]
  return description.includes('{') ? [row] : [row, ...rowsWithin(field, name)]
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return String(schema.const)
  if (schema.enum !== undefined) return schema.enum.join(', ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ')
  if (typeof schema.type === 'object') return schema.type.map((type) => typeOf({ type })).join(' or ')
  if (schema.type === 'array')
    return `list of ${schema.items === undefined ? 'anything' : typeOf(schema.items).replace(/ or null$/, '')}`
  if (schema.type === 'integer') return 'whole number'
  return schema.type === 'string' ? 'text' : (schema.type ?? 'anything')
}
