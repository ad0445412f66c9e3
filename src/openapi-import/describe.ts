/** An operation in a form for comparisons: parameters, fields and statuses, whichever description it is from. */
import { fieldOf, type JsonObject, listOf, resolved } from './resolve.ts'
import type { Schema } from './normal-schema.ts'
import { type ReadSchema, schemaReader, wholeReader } from './schema.ts'
import { isObject } from '../world/objects.ts'

/** A parameter or field. Undefined properties are not declared. */
export interface Described {
  readonly required: boolean
  readonly type: string | undefined
  readonly values: readonly string[] | undefined
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  readonly minimumLength: number | undefined
  readonly maximumLength: number | undefined
  readonly pattern: string | undefined
}

export interface DescribedParameter extends Described {
  readonly in: string
  readonly name: string
}

export interface DescribedOperation {
  /** Path parameters in the order of the template; the others by place and name. */
  readonly path: readonly DescribedParameter[]
  readonly parameters: ReadonlyMap<string, DescribedParameter>
  /** Undefined without a body. */
  readonly body:
    | { readonly required: boolean; readonly mediaType: string; readonly fields: Fields }
    | undefined
  readonly statuses: ReadonlySet<string>
  /** The fields of the response by status. */
  readonly response: (status: string) => Fields
}

export type Fields = ReadonlyMap<string, Described>

/** A description with readers of its schemas. */
export interface Source {
  readonly root: unknown
  readonly read: ReadSchema
  /** Like `read`, with the fields of every alternative. */
  readonly readWhole: ReadSchema
}

/** Creates the readers of a checked description. */
export function sourceOf(root: unknown): Source {
  const read = schemaReader(root)
  return { root, read, readWhole: wholeReader(read) }
}

/** Headers of every interface, and headers with credentials, which are not parameters of an operation. */
const COMMON_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'content-type',
  'authorization',
  'cookie',
  'x-api-key',
  'x-base-url',
])
const MAXIMUM_PARAMETERS = 200
const MAXIMUM_FIELDS = 2000
const MAXIMUM_FIELD_DEPTH = 8
const MAXIMUM_NAME_LENGTH = 100

/** The declared parameters of an operation, including those of its path. Its own override shared ones. */
export function writtenParameters(
  root: unknown,
  operation: JsonObject,
  shared: readonly unknown[],
): JsonObject[] {
  const found = new Map<string, JsonObject>()
  for (const written of [...shared, ...listOf(fieldOf(operation, 'parameters'))].slice(
    0,
    MAXIMUM_PARAMETERS,
  )) {
    const parameter = resolved(root, written)
    const name = fieldOf(parameter, 'name')
    const place = fieldOf(parameter, 'in')
    if (parameter === undefined || typeof name !== 'string' || typeof place !== 'string') continue
    if (place === 'cookie' || (place === 'header' && COMMON_HEADERS.has(name.toLowerCase()))) continue
    found.set(`${place} ${name}`, parameter)
  }
  return [...found.values()]
}

/** The schema of a parameter, also if it is declared as content. */
export function schemaOfParameter(parameter: JsonObject): unknown {
  const content = fieldOf(parameter, 'content')
  const [media] = isObject(content) ? Object.values(content) : []
  return fieldOf(parameter, 'schema') ?? fieldOf(media, 'schema')
}

