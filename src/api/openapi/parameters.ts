/** Parameters of paths and queries as OpenAPI parameters. */
import type { Parameter } from '../framework/parameter.ts'
import type { Parameters } from '../framework/operation.ts'
import { defined } from './json.ts'
import type { Json, JsonObject } from './json.ts'

/** The parameters of a query, in the order of the declaration. */
export function queryParameters(parameters: Parameters): JsonObject[] {
  return Object.entries(parameters).map(([name, parameter]) =>
    defined({
      name,
      in: 'query',
      ...described(parameter),
      required: parameter.required || undefined,
      ...styleOf(parameter),
    }),
  )
}

/** The parameters of a path. `renamed` maps them to their names in a template that several operations share. */
export function pathParameters(parameters: Parameters, renamed: ReadonlyMap<string, string>): JsonObject[] {
  return Object.entries(parameters).map(([declared, parameter]) => {
    const name = renamed.get(declared) ?? declared
    const { description, ...rest } = described(parameter)
    const note = name === declared ? undefined : `Here the ${declared}.`
    return defined({
      name,
      in: 'path',
      required: true,
      description: [note, description].filter((text) => text !== undefined).join(' ') || undefined,
      ...rest,
      'x-parameter': name === declared ? undefined : declared,
    })
  })
}

function described(parameter: Parameter<unknown>): Record<string, Json | undefined> {
  return {
    description: descriptionOf(parameter),
    schema: schemaOf(parameter),
    example: parameter.example === undefined ? undefined : valueOf(parameter, parameter.example),
  }
}

function descriptionOf({ kind, description, values = [] }: Parameter<unknown>): string | undefined {
  if (kind !== 'sort') return description || undefined
  const form = `Each criterion is a property, or one with ,asc or ,desc: ${values.join(', ')}.`
  return [description, form].filter((text) => text !== '').join(' ')
}

/** Lists are joined by commas unless they may be sent several times. */
function styleOf(parameter: Parameter<unknown>): Record<string, Json | undefined> {
  if (parameter.kind !== 'sort' && parameter.kind !== 'list') return {}
  return { style: 'form', explode: parameter.repeatable === true }
}

function schemaOf(parameter: Parameter<unknown>): JsonObject {
  const { kind, minimum, maximum, maximumLength, values } = parameter
  const fallback = defaultOf(parameter)
  switch (kind) {
    case 'int64':
    case 'int32':
      return defined({ type: 'integer', format: kind, minimum, maximum, default: fallback })
    case 'boolean':
      return defined({ type: 'boolean', default: fallback })
    case 'enumeration':
      return defined({ type: 'string', enum: values, default: fallback })
    case 'string':
      return defined({ type: 'string', maxLength: maximumLength, default: fallback })
    case 'sort':
      return defined({ type: 'array', items: { type: 'string' }, default: fallback, 'x-sortable': values })
    case 'list':
      return defined({ type: 'array', items: defined({ type: 'string', maxLength: maximumLength }) })
  }
}

function defaultOf(parameter: Parameter<unknown>): Json | undefined {
  const value = parameter.default
  if (parameter.kind === 'sort' && Array.isArray(value)) {
    return value.map(({ property, descending }) => `${property},${descending ? 'desc' : 'asc'}`)
  }
  if (typeof value === 'bigint') return exact(value)
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
    ? value
    : undefined
}

/** The value of an example's text; undefined for a whole number that JSON parsers would round. */
function valueOf(parameter: Parameter<unknown>, text: string): Json | undefined {
  switch (parameter.kind) {
    case 'int64':
    case 'int32':
      return exact(BigInt(text))
    case 'boolean':
      return text === 'true'
    case 'sort':
      return [text]
    case 'list':
      return parameter.repeatable === true ? [text] : text.split(',')
    default:
      return text
  }
}

function exact(value: bigint): number | undefined {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : undefined
}
