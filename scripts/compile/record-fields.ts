// The names of the fields of all records, for those who filter them before anything that checks records is loaded.

import { recordShape } from '../../src/simulator/records/record-shapes.ts'
import { namedTables } from '../../src/model/schema.ts'

/** The generated file, by its path from the project's root. */
export function recordFieldsFiles(): Map<string, string> {
  const rows = Object.keys(namedTables).map((table) => {
    const fields = recordShape(table)?.fields() ?? []
    return `  ${table}: '${fields.join(' ')}',\n`
  })
  return new Map([
    [
      'src/simulator/record-fields.generated.ts',
      [
        '/** Names of the fields of the records of each table, in the order declared. */\n',
        `export const recordFields: Readonly<Record<string, string>> = {\n${rows.join('')}}\n`,
      ].join(''),
    ],
  ])
}
