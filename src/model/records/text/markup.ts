/**
 * Reads HTML, XHTML with prefixes and the storage format of wikis, in linear time for any input: which parts are text for
 * readers of a page, and where words end.
 */
import { decodeReferences } from './character-references.ts'

/** Receives what readers of a page see, in its order. */
export interface MarkupReader {
  /** Text with its character references. */
  readonly text: (html: string) => void
  /** Text of a CDATA section, as it stands. */
  readonly literal: (text: string) => void
  /** A start or end tag. Names are in lower case, and only those of the storage format have a prefix. */
  readonly tag: (name: string, isEnd: boolean) => void
}

/** Elements that begin and end lines or cells, and those that show something else than text. */
const SEPARATING_ELEMENTS = new Set(
  (
    'address article aside audio blockquote body br button canvas caption center col colgroup dd details dialog dir div dl ' +
    'dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe ' +
    'img input legend li listing main menu meter nav object ol optgroup option p plaintext pre progress search section ' +
    'select summary svg table tbody td textarea tfoot th thead tr ul video xmp ac:adf-content ac:caption ac:image ' +
    'ac:layout ac:layout-cell ac:layout-section ac:plain-text-body ac:rich-text-body ac:task ac:task-list'
  ).split(' '),
)

/** Elements whose content readers do not see. */
const SILENT_ELEMENTS = new Set(
  (
    'script style template title ac:adf-attribute ac:adf-fallback ac:default-parameter ac:parameter ac:placeholder ' +
    'ac:task-id ac:task-status ac:task-uuid'
  ).split(' '),
)

/** Silent elements whose content has no tags but their own end tag. */
const RAW_ELEMENTS = new Set(['script', 'style'])

const CDATA = '<![CDATA['
const MARKUP = /<[A-Za-z/!?]/
/** The part of a tag that says where a link of the storage format leads. */
const LINK_TARGET = /\sri:(?:content-title|filename)\s*=\s*(?:"([^"]*)"|'([^']*)')/i

export function hasMarkup(text: string): boolean {
  // Most texts have none, and looking for a character is cheaper than a pattern.
  return text.includes('<') && MARKUP.test(text)
}

/** Whether a tag ends a word; others stand within words, as those of unknown elements do on a page. */
export function separatesWords(name: string): boolean {
  return SEPARATING_ELEMENTS.has(name)
}

/** A tag or comment that never ends takes the rest with it, and so does a silent element. */
export function readMarkup(html: string, reader: MarkupReader): void {
  const content = new VisibleContent(reader)
  let position = 0
  while (position < html.length) {
    const begin = nextMarkup(html, position)
    if (begin > position) content.text(html.slice(position, begin))
    position = begin < html.length ? readOne(html, begin, content) : begin
  }
}

/** Reads the tag, comment or CDATA section that begins here; returns the position after it. */
function readOne(html: string, begin: number, content: VisibleContent): number {
  if (html.startsWith('<!--', begin)) return after(html, '-->', begin + 2)
  if (html.startsWith(CDATA, begin)) {
    const from = begin + CDATA.length
    const end = after(html, ']]>', from)
    content.literal(html.slice(from, html.startsWith(']]>', end - 3) ? end - 3 : end))
    return end
  }
  const isEnd = html.charAt(begin + 1) === '/'
  const nameBegin = isEnd ? begin + 2 : begin + 1
  if (!/[A-Za-z]/.test(html.charAt(nameBegin))) return after(html, '>', nameBegin)
  const nameEnd = find(html, nameBegin, /[\s/>]/)
  const end = endOfTag(html, nameEnd)
  if (html.charAt(end - 1) !== '>') return end
  const written = html.slice(nameBegin, nameEnd).toLowerCase()
  const name = /^(?:ac|ri):/.test(written) ? written : written.slice(written.lastIndexOf(':') + 1)
  const isEmpty = html.charAt(end - 2) === '/'
  if (isEnd) content.end(name)
  else if (RAW_ELEMENTS.has(written) && !isEmpty) return endOfRaw(html, written, end)
  else content.start(name, isEmpty, html.slice(nameEnd, end))
  return end
}

/** Leaves out silent elements, and shows the title of what a link leads to if the link has no text of its own. */
class VisibleContent {
  readonly #reader: MarkupReader
  /** The outermost silent element, and how many of its name are open. */
  #silent = { name: '', depth: 0 }
  /** Empty in a link without a target, undefined outside of links without text. */
  #title: string | undefined

  constructor(reader: MarkupReader) {
    this.#reader = reader
  }

  text(html: string): void {
    if (this.#silent.depth > 0) return
    if (this.#title !== undefined && decodeReferences(html).trim() !== '') this.#title = undefined
    this.#reader.text(html)
  }

  literal(text: string): void {
    if (this.#silent.depth > 0) return
    if (text.trim() !== '') this.#title = undefined
    this.#reader.literal(text)
  }

  start(name: string, isEmpty: boolean, attributes: string): void {
    if (this.#silent.depth > 0) {
      if (name === this.#silent.name && !isEmpty) this.#silent.depth++
    } else if (SILENT_ELEMENTS.has(name)) {
      if (!isEmpty) this.#silent = { name, depth: 1 }
    } else {
      if (name === 'ac:link') this.#title = isEmpty ? undefined : ''
      else if (name === 'ac:image') this.#title = undefined
      else if (this.#title === '' && name.startsWith('ri:')) this.#title = targetOf(attributes)
      this.#reader.tag(name, false)
    }
  }

  end(name: string): void {
    if (this.#silent.depth > 0) {
      if (name === this.#silent.name) this.#silent.depth--
    } else if (!SILENT_ELEMENTS.has(name)) {
      if (name === 'ac:link') {
        if (this.#title !== undefined) this.#reader.text(this.#title)
        this.#title = undefined
      }
      this.#reader.tag(name, true)
    }
  }
}

function targetOf(attributes: string): string {
  const [, quoted, apostrophed = ''] = LINK_TARGET.exec(attributes) ?? []
  return quoted ?? apostrophed
}

function nextMarkup(html: string, from: number): number {
  let position = html.indexOf('<', from)
  while (position !== -1 && !MARKUP.test(html.slice(position, position + 2)))
    position = html.indexOf('<', position + 1)
  return position === -1 ? html.length : position
}

/** The position after a tag whose name ends at `from`. A `>` in a quoted value does not end it. */
function endOfTag(html: string, from: number): number {
  let position = from
  while (position < html.length) {
    const character = html.charAt(position++)
    if (character === '>') break
    if (character !== '=') continue
    position = find(html, position, /\S/)
    const quote = html.charAt(position)
    if (quote === '"' || quote === "'") position = after(html, quote, position + 1)
    else position = find(html, position, /[\s>]/)
  }
  return position
}

/** The position after the end tag of a raw element whose content begins at `from`. */
function endOfRaw(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  end.lastIndex = from
  return end.test(html) ? endOfTag(html, end.lastIndex) : html.length
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found === -1 ? html.length : found + mark.length
}

/** The position of the first character from here on that matches. */
function find(html: string, from: number, wanted: RegExp): number {
  let position = from
  while (position < html.length && !wanted.test(html.charAt(position))) position++
  return position
}
