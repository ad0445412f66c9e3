/** An operation of a document: its parameters, body, responses and what this project adds about it. */
import { ANY_TYPE, FORM_TYPE, type FormField, type Operation } from '../framework/operation.ts'
import { exampleExtensions, exampleText } from './examples.ts'
import { defined } from './json.ts'
import type { Json, JsonObject } from './json.ts'
import { pathParameters, queryParameters } from './parameters.ts'
import { BYTES } from './responses.ts'
import type { ShapeSchemas } from './schemas.ts'
import type { SharedMethod } from './shared-paths.ts'

export function operationObject(
  { operation, operationId, renamed }: SharedMethod,
  schemas: ShapeSchemas,
  security: readonly JsonObject[],
  responses: JsonObject,
): JsonObject {
  const parameters = [
    ...pathParameters(operation.pathParameters, renamed),
    ...queryParameters(operation.query),
  ]
  return defined({
    operationId,
    'x-operation': operationId === operation.id ? undefined : operation.id,
    tags: [operation.group],
    summary: operation.summary,
    description:
      [operation.description, exampleText(operation)].filter((text) => text !== undefined).join(' ') ||
      undefined,
    deprecated: operation.stability === 'deprecated' || undefined,
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: requestBody(operation, schemas),
    responses,
    security: operation.anonymous === true ? [] : security,
    'x-stability': operation.stability,
    'x-provenance': operation.provenance,
    'x-permission': { words: operation.permission.words, assumed: operation.permission.assumed === true },
    'x-rate-class': operation.rate,
    'x-assumptions': operation.assumptions,
    ...exampleExtensions(operation, renamed),
  })
}

function requestBody({ body }: Operation, schemas: ShapeSchemas): Json | undefined {
  if (body === undefined) return undefined
  const form = body.form === undefined ? {} : { [FORM_TYPE]: { schema: formSchema(body.form) } }
  const bytes = { ...Object.fromEntries((body.bytes ?? []).map((type) => [type, BYTES])), ...form }
  if (isAllBytes(body)) return { required: body.required, content: bytes }
  const media = defined({ schema: schemas.schemaOf(body), example: body.example as Json | undefined })
  const plain = body.plainText === true ? { 'text/plain': { schema: { type: 'string' } } } : {}
  return {
    required: body.required,
    content: { [body.contentType ?? 'application/json']: media, ...plain, ...bytes },
  }
}

/** The schema of a form with one file. */
function formSchema(form: Readonly<Record<string, FormField>>): JsonObject {
  const fields = Object.entries(form)
  return {
    type: 'object',
    required: fields.filter(([, { type }]) => type === 'file').map(([name]) => name),
    properties: Object.fromEntries(
      fields.map(([name, { type, description }]) => [name, { ...FIELD_SCHEMAS[type], description }]),
    ),
  }
}

const FIELD_SCHEMAS = {
  file: { type: 'string', format: 'binary' },
  text: { type: 'string' },
  'whole number': { type: 'integer', format: 'int64' },
} as const

/** Whether a body is bytes without a schema. */
export function isAllBytes(body: Operation['body']): boolean {
  return body?.bytes?.includes(ANY_TYPE) === true
}
