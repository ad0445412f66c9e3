/** Answers as JSON text. */

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

function writeExactly(value: unknown, replace: (member: unknown) => unknown): string {
  const exact: string[] = []
  const text = JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== 'bigint') return replace(member)
    exact.push(String(member))
    return `\u0000int64:${exact.length - 1}`
  })
  return text.replaceAll(
    /"\\u0000int64:(\d+)"/g,
    (_whole, position: string) => exact[Number(position)] as string,
  )
}
