/** The documentation as a site below one address: pages, entries of the reference, and a search over all. */
import { SNIPPET_LANGUAGES } from '../snippets/snippet.ts'
import { countText } from '../world/count-text.ts'
import { documentHtml, policyOf, searchField } from './document.ts'
import { escapeHtml, htmlOf } from './html.ts'
import { findTopic, type Library, nearestTopic, searchLibrary, type Topic } from './library.ts'
import { REFERENCE_FILE, referenceHtml, referencePolicy } from './reference.ts'
import { type FoundSection, plainExcerpt } from './search.ts'

export interface SiteRequest {
  /** Below the address of the site, decoded; empty for its first page. */
  readonly path: string
  /** The words that are searched for. */
  readonly query: string
  /** Whether the client shows HTML; others get Markdown. */
  readonly isBrowser: boolean
}

export type SiteResponse =
  | { readonly status: number; readonly type: 'html' | 'markdown'; readonly body: string }
  /** Relative to the address of the site. */
  | { readonly location: string }

const SEARCH = 'search'
const INDEX = 'README.md'
const MAXIMUM_RESULTS = 50
const MAXIMUM_EXCERPT = 240

/** What a page of the site may load, run and send. */
export function policyOfSite(path: string): string {
  const own = path === REFERENCE_FILE ? referencePolicy() : policyOf()
  return `${own}; form-action 'self'; frame-ancestors 'none'`
}

/** Responds to a request. No request opens anything but pages that the library lists. */
export async function respondFromSite(library: Library, request: SiteRequest): Promise<SiteResponse> {
  const { path, query, isBrowser } = request
  if (path === SEARCH) return searchResponse(library, query, isBrowser)
  if (path === REFERENCE_FILE) {
    const introduction = await findTopic(library, 'reference.md')
    return { status: 200, type: 'html', body: referenceHtml(library.entries, introduction?.markdown) }
  }
  const topic = await findTopic(library, path === '' ? INDEX : path)
  if (topic === undefined) return missingResponse(library, path, isBrowser)
  const isStatus = /^\d{3}$/.test(path)
  if (path !== '' && topic.name !== path) return { location: isStatus ? `${topic.name}#${path}` : topic.name }
  if (!isBrowser) return { status: 200, type: 'markdown', body: topic.markdown }
  return { status: 200, type: 'html', body: topicHtml(library, topic) }
}

/** From a page to the address of the site. */
function rootOf(path: string): string {
  return '../'.repeat(path.split('/').length - 1) || './'
}

function topicHtml(library: Library, { name, title, markdown, request }: Topic): string {
  const root = rootOf(name)
  const body = htmlOf(markdown, {
    entry: (entry) => (library.entries.has(entry) ? `${root}${entry}` : undefined),
    page: (link) => (isPage(library, name, link) ? link : undefined),
  })
  return pageHtml({ title, root, query: '', body: body + programs(request) })
}

/** The example of an operation in the languages that its text does not have. */
function programs(request: Topic['request']): string {
  if (request === undefined) return ''
  return SNIPPET_LANGUAGES.filter((language) => language !== 'curl')
    .map(
      (language) =>
        `<details><summary>${escapeHtml(language)}</summary><pre tabindex="0"><code>${escapeHtml(request(language))}\n</code></pre></details>\n`,
    )
    .join('')
}

/** Whether a link of a page leads to another page, or to a folder of pages. */
function isPage({ files: { paths } }: Library, from: string, link: string): boolean {
  const parts = from.split('/').slice(0, -1)
  for (const part of link.replace(/#.*$/, '').split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return false
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  const path = parts.join('/')
  return paths.includes(path) || paths.some((each) => each.startsWith(`${path}/`))
}

async function searchResponse(library: Library, query: string, isBrowser: boolean): Promise<SiteResponse> {
  const found = (await searchLibrary(library, query)) ?? []
  const results = found.slice(0, MAXIMUM_RESULTS)
  const count =
    results.length < found.length
      ? `${countText(found.length, 'section')}, of which the best ${results.length} are listed`
      : countText(found.length, 'section')
  if (!isBrowser) {
    const lines = results.map((each) => `- [${each.section.heading || each.page}](${addressOf(each)})`)
    return { status: 200, type: 'markdown', body: `${count}.\n\n${lines.join('\n')}\n` }
  }
  const items = results.map((each) => {
    const { page, section } = each
    const title = section.heading || page
    const name = title === page ? '' : ` <code>${escapeHtml(page)}</code>`
    const excerpt = escapeHtml(plainExcerpt(section, MAXIMUM_EXCERPT))
    return `<li><a href="${escapeHtml(addressOf(each))}">${escapeHtml(title)}</a>${name}<p>${excerpt}</p></li>`
  })
  const suggestion = found.length === 0 ? ' Try fewer or other words.' : ''
  const body = `<h1>Search</h1>\n<p class="found" role="status">${escapeHtml(count)}.${suggestion}</p>\n<ol class="results">${items.join('\n')}</ol>`
  return { status: 200, type: 'html', body: pageHtml({ title: 'Search', root: './', query, body }) }
}

function addressOf({ page, section: { anchor } }: FoundSection): string {
  // An entry is one section.
  return anchor === '' || !page.endsWith('.md') ? page : `${page}#${anchor}`
}

function missingResponse(library: Library, path: string, isBrowser: boolean): SiteResponse {
  const nearest = nearestTopic(library, path)
  if (!isBrowser) {
    const suggestion = nearest === undefined ? `search?q=… finds pages` : `did you mean ${nearest}?`
    return { status: 404, type: 'markdown', body: `There is no page ${path}: ${suggestion}\n` }
  }
  const root = rootOf(path)
  const suggestion =
    nearest === undefined
      ? 'Search for it above.'
      : `Did you mean <a href="${root}${escapeHtml(nearest)}">${escapeHtml(nearest)}</a>?`
  const body = `<h1>No such page</h1>\n<p>There is no page <code>${escapeHtml(path)}</code>. ${suggestion}</p>`
  return { status: 404, type: 'html', body: pageHtml({ title: 'No such page', root, query: '', body }) }
}

function pageHtml(parts: {
  readonly title: string
  readonly root: string
  readonly query: string
  readonly body: string
}): string {
  const { title, root, query, body } = parts
  const links = [
    ['Reference', REFERENCE_FILE],
    ['Console', '../'],
  ].map(([text, address]) => `<a href="${root}${address}">${text}</a>`)
  const head = `<a class="home" href="${root}">reqsim documentation</a>${searchField(query, root + SEARCH)}<nav aria-label="Documentation">${links.join('')}</nav>`
  return documentHtml({ title, head, body })
}
