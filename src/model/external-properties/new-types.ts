/** The types of properties that an import is the first to write. */
import type { ImportRow, ImportValue, NewPropertyType } from '../records/service/import-jobs.ts'
import { inferDataType, sentText } from '../requirements/writing/property-values.ts'
import type { PropertyDataType } from '../records/wiki/requirements.ts'

/**
 * The types of new properties: the type that all values of one read as, otherwise TEXT. With `keepsDigits`, 00123 and 1.10
 * read as texts, since a number would lose digits of them.
 */
export function newTypesOf(rows: readonly ImportRow[], keepsDigits: boolean): NewPropertyType[] {
  const types = new Map<string, PropertyDataType>()
  for (const { values } of rows) {
    for (const value of values) {
      const type = typeOf(value, keepsDigits)
      if (type === undefined) continue
      const known = types.get(value.name)
      types.set(value.name, known === undefined || known === type ? type : 'TEXT')
    }
  }
  return Array.from(types, ([name, dataType]) => ({ name, dataType }))
}

/** Undefined without a value. */
function typeOf({ value, isText = false }: ImportValue, keepsDigits: boolean): PropertyDataType | undefined {
  const text = sentText(value).trim()
  if (text === '') return undefined
  if (keepsDigits && isText) return 'TEXT'
  const type = inferDataType(text)
  const losesDigits = type === 'DECIMAL' && typeof value === 'string' && String(Number(text)) !== text
  return keepsDigits && losesDigits ? 'TEXT' : type
}
