/** Tells a client what it sent that nothing read. */
import type { Unknown } from './validate.ts'

/** Names that the header lists, and how long each may be before it is encoded. */
const LISTED = 10
const LONGEST = 50

/** `query colour, body htmlExcerpt`: ignored parameters and fields; undefined if there are none. */
export function ignoredHeader({ parameters, fields }: Unknown): string | undefined {
  const total = parameters.length + fields.length
  if (total === 0) return undefined
  const names = [
    ...parameters.map((name) => `query ${encoded(name)}`),
    ...fields.map((path) => `body ${encoded(path)}`),
  ]
  const listed = names.slice(0, LISTED)
  return total > LISTED ? `${listed.join(', ')}, and ${total - LISTED} more` : listed.join(', ')
}

/** A name as a header can carry it: whatever is no plain character is percent-encoded, and an empty one is quoted. */
function encoded(name: string): string {
  // Blanks at the end of a header get lost on the way.
  if (name === '') return "''"
  const short = Array.from(name).slice(0, LONGEST).join('').toWellFormed()
  return encodeURIComponent(short).replaceAll('%5B', '[').replaceAll('%5D', ']')
}
