/** The tool that reads and searches the documentation of the package. */
import { findTopic, type Library, loadLibrary, nearestTopic, searchLibrary } from '../../docs/library.ts'
import { excerptOf } from '../../docs/search.ts'
import { quoted } from '../../model/input/refusal.ts'
import { countText } from '../../world/count-text.ts'
import { MAXIMUM_RESULT } from '../bounded.ts'
import { text, wholeNumber } from '../fields.ts'
import { declareTool, READS, type ToolResult } from '../tool.ts'
import { pageText, resultOf } from './route-tool.ts'

/** Characters of a page in one result. */
const MAXIMUM_TEXT = 12_000
const MAXIMUM_FOUND = 10
const MAXIMUM_EXCERPT = 300

export const readDocs = declareTool({
  name: 'read_docs',
  title: 'Read the documentation',
  description:
    'With `query`: find sections of the documentation by words, best matches first. With `page`: read a page, an operation or an assumption, in parts from `offset`.',
  effects: READS,
  input: () => ({
    query: text('Words, such as `freeze fault`.').optional(),
    page: text('A name, such as `concepts/clock.md`, `wiki.task.read`, `A17` or `404`.').optional(),
    offset: wholeNumber({ minimum: 0 })
      .meta({ description: 'With `page`: where to begin, in characters.', default: 0 })
      .optional(),
  }),
  run: async ({ query, page, offset }, { pages }) => {
    if ((query === undefined) === (page === undefined))
      throw new TypeError("the arguments: 'query' finds pages and 'page' reads one; give one of the two")
    const library = await loadLibrary(pages)
    if (page !== undefined) return read(page, offset ?? 0, library)
    if (offset !== undefined)
      throw new TypeError(`offset: ${quoted(offset)} goes with 'page'; leave it out of a search`)
    return search(String(query), library)
  },
})

async function read(name: string, offset: number, library: Library): Promise<ToolResult> {
  const topic = await findTopic(library, name)
  if (topic === undefined) {
    const nearest = nearestTopic(library, name)
    const suggestion =
      nearest === undefined ? 'read_docs with query finds pages' : `did you mean '${nearest}'?`
    throw new TypeError(`page: there is no ${quoted(name)}; ${suggestion}`)
  }
  const { name: found, title, markdown: text } = topic
  if (offset > 0 && offset >= text.length)
    throw new TypeError(
      `offset: ${quoted(offset)} is behind the end; the page has ${countText(text.length, 'character')}`,
    )
  const part = partOf(text, offset)
  const next = offset + part.length
  const more = next < text.length ? `; the next part has offset ${next}` : ''
  return {
    summary: `${found}: ${title}, from ${offset} to ${next} of ${countText(text.length, 'character')}${more}.`,
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

/** Sections that have all of the words, the best first. */
async function search(query: string, library: Library): Promise<ToolResult> {
  const found = await searchLibrary(library, query)
  if (found === undefined)
    throw new TypeError(`query: has no words, ${quoted(query)}; give some to search for`)
  const items = found.slice(0, MAXIMUM_FOUND).map(({ page, section }) => ({
    page,
    heading: section.heading,
    offset: section.offset,
    excerpt: excerptOf(section, MAXIMUM_EXCERPT),
  }))
  const data = { items, total: found.length }
  const [first] = items
  const where =
    first === undefined
      ? ' Try fewer or other words.'
      : ` The best is ${first.page} with offset ${first.offset}: ${first.heading}.`
  return resultOf(`${pageText(data, 'section')}.${where}`, data, 'read a page from the offset of its section')
}
