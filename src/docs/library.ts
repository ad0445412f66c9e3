/** The documentation as one library: the pages of the package, and the entries of the reference. A topic is the name of either. */
import { nearestName } from '../world/nearest.ts'
import type { SnippetLanguage } from '../snippets/snippet.ts'
import { compareCodePoints } from '../world/order.ts'
import type { ReferenceEntry } from './entries.ts'
import { type FoundSection, searchPages, sectionsOf } from './search.ts'

/** The pages that come with the package. */
export interface PageFiles {
  /** Below docs/, such as `concepts/clock.md`. */
  readonly paths: readonly string[]
  /** The text of one of them. */
  read(path: string): Promise<string>
}

export interface Topic {
  /** The path of a page, or the name of an entry. */
  readonly name: string
  readonly title: string
  readonly markdown: string
  /** The example of an operation as a program; absent for what is no operation. */
  readonly request?: (language: SnippetLanguage) => string
}

export interface Library {
  readonly files: PageFiles
  readonly entries: ReadonlyMap<string, ReferenceEntry>
}

/** The page with a section for each HTTP status of an error. */
export const ERRORS_PAGE = 'errors.md'

export async function loadLibrary(files: PageFiles): Promise<Library> {
  const { loadEntries } = await import('./entries.ts')
  return { files, entries: await loadEntries() }
}

/**
 * The topic of a name as people write it: an operation, an assumption, a preset, a page with or without `docs/` and `.md`, a
 * folder of pages, the last part of a path, or the status of an error. Undefined if there is none. Only names that are listed are opened.
 */
export async function findTopic(library: Library, written: string): Promise<Topic | undefined> {
  const { files, entries } = library
  const entry = entries.get(written) ?? entries.get(written.toUpperCase())
  if (entry !== undefined) return entryTopic(entry)
  const path = pathOf(files.paths, written)
  if (path !== undefined) return pageTopic(path, await files.read(path))
  const folder = folderOf(written)
  const inside = files.paths.filter((each) => each.startsWith(`${folder}/`))
  return folder === '' || inside.length === 0 ? undefined : folderTopic(files, folder, inside)
}

/** The path of a page. An error is on the page of errors, whose anchors are the statuses. */
function pathOf(paths: readonly string[], written: string): string | undefined {
  const name = written
    .replace(/#.*$/, '')
    .replace(/^(?:\.\/)?docs\//, '')
    .replace(/^\.\//, '')
  const candidates = [name, `${name}.md`, `${folderOf(name)}/README.md`]
  const found = candidates.find((each) => paths.includes(each))
  if (found !== undefined) return found
  if (/^[1-5]\d\d$/.test(name) && paths.includes(ERRORS_PAGE)) return ERRORS_PAGE
  const inFolders = paths.filter((path) => path.endsWith(`/${name}.md`))
  return inFolders.length === 1 ? inFolders[0] : undefined
}

function folderOf(written: string): string {
  return written.replace(/^(?:\.\/)?docs\//, '').replace(/\/+$/, '')
}

function pageTopic(path: string, markdown: string): Topic {
  return { name: path, title: titleOf(markdown, path), markdown }
}

/** A folder without a page of its own. */
async function folderTopic(files: PageFiles, folder: string, paths: readonly string[]): Promise<Topic> {
  const lines = await Promise.all(
    paths.map(async (path) => {
      const title = titleOf(await files.read(path), path)
      return `- [${title}](${path.slice(folder.length + 1)})`
    }),
  )
  const title = folder.charAt(0).toUpperCase() + folder.slice(1)
  return { name: `${folder}/`, title, markdown: `# ${title}\n\n${lines.join('\n')}\n` }
}

function titleOf(markdown: string, path: string): string {
  return sectionsOf(markdown).find(({ heading }) => heading !== '')?.heading ?? path
}

function entryTopic(entry: ReferenceEntry): Topic {
  const { name, request } = entry
  const topic = { name, title: plainTitle(entry.title), markdown: entryPage(entry) }
  if (request === undefined) return topic
  const section = ['## Request', '', '```sh', request('curl'), '```', ''].join('\n')
  return { ...topic, markdown: `${topic.markdown}\n${section}`, request }
}

/** An entry as a page of its own. */
export function entryPage({ title, place, text }: ReferenceEntry): string {
  return `${[`# ${title}`, text(), place].filter((part) => part !== '').join('\n\n')}\n`
}

function plainTitle(title: string): string {
  return title.replaceAll(/[`\\]/g, '')
}

/** The section of a topic that `#anchor` or the status of an error names; the whole topic otherwise. */
export function sectionOfTopic({ markdown }: Topic, written: string): string {
  const anchor = /#(.+)$/.exec(written)?.[1] ?? written
  const sections = sectionsOf(markdown)
  const first = sections.findIndex((section) => section.anchor === anchor)
  const found = sections[first]
  if (found === undefined) return markdown
  const depth = depthOf(found.text)
  const after = sections.findIndex(({ text }, index) => index > first && depthOf(text) <= depth)
  return sections
    .slice(first, after === -1 ? undefined : after)
    .map(({ text }) => text)
    .join('')
}

function depthOf(text: string): number {
  return /^#+/.exec(text)?.[0].length ?? 0
}

/** The nearest name to one that is no topic: one of the pages that several folders have under it, or one that is spelt alike. */
export function nearestTopic({ files, entries }: Library, written: string): string | undefined {
  const names = written.endsWith('.md') ? files.paths : files.paths.map((path) => path.replace(/\.md$/, ''))
  const inFolder = names.find((name) => name.endsWith(`/${written}`))
  return inFolder ?? nearestName(written, [...names, ...entries.keys()])
}

/** Title and name of each page, in the order of their paths. */
export async function listPages(files: PageFiles): Promise<readonly { name: string; title: string }[]> {
  const pages = await Promise.all(
    files.paths.map(async (path) => ({ name: path, title: titleOf(await files.read(path), path) })),
  )
  return pages.toSorted((left, right) => compareCodePoints(left.name, right.name))
}

/** Sections of all pages and entries that have all words; undefined if the query has none. */
export async function searchLibrary(
  { files, entries }: Library,
  query: string,
): Promise<FoundSection[] | undefined> {
  const pages = await Promise.all(
    files.paths.map(async (path): Promise<[string, string]> => [path, await files.read(path)]),
  )
  const rendered = [...entries.values()].map((entry): [string, string] => [entry.name, entryPage(entry)])
  return searchPages(query, [...pages, ...rendered])
}
