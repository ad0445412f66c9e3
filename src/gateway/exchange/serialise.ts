/** Response bodies as JSON text. */

/** Writes JSON; int64 values beyond 2^53 - 1 keep all their digits. `absent` says what becomes of absent fields (assumption A21). */
export function serialise(value: unknown, absent: string): string {
  if (absent === 'null') return writeExactly(value, (member) => (member === undefined ? null : member))
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return writeExactly(value, (member) => member)
  }
}

/** A string of JSON text, and the colon that makes it a name. */
const STRING = /"((?:[^"\\]|\\.)*)"(:?)/g
const ESCAPED_NUL = '\\u0000'

/** A number passes through JSON as a text that begins with NUL; texts that begin with NUL get a second one. */
function writeExactly(value: unknown, replace: (member: unknown) => unknown): string {
  const text = JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === 'bigint') return `\u0000${member}`
    if (typeof member === 'string' && member.startsWith('\u0000')) return `\u0000${member}`
    return replace(member)
  })
  return text.replaceAll(STRING, (whole, content: string, colon: string) => {
    if (colon !== '' || !content.startsWith(ESCAPED_NUL)) return whole
    const rest = content.slice(ESCAPED_NUL.length)
    return rest.startsWith(ESCAPED_NUL) ? `"${rest}"` : rest
  })
}
