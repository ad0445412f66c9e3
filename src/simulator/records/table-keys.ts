import type { TableDefinition } from '../../world/store/table.ts'

/** Whether a field alone is the key of its table. */
export function isKey(definition: TableDefinition<object, string>, field: string): boolean {
  const sample = `value of ${field}`
  try {
    return definition.key({ [field]: sample }) === sample
  } catch {
    return false
  }
}
