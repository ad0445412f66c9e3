/** The differences between two JSON values, by path. */
import { isObject } from '../../world/objects.ts'

export interface JsonDifference {
  /** The path, such as `$.items[0].key`; `$` is the whole value. */
  readonly place: string
  /** Absent if there is no such value. */
  readonly before?: unknown
  readonly after?: unknown
}

/** The maximum number and depth of differences. */
const MAXIMUM_SHOWN = 200
const MAXIMUM_DEPTH = 40

/** The differences in the order of the later value; `more` if there are others. */
export function jsonDifferences(
  before: unknown,
  after: unknown,
): { readonly differences: readonly JsonDifference[]; readonly more: boolean } {
  const found: JsonDifference[] = []
  compare('$', before, after, 0, found)
  return { differences: found.slice(0, MAXIMUM_SHOWN), more: found.length > MAXIMUM_SHOWN }
}

function compare(
  place: string,
  before: unknown,
  after: unknown,
  depth: number,
  found: JsonDifference[],
): void {
  if (found.length > MAXIMUM_SHOWN || before === after) return
  if (depth < MAXIMUM_DEPTH && Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index++) {
      const inner = `${place}[${index}]`
      if (index >= before.length) found.push({ place: inner, after: after[index] })
      else if (index >= after.length) found.push({ place: inner, before: before[index] })
      else compare(inner, before[index], after[index], depth + 1, found)
    }
    return
  }
  if (depth < MAXIMUM_DEPTH && isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(after), ...Object.keys(before)])
    for (const name of names) {
      const inner = place + memberText(name)
      if (!Object.hasOwn(before, name)) found.push({ place: inner, after: after[name] })
      else if (!Object.hasOwn(after, name)) found.push({ place: inner, before: before[name] })
      else compare(inner, before[name], after[name], depth + 1, found)
    }
    return
  }
  if (JSON.stringify(before) !== JSON.stringify(after)) found.push({ place, before, after })
}

function memberText(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}
