/** From HTML to plain text and back: what a requirement says without its markup (service §2.3). */
import { decodeReferences } from './character-references.ts'
import { hasMarkup, readMarkup, separatesWords } from './markup.ts'

/** What readers of a page see, in one line (A260). Takes linear time for any input. */
export function htmlToText(html: string): string {
  return collapse(readText(html))
}

/** As `htmlToText`, but keeps the white space of a value that has no tags. */
export function valueToText(value: string): string {
  return hasMarkup(value) ? htmlToText(value) : readText(value)
}

function readText(html: string): string {
  if (!hasMarkup(html)) return decodeReferences(html)
  const pieces: string[] = []
  readMarkup(html, {
    text: (part) => pieces.push(decodeReferences(part)),
    literal: (text) => pieces.push(text),
    tag: (name) => {
      if (separatesWords(name)) pieces.push(' ')
    },
  })
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

/** Takes out soft hyphens and zero-width spaces, which only say where a word may be broken. */
function collapse(text: string): string {
  // Most texts have nothing to collapse, and a test is cheaper than a replacement.
  if (!/[^\S ]| {2}|^ | $|[\u00AD\u200B]/.test(text)) return text
  return text
    .replaceAll(/[\u00AD\u200B]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
