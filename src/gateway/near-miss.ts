/** Which operations an exchange that matches none probably meant. */
import type { Operation } from '../api/operation.ts'
import { compareCodePoints } from '../world/order.ts'

/** The three nearest operations, nearest first, as `METHOD /template`; of no use for very long paths. */
export function nearestOperations(
  operations: readonly { readonly operation: Operation; readonly template: string }[],
  method: string,
  path: string,
): string[] {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .slice(0, 12)
  return operations
    .map(({ operation, template }) => ({
      text: `${operation.method} ${template}`,
      cost:
        distance(
          segments,
          template.split('/').filter((segment) => segment !== ''),
        ) + (operation.method === method ? 0 : 1),
    }))
    .toSorted((a, b) => a.cost - b.cost || compareCodePoints(a.text, b.text))
    .slice(0, 3)
    .map(({ text }) => text)
}

/** Edit distance over segments: a parameter stands for any segment at a small price, a misspelt literal for half of one. */
function distance(segments: readonly string[], template: readonly string[]): number {
  let previous = template.map((_, index) => (index + 1) * 2)
  previous.unshift(0)
  segments.forEach((segment, row) => {
    const current = [(row + 1) * 2]
    template.forEach((wanted, column) => {
      const replace = (previous[column] as number) + segmentCost(segment, wanted)
      current.push(Math.min(replace, (previous[column + 1] as number) + 2, (current[column] as number) + 2))
    })
    previous = current
  })
  return previous.at(-1) as number
}

function segmentCost(segment: string, wanted: string): number {
  if (segment === wanted) return 0
  if (wanted.startsWith('{')) return 0.25
  const a = segment.toLowerCase()
  const b = wanted.toLowerCase()
  return a === b || a.startsWith(b) || b.startsWith(a) || similar(a, b) ? 1 : 2
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
