/** Scanning the tags and comments of HTML, in linear time for any input. */

export const SILENT_ELEMENTS: ReadonlySet<string> = new Set(['script', 'style'])

/** Longer names are not of elements that matter here. */
const LONGEST_NAME = 20

/** Whether a tag or comment begins with `<` and this character. */
export function startsMarkup(next: string): boolean {
  return /[A-Za-z/!?]/.test(next)
}

/** The name of the element whose tag begins here, in lower case; empty if there is none. */
export function elementName(html: string, start: number): string {
  const name = /^<\/?([A-Za-z][A-Za-z0-9]*)/.exec(html.slice(start, start + LONGEST_NAME))
  return (name?.[1] ?? '').toLowerCase()
}

/** The position after a tag or comment; one that never ends takes the rest with it. */
export function endOfMarkup(html: string, start: number): number {
  if (html.startsWith('<!--', start)) return after(html, '-->', start + 4)
  let quote = ''
  for (let position = start + 1; position < html.length; position++) {
    const character = html.charAt(position)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return position + 1
  }
  return html.length
}

/** The position after the closing tag of an element whose content begins at `from`. */
export function endOfElement(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi')
  closing.lastIndex = from
  return closing.test(html) ? after(html, '>', closing.lastIndex) : html.length
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found === -1 ? html.length : found + mark.length
}
