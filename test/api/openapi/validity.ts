// Judges a document by independent means: the published schema of OpenAPI 3.0, and JSON Schema for its examples.

import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import type { JsonObject } from '../../../src/api/openapi/json.ts'
import { isJsonObject } from '../../../src/api/openapi/json.ts'

/** What OpenAPI's own schema finds wrong with the document; empty when it is valid. */
export async function documentErrors(document: Readonly<Record<string, unknown>>): Promise<string> {
  const result = await new Validator().validate(structuredClone(document))
  return result.valid ? '' : JSON.stringify(result.errors, null, 2)
}

/** How many examples the document has, and what is wrong with them. */
export function exampleErrors(document: Readonly<Record<string, unknown>>): {
  count: number
  errors: string[]
} {
  const ajv = ajvOf(document)
  const errors: string[] = []
  let count = 0
  visit(document, '#', (holder, at) => {
    const schema = holder['schema']
    if (!isJsonObject(schema)) return
    const validate = ajv.compile(qualified(schema))
    if (holder['example'] === undefined) return
    count += 1
    if (!validate(holder['example'])) errors.push(`${at}: ${ajv.errorsText(validate.errors)}`)
  })
  return { count, errors }
}

/** What makes, of a schema of the document, a function that says what is wrong with a value; undefined where nothing is. */
export function validatorsOf(
  document: Readonly<Record<string, unknown>>,
): (schema: JsonObject) => (value: unknown) => string | undefined {
  const ajv = ajvOf(document)
  const compiled = new Map<JsonObject, ReturnType<typeof ajv.compile>>()
  return (schema) => {
    const validate = compiled.get(schema) ?? ajv.compile(qualified(schema))
    compiled.set(schema, validate)
    return (value) => (validate(value) ? undefined : ajv.errorsText(validate.errors))
  }
}

function ajvOf(document: Readonly<Record<string, unknown>>): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addFormat('int32', { type: 'number', validate: (value: number) => Number.isInteger(value) })
  ajv.addFormat('int64', { type: 'number', validate: (value: number) => Number.isInteger(value) })
  ajv.addSchema({ id: 'document', components: document['components'] })
  return ajv
}

/** With references into the document. */
function qualified(schema: JsonObject): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object
}

/** Calls back for every object of the document. */
export function visit(value: unknown, at: string, onObject: (holder: JsonObject, at: string) => void): void {
  if (Array.isArray(value)) value.forEach((item, index) => visit(item, `${at}/${index}`, onObject))
  else if (isJsonObject(value)) {
    onObject(value, at)
    for (const [name, member] of Object.entries(value)) visit(member, `${at}/${name}`, onObject)
  }
}
