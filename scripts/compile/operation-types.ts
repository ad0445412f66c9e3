// The types that users write against: what each operation takes and returns, read from the schemas of the OpenAPI
// descriptions, and the alternatives of each assumption.

import { assumptions } from '../../src/api/framework/assumptions.ts'
import type { Operation } from '../../src/api/framework/operation.ts'
import { INTERFACES, type InterfaceName } from '../../src/api/framework/interfaces.ts'
import { loadSchemas } from '../../src/api/framework/zod.ts'
import { choicesOf } from '../../src/api/ledger/entry.ts'
import { PRESET, presets } from '../../src/api/ledger/presets.ts'
import { ERROR_SCHEMA_NAME } from '../../src/api/openapi/responses.ts'
import { openApiDocument } from '../../src/api/openapi/document.ts'
import type { Json, JsonObject } from '../../src/api/openapi/json.ts'
import { operations } from '../../src/api/operations.ts'
import { machines } from '../../src/model/machine-list.ts'

/** A document, as far as types are read from it. */
interface Description {
  readonly interface: InterfaceName
  readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

/** Where a type is written: schemas refer to each other by name, operations through the module of the schemas. */
interface Place {
  readonly interface: InterfaceName
  readonly module: '' | 'wire.'
}

interface DescribedOperation {
  readonly operationId: string
  readonly parameters?: readonly DescribedParameter[]
  readonly requestBody?: Content & { readonly required: boolean }
  readonly responses: Readonly<Record<string, Content>>
}

interface DescribedParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly description?: string
  readonly schema: JsonObject
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: JsonObject }>>
}

/** The generated files, by their paths from the project's root. */
export async function operationTypesFiles(): Promise<Map<string, string>> {
  await loadSchemas()
  const descriptions = INTERFACES.map(
    (name) =>
      ({ interface: name, ...openApiDocument(name, operations, { baseUrls: [] }) }) as unknown as Description,
  )
  return new Map([
    [
      'src/api/wire-types.generated.ts',
      [
        '/** The bodies of requests and responses, each named after its interface and its schema in the OpenAPI description. */\n',
        ...descriptions.flatMap(schemaTypes),
      ].join('\n'),
    ],
    [
      'src/api/operation-types.generated.ts',
      [
        "import type * as wire from './wire-types.generated.ts'\n",
        '/** What each operation takes and returns. */\nexport interface Operations {',
        ...descriptions.flatMap((description) =>
          operations
            .filter((operation) => operation.interface === description.interface)
            .map((operation) => operationType(description, operation)),
        ),
        '}\n\n/** The alternatives of each assumption, the default first. */\nexport interface Alternatives {',
        `  /** A set of alternatives that go together. */\n  ${PRESET}: ${union([...presets.keys()].map(literal))}`,
        ...assumptions.map((entry) => {
          const choices = choicesOf(entry).map(({ value, pattern }) =>
            pattern === undefined ? literal(value) : 'string',
          )
          return `${comment(entry.title, '  ')}  ${entry.id}: ${union(choices)}`
        }),
        `}\n\n/** The name of a state machine. */\nexport type MachineName = ${union(machines.map(({ id }) => literal(id)))}\n`,
      ].join('\n'),
    ],
  ])
}

function schemaTypes(description: Description): string[] {
  const place: Place = { interface: description.interface, module: '' }
  return Object.entries(description.components.schemas).map(
    ([name, schema]) =>
      `${comment(schema['description'])}export type ${typeName(place, name)} = ${typeOf(schema, place, '')}\n`,
  )
}

