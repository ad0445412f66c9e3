/**
 * Parts of answers whose JSON is written already: it is kept for as long as nothing that they show changes. Writing a page of
 * 20 requirements takes 26 µs otherwise, more than all the rest of the exchange.
 */

/** A part of an answer as the JSON that was written of it. */
export class Written {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** The value, for whatever writes or reads an answer without knowing of this. */
  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/**
 * The JSON of a value, as JSON.stringify writes it; of what is written already, that. Found where answers have it: as the value
 * itself, as the items of a list, or of a list that is a field of the value. Throws as JSON.stringify does.
 */
export function writeJson(value: unknown): string {
  if (!isObject(value) || !hasWrittenItems(value)) return textOf(value)
  const written = Object.entries(value).flatMap(([name, field]) => {
    const text = textOf(field)
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]
  })
  return `{${written.join(',')}}`
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isWritten(value)

// Looked at in place: a list of the fields of a requirement is an object for each of them.
function hasWrittenItems(value: Readonly<Record<string, unknown>>): boolean {
  for (const name in value) {
    const field = value[name]
    if (Array.isArray(field) && field.some(isWritten)) return true
  }
  return false
}

/** Undefined for what JSON leaves out. */
function textOf(value: unknown): string {
  if (value instanceof Written) return value.text
  if (Array.isArray(value) && value.some(isWritten))
    return `[${value.map((item) => textOf(item) ?? 'null').join(',')}]`
  return JSON.stringify(value)
}

const isWritten = (value: unknown): boolean => value instanceof Written
