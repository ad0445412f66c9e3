/** `reqsim docs`: prints a topic of the documentation, lists the pages, or searches all of it. */
import { packagedPages } from '../../adapters/node/documentation.ts'
import {
  findTopic,
  type Library,
  listPages,
  loadLibrary,
  nearestTopic,
  searchLibrary,
  sectionOfTopic,
  type Topic,
} from '../../docs/library.ts'
import { plainExcerpt } from '../../docs/search.ts'
import { quoted } from '../../model/input/refusal.ts'
import { ToolFailure } from '../../replay/failure.ts'
import { SNIPPET_LANGUAGES, type SnippetLanguage } from '../../snippets/snippet.ts'
import { countText } from '../../world/count-text.ts'
import { columns } from '../output/table.ts'

export interface DocsFlags {
  /** Words to search for, in place of a topic. */
  readonly search?: string
  /** The language of a program to print in place of the text of an operation. */
  readonly snippet?: string
}

const MAXIMUM_RESULTS = 20
const MAXIMUM_EXCERPT = 160

/** Writes to the standard output. Without a topic and words to search for, it lists the topics. */
export async function runDocs(topic: string | undefined, { search, snippet }: DocsFlags): Promise<void> {
  if (topic !== undefined && search !== undefined)
    throw new ToolFailure(2, `docs: give either a topic, ${quoted(topic)}, or --search`)
  if (snippet !== undefined && topic === undefined)
    throw new ToolFailure(
      2,
      `docs: --snippet ${quoted(snippet)} prints the example of an operation, so name one: reqsim docs wiki.requirement.read --snippet ${snippet}`,
    )
  const library = await loadLibrary(packagedPages())
  const text =
    search !== undefined
      ? await resultsOf(library, search)
      : topic === undefined
        ? await topicsOf(library)
        : await textOf(library, topic, snippet)
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

async function textOf(library: Library, written: string, snippet: string | undefined): Promise<string> {
  const topic = await findTopic(library, written)
  if (topic !== undefined)
    return snippet === undefined ? sectionOfTopic(topic, written) : programOf(topic, languageOf(snippet))
  const nearest = nearestTopic(library, written)
  const suggestion = nearest === undefined ? '' : `did you mean ${nearest}? `
  throw new ToolFailure(
    2,
    `docs: there is no topic ${quoted(written)}: ${suggestion}reqsim docs lists the pages, and reqsim docs --search finds words`,
  )
}

function languageOf(written: string): SnippetLanguage {
  const found = SNIPPET_LANGUAGES.find((each) => each.toLowerCase() === written.toLowerCase())
  if (found === undefined)
    throw new ToolFailure(
      2,
      `docs: --snippet ${quoted(written)} is no language of examples: write one of ${SNIPPET_LANGUAGES.join(', ')}`,
    )
  return found
}

function programOf({ name, request }: Topic, language: SnippetLanguage): string {
  if (request === undefined)
    throw new ToolFailure(
      2,
      `docs: ${name} is no operation, so --snippet ${language} has no example: reqsim list operations lists them`,
    )
  return request(language)
}

async function topicsOf({ files, entries }: Library): Promise<string> {
  const pages = await listPages(files)
  const rows = pages.map(({ name, title }) => [name.replace(/\.md$/, ''), title])
  const groups = Map.groupBy(entries.values(), ({ kind }) => kind)
  const kinds = [...groups].map(([kind, members]) => [
    countText(members.length, kind),
    `such as ${members[0]?.name}; reqsim list ${kind}s`,
  ])
  return `${columns(rows)}\n${columns(kinds)}`
}

async function resultsOf(library: Library, query: string): Promise<string> {
  const found = await searchLibrary(library, query)
  if (found === undefined)
    throw new ToolFailure(2, `docs: --search ${quoted(query)} has no words; give some to search for`)
  const lines = found.slice(0, MAXIMUM_RESULTS).map(({ page, section }) => {
    const topic = section.anchor === '' || !page.endsWith('.md') ? page : `${page}#${section.anchor}`
    return `${topic}\n    ${plainExcerpt(section, MAXIMUM_EXCERPT)}`
  })
  const best = found.length > lines.length ? `; the best ${lines.length} are listed` : ''
  return `${countText(found.length, 'section')}${best}.\n${lines.join('\n')}`
}