/** Describes an operation. `names` are those of the parameters in its template. */
export function describeOperation(
  source: Source,
  operation: JsonObject,
  shared: readonly unknown[],
  names: readonly string[],
): DescribedOperation {
  const { root, readWhole: read } = source
  const written = writtenParameters(root, operation, shared)
  const all = written.map((parameter): DescribedParameter => {
    const name = String(fieldOf(parameter, 'x-parameter') ?? fieldOf(parameter, 'name'))
    const required = fieldOf(parameter, 'required') === true
    const place = String(fieldOf(parameter, 'in'))
    return { in: place, name, ...described(read(schemaOfParameter(parameter)), required) }
  })
  const inPath = names.map((name) => {
    const at = written.findIndex(
      (parameter) => fieldOf(parameter, 'in') === 'path' && fieldOf(parameter, 'name') === name,
    )
    return all[at] ?? { in: 'path', name, ...described(read(undefined), true) }
  })
  const parameters = new Map(
    all
      .filter((parameter) => parameter.in !== 'path')
      .map((parameter) => [`${parameter.in} ${parameter.name.slice(0, MAXIMUM_NAME_LENGTH)}`, parameter]),
  )
  const responses = fieldOf(operation, 'responses')
  return {
    path: inPath,
    parameters,
    body: bodyOf(source, operation),
    statuses: new Set(
      isObject(responses) ? Object.keys(responses).filter((name) => !name.startsWith('x-')) : [],
    ),
    response: (status) => {
      const media = jsonMedia(fieldOf(resolved(root, fieldOf(responses, status)), 'content'))
      return media === undefined ? new Map() : fieldsOf(read, fieldOf(media.object, 'schema'))
    },
  }
}

function bodyOf({ root, readWhole: read }: Source, operation: JsonObject): DescribedOperation['body'] {
  const body = resolved(root, fieldOf(operation, 'requestBody'))
  if (body === undefined) return undefined
  const media = jsonMedia(fieldOf(body, 'content'))
  const required = fieldOf(body, 'required') === true
  if (media === undefined) return { required, mediaType: 'unstated', fields: new Map() }
  const isJson = media.name.includes('json')
  const fields: Fields = isJson ? fieldsOf(read, fieldOf(media.object, 'schema')) : new Map()
  return { required, mediaType: media.name, fields }
}

/** The JSON media type, or else the first one. */
export function jsonMedia(content: unknown): { name: string; object: JsonObject } | undefined {
  const entries = isObject(content) ? Object.entries(content) : []
  const [name, object] =
    entries.find(([type]) => /^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) ?? entries[0] ?? []
  if (name === undefined) return undefined
  const type = (name.split(';', 1)[0] ?? '').trim().toLowerCase().slice(0, MAXIMUM_NAME_LENGTH)
  return { name: type, object: isObject(object) ? object : {} }
}

/** Every field of a schema by its path, breadth first and within bounds. */
function fieldsOf(read: ReadSchema, written: unknown): Fields {
  const fields = new Map<string, Described>()
  interface Open {
    readonly schema: Schema
    readonly path: string
    readonly above: ReadonlySet<Schema>
  }
  const root = read(written)
  const open: Open[] = [{ schema: root, path: '', above: new Set() }]
  fields.set('', described(root, false))
  for (let at = 0; at < open.length && fields.size < MAXIMUM_FIELDS; at++) {
    const { schema, path, above } = open[at] as Open
    if (above.size >= MAXIMUM_FIELD_DEPTH) continue
    const within = new Set([...above, schema])
    const inner: [path: string, schema: Schema, required: boolean][] = []
    if (schema.items !== undefined) inner.push([`${path}[]`, read(schema.items), false])
    for (const [name, property] of schema.properties) {
      const field = read(property)
      const short = name.slice(0, MAXIMUM_NAME_LENGTH)
      inner.push([path === '' ? short : `${path}.${short}`, field, schema.required.has(name)])
    }
    for (const [place, field, required] of inner) {
      if (fields.size >= MAXIMUM_FIELDS) break
      fields.set(place, described(field, required))
      if (!within.has(field)) open.push({ schema: field, path: place, above: within })
    }
  }
  return fields
}

function described(schema: Schema, required: boolean): Described {
  return {
    required,
    type: schema.types.length === 0 ? undefined : schema.types.toSorted().join(' or '),
    values: schema.values
      ?.filter((value) => value !== null)
      .slice(0, 200)
      .map((value) =>
        String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, MAXIMUM_NAME_LENGTH),
      ),
    minimum: schema.minimum,
    maximum: schema.maximum,
    minimumLength: schema.minimumLength,
    maximumLength: schema.maximumLength,
    pattern: schema.patternText?.slice(0, MAXIMUM_NAME_LENGTH),
  }
}
