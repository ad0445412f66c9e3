/** Which operations an exchange that matches none probably meant. */
import type { OperationHead } from '../../api/framework/operation.ts'
import type { InterfaceName } from '../../api/framework/interfaces.ts'
import { editDistance } from '../../world/nearest.ts'
import { compareCodePoints } from '../../world/order.ts'
import { segmentsOf } from '../../world/path-segments.ts'
import { decodedSegment } from '../../world/percent-encoding.ts'
import type { PlacedOperation } from './interface-routes.ts'

/** Edit costs of paths. Matching a parameter costs almost nothing, and a word as much as it is misspelt. */
const PARAMETER = 0.25
const MISTYPED = 0.9
const METHOD = 1
const MISSPELT = { minimum: 0.3, maximum: 1 }
const MISSING = 2
const REPLACED = 3
const PREFIX_LEFT_OUT = 1
/** What may cost more than the nearest one and be named beside it. */
const BESIDE = 1

type Head = Pick<OperationHead, 'method' | 'pathParameters'>
type NearOperation = Pick<PlacedOperation, 'path' | 'template'> & { readonly operation: Head }

/** The first path segment of the group whose operations are not documented (service §4.1). */
const KNOWN_BY_NAME = 'rules'

const MAXIMUM_SEGMENTS = 12
const MAXIMUM_PATH_LENGTH = 4000
const MAXIMUM_SEGMENT_LENGTH = 300
const MAXIMUM_NAMED = 3

/**
 * The operations that an exchange probably meant, at most three, nearest first, as `METHOD /template`. None where nothing
 * of the path, besides what all paths of an interface begin with, is like a path that there is.
 */
export function nearestOperations(
  operations: readonly NearOperation[],
  method: string,
  path: string,
): string[] {
  const segments = segmentsOf(path.slice(0, MAXIMUM_PATH_LENGTH))
    .slice(0, MAXIMUM_SEGMENTS)
    .map((segment) => segment.slice(0, MAXIMUM_SEGMENT_LENGTH))
  const near = operations
    .map((placed) => ({ ...costOf(placed, method, segments), text: textOf(placed) }))
    .filter(({ cost, limit }) => cost < limit)
    .toSorted((a, b) => a.cost - b.cost || compareCodePoints(a.text, b.text))
  const farthest = (near[0]?.cost ?? 0) + BESIDE
  return near
    .filter(({ cost }) => cost <= farthest)
    .slice(0, MAXIMUM_NAMED)
    .map(({ text }) => text)
}

/** The error of a parameter with the wrong type in a path that otherwise matches; undefined if no path does. */
export function mistypedParameter(
  operations: readonly PlacedOperation[],
  method: string,
  path: string,
): string | undefined {
  if (path.includes('//')) return undefined
  const segments = segmentsOf(path)
  let words = -1
  let problem: string | undefined
  for (const { operation, template } of operations) {
    if (operation.method !== (method === 'HEAD' ? 'GET' : method)) continue
    const own = segmentsOf(template)
    const same = own.filter((word, at) => word === segments[at]).length
    if (own.length !== segments.length || same <= words) continue
    if (!own.every((word, at) => word === segments[at] || word.startsWith('{'))) continue
    const wrong = problemOf(operation, own, segments)
    if (wrong === undefined) continue
    words = same
    problem = wrong
  }
  return problem
}

function problemOf(operation: OperationHead, own: readonly string[], segments: readonly string[]) {
  for (const [at, word] of own.entries()) {
    if (!word.startsWith('{')) continue
    const problem = problemWith(operation, segments[at] as string, word)
    if (problem !== undefined) return `${word.slice(1, -1)} ${problem}`
  }
  return undefined
}

/** What is wrong with a segment as the value of a path parameter, written as in templates. */
function problemWith({ pathParameters }: Head, segment: string, word: string) {
  const read = pathParameters[word.slice(1, -1)]?.decode(decodedSegment(segment))
  return read !== undefined && 'problem' in read ? read.problem : undefined
}

/** What to do instead of calling a group of the standalone interface that is known by its name only; undefined elsewhere. */
export function knownByName(surface: InterfaceName, path: string): string | undefined {
  if (surface !== 'standalone' || segmentsOf(path)[0]?.toLowerCase() !== KNOWN_BY_NAME) return undefined
  return 'of the group Rules nothing but its name is known: scenarios and /_sim/rules make and list rules'
}

function textOf({ operation, template }: NearOperation): string {
  return `${operation.method} ${template}`
}

/** What makes the path this operation's, and what that may cost at most: more, the more of its own words are there. */
function costOf({ operation, path, template }: NearOperation, method: string, segments: readonly string[]) {
  const own = segmentsOf(path)
  const words = own.filter((word) => !word.startsWith('{'))
  const same = words.filter((word) => segments.includes(word)).length
  if (same === 0 && !words.some((word) => segments.some((segment) => alike(segment, word))))
    return { cost: 0, limit: 0 }
  const whole = segmentsOf(template)
  const written = distance(operation, segments, whole)
  const away = whole.length === own.length ? written : distance(operation, segments, own) + PREFIX_LEFT_OUT
  return {
    cost: Math.min(written, away) + (operation.method === method ? 0 : METHOD),
    limit: MISSING + PARAMETER * (own.length - words.length + 1) + same,
  }
}

/** Edit distance over segments. */
function distance(operation: Head, segments: readonly string[], template: readonly string[]): number {
  let previous = template.map((_, index) => (index + 1) * MISSING)
  previous.unshift(0)
  segments.forEach((segment, row) => {
    const current = [(row + 1) * MISSING]
    template.forEach((wanted, column) => {
      const replace = (previous[column] as number) + segmentCost(operation, segment, wanted)
      const skip = Math.min(previous[column + 1] as number, current[column] as number) + MISSING
      current.push(Math.min(replace, skip))
    })
    previous = current
  })
  return previous.at(-1) as number
}

function segmentCost(operation: Head, segment: string, wanted: string): number {
  if (segment === wanted) return 0
  if (wanted.startsWith('{'))
    return problemWith(operation, segment, wanted) === undefined ? PARAMETER : MISTYPED
  const share = misspeltShare(segment, wanted)
  return share === undefined ? REPLACED : MISSPELT.minimum + (MISSPELT.maximum - MISSPELT.minimum) * share
}

function alike(segment: string, wanted: string): boolean {
  return misspeltShare(segment, wanted) !== undefined
}

/**
 * How many of a word's characters are misspelt, as a share. Undefined for another word: one of which more than a third
 * differs, unless one begins with the other or half of their characters agree from either end.
 */
function misspeltShare(segment: string, wanted: string): number | undefined {
  const a = segment.toLowerCase()
  const b = wanted.toLowerCase()
  if (a === b) return 0
  const [shortest, longest] = [Math.min(a.length, b.length), Math.max(a.length, b.length)]
  if (shortest < 3) return undefined
  if (a.startsWith(b) || b.startsWith(a)) return (longest - shortest) / longest
  // Half of the longer word differs; this also bounds what a long segment costs.
  if (longest > 2 * shortest) return undefined
  const distance = editDistance(a, b)
  return distance * 3 <= longest || similar(a, b) ? distance / longest : undefined
}

/** True when at least half of the characters agree from either end. */
function similar(a: string, b: string): boolean {
  const longest = Math.max(a.length, b.length)
  let front = 0
  while (front < a.length && a[front] === b[front]) front++
  let back = 0
  while (back < a.length - front && back < b.length - front && a.at(-1 - back) === b.at(-1 - back)) back++
  return (front + back) * 2 >= longest
}
