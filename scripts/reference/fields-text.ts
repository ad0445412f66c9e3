// The fields of a response in one line: `{items [{id, name}], total}`.

import * as z from 'zod'

interface JsonSchema {
  readonly type?: string
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

type Definitions = Readonly<Record<string, JsonSchema>>

/** Fields that other places describe. */
const DESCRIBED_ELSEWHERE = new Set(['clock', 'data'])

/** The names of all fields of a shape, also of the objects within. */
export function fieldsText(shape: z.ZodType): string {
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return textOf(schema, schema.$defs ?? {})
}

function textOf(schema: JsonSchema, definitions: Definitions): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    const { [name]: definition = {}, ...others } = definitions
    // Without its own definition, so that a shape that contains itself ends here.
    return textOf(definition, others)
  }
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined)
    return [...new Set(alternatives.map((one) => textOf(one, definitions)))].join(' or ')
  if (schema.items !== undefined) return `[${textOf(schema.items, definitions)}]`
  if (schema.properties === undefined) return schema.type ?? 'any'
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const text = DESCRIBED_ELSEWHERE.has(name) ? '' : textOf(field, definitions)
    return text.includes('{') ? `${name} ${text}` : name
  })
  return `{${fields.join(', ')}}`
}
