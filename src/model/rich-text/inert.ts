/** Makes HTML of authors inert and well-formed, for pages of others (service §4.6): only elements that mark up text stay. */
import {
  elementName,
  endOfElement,
  endOfMarkup,
  SILENT_ELEMENTS,
  startsMarkup,
} from '../requirements/records/markup.ts'

const KEPT_ELEMENTS = new Set(
  'b blockquote code del div em h1 h2 h3 h4 h5 h6 i ins kbd li mark ol p pre s small strike strong sub sup u ul'.split(
    ' ',
  ),
)
const VOID_ELEMENTS = new Set(['br', 'hr'])
/** Inline elements leave no blank when they are removed. */
const INLINE_ELEMENTS = new Set(
  'a abbr bdi bdo cite data dfn font label q samp span time tt var wbr'.split(' '),
)
/** Elements that are nested deeper lose their tags. */
const MAXIMUM_DEPTH = 50

const ENTITY = /^&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});/
const LONGEST_ENTITY = 33

/** Makes HTML inert in linear time. A tag that never ends takes the rest with it. */
export function inertHtml(html: string): string {
  if (!html.includes('<')) return textOf(html)
  const output = new InertOutput()
  let position = 0
  while (position < html.length) {
    const next = html.indexOf('<', position)
    const end = next === -1 ? html.length : next
    if (end > position) output.text(html.slice(position, end))
    if (next === -1) break
    if (!startsMarkup(html.charAt(next + 1))) {
      output.text('<')
      position = next + 1
      continue
    }
    const name = elementName(html, next)
    const closing = html.charAt(next + 1) === '/'
    position = endOfMarkup(html, next)
    if (SILENT_ELEMENTS.has(name) && !closing) position = endOfElement(html, name, position)
    if (html.charAt(position - 1) !== '>') break
    output.tag(name, closing)
  }
  return output.end()
}

class InertOutput {
  readonly #pieces: string[] = []
  readonly #open: string[] = []
  /** How many elements of a name are open: searching the stack each time would not be linear. */
  readonly #openByName = new Map<string, number>()

  text(text: string): void {
    this.#pieces.push(textOf(text))
  }

  tag(name: string, closing: boolean): void {
    if (VOID_ELEMENTS.has(name)) {
      if (!closing) this.#pieces.push(`<${name}>`)
    } else if (!KEPT_ELEMENTS.has(name)) {
      if (name !== '' && !INLINE_ELEMENTS.has(name)) this.#pieces.push(' ')
    } else if (closing) this.#close(name)
    else if (this.#open.length < MAXIMUM_DEPTH) {
      this.#pieces.push(`<${name}>`)
      this.#open.push(name)
      this.#openByName.set(name, (this.#openByName.get(name) ?? 0) + 1)
    }
  }

  end(): string {
    while (this.#open.length > 0) this.#closeLast()
    return this.#pieces.join('')
  }

  /** Closes an open element and everything inside it; ignores the end tag of an element that is not open. */
  #close(name: string): void {
    if ((this.#openByName.get(name) ?? 0) === 0) return
    while (this.#closeLast() !== name);
  }

  #closeLast(): string {
    const name = this.#open.pop() as string
    this.#openByName.set(name, (this.#openByName.get(name) as number) - 1)
    this.#pieces.push(`</${name}>`)
    return name
  }
}

/** Keeps entities and escapes every other special character. */
function textOf(text: string): string {
  if (!/[&<>"']/.test(text)) return text
  return text
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('&', (_ampersand, at: number, whole: string) =>
      ENTITY.test(whole.slice(at, at + LONGEST_ENTITY)) ? '&' : '&amp;',
    )
}
