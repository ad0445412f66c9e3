/** Records as the control API shows them: what identifies a secret is never among their fields. */
import { namedTables, type TableName } from '../model/schema.ts'
import { oncePerKey } from '../world/once.ts'
import { allFields } from '../world/store/all-fields.ts'
import type { Field, Fields } from '../world/store/fields.ts'

type Values = Readonly<Record<string, unknown>>

/** A record of a table without the fields that are declared secret, at any depth. */
export function withoutSecrets(table: string, record: Values): Values {
  return shownObject(namedTables[table as TableName].fields, record)
}

function shownObject(fields: Fields, object: Values): Values {
  if (!hidesSomething(fields)) return object
  const shown = Object.entries(object).filter(([name]) => fields[name]?.isSecret === undefined)
  return Object.fromEntries(shown.map(([name, value]) => [name, shownValue(fields[name], value)]))
}

function shownValue(field: Field | undefined, value: unknown): unknown {
  if (field?.hidesHashes && typeof value === 'string') return withoutHashes(value)
  if (field?.form === 'object') return shownObject(field.fields, value as Values)
  if (field?.form !== 'list') return value
  return (value as readonly unknown[]).map((item) => shownValue(field.of, item))
}

const hidesSomething = oncePerKey((fields: Fields): boolean =>
  [...allFields(fields)].some(([, { isSecret, hidesHashes }]) => isSecret ?? hidesHashes),
)

/** A text in which no hash can be read. */
export function withoutHashes(text: string): string {
  return text.replace(/[0-9a-f]{64}/g, 'hidden')
}
