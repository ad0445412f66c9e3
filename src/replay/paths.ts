/** Places in an answer as reports of a replay write them and flags name them: `status`, `header location`, `body.items[].key`. */

/** One field that was answered otherwise. */
export interface Difference {
  readonly place: string
  /** What is there instead: `401 instead of 200`. */
  readonly text: string
}

/** Which values are compared, and what is not looked at at all. */
export interface Comparison {
  /** The values of all fields of bodies. */
  readonly values: boolean
  /** Places whose values are compared, each with all that is below it. */
  readonly valuesAt: readonly PlacePattern[]
  /** Places where nothing is compared, each with all that is below it. */
  readonly ignored: readonly PlacePattern[]
}

export interface PlacePattern {
  readonly written: string
  readonly matches: RegExp
}

const LONGEST_NAME = 100
const LONGEST_PATTERN = 200
/** `header` with a name, or `body` with names, quoted names, `*` for any name, and `[]` for all items of a list. */
const WRITTEN = /^(?:status|header(?:[ .][\w*-]+)?|body(?:\.(?:[\w-]+|\*)|\[\]|\["[^"]+"\])*)$/

/** Reads a place as a flag gives it; undefined for what is none. */
export function readPlace(written: string): PlacePattern | undefined {
  if (written.length > LONGEST_PATTERN || !WRITTEN.test(written)) return undefined
  const plain = written.replace(/^header[ .](.*)$/, (_whole, name: string) => `header ${name.toLowerCase()}`)
  const source = plain
    .replaceAll(/[.[\]"^$()+?{}|\\]/g, '\\$&')
    .replaceAll('*', '(?:[\\w-]+|\\["[^"]*"\\])')
    // The name that a star stands for may be one that is written in brackets.
    .replaceAll('\\.(?:', '\\.?(?:')
  return { written, matches: new RegExp(`^${source}(?![\\w-])`) }
}

/** True where one of the patterns covers a place, or a place above it. */
export function covers(patterns: readonly PlacePattern[], place: string): boolean {
  if (patterns.length === 0) return false
  const general = place.replaceAll(/\[\d+\]/g, '[]')
  return patterns.some(({ matches }) => matches.test(general))
}

/** The place of a field of an object. */
export function fieldPlace(place: string, name: string): string {
  const cut = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name
  return /^[\w-]+$/.test(cut) ? `${place}.${cut}` : `${place}[${JSON.stringify(cut)}]`
}

/** The name of a type of JSON. */
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  return typeof value === 'string' ? 'text' : typeof value
}
