/**
 * Paths into JSON values: `$.items[0].key`, `$['a name']`, `$.items[*].key`, `$.*`, `$..key`. Parsed in one pass; what a
 * path visits is bounded. Own code, because scenarios may write `$.0`, `$.a name` and `$['it's']`, which RFC 9535 and its
 * libraries (json-p3, 14 KB compressed) refuse.
 */
import { quoted } from '../../model/input/refusal.ts'
import { isObject } from '../../world/objects.ts'

/** One step of a path: into a field or position, into everything, or into everything below. */
type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'position'; readonly position: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'below' }

export interface JsonPath {
  readonly steps: readonly Step[]
  /** True when it leads to one value at most. */
  readonly definite: boolean
}

/** A value and the path that leads to it. */
export interface Found {
  readonly path: string
  readonly value: unknown
}

/** Longer paths are refused. */
const MAXIMUM_LENGTH = 1000
/** The maximum number of values that a path may visit. */
const MAXIMUM_VISITED = 100_000

/** Reads a path; returns a text if it is invalid. */
export function parseJsonPath(text: string): JsonPath | string {
  if (!text.startsWith('$')) return `a path begins with '$', such as $.items[0].key, unlike ${quoted(text)}`
  if (text.length > MAXIMUM_LENGTH) return `a path has at most ${MAXIMUM_LENGTH} characters`
  const steps: Step[] = []
  let at = 1
  while (at < text.length) {
    const read = readStep(text, at)
    if (typeof read === 'string') return `${read} at character ${at + 1} of ${quoted(text)}`
    steps.push(...read.steps)
    at = read.end
  }
  return { steps, definite: steps.every(({ kind }) => kind === 'field' || kind === 'position') }
}

interface Read {
  readonly steps: readonly Step[]
  readonly end: number
}

function readStep(text: string, at: number): Read | string {
  if (text[at] === '[') return readBracket(text, at)
  if (text[at] !== '.') return "expected '.' or '['"
  if (text[at + 1] !== '.') return readName(text, at + 1)
  const inner = text[at + 2] === '[' ? readBracket(text, at + 2) : readName(text, at + 2)
  return typeof inner === 'string' ? inner : { steps: [{ kind: 'below' }, ...inner.steps], end: inner.end }
}

function readName(text: string, at: number): Read | string {
  if (text[at] === '*') return { steps: [{ kind: 'all' }], end: at + 1 }
  let end = at
  while (end < text.length && text[end] !== '.' && text[end] !== '[') end++
  if (end === at) return "expected a name or '*'"
  return { steps: [{ kind: 'field', name: text.slice(at, end) }], end }
}

function readBracket(text: string, at: number): Read | string {
  const quote = text[at + 1]
  if (quote === "'" || quote === '"') {
    const close = text.indexOf(`${quote}]`, at + 2)
    if (close === -1) return `the name is not closed by ${quote}]`
    return { steps: [{ kind: 'field', name: text.slice(at + 2, close) }], end: close + 2 }
  }
  const close = text.indexOf(']', at)
  const inner = close === -1 ? '' : text.slice(at + 1, close)
  if (inner === '*') return { steps: [{ kind: 'all' }], end: close + 1 }
  if (!/^-?\d{1,9}$/.test(inner)) return "expected [0], [-1], [*] or ['name']"
  return { steps: [{ kind: 'position', position: Number(inner) }], end: close + 1 }
}

/** The values at a path, in order; a text if it would visit too many. */
export function evaluateJsonPath(path: JsonPath, value: unknown): readonly Found[] | string {
  let found: Found[] = [{ path: '$', value }]
  let visited = 0
  for (const step of path.steps) {
    const next: Found[] = []
    for (const here of found) {
      for (const inner of step.kind === 'below' ? below(here) : inside(here, step)) {
        if (++visited > MAXIMUM_VISITED) return `the path visits more than ${MAXIMUM_VISITED} values`
        next.push(inner)
      }
    }
    found = next
  }
  return found
}

function* inside(here: Found, step: Exclude<Step, { kind: 'below' }>): Generator<Found> {
  const { value } = here
  if (step.kind === 'all') {
    yield* children(here)
  } else if (step.kind === 'position') {
    const position = Array.isArray(value) && step.position < 0 ? value.length + step.position : step.position
    if (Array.isArray(value) && position >= 0 && position < value.length)
      yield { path: innerPath(here.path, position), value: value[position] as unknown }
  } else if (isObject(value) && Object.hasOwn(value, step.name)) {
    yield { path: innerPath(here.path, step.name), value: value[step.name] }
  }
}

function* below(here: Found): Generator<Found> {
  const open = [here]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    for (const child of [...children(next)].toReversed()) open.push(child)
  }
}

function* children({ path, value }: Found): Generator<Found> {
  if (Array.isArray(value)) {
    for (const [position, item] of value.entries())
      yield { path: innerPath(path, position), value: item as unknown }
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) yield { path: innerPath(path, name), value: value[name] }
  }
}

/** The path of what lies in a field or at a position of a value. */
export function innerPath(path: string, part: string | number): string {
  if (typeof part === 'number') return `${path}[${part}]`
  return /^[A-Za-z_][\w-]*$/.test(part) ? `${path}.${part}` : `${path}['${part.slice(0, 100)}']`
}
