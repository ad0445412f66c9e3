/** Which test holds each observed fact of the ledger: it fails without the fact. The lines are in observed-facts.tsv. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { HeldFact } from '../../scripts/reference/observed-facts.ts'

const FILE = resolve(import.meta.dirname, 'observed-facts.tsv')

/** The lines of the table: assumption, fact, degree, test file and test title, parted by tabs. */
export function heldFacts(): HeldFact[] {
  return readFileSync(FILE, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split('\t')
      const [id, fact, degree, file, title] = cells
      if (title === undefined || cells.length > 5 || !id || !fact || !degree || !file)
        throw new Error(`observed-facts.tsv: not five cells: ${line}`)
      return { id, fact, degree, file, title }
    })
}
