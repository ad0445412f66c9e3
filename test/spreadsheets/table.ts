/** The table of writers and kinds of cells, from the samples. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { KINDS, ONLY_1900, WRITERS } from './kinds.ts'
import { importRowsOf, outcomeOf } from './reading.ts'

export const SAMPLES = resolve(import.meta.dirname, 'samples')
export const PAGE = resolve(import.meta.dirname, '../../docs/spreadsheets.md')
const BEGIN = '<!-- begin: what writers write -->'
const END = '<!-- end: what writers write -->'

/** What an import makes of each kind in the workbook of a writer, in the order of the kinds. */
export async function outcomesOf(bytes: Uint8Array): Promise<string[]> {
  const rows = await importRowsOf(bytes)
  return Object.keys(KINDS).map((_, at) => outcomeOf(rows.find(({ row }) => row === at + 2)))
}

/** The outcomes by the title of a writer. Days from 1904 have a title of their own where they make a difference. */
export async function sampleOutcomes(): Promise<Map<string, readonly string[]>> {
  const read = (file: string) => outcomesOf(new Uint8Array(readFileSync(resolve(SAMPLES, file))))
  const outcomes = new Map<string, readonly string[]>()
  for (const [writer, title] of Object.entries(WRITERS)) {
    const since1900 = await read(`${writer}-1900.xlsx`)
    outcomes.set(title, since1900)
    if (ONLY_1900.includes(writer)) continue
    const since1904 = await read(`${writer}-1904.xlsx`)
    if (since1904.join() !== since1900.join()) outcomes.set(`${title}, with days from 1904`, since1904)
  }
  return outcomes
}

/** The list as Markdown: an item for each kind, with what all writers give, and what some give instead. */
export function tableOf(outcomes: ReadonlyMap<string, readonly string[]>): string {
  const rows = Object.keys(KINDS).map((kind, at) => {
    const writersBy = new Map<string, string[]>()
    for (const [title, all] of outcomes) {
      const outcome = all[at] as string
      writersBy.set(outcome, [...(writersBy.get(outcome) ?? []), title])
    }
    const [usual, ...others] = [...writersBy].toSorted(([, a], [, b]) => b.length - a.length)
    const exceptions = others.map(([outcome, writers]) => `${outcome}: ${writers.join('; ')}`)
    return `- ${[`${kind}: ${usual?.[0]}`, ...exceptions].join('; but ')}`
  })
  return rows.join('\n')
}

/** The page with this table between its marks, and what is between them now. */
export function withTable(page: string, table: string): { readonly page: string; readonly before: string } {
  const start = page.indexOf(BEGIN) + BEGIN.length
  const end = page.indexOf(END)
  return {
    page: `${page.slice(0, start)}\n\n${table}\n\n${page.slice(end)}`,
    before: page.slice(start, end).trim(),
  }
}
