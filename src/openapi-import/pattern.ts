/**
 * Patterns of a description, without running its regular expressions. Sequences, groups and alternatives of characters and classes
 * with repetitions are parsed here, and matched by following all positions of a text at once, so that nothing is tried twice.
 * Patterns with anything else, such as lookaheads and references to groups, are skipped.
 */
import type { Random } from '../world/random/random.ts'
import type { Ranges } from './pattern-properties.ts'
import { madeOf, readSet, type Signs } from './pattern-sets.ts'

export interface SafePattern {
  /** One of them must match. */
  readonly branches: readonly Branch[]
  /** Whether every text that matches ends where the pattern ends. */
  readonly toEnd: boolean
}

interface Branch {
  readonly nodes: readonly Node[]
  readonly fromStart: boolean
  readonly toEnd: boolean
}

type Node = Atom | Group

interface Atom {
  readonly ranges: Ranges
  /** The part from which texts are generated: printable ASCII if there is any. */
  readonly made: Ranges
  readonly minimum: number
  readonly maximum: number
}

interface Group {
  readonly alternatives: readonly (readonly Node[])[]
  readonly minimum: number
  readonly maximum: number
}

const MAXIMUM_PATTERN_LENGTH = 300
const MAXIMUM_TIMES = 1000
const MAXIMUM_DEPTH = 10
/** The maximum steps of a match; longer texts, or more of them, are not matched. */
const MAXIMUM_TEXT_LENGTH = 20_000
const MAXIMUM_STEPS = 6_000_000
/** The maximum number of repetitions in a generated text, and of its parts. */
const TIMES_MADE = 8
const MAXIMUM_PARTS = 2000

/** Parses a pattern; undefined if it is not supported. */
export function readPattern(text: string): SafePattern | undefined {
  if (text.length > MAXIMUM_PATTERN_LENGTH) return undefined
  const body = Array.from(text)
  const branches: Branch[] = []
  for (let at = 0; ;) {
    const fromStart = body[at] === '^'
    const read = readNodes(body, fromStart ? at + 1 : at, 0)
    if (read === undefined) return undefined
    const toEnd = body[read.end] === '$'
    branches.push({ nodes: read.nodes, fromStart, toEnd })
    at = toEnd ? read.end + 1 : read.end
    if (at === body.length) return { branches, toEnd: branches.every((branch) => branch.toEnd) }
    if (body[at] !== '|') return undefined
    at++
  }
}

interface ReadNodes {
  readonly nodes: readonly Node[]
  readonly end: number
}

/** The parts up to an end, an alternative, or the end of a group. */
function readNodes(body: Signs, begin: number, depth: number): ReadNodes | undefined {
  const nodes: Node[] = []
  let at = begin
  while (at < body.length && !'|)$'.includes(body[at] as string)) {
    const group = body[at] === '(' ? readGroup(body, at, depth) : undefined
    const set = body[at] === '(' ? undefined : readSet(body, at)
    const end = group?.end ?? set?.end
    if (end === undefined) return undefined
    const times = readTimes(body, end)
    if (times === undefined) return undefined
    const { minimum, maximum } = times
    if (group !== undefined) nodes.push({ alternatives: group.alternatives, minimum, maximum })
    if (set !== undefined)
      nodes.push({ ranges: set.ranges, made: madeOf(set.made ?? set.ranges), minimum, maximum })
    at = times.end
  }
  return { nodes, end: at }
}

