/** Finds fields that a JSON body repeats, since `JSON.parse` keeps only the last of them. */

/** The path of a value in a body. */
export type FieldPath = readonly (string | number)[]

type Fields = Readonly<Record<string, unknown>>

/**
 * The paths of fields that a JSON text has more than once in one object, each path once and at most `most` of them; `value`
 * is the parsed text.
 */
export function repeatedFields(text: string, value: unknown, maximum: number): readonly FieldPath[] {
  // A text with as many fields as its value repeats none, and need not be scanned.
  return countFieldColons(text) === countFields(value) ? [] : findRepeated(text, maximum)
}

function countFields(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const member of value) count += countFields(member)
    return count
  }
  // Needs no list of the names, of which a world has millions; parsed JSON inherits no enumerable field.
  for (const name in value) count += 1 + countFields((value as Fields)[name])
  return count
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** How many colons follow a quote: those of all fields, and of strings that begin with a colon. */
function countFieldColons(text: string): number {
  let count = 0
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1
    while (isBlank(text.charCodeAt(before))) before--
    if (text.charCodeAt(before) === QUOTE && !isEscaped(text, before)) count++
  }
  return count
}

const isBlank = (unit: number): boolean => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)

/** The position of the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, position: number): boolean {
  let begin = position
  while (text.charCodeAt(begin - 1) === BACKSLASH) begin--
  return (position - begin) % 2 === 1
}

/** An object or a list that is being read. */
interface Open {
  /** The names of its fields so far; undefined for a list. */
  readonly names: Set<string> | undefined
  /** The field name or list position of the next value. */
  at: string | number
}

function findRepeated(text: string, maximum: number): readonly FieldPath[] {
  const found = new Map<string, FieldPath>()
  const open: Open[] = []
  let last = ''
  for (let position = 0; position < text.length && found.size < maximum; position++) {
    const inner = open.at(-1)
    switch (text[position]) {
      case '"': {
        const end = endOfString(text, position)
        last = text.slice(position, end + 1)
        position = end
        break
      }
      case ':': {
        if (inner?.names === undefined) break
        inner.at = JSON.parse(last) as string
        if (inner.names.has(inner.at)) {
          const path = open.map(({ at }) => at)
          found.set(JSON.stringify(path), path)
        }
        inner.names.add(inner.at)
        break
      }
      case ',':
        if (inner !== undefined && typeof inner.at === 'number') inner.at++
        break
      case '{':
        open.push({ names: new Set(), at: '' })
        break
      case '[':
        open.push({ names: undefined, at: 0 })
        break
      case '}':
      case ']':
        open.pop()
        break
    }
  }
  return [...found.values()]
}
