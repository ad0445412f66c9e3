/** Paths in a response, as in reports of a replay and in flags: `status`, `header location`, `body.items[].key`. */

/** A field that differs. */
export interface Difference {
  readonly place: string
  /** The difference: `401 instead of 200`. */
  readonly text: string
}

/** Selects compared values and ignored parts. */
export interface Comparison {
  /** Compare the values of all fields of bodies. */
  readonly values: boolean
  /** Paths whose values are compared, including everything below them. */
  readonly valuesAt: readonly PlacePattern[]
  /** Ignored paths, including everything below them. */
  readonly ignored: readonly PlacePattern[]
}

export interface PlacePattern {
  readonly written: string
  readonly matches: RegExp
}

const MAXIMUM_NAME_LENGTH = 100
const MAXIMUM_PATTERN_LENGTH = 200
/** `header` with a name, or `body` with names, quoted names, `*` for any name, and `[]` for all items of a list. */
const WRITTEN = /^(?:status|header(?:[ .][\w*-]+)?|body(?:\.(?:[\w-]+|\*)|\[\]|\["[^"]+"\])*)$/

/** Parses a path from a flag; undefined if it is not valid. */
export function readPlace(written: string): PlacePattern | undefined {
  if (written.length > MAXIMUM_PATTERN_LENGTH || !WRITTEN.test(written)) return undefined
  const plain = written.replace(/^header[ .](.*)$/, (_whole, name: string) => `header ${name.toLowerCase()}`)
  const source = plain
    .replaceAll(/[.[\]"^$()+?{}|\\]/g, '\\$&')
    .replaceAll('*', '(?:[\\w-]+|\\["[^"]*"\\])')
    // A star also matches a name that is written in brackets.
    .replaceAll('\\.(?:', '\\.?(?:')
  return { written, matches: new RegExp(`^${source}(?![\\w-])`) }
}

/** Whether one of the patterns covers a path or a part above it. */
export function covers(patterns: readonly PlacePattern[], place: string): boolean {
  if (patterns.length === 0) return false
  const general = place.replaceAll(/\[\d+\]/g, '[]')
  return patterns.some(({ matches }) => matches.test(general))
}

/** The path of a field of an object. */
export function fieldPlace(place: string, name: string): string {
  const cut = name.length > MAXIMUM_NAME_LENGTH ? `${name.slice(0, MAXIMUM_NAME_LENGTH)}…` : name
  return /^[\w-]+$/.test(cut) ? `${place}.${cut}` : `${place}[${JSON.stringify(cut)}]`
}

/** The name of a type of JSON. */
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  return typeof value === 'string' ? 'text' : typeof value
}