function readGroup(
  body: Signs,
  begin: number,
  depth: number,
): { readonly alternatives: Group['alternatives']; readonly end: number } | undefined {
  const [opening = ''] = /^\((?:\?(?::|<[a-z]\w{0,50}>))?/i.exec(body.slice(begin, begin + 60).join('')) ?? []
  if (depth >= MAXIMUM_DEPTH) return undefined
  const alternatives: (readonly Node[])[] = []
  for (let at = begin + opening.length; ;) {
    const read = readNodes(body, at, depth + 1)
    if (read === undefined) return undefined
    alternatives.push(read.nodes)
    if (body[read.end] === ')') return { alternatives, end: read.end + 1 }
    if (body[read.end] !== '|') return undefined
    at = read.end + 1
  }
}

interface Times {
  readonly minimum: number
  readonly maximum: number
  readonly end: number
}

/** How often a part is repeated. A lazy repetition matches the same texts. */
function readTimes(body: Signs, at: number): Times | undefined {
  const times = readGreedyTimes(body, at)
  return times !== undefined && times.end > at && body[times.end] === '?'
    ? { ...times, end: times.end + 1 }
    : times
}

function readGreedyTimes(body: Signs, at: number): Times | undefined {
  const sign = body[at]
  if (sign === '?') return { minimum: 0, maximum: 1, end: at + 1 }
  if (sign === '*') return { minimum: 0, maximum: Infinity, end: at + 1 }
  if (sign === '+') return { minimum: 1, maximum: Infinity, end: at + 1 }
  if (sign !== '{') return { minimum: 1, maximum: 1, end: at }
  const close = body.indexOf('}', at)
  const [, low, comma, high] = /^(\d{1,4})(,?)(\d{0,4})$/.exec(body.slice(at + 1, close).join('')) ?? []
  if (close === -1 || low === undefined) return undefined
  const minimum = Number(low)
  const maximum = comma === '' ? minimum : high === '' ? Infinity : Number(high)
  if (minimum > MAXIMUM_TIMES || (maximum !== Infinity && maximum > MAXIMUM_TIMES) || maximum < minimum)
    return undefined
  return { minimum, maximum, end: close + 1 }
}

/** The cost of matching a text, in steps of a check. */
export function patternCost(text: string, pattern: SafePattern): number {
  return isTooMuch(text, pattern) ? 0 : Math.ceil(stepsOf(text, pattern) / 250)
}

function isTooMuch(text: string, pattern: SafePattern): boolean {
  return text.length > MAXIMUM_TEXT_LENGTH || stepsOf(text, pattern) > MAXIMUM_STEPS
}

function stepsOf(text: string, { branches }: SafePattern): number {
  return text.length * branches.reduce((sum, { nodes }) => sum + weightOf(nodes, text.length), 0)
}

/** How many passes over a text of this length its parts take. */
function weightOf(nodes: readonly Node[], length: number): number {
  let weight = 0
  for (const node of nodes) {
    if (!('alternatives' in node)) weight++
    else {
      const inner = node.alternatives.reduce((sum, each) => sum + 1 + weightOf(each, length), 0)
      weight += inner * (node.minimum + Math.min(node.maximum - node.minimum, length) + 1)
    }
  }
  return weight
}

/** Whether a text matches the pattern. A text that would take too long counts as a match. */
export function hasPattern(text: string, pattern: SafePattern): boolean {
  if (isTooMuch(text, pattern)) return true
  const codes = Array.from(text, (sign) => sign.codePointAt(0) ?? 0)
  return pattern.branches.some(({ nodes, fromStart, toEnd }) => {
    const begin = new Uint8Array(codes.length + 1).fill(fromStart ? 0 : 1)
    begin[0] = 1
    const places = afterAll(codes, begin, nodes)
    return toEnd ? places[codes.length] === 1 : places.includes(1)
  })
}

function afterAll(codes: readonly number[], begin: Uint8Array, nodes: readonly Node[]): Uint8Array {
  let places = begin
  for (const node of nodes)
    places = 'alternatives' in node ? afterGroup(codes, places, node) : after(codes, places, node)
  return places
}

/** The positions after a group, from the positions before it. */
function afterGroup(
  codes: readonly number[],
  begin: Uint8Array,
  { alternatives, minimum, maximum }: Group,
): Uint8Array {
  const reached = minimum === 0 ? begin.slice() : new Uint8Array(begin.length)
  let places = begin
  for (let count = 1; count <= maximum; count++) {
    const next = new Uint8Array(begin.length)
    for (const nodes of alternatives) {
      const ends = afterAll(codes, places, nodes)
      for (let place = 0; place < ends.length; place++) if (ends[place] === 1) next[place] = 1
    }
    if (count >= minimum) {
      // Only from a new position can more repetitions lead further.
      for (let place = 0; place < next.length; place++) {
        if (reached[place] === 1) next[place] = 0
        else if (next[place] === 1) reached[place] = 1
      }
    }
    if (!next.includes(1)) break
    places = next
  }
  return reached
}

/** The positions after an atom, from the positions before it. */
function after(
  codes: readonly number[],
  places: Uint8Array,
  { ranges, minimum, maximum }: Atom,
): Uint8Array<ArrayBuffer> {
  // From each position, the atom can end anywhere in a range. The sum of range starts and ends gives all positions.
  const steps = new Int32Array(codes.length + 2)
  let run = 0
  for (let place = codes.length; place >= 0; place--) {
    run = place < codes.length && isIn(codes[place] ?? 0, ranges) ? run + 1 : 0
    if (places[place] !== 1 || run < minimum) continue
    steps[place + minimum] = (steps[place + minimum] ?? 0) + 1
    const beyond = place + Math.min(maximum, run) + 1
    steps[beyond] = (steps[beyond] ?? 0) - 1
  }
  const reached = new Uint8Array(codes.length + 1)
  let depth = 0
  for (let place = 0; place <= codes.length; place++) {
    depth += steps[place] ?? 0
    if (depth > 0) reached[place] = 1
  }
  return reached
}

function isIn(code: number, ranges: Ranges): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last)
}

