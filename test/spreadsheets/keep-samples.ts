// node test/spreadsheets/keep-samples.ts: has each writer write the samples anew, and the table of docs/spreadsheets.md after them.

import { readFileSync, writeFileSync } from 'node:fs'
import { installPinned } from '../../scripts/install-pinned.ts'
import { sampleBooks } from './kinds.ts'
import { PAGE, sampleOutcomes, SAMPLES, tableOf, withTable } from './table.ts'
import { writeBooks } from './write-books.ts'

await installPinned(new URL('writers/', import.meta.url), 'writers of workbooks')
writeBooks(sampleBooks(), SAMPLES)
const { page } = withTable(readFileSync(PAGE, 'utf8'), tableOf(await sampleOutcomes()))
writeFileSync(PAGE, page)
