/** Markdown of our pages as HTML. Everything that is no markup of Markdown is escaped; links lead only to pages, entries and other hosts. */
import { Marked, type Tokens } from 'marked'
import { createAnchors } from './search.ts'

export interface HtmlPlaces {
  /** The address of an entry of the reference; undefined if there is none of this name. */
  entry(name: string): string | undefined
  /** The address of a link to a page; undefined if no page is there. */
  page(link: string): string | undefined
  /** The level of the first heading, by default 1. */
  readonly level?: number
  /** Whether headings have anchors, by default true. */
  readonly hasAnchors?: boolean
}

/** The HTML of a page. Names of entries in text and code become links. */
export function htmlOf(markdown: string, { entry, page, level = 1, hasAnchors = true }: HtmlPlaces): string {
  const anchorOf = createAnchors()
  let isLink = false
  const linkTo = (name: string, html: string): string => {
    const address = isLink ? undefined : entry(name)
    return address === undefined ? html : anchorTag(address, html)
  }
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const tag = `h${Math.min(6, depth + level - 1)}`
        const id = hasAnchors ? ` id="${escapeHtml(anchorOf(text))}"` : ''
        isLink = true
        const inner = this.parser.parseInline(tokens)
        isLink = false
        return `<${tag}${id}>${inner}</${tag}>\n`
      },
      link({ href, text, tokens }) {
        const address = entry(text.replaceAll('`', '')) ?? addressOf(href, page)
        const outer = isLink
        isLink = true
        const inner = this.parser.parseInline(tokens)
        isLink = outer
        if (outer) return inner
        return address === undefined
          ? `<span title="${escapeHtml(href)}">${inner}</span>`
          : anchorTag(address, inner)
      },
      // HTML lets the end tags of paragraphs, items, rows and cells be omitted, which makes the reference a tenth smaller.
      paragraph({ tokens }) {
        return `<p>${this.parser.parseInline(tokens)}\n`
      },
      listitem({ tokens }) {
        return `<li>${this.parser.parse(tokens)}\n`
      },
      // The package has no pictures.
      image: ({ text }) => `<em>Picture: ${escapeHtml(text)}</em>`,
      codespan: ({ text }) => linkTo(text, `<code>${escapeHtml(text)}</code>`),
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`,
      html: ({ text }) => anchorsIn(text),
      text(token) {
        if ('tokens' in token && token.tokens !== undefined) return this.parser.parseInline(token.tokens)
        return escapeHtml(token.text).replaceAll(/\bA\d{2,3}\b/g, (name) => linkTo(name, name))
      },
      table(token) {
        return `<div class="table" tabindex="0">${tableHtml(token, (cell) => this.parser.parseInline(cell.tokens))}</div>\n`
      },
    },
  })
  return marked.parse(markdown, { async: false })
}

function tableHtml({ header, rows }: Tokens.Table, inner: (cell: Tokens.TableCell) => string): string {
  const line = (cells: readonly Tokens.TableCell[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${inner(cell)}`).join('')}`
  return `<table><thead>${line(header, 'th')}<tbody>${rows.map((row) => line(row, 'td')).join('')}</table>`
}

/** Of HTML that a page contains, only the anchors are kept; comments are left out. */
function anchorsIn(html: string): string {
  return html
    .replaceAll(/<!--[\s\S]*?-->|<\/a>/g, '')
    .trim()
    .split(/(<a id="[\w.-]+">)/)
    .map((part) => (/^<a id="[\w.-]+">$/.test(part) ? `${part}</a>` : escapeHtml(part)))
    .join('')
}

/** Undefined for a link that leads to no page and no other host. */
function addressOf(href: string, page: HtmlPlaces['page']): string | undefined {
  if (/^https?:\/\//.test(href)) return href
  if (href.startsWith('#')) return href
  return /^[a-z][a-z+.-]*:|^\/|\\/i.test(href) ? undefined : page(href)
}

function anchorTag(address: string, html: string): string {
  const foreign = /^https?:/.test(address) ? ' rel="noreferrer"' : ''
  return `<a href="${escapeHtml(address)}"${foreign}>${html}</a>`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