/** Generates a text that matches the pattern, with the given length if the pattern allows it. */
export function textOfPattern(
  { branches }: SafePattern,
  random: Random,
  least = 0,
  maximumLength = MAXIMUM_TEXT_LENGTH,
): string {
  const { nodes } = branches.length === 1 ? (branches[0] as Branch) : random.pick(branches)
  const usual = flattened(nodes, random, 2)
  const fits = (parts: readonly Atom[]): boolean =>
    parts.reduce((sum, { minimum }) => sum + minimum, 0) <= maximumLength &&
    parts.reduce((sum, { maximum }) => sum + maximum, 0) >= least
  // More or fewer repetitions of its groups, if the length needs them.
  let atoms = usual
  for (const count of REPEATED) {
    if (fits(atoms)) break
    atoms = flattened(nodes, random, count, true)
  }
  if (!fits(atoms)) atoms = usual
  const times = atoms.map(({ minimum, maximum }) =>
    random.integer(minimum, Math.max(minimum, Math.min(maximum, TIMES_MADE))),
  )
  let length = times.reduce((sum, count) => sum + count, 0)
  for (const [at, { minimum, maximum }] of atoms.entries()) {
    const wanted = (times[at] ?? 0) + Math.max(0, least - length) - Math.max(0, length - maximumLength)
    const count = Math.min(Math.max(wanted, minimum), maximum)
    length += count - (times[at] ?? 0)
    times[at] = count
  }
  let text = ''
  for (const [at, { made }] of atoms.entries()) {
    for (let count = 0; count < (times[at] ?? 0) && text.length < MAXIMUM_TEXT_LENGTH; count++) {
      const [first, last] = random.pick(made)
      text += String.fromCodePoint(random.integer(first, last))
    }
  }
  return text
}

/** Numbers of repetitions of groups that are tried for a length. */
const REPEATED = [0, 1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 48, 64, 128, 512]

/** The parts of one text: at most `more` repetitions beyond the least of each group, or exactly, and an alternative for each. */
function flattened(nodes: readonly Node[], random: Random, more: number, isExact = false): Atom[] {
  const atoms: Atom[] = []
  const visit = (all: readonly Node[]): void => {
    for (const node of all) {
      if (atoms.length >= MAXIMUM_PARTS) return
      if (!('alternatives' in node)) {
        atoms.push(node)
        continue
      }
      const { minimum, maximum, alternatives } = node
      const upperBound = Math.min(maximum, minimum + more)
      const count = isExact ? upperBound : random.integer(minimum, upperBound)
      for (let at = 0; at < count && atoms.length < MAXIMUM_PARTS; at++) visit(random.pick(alternatives))
    }
  }
  visit(nodes)
  return atoms
}
