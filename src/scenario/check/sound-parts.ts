/**
 * What is left of a scenario once all that is against the format is set aside: it can still be checked for what its
 * parts refer to, so that every problem is reported at once. Nothing is ever built from it.
 */
import type { ScenarioFile } from '../format/format.ts'
import type { Path, ScenarioSource } from '../format/problems.ts'
import { hasMembers } from '../../world/objects.ts'

/** A file without its unsound parts. */
export interface SoundParts {
  readonly file: ScenarioFile
  /** The file's source, which maps places of the valid parts to places in the file. */
  readonly source: ScenarioSource
  readonly lost: LostTexts
}

/** What stood in the parts that were set aside: what refers to it may be right. */
export interface LostTexts {
  /** Names, keys and ids of records. */
  readonly records: Set<string>
  /** How keys begin that bulk data would have had. */
  readonly prefixes: Set<string>
  /** Names of steps and of saved values, and titles of pages. */
  readonly steps: Set<string>
}

export function noLostTexts(): LostTexts {
  return { records: new Set(), prefixes: new Set(), steps: new Set() }
}

/** Whether `parse` takes a value: the value as a file, or the places of what it does not take. */
export type ParseFile = (value: unknown) => { file: ScenarioFile } | { places: readonly Path[] }

/**
 * Sets aside what stands at `places`, and then more of it as long as `parse` does not accept the rest; undefined when
 * nothing is left.
 */
export function soundParts(
  source: ScenarioSource,
  places: readonly Path[],
  parse: ParseFile,
): SoundParts | undefined {
  const lost = noLostTexts()
  const removals: Removals = new Map()
  let unsound = places
  for (const widen of [smallestPart, entryOf, fieldOf]) {
    for (const path of unsound) {
      const place = widen(source.value, path)
      if (place.length === 0) return undefined
      if (mark(removals, place)) noteTexts(source.value, place, lost)
    }
    const rest = takeOut(source.value, removals)
    const result = parse(rest.value)
    if ('file' in result) {
      return { file: result.file, source: { ...source, original: rest.original }, lost }
    }
    unsound = result.places.map(rest.original)
  }
  return undefined
}

/** The place of an entry or step that a path leads into, as the length of its path; undefined outside of lists. */
function entryLength(path: Path): number | undefined {
  const [section, second, third] = path
  if (section === 'world') {
    const length = second === 'us' ? 4 : 3
    return path.length >= length ? length : undefined
  }
  if (section === 'timeline' && third === 'fork' && path.length >= 5) return 5
  return ['timeline', 'generate', 'faults', 'extends'].includes(String(section)) && path.length >= 2
    ? 2
    : undefined
}

/** Records and faults as a whole, since half of one would seem to be another; of all else the field itself. */
function smallestPart(root: unknown, path: Path): Path {
  if (path[0] !== 'timeline' || path.includes('fault')) return entryOf(root, path)
  const part = existingPart(root, path)
  return part.length < path.length ? entryOf(root, path) : part
}

function entryOf(root: unknown, path: Path): Path {
  return existingPart(root, path.slice(0, entryLength(path) ?? path.length))
}

function fieldOf(_root: unknown, path: Path): Path {
  return path.slice(0, 1)
}

/** The longest prefix of a path that leads to a value. */
function existingPart(root: unknown, path: Path): Path {
  let value = root
  for (const [length, part] of path.entries()) {
    if (!hasMembers(value) || !Object.hasOwn(value, part)) return path.slice(0, length)
    value = value[part]
  }
  return path
}

/** What to take out, as a tree of fields and positions; a leaf is taken out as a whole. */
type Removals = Map<string, Removals>

/** Marks a place; false when it is marked already. */
function mark(removals: Removals, path: Path): boolean {
  let node = removals
  for (const [at, part] of path.entries()) {
    const name = String(part)
    const known = node.get(name)
    if (known?.size === 0) return false
    const next: Removals = at === path.length - 1 ? new Map() : (known ?? new Map())
    node.set(name, next)
    node = next
  }
  return true
}

/** What is left of a value. */
export interface Rest {
  readonly value: unknown
  /** From a path into the rest to that into the whole. */
  readonly original: (path: Path) => Path
}

/** A value without the values at some places. */
export function without(root: unknown, places: readonly Path[]): Rest {
  const removals: Removals = new Map()
  for (const place of places) mark(removals, place)
  return takeOut(root, removals)
}

function takeOut(root: unknown, removals: Removals): Rest {
  const copied = (value: unknown, removed: Removals): unknown => {
    if (!hasMembers(value)) return value
    const keep = Object.entries(value).filter(([name]) => removed.get(name)?.size !== 0)
    const inner = keep.map(([name, each]): [string, unknown] => {
      const deeper = removed.get(name)
      return [name, deeper === undefined ? each : copied(each, deeper)]
    })
    return Array.isArray(value) ? inner.map(([, each]) => each) : Object.fromEntries(inner)
  }
  const original = (path: Path): Path => {
    let node: Removals | undefined = removals
    return path.map((part) => {
      const place: string | number = typeof part === 'number' ? positionBefore(node, part) : part
      node = node?.get(String(place))
      return place
    })
  }
  return { value: copied(root, removals), original }
}

/** The position that an item had before the marked items were removed. */
function positionBefore(removed: Removals | undefined, position: number): number {
  const removedPositions = [...(removed ?? [])].flatMap(([name, inner]) =>
    inner.size === 0 ? [Number(name)] : [],
  )
  return removedPositions.toSorted((a, b) => a - b).reduce((at, each) => (each <= at ? at + 1 : at), position)
}

function noteTexts(root: unknown, place: Path, lost: LostTexts): void {
  let value = root
  for (const part of place) value = (value as Record<string | number, unknown>)[part]
  const [section] = place
  if (section === 'timeline') addTexts(value, lost.steps, true)
  else addTexts(value, section === 'generate' ? lost.prefixes : lost.records)
}

/** Adds every text and number inside a value, with the names of fields if `withNames`. */
export function addTexts(root: unknown, texts: Set<string>, withNames = false): void {
  const seen = new Set<object>()
  const open = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string' || typeof value === 'number')
      for (const text of partsOf(value)) texts.add(text)
    if (!hasMembers(value) || seen.has(value)) continue
    seen.add(value)
    for (const [name, inner] of Object.entries(value)) {
      if (withNames) texts.add(name)
      open.push(inner)
    }
  }
}

/** A reference as it is written, and the parts of SITE/KEY and SPACE/KEY. */
function partsOf(reference: string | number): readonly string[] {
  const text = String(reference)
  return text.includes('/') ? [text, ...text.split('/')] : [text]
}
