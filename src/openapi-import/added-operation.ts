/**
 * An operation of a description that the simulator does not model. It validates requests by its schemas, responds with
 * generated data, and changes nothing.
 */
import * as z from 'zod'
import type { ExchangeRequest } from '../api/framework/exchange.ts'
import { header } from '../api/framework/exchange.ts'
import {
  ANY_TYPE,
  type Context,
  type Declaration,
  type Input,
  type Operation,
  operation,
  type Parameters,
  type Reply,
} from '../api/framework/operation.ts'
import { MAXIMUM_ITEMS, type Parameter } from '../api/framework/parameter.ts'
import type { InterfaceName } from '../api/framework/interfaces.ts'
import { invalidParts } from '../model/input/errors.ts'
import { quoted } from '../model/input/refusal.ts'
import type { MakeFieldFrom } from '../scenario/format/fields.ts'
import { problemsOfValue } from './accept.ts'
import { jsonMedia, schemaOfParameter, type Source, writtenParameters } from './describe.ts'
import { makeReply } from './reply.ts'
import { successOf } from './success.ts'
import { type ListedOperation, parameterNames } from './operations.ts'
import { fieldOf, type JsonObject, resolved } from './resolve.ts'
import type { Schema } from './normal-schema.ts'
import type { ReadSchema } from './schema.ts'
import { isObject } from '../world/objects.ts'

/** The parts of an added operation. */
export interface Added {
  readonly id: string
  readonly surface: InterfaceName
  /** The path template below the prefix of the interface. */
  readonly path: string
  readonly listed: ListedOperation
  readonly source: Source
  readonly makeField: MakeFieldFrom
}

interface ReadParameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: Schema
  /** The separator of list values; undefined if each value is sent separately. */
  readonly separator: string | undefined
}

const UNSAFE_NAME = '__proto__'

/** Creates the operation. */
export function addedOperation({ id, surface, path, listed, source, makeField }: Added): Operation {
  const { read } = source
  const parameters = writtenParameters(source.root, listed.operation, listed.shared)
    .map((written) => readParameter(read, written))
    .filter(({ name }) => name !== UNSAFE_NAME)
  const names = parameterNames(path)
  const inPath = parameters.filter((parameter) => parameter.in === 'path' && names.includes(parameter.name))
  const inHeaders = parameters.filter((parameter) => parameter.in === 'header')
  const inQuery = parameters.filter(
    (parameter) => parameter.in === 'query' && !isStructured(parameter.schema),
  )
  const success = successOf(source.root, listed.operation)
  // What a reader makes of schemas that lead round in a circle depends on where it begins.
  for (const { schema } of [...success.contents, ...success.headers]) read(schema)
  const handle = (input: Input<Parameters>, context: Context): Reply => {
    const headerProblems = inHeaders.length === 0 ? [] : (input.prepared() as readonly string[])
    const pathProblems = inPath.flatMap(({ name, schema }) => {
      const problem = problemOf(read, schema, String(input.path[name]))
      return problem === undefined ? [] : [`path parameter '${name}' ${problem}`]
    })
    const problems = [...pathProblems, ...headerProblems]
    if (problems.length > 0) throw invalidParts(problems)
    const key = JSON.stringify([id, ...Object.entries(input.path)])
    return makeReply(success, {
      source,
      method: listed.method,
      accept: context.accept,
      makeField: makeField(context.world.clock.start),
      randomOf: (part) => context.world.randomFields('generated', part === '' ? key : `${key} ${part}`),
    })
  }
  const body = bodyOf(source, listed.operation)
  return operation({
    id,
    interface: surface,
    group: 'Generated',
    summary: `Responses are generated from the schema of ${listed.method} ${path}`,
    method: listed.method,
    path,
    stability: fieldOf(listed.operation, 'deprecated') === true ? 'deprecated' : 'unstated',
    provenance: 'assumed',
    permission: { words: 'signed-in', assumed: true },
    // Only an operation that declares it needs no credential is open. For others, the rules of the interface apply.
    ...(isOpen(listed.operation) ? { anonymous: true } : {}),
    section: 'none',
    pathParameters: Object.fromEntries(names.map((name) => [name, TEXT])),
    query: Object.fromEntries(inQuery.map((parameter) => [parameter.name, queryParameter(read, parameter)])),
    ...(body === undefined ? {} : { body }),
    success: { status: success.status, description: 'Data that matches its schema.' },
    assumptions: [],
    authorise: () => {},
    ...(inHeaders.length === 0
      ? {}
      : { prepare: (request: ExchangeRequest) => Promise.resolve(headerFaultsOf(read, inHeaders, request)) }),
    handle: handle as Operation['handle'],
  } as Declaration<Parameters, Parameters, unknown, unknown, unknown>)
}

