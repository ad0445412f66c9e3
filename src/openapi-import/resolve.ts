/** Resolves references within a description. References to other files were refused before. */
import { valueAt } from '../model/input/value-at.ts'
import { isObject } from '../world/objects.ts'
import { decodedSegment } from '../world/percent-encoding.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** The schema `true`. */
const ANYTHING: JsonObject = {}
/** The maximum length of a chain of references. */
const MAXIMUM_HOPS = 32

/** An own field of an object; undefined for other values. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

/** The object that a value is or refers to; undefined if it is neither. */
export function resolved(root: unknown, value: unknown): JsonObject | undefined {
  let found = value
  for (let hops = 0; hops <= MAXIMUM_HOPS; hops++) {
    if (found === true) return ANYTHING
    if (!isObject(found)) return undefined
    const reference = fieldOf(found, '$ref')
    if (typeof reference !== 'string') return found
    found = target(root, reference)
  }
  return undefined
}

/** The value at a pointer such as `#/components/schemas/Widget`; undefined if there is none. */
function target(root: unknown, reference: string): unknown {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  const names = reference.slice(2).split('/')
  return valueAt(
    root,
    names.map((name) => decodedSegment(name).replaceAll('~1', '/').replaceAll('~0', '~')),
  )
}
