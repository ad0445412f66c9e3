/** The tool that reads and searches the documentation of the package. */
import { readFile } from 'node:fs/promises'
import { suggestionFor } from '../../model/input/option-checks.ts'
import { quoted } from '../../model/input/refusal.ts'
import { countText } from '../../world/count-text.ts'
import { MAXIMUM_RESULT } from '../bounded.ts'
import { documentationOf, type Section, sectionsOf } from '../documentation.ts'
import { text, wholeNumber } from '../fields.ts'
import { declareTool, READS, type ToolResult } from '../tool.ts'
import { isSame, wordsOf } from '../words.ts'
import { pageText, resultOf } from './route-tool.ts'

/** Characters of a page in one result. */
const MAXIMUM_TEXT = 12_000
const MAXIMUM_FOUND = 10
const MAXIMUM_EXCERPT = 300
const MAXIMUM_WORDS = 12

export const readDocs = declareTool({
  name: 'read_docs',
  title: 'Read the documentation',
  description:
    'With `query`: find sections of the documentation by words, best matches first. With `page`: read a page, in parts from `offset`; each result of a search has both.',
  effects: READS,
  input: () => ({
    query: text('Words, such as `freeze fault`.').optional(),
    page: text('The name of a page, such as `concepts/clock.md`.').optional(),
    offset: wholeNumber({ minimum: 0 })
      .meta({ description: 'With `page`: where to begin, in characters.', default: 0 })
      .optional(),
  }),
  run: async ({ query, page, offset }, { folder }) => {
    const pages = documentationOf(folder)
    if ((query === undefined) === (page === undefined))
      throw new TypeError("the arguments: 'query' finds pages and 'page' reads one; give one of the two")
    if (pages.size === 0)
      throw new TypeError(
        `${page === undefined ? 'query' : 'page'}: this server has no pages; install the package with npm`,
      )
    if (page !== undefined) return read(page, offset ?? 0, pages)
    if (offset !== undefined)
      throw new TypeError(`offset: ${quoted(offset)} goes with 'page'; leave it out of a search`)
    return search(String(query), pages)
  },
})

type Pages = ReadonlyMap<string, URL>

/** Only listed names are opened, so that none leads out of the folder. */
async function read(name: string, offset: number, pages: Pages): Promise<ToolResult> {
  const path = name.replace(/^(?:\.\/)?docs\//, '').replace(/#.*$/, '')
  const found = [path, `${path}.md`].find((each) => pages.has(each))
  const url = found === undefined ? undefined : pages.get(found)
  if (found === undefined || url === undefined) {
    const nearest = suggestionFor(path, [...pages.keys()], 'read_docs with query finds pages')
    throw new TypeError(`page: there is no ${quoted(name)}; ${nearest}`)
  }
  const text = await readFile(url, 'utf8')
  if (offset > 0 && offset >= text.length)
    throw new TypeError(
      `offset: ${quoted(offset)} is behind the end; the page has ${countText(text.length, 'character')}`,
    )
  const part = partOf(text, offset)
  const next = offset + part.length
  const more = next < text.length ? `; the next part has offset ${next}` : ''
  const [first] = sectionsOf(text)
  return {
    summary: `${found}: ${first?.heading ?? found}, from ${offset} to ${next} of ${countText(text.length, 'character')}${more}.`,
    data: { page: found, offset, total: text.length, ...(more === '' ? {} : { next }), text: part },
  }
}

/** As many whole lines as one result may have. */
function partOf(text: string, offset: number): string {
  for (let size = MAXIMUM_TEXT; ; size = Math.floor(size / 2)) {
    const part = text.slice(offset, offset + size)
    const end = offset + part.length < text.length ? part.lastIndexOf('\n') + 1 : 0
    const whole = end === 0 ? part.toWellFormed() : part.slice(0, end)
    if (JSON.stringify(whole).length < MAXIMUM_RESULT - MAXIMUM_EXCERPT) return whole
  }
}

interface Found {
  readonly page: string
  readonly section: Section
  readonly score: number
}

/** Sections that have all of the words; those with words in their heading or name first. */
async function search(query: string, pages: Pages): Promise<ToolResult> {
  const words = wordsOf(query).slice(0, MAXIMUM_WORDS)
  if (words.length === 0)
    throw new TypeError(`query: has no words, ${quoted(query)}; give some to search for`)
  const found: Found[] = []
  for (const [page, url] of pages)
    for (const section of sectionsOf(await readFile(url, 'utf8'))) {
      const score = scoreOf(words, page, section)
      if (score > 0) found.push({ page, section, score })
    }
  const best = found.toSorted((left, right) => right.score - left.score).slice(0, MAXIMUM_FOUND)
  const items = best.map(({ page, section: { heading, offset: at, text } }) => ({
    page,
    heading,
    offset: at,
    excerpt: text
      .replace(/^#.*\n+/, '')
      .slice(0, MAXIMUM_EXCERPT)
      .toWellFormed(),
  }))
  const data = { items, total: found.length }
  const [first] = items
  const where =
    first === undefined
      ? ' Try fewer or other words.'
      : ` The best is ${first.page} with offset ${first.offset}: ${first.heading}.`
  return resultOf(`${pageText(data, 'section')}.${where}`, data, 'read a page from the offset of its section')
}

/** 0 unless the section has every word, up to its ending. */
function scoreOf(words: readonly string[], page: string, { heading, text }: Section): number {
  const inText = new Set(wordsOf(text))
  const inTitle = wordsOf(`${page} ${heading}`)
  let score = 0
  for (const word of words) {
    if (inTitle.some((each) => isSame(word, each))) score += 3
    else if (inText.has(word)) score += 2
    else if (Array.from(inText).some((each) => isSame(word, each))) score += 1
    else return 0
  }
  return score
}
