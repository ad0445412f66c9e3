/**
 * Parts of answers that last: as long as nothing that they show changes, the very same object is answered again, and its
 * JSON is written once. Writing a page of 20 requirements takes 26 µs otherwise, more than all the rest of the exchange.
 */

/** Where a lasting part keeps its JSON: a name that neither JSON nor a walk over its fields comes across. */
const WRITTEN = Symbol('written')

interface Lasting {
  readonly [WRITTEN]?: { text: string | undefined }
}

/** Says that a part of answers stays as it is, through and through; it is frozen on the outside, as records are. */
export function lasting<T extends object>(part: T): T {
  return Object.freeze(Object.defineProperty(part, WRITTEN, { value: { text: undefined } }))
}

/**
 * The JSON of a value, as JSON.stringify writes it; of what lasts, the one that was written before. Found where answers
 * have it: as the value itself, as the items of a list, or of a list that is a field of the value. Throws as JSON.stringify does.
 */
export function writeLasting(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value) || isLasting(value)) return textOf(value)
  if (!hasLastingItems(value as Readonly<Record<string, unknown>>)) return JSON.stringify(value)
  const written = Object.entries(value).flatMap(([name, field]) => {
    const text = textOf(field)
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]
  })
  return `{${written.join(',')}}`
}

// Looked at in place: a list of the fields of a requirement is an object for each of them.
function hasLastingItems(value: Readonly<Record<string, unknown>>): boolean {
  for (const name in value) {
    const field = value[name]
    if (Array.isArray(field) && isLasting(field[0])) return true
  }
  return false
}

/** Undefined for what JSON leaves out. */
function textOf(value: unknown): string {
  if (Array.isArray(value) && isLasting(value[0]))
    return `[${value.map((item) => textOf(item) ?? 'null').join(',')}]`
  const written = writtenOf(value)
  if (written === undefined) return JSON.stringify(value)
  written.text ??= JSON.stringify(value)
  return written.text
}

const isLasting = (value: unknown): boolean => writtenOf(value) !== undefined

function writtenOf(value: unknown): Lasting[typeof WRITTEN] {
  return typeof value === 'object' && value !== null ? (value as Lasting)[WRITTEN] : undefined
}
