/** From HTML to plain text and back: what a requirement says without its markup (service §2.3). */
import { elementName, endOfElement, endOfMarkup, SILENT_ELEMENTS, startsMarkup } from './markup.ts'

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Elements that stand within a word or sentence; any other tag separates words. */
const INLINE_ELEMENTS = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var'.split(
    ' ',
  ),
)
const LONGEST_ENTITY = 12
const REPLACEMENT = '\uFFFD'

/** HTML without tags and comments, white space collapsed. Takes linear time for any input. */
export function htmlToText(html: string): string {
  return collapse(readText(html))
}

/** As `htmlToText`, but keeps the white space of a value that has no tags. */
export function valueToText(value: string): string {
  return /<[A-Za-z/!?]/.test(value) ? htmlToText(value) : readText(value)
}

function readText(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return html
  const pieces: string[] = []
  let position = 0
  while (position < html.length) {
    const character = html.charAt(position)
    if (character === '<' && startsMarkup(html.charAt(position + 1))) {
      const name = elementName(html, position)
      if (name !== '' && !INLINE_ELEMENTS.has(name)) pieces.push(' ')
      const isSilent = SILENT_ELEMENTS.has(name) && html.charAt(position + 1) !== '/'
      const end = endOfMarkup(html, position)
      position = isSilent ? endOfElement(html, name, end) : end
    } else if (character === '&') {
      const entity = readEntity(html, position)
      pieces.push(entity?.text ?? '&')
      position += entity?.length ?? 1
    } else {
      const end = nextSpecial(html, position + 1)
      pieces.push(html.slice(position, end))
      position = end
    }
  }
  return pieces.join('')
}

export function textToHtml(text: string): string {
  if (!/[&<>"']/.test(text)) return text
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function collapse(text: string): string {
  // Most texts have no white space to collapse, and a test is cheaper than a replacement.
  if (!/[^\S ]| {2}|^ | $/.test(text)) return text
  return text.replace(/\s+/g, ' ').trim()
}

function nextSpecial(html: string, from: number): number {
  let position = from
  while (position < html.length && html.charAt(position) !== '<' && html.charAt(position) !== '&') position++
  return position
}

function readEntity(html: string, start: number): { text: string; length: number } | undefined {
  const match = /^&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/i.exec(
    html.slice(start, start + LONGEST_ENTITY),
  )
  if (match === null) return undefined
  const [whole, hexadecimal, decimal, name] = match
  if (name !== undefined) {
    const text = Object.hasOwn(NAMED_ENTITIES, name) ? NAMED_ENTITIES[name] : undefined
    return text === undefined ? undefined : { text, length: whole.length }
  }
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
  return { text: characterOf(code), length: whole.length }
}

function characterOf(code: number): string {
  const impossible = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
  if (impossible) return REPLACEMENT
  return code === 0xa0 ? ' ' : String.fromCodePoint(code)
}
