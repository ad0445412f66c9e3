/** Makes HTML of authors inert and well-formed, for pages of others (service §4.6): only elements that mark up text stay. */
import { charactersOf, REFERENCE } from '../records/text/character-references.ts'
import { textToHtml } from '../records/text/excerpt.ts'
import { readMarkup, separatesWords } from '../records/text/markup.ts'

const KEPT_ELEMENTS = new Set(
  'b blockquote code del div em h1 h2 h3 h4 h5 h6 i ins kbd li mark ol p pre s small strike strong sub sup u ul'.split(
    ' ',
  ),
)
const VOID_ELEMENTS = new Set(['br', 'hr'])
/** Elements that are nested deeper lose their tags. */
const MAXIMUM_DEPTH = 50

const REFERENCES_AND_SPECIALS = new RegExp(`${REFERENCE.source}|[&<>"']`, 'g')

/** Makes HTML inert in linear time. A tag that never ends takes the rest with it. */
export function inertHtml(html: string): string {
  const output = new InertOutput()
  readMarkup(html, output)
  return output.close()
}

class InertOutput {
  readonly #pieces: string[] = []
  readonly #open: string[] = []
  /** How many elements of a name are open: searching the stack each time would not be linear. */
  readonly #openByName = new Map<string, number>()

  text(html: string): void {
    this.#pieces.push(escapeExceptReferences(html))
  }

  literal(text: string): void {
    this.#pieces.push(textToHtml(text))
  }

  tag(name: string, isEnd: boolean): void {
    if (VOID_ELEMENTS.has(name)) {
      if (!isEnd) this.#pieces.push(`<${name}>`)
    } else if (!KEPT_ELEMENTS.has(name)) {
      if (separatesWords(name)) this.#pieces.push(' ')
    } else if (isEnd) this.#close(name)
    else if (this.#open.length < MAXIMUM_DEPTH) {
      this.#pieces.push(`<${name}>`)
      this.#open.push(name)
      this.#openByName.set(name, (this.#openByName.get(name) ?? 0) + 1)
    }
  }

  close(): string {
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

function escapeExceptReferences(html: string): string {
  if (!/[&<>"']/.test(html)) return html
  return html.replaceAll(REFERENCES_AND_SPECIALS, (found) => {
    if (found.length === 1 || charactersOf(found) === undefined) return textToHtml(found)
    // Without a semicolon, what follows could become a part of it.
    return found.endsWith(';') ? found : `${found};`
  })
}