const TEXT: Parameter<unknown> = {
  kind: 'string',
  required: true,
  hasDefault: false,
  description: '',
  decode: (text) => ({ value: text }),
}

function readParameter(read: ReadSchema, written: JsonObject): ReadParameter {
  const style = fieldOf(written, 'style')
  const place = String(fieldOf(written, 'in'))
  const explode = fieldOf(written, 'explode') ?? (style === undefined || style === 'form')
  const separator = style === 'pipeDelimited' ? '|' : style === 'spaceDelimited' ? ' ' : ','
  return {
    name: String(fieldOf(written, 'name')),
    in: place,
    required: fieldOf(written, 'required') === true,
    schema: read(schemaOfParameter(written)),
    separator: place === 'query' && explode === true ? undefined : separator,
  }
}

/** An object has no single form in a query. */
function isStructured({ types }: Schema): boolean {
  return types[0] === 'object'
}

function queryParameter(
  read: ReadSchema,
  { required, schema, separator }: ReadParameter,
): Parameter<unknown> {
  if (schema.types[0] !== 'array') {
    return {
      ...TEXT,
      kind: String(schema.types) === 'boolean' ? 'boolean' : 'string',
      required,
      decode: (text) => {
        const problem = problemOf(read, schema, text)
        return problem === undefined ? { value: text } : { problem }
      },
    }
  }
  const items = read(schema.items)
  return {
    ...TEXT,
    kind: 'list',
    required,
    repeatable: true,
    decode: (text) => {
      const values = separator === undefined ? [text] : text.split(separator, MAXIMUM_ITEMS + 1)
      if (values.length > MAXIMUM_ITEMS) return { problem: `takes at most ${MAXIMUM_ITEMS} values` }
      const problem = values
        .map((value) => problemOf(read, items, value))
        .find((found) => found !== undefined)
      return problem === undefined ? { value: values } : { problem }
    },
  }
}

/** The error in the text of a parameter, such as `must be a whole number, not 'x'`. */
function problemOf(read: ReadSchema, schema: Schema, text: string): string | undefined {
  // Without a type, for example if the alternatives have it, a text is read as every type that it fits.
  const types = schema.types.length === 0 ? ['string', 'number', 'boolean'] : schema.types
  const readings = types.flatMap((type) => readingOf(type, text))
  const [first = text] = readings
  if (readings.some((value) => problemsOfValue(read, schema, value).length === 0)) return undefined
  const [problem] = problemsOfValue(read, schema, first)
  return problem === undefined ? undefined : `${problem.words}, not ${quoted(text)}`
}

/** Converts a text to a value of a type; none if it does not fit. */
function readingOf(type: string, text: string): unknown[] {
  if (type === 'integer') return /^-?\d{1,30}$/.test(text) ? [Number(text)] : []
  if (type === 'number')
    return /^-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?$/.test(text) ? [Number(text)] : []
  if (type === 'boolean') return text === 'true' || text === 'false' ? [text === 'true'] : []
  return [text]
}

function headerFaultsOf(
  read: ReadSchema,
  parameters: readonly ReadParameter[],
  request: ExchangeRequest,
): readonly string[] {
  return parameters.flatMap(({ name, required, schema }) => {
    const value = header(request.headers, name.toLowerCase())
    if (value === undefined) return required ? [`header '${name}' is required`] : []
    if (schema.types[0] === 'array' || isStructured(schema)) return []
    const problem = problemOf(read, schema, value)
    return problem === undefined ? [] : [`header '${name}' ${problem}`]
  })
}

function isOpen(written: JsonObject): boolean {
  const security = fieldOf(written, 'security')
  return (
    Array.isArray(security) &&
    (security.length === 0 || security.some((one) => isObject(one) && Object.keys(one).length === 0))
  )
}

function bodyOf({ root, read }: Source, written: JsonObject): Operation['body'] {
  const body = resolved(root, fieldOf(written, 'requestBody'))
  if (body === undefined) return undefined
  const required = fieldOf(body, 'required') === true
  const content = fieldOf(body, 'content')
  const media = jsonMedia(content)
  const isJson = media !== undefined && media.name.includes('json')
  const schema = isJson ? read(fieldOf(media.object, 'schema')) : undefined
  if (schema === undefined || Object.keys(content as object).length > 1)
    return { required, schema: () => z.unknown(), bytes: [ANY_TYPE] }
  const shape = () =>
    z.unknown().superRefine((value, context) => {
      for (const { path, words } of problemsOfValue(read, schema, value))
        context.addIssue({ code: 'custom', path: [...path], message: words })
    })
  return { required, schema: shape }
}
