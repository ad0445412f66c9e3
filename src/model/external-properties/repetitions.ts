/** Rows of an import that name the same requirement twice: which of their values should stay, nothing says. */
import type { ColumnError, ImportRow } from '../records/service/import-jobs.ts'
import { quoted } from '../input/refusal.ts'
import { KEY_COLUMN } from './import-rows.ts'

/** Reports a row that names the requirement of an earlier row. */
export function repetitions(): (row: ImportRow) => readonly ColumnError[] {
  const seen = new Map<string, number>()
  return ({ row, requirementId, key, spaceKey }) => {
    if (requirementId === undefined && key === undefined) return []
    const identity = JSON.stringify(requirementId ?? [spaceKey ?? null, key])
    const before = seen.get(identity)
    if (before === undefined) {
      seen.set(identity, row)
      return []
    }
    const named =
      requirementId === undefined ? `the key ${quoted(key)}` : `the requirementId ${requirementId}`
    return [{ column: KEY_COLUMN, message: `row ${before} has ${named} already` }]
  }
}
