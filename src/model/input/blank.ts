/** Texts without content: in requests, a blank text counts as absent. */

/** Whether a text is absent or has nothing but white space. */
export function isBlank(text: string | null | undefined): text is '' | null | undefined {
  return text === undefined || text === null || text.trim() === ''
}

/** The trimmed text, or undefined if it is blank or absent. */
export function withoutBlank(text: string | null | undefined): string | undefined {
  return isBlank(text) ? undefined : text.trim()
}

/** Trims the texts, and removes fields that are blank or absent. */
export function withoutBlanks<T extends object>(fields: T): { [F in keyof T]: Exclude<T[F], null> } {
  const trimmed = Object.entries(fields).map(
    ([field, value]) => [field, typeof value === 'string' ? withoutBlank(value) : value] as const,
  )
  const present = trimmed.filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(present) as { [F in keyof T]: Exclude<T[F], null> }
}
