/** The types of properties that an import is the first to write. */
import type { ImportRow, NewPropertyType } from '../import-jobs/records.ts'
import { inferDataType, sentText } from '../requirements/writing/property-values.ts'
import type { PropertyDataType } from '../requirements/records/records.ts'

/** The types of new properties: the type that all values of one read as, otherwise TEXT. */
export function newTypesOf(rows: readonly ImportRow[]): NewPropertyType[] {
  const types = new Map<string, PropertyDataType>()
  for (const { values } of rows) {
    for (const { name, value } of values) {
      const text = sentText(value)
      if (text === '') continue
      const type = inferDataType(text)
      const known = types.get(name)
      types.set(name, known === undefined || known === type ? type : 'TEXT')
    }
  }
  return Array.from(types, ([name, dataType]) => ({ name, dataType }))
}
