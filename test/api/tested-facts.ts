/** The tests of the ledger's observed facts, as listed in observed-facts.tsv. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TestedFact } from '../../scripts/reference/observed-facts.ts'

const FILE = resolve(import.meta.dirname, 'observed-facts.tsv')

/** The rows of the table: entry, fact, degree, test file and test title, separated by tabs. */
export function testedFacts(): TestedFact[] {
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
