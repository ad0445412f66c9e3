/** Reads the text of a scenario file that is JSON, in a fraction of the time that the reader of YAML takes. */
import { repeatedFields } from '../../model/input/repeated-fields.ts'

interface Bounds {
  readonly depth: number
  /** Fields of one map. */
  readonly fields: number
}

/**
 * The value of a text that is a map or list of JSON. Undefined for any other text, and for one that the reader of YAML
 * refuses: with fields that are there twice, nested too deeply, or with maps that are too wide.
 */
export function readPlainJson(text: string, bounds: Bounds): object | undefined {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (!/^[ \t\r\n]*[[{]/.test(json)) return undefined
  let value: object
  try {
    value = JSON.parse(json) as object
  } catch {
    return undefined
  }
  return isWithin(value, bounds) && repeatedFields(json, value, 1).length === 0 ? value : undefined
}

function isWithin(root: object, bounds: Bounds): boolean {
  let level: object[] = [root]
  for (let depth = 1; level.length > 0; depth++) {
    const next: object[] = []
    for (const value of level) {
      const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
      // A text or number within is a level, too.
      if (depth >= bounds.depth && members.length > 0) return false
      if (members !== value && members.length > bounds.fields) return false
      for (const member of members) if (typeof member === 'object' && member !== null) next.push(member)
    }
    level = next
  }
  return true
}
