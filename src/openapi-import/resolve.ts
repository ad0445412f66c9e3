/** References within a description. Nothing is ever fetched: what points elsewhere was refused before. */

export type JsonObject = Readonly<Record<string, unknown>>

/** The schema `true`. */
const ANYTHING: JsonObject = {}
/** References that lead to references are followed so far. */
const MOST_HOPS = 32

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The own field of an object; undefined for whatever has none. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

/** The object that a value is, or refers to; undefined where it is none. */
export function resolved(root: unknown, value: unknown): JsonObject | undefined {
  let found = value
  for (let hops = 0; hops <= MOST_HOPS; hops++) {
    if (found === true) return ANYTHING
    if (!isObject(found)) return undefined
    const reference = fieldOf(found, '$ref')
    if (typeof reference !== 'string') return found
    found = target(root, reference)
  }
  return undefined
}

/** What is at a pointer such as `#/components/schemas/Widget`; undefined where nothing is. */
function target(root: unknown, reference: string): unknown {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let found = root
  for (const part of reference.slice(2).split('/')) {
    const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as JsonObject)[name]
  }
  return found
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
