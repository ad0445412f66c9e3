/** Property values: from what an author writes to what a requirement keeps. */
import { textToHtml } from '../../model/records/text/excerpt.ts'
import type { PropertyDataType, PropertyValue } from '../../model/records/wiki/requirements.ts'
import type { PropertyInput } from './format.ts'

export type Scalar = string | number | boolean

/** An inline property as an author writes it. */
export function propertyOf(key: string, input: PropertyInput): PropertyValue {
  if (Array.isArray(input)) return listProperty(key, input.map(String))
  if (typeof input !== 'object') return scalarProperty(key, input)
  const { value, html, dataType, multivalues } = input
  if (multivalues !== undefined) {
    return {
      ...listProperty(key, multivalues),
      ...(html === undefined ? {} : { value: html }),
      dataType: dataType ?? 'LIST',
    }
  }
  const written = value ?? ''
  return { key, value: html ?? textToHtml(String(written)), dataType: dataType ?? dataTypeOf(written) }
}

/** An inline property with a single value. */
export function scalarProperty(key: string, value: Scalar): PropertyValue {
  return {
    key,
    value: typeof value === 'string' ? textToHtml(value) : String(value),
    dataType: dataTypeOf(value),
  }
}

function listProperty(key: string, values: readonly string[]): PropertyValue {
  return { key, value: textToHtml(values.join(', ')), dataType: 'LIST', multivalues: values.map(textToHtml) }
}

function dataTypeOf(value: Scalar): PropertyDataType {
  if (typeof value === 'boolean') return 'BOOLEAN'
  if (typeof value === 'string') return 'TEXT'
  return Number.isInteger(value) ? 'NUMBER' : 'DECIMAL'
}
