/** Reads an OpenAPI description: one operation with its parameters, body and responses. */
import { countText } from '../../words/text.ts'

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly (string | number)[]
  readonly items?: Schema
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
  readonly example?: unknown
}

interface Media {
  readonly schema?: Schema
  readonly example?: unknown
}

export interface DeclaredResponse {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, Media>>
}

export interface DescribedOperation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, DeclaredResponse>>
}

export interface Description {
  readonly info: { readonly title: string; readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>
    readonly responses: Readonly<Record<string, DeclaredResponse>>
  }
}

/** An operation with its position in a description. */
export interface Placed {
  readonly path: string
  /** Upper case. */
  readonly method: string
  readonly operation: DescribedOperation
}

/** The operation with an id. A description merges operations that share a path and a method. */
export function findPlaced(
  description: Description,
  id: string,
  method: string,
  path: string,
): Placed | undefined {
  let shared: Placed | undefined
  for (const [template, methods] of Object.entries(description.paths)) {
    for (const [name, operation] of Object.entries(methods)) {
      const placed = { path: template, method: name.toUpperCase(), operation }
      if (operation.operationId === id) return placed
      if (placed.method === method && template.endsWith(path)) shared ??= placed
    }
  }
  return shared
}

/**
 * A form for an operation that the simulator's description lacks: the parameters of its path, and a body if its method has one.
 */
export function placedByPath(id: string, method: string, path: string): Placed {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  return {
    path,
    method,
    operation: {
      operationId: id,
      parameters: names.map((name) => ({ name, in: 'path', required: true })),
      ...(/^(?:POST|PUT|PATCH)$/.test(method)
        ? { requestBody: { content: { 'application/json': {} } } }
        : {}),
      responses: {},
    },
  }
}

/** The values of the form: a text for each parameter by `in:name`, and the body. */
export interface FormValues {
  readonly parameters: Readonly<Record<string, string>>
  readonly contentType: string
  readonly body: string
}

/** Fills in the required parameters and the body from the examples. */
export function valuesFromExamples({ operation }: Placed): FormValues {
  const contentType = Object.keys(operation.requestBody?.content ?? {})[0] ?? ''
  return {
    parameters: Object.fromEntries(
      (operation.parameters ?? [])
        .filter(({ required, example }) => required === true && example !== undefined)
        .map((parameter) => [keyOf(parameter), textOf(parameter.example)]),
    ),
    contentType,
    body: bodyExample(operation, contentType),
  }
}

/** The example of a body of one content type, as text. */
export function bodyExample({ requestBody }: DescribedOperation, contentType: string): string {
  const example = requestBody?.content[contentType]?.example
  if (example === undefined) return ''
  return typeof example === 'string' ? example : JSON.stringify(example, undefined, 2)
}

export function keyOf({ in: place, name }: Parameter): string {
  return `${place}:${name}`
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Names of path parameters without a value. */
export function missingParameters({ operation }: Placed, { parameters }: FormValues): readonly string[] {
  return (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'path' && (parameters[keyOf(parameter)] ?? '') === '')
    .map(({ name }) => name)
}

export interface FilledRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The request of the form, below `server` such as `/wiki`. Empty parameters are left out. */
export function filledRequest(placed: Placed, values: FormValues, server: string): FilledRequest {
  const { operation, method } = placed
  const pairs: (readonly [string, string])[] = []
  const headers: Record<string, string> = {}
  let path = placed.path
  for (const parameter of operation.parameters ?? []) {
    const text = values.parameters[keyOf(parameter)] ?? ''
    if (text === '') continue
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, () => encodeURIComponent(text))
    else if (parameter.in === 'header') headers[parameter.name] = text
    else if (parameter.schema?.type === 'array')
      pairs.push(...text.split(',').map((each) => [parameter.name, each.trim()] as const))
    else pairs.push([parameter.name, text])
  }
  const query = pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  const hasBody = operation.requestBody !== undefined && values.body !== ''
  return {
    method,
    path: `${server}${path}${query === '' ? '' : `?${query}`}`,
    headers: hasBody ? { ...headers, 'Content-Type': values.contentType } : headers,
    ...(hasBody ? { body: values.body } : {}),
  }
}

/** A declared response, with its reference resolved. */
export function responseOf({ components }: Description, response: DeclaredResponse): DeclaredResponse {
  const name = nameOf(response.$ref)
  return name === undefined ? response : (components.responses[name] ?? response)
}

/** A schema with the schemas that it refers to, by name, up to a limit. */
export function schemasOf(description: Description, schema: Schema, maximum = 12): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  const open = refsIn(schema)
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    if (Object.hasOwn(found, name) || Object.keys(found).length >= maximum) continue
    const named = description.components.schemas[name]
    found[name] = named
    open.push(...refsIn(named))
  }
  return Object.keys(found).length === 0 ? { schema } : found
}

function refsIn(value: unknown): string[] {
  const names = JSON.stringify(value)?.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g) ?? []
  return [...names].flatMap(([, name]) => (name === undefined ? [] : [name]))
}

function nameOf(reference: string | undefined): string | undefined {
  return reference?.split('/').at(-1)
}

/** Describes a schema in a few words: `integer int32, 1 to 200, default 20`. */
export function schemaText(schema: Schema | undefined): string {
  if (schema === undefined) return ''
  const { type, format, minimum, maximum, maxLength, items } = schema
  const what = schema.enum === undefined ? (type ?? 'any') : schema.enum.join(', ')
  return [
    items === undefined ? what : `comma-separated list: ${schemaText(items)}`,
    format === undefined ? '' : ` ${format}`,
    minimum === undefined && maximum === undefined ? '' : `, ${minimum ?? '…'} to ${maximum ?? '…'}`,
    maxLength === undefined ? '' : `, at most ${countText(maxLength, 'character')}`,
    schema.default === undefined ? '' : `, default ${JSON.stringify(schema.default)}`,
  ].join('')
}