function operationType(description: Description, operation: Operation): string {
  const { id, summary, method, path, section, success } = operation
  const place: Place = { interface: description.interface, module: 'wire.' }
  const { parameters = [], requestBody, responses } = describedOperation(description, id)
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const queryOptional = inQuery.some(({ required }) => required === true) ? '' : '?'
  const members = [
    ...(inPath.length === 0 ? [] : [`path: ${parametersType(inPath, place)}`]),
    ...(inQuery.length === 0 ? [] : [`query${queryOptional}: ${parametersType(inQuery, place)}`]),
    ...(requestBody === undefined
      ? []
      : [
          `body${requestBody.required ? '' : '?'}: ${contentType(requestBody, place, 'string | Uint8Array')}`,
        ]),
    `response: ${contentType(responses[success.status] ?? {}, place, 'Uint8Array')}`,
    `error: ${reference(place, ERROR_SCHEMA_NAME)}`,
  ]
  const heading = `${summary} \`${method} ${path}\`, service §${section}.`
  return `${comment(heading, '  ')}  '${id}': {\n${members.map((member) => `    ${member}\n`).join('')}  }`
}

function describedOperation({ paths }: Description, id: string): DescribedOperation {
  for (const item of Object.values(paths))
    for (const described of Object.values(item)) if (described.operationId === id) return described
  throw new Error(`the OpenAPI description lacks ${id}`)
}

function parametersType(parameters: readonly DescribedParameter[], place: Place): string {
  const members = parameters.map(
    ({ name, required, description, schema }) =>
      `${comment(description, '      ')}      ${key(name)}${required === true ? '' : '?'}: ${typeOf(schema, place, '      ')}\n`,
  )
  return `{\n${members.join('')}    }`
}

/** The type of a body: the one that is JSON has a schema, others are bytes. An empty one is undefined. */
function contentType({ content = {} }: Content, place: Place, bytes: string): string {
  const types = Object.entries(content).map(([type, { schema }]) => {
    if (schema === undefined || schema['format'] === 'binary' || type === 'multipart/form-data') return bytes
    return typeOf(schema, place, '    ')
  })
  return types.length === 0 ? 'undefined' : union(types)
}

/** A schema of OpenAPI 3.0 as a type. */
function typeOf(schema: JsonObject, place: Place, indent: string): string {
  const type = plainTypeOf(schema, place, indent)
  return schema['nullable'] === true && type !== 'unknown' ? union([type, 'null']) : type
}

function plainTypeOf(schema: JsonObject, place: Place, indent: string): string {
  const { $ref, anyOf, type } = schema
  const values = schema['enum'] as readonly Json[] | undefined
  if (typeof $ref === 'string') return reference(place, $ref.split('/').at(-1) ?? '')
  if (values !== undefined) return union(values.map(literal))
  if (anyOf !== undefined) return union((anyOf as JsonObject[]).map((each) => typeOf(each, place, indent)))
  switch (type) {
    case 'string':
    case 'boolean':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `readonly ${parenthesized(typeOf((schema['items'] ?? {}) as JsonObject, place, indent))}[]`
    case 'object':
      return objectType(schema, place, indent)
    default:
      return 'unknown'
  }
}

function objectType(schema: JsonObject, place: Place, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const inner = `${indent}  `
  const members = Object.entries(properties as Readonly<Record<string, JsonObject>>).map(
    ([name, member]) =>
      `${comment(member['description'], inner)}${inner}${key(name)}${(required as readonly Json[]).includes(name) ? '' : '?'}: ${typeOf(member, place, inner)}\n`,
  )
  const others =
    typeof additionalProperties === 'object'
      ? typeOf(additionalProperties as JsonObject, place, inner)
      : 'unknown'
  if (members.length === 0) return `Readonly<Record<string, ${others}>>`
  return `{\n${members.join('')}${indent}}`
}

function reference(place: Place, schema: string): string {
  return place.module + typeName(place, schema)
}

/** `WikiBaseline` for the schema `Baseline` of the interface `wiki`. */
function typeName(place: Pick<Place, 'interface'>, schema: string): string {
  const words = [...place.interface.split('-'), ...schema.split('.')]
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function parenthesized(type: string): string {
  return type.includes(' | ') || type.startsWith('readonly ') ? `(${type})` : type
}

function literal(value: Json): string {
  return JSON.stringify(value)
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

function comment(text: unknown, indent = ''): string {
  return typeof text === 'string' ? `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n` : ''
}
