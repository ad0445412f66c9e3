/** What an import makes of workbooks, as the table in docs/spreadsheets.md says it. */
import { rowsOfSheet } from '../../src/model/external-properties/import-table.ts'
import { newTypesOf } from '../../src/model/external-properties/new-types.ts'
import { readSheets } from '../../src/model/external-properties/spreadsheets/read-sheets.ts'
import { htmlToText } from '../../src/model/records/text/excerpt.ts'
import type { ImportRow } from '../../src/model/records/service/import-jobs.ts'

/** The rows of the only sheet of a workbook. */
export async function importRowsOf(bytes: Uint8Array): Promise<readonly ImportRow[]> {
  const [sheet] = await readSheets(bytes)
  return (sheet === undefined ? undefined : rowsOfSheet(sheet, [])) ?? []
}

/** The type of a new property that a row is the first to write, and its value; or that it is an error. */
export function outcomeOf(row: ImportRow | undefined): string {
  if (row === undefined) return 'nothing'
  if ((row.problems ?? []).length > 0) return 'an error'
  const [value] = row.values
  const [type] = newTypesOf([row], true)
  if (value === undefined || type === undefined) return 'nothing'
  const shown = type.dataType === 'TEXT' ? (value.shown ?? value.value) : value.value
  const lines = String(shown).split('\n')
  const plain = typeof shown === 'string' ? lines.map(htmlToText).join('\\n') : String(shown)
  return `${type.dataType} \`${plain}\``
}
