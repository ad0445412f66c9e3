// npm run workbooks: has writers write random workbooks and compares what two readers read. --books N, --seed N.

import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { installPinned } from '../../scripts/install-pinned.ts'
import { WRITERS } from './kinds.ts'
import { compareReaders, randomBooks } from './random-books.ts'
import { PYTHON_FILES } from './write-books.ts'

const { values } = parseArgs({
  options: { books: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
})
await installPinned(new URL('writers/', import.meta.url), 'writers of workbooks')
const hasPython = PYTHON_FILES.every((file) => existsSync(file))
const writers = Object.keys(WRITERS).filter((name) => hasPython || !/^(?:openpyxl|xlsxwriter)/.test(name))
const books = randomBooks(Number(values.books), Number(values.seed), writers)
let cells = 0
const differences: string[] = []
for (let from = 0; from < books.length; from += 200) {
  const compared = await compareReaders(books.slice(from, from + 200))
  cells += compared.cells
  differences.push(...compared.differences)
}
for (const difference of differences) console.error(difference)
console.log(
  `${books.length} workbooks of ${writers.length} writers, ${cells} cells: ${differences.length} differences`,
)
if (differences.length > 0) process.exitCode = 1
