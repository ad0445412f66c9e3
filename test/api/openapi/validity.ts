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
  const validatorOf = validatorsOf(document)
  const errors: string[] = []
  let count = 0
  visit(document, '#', (holder, at) => {
    const schema = holder['schema']
    if (!isJsonObject(schema)) return
    const problemOf = validatorOf(schema)
    if (holder['example'] === undefined) return
    count += 1
    const problem = problemOf(holder['example'])
    if (problem !== undefined) errors.push(`${at}: ${problem}`)
  })
  return { count, errors }
}

/** What makes, of a schema of the document, a function that says what is wrong with a value; undefined where nothing is. */
export function validatorsOf(
  document: Readonly<Record<string, unknown>>,
): (schema: JsonObject) => (value: unknown) => string | undefined {
  const ajv = ajvOf(document)
  // Most schemas of a document are written in several places.
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>()
  return (schema) => {
    const text = qualified(schema)
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object)
    compiled.set(text, validate)
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

/** As text, with references into the document. */
function qualified(schema: JsonObject): string {
  return JSON.stringify(schema).replaceAll('"#/', '"document#/')
}

/** Calls back for every object of the document. */
export function visit(value: unknown, at: string, onObject: (holder: JsonObject, at: string) => void): void {
  if (Array.isArray(value)) value.forEach((item, index) => visit(item, `${at}/${index}`, onObject))
  else if (isJsonObject(value)) {
    onObject(value, at)
    for (const [name, member] of Object.entries(value)) visit(member, `${at}/${name}`, onObject)
  }
}
