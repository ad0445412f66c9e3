/** The part of a query at the position of an error, with some context. */

/** Characters shown before and after the position. */
const AROUND = 40

/** The mark for an empty position. */
const GAP = '\u00A0\u00A0'

/** `position` counts UTF-16 units from 0. At the end of the text, the position is a gap. */
export function splitAt(
  text: string,
  position: number,
): { readonly before: string; readonly place: string; readonly after: string } {
  const start = Math.max(0, Math.min(position, text.length))
  const found = /^(?:[^\s(),]+|[(),])/.exec(text.slice(start))?.[0] ?? ''
  const end = start + found.length
  const from = Math.max(0, start - AROUND)
  const rest = text.slice(end, end + AROUND)
  return {
    before: `${from > 0 ? '…' : ''}${text.slice(from, start)}`,
    place: found === '' ? GAP : found.slice(0, AROUND),
    after: `${rest}${end + AROUND < text.length ? '…' : ''}`,
  }
}
