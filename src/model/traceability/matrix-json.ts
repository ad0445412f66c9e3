/** The text that a hosted client keeps of a saved matrix, as far as the matrix itself has a say in it (service §4.3). */
import { isObject } from '../../world/objects.ts'

/** Updates the query in the stored JSON, so that a client which sends it back does not undo the change. */
export function jsonAfterQuery(
  json: string | undefined,
  before: string,
  after: string,
): { readonly json?: string } {
  if (json === undefined) return {}
  if (before === after) return { json }
  return { json: changed(json, ({ query }) => (query === before ? { query: after } : undefined)) }
}

/** Renames a variant in stored JSON that restricts the rows to some variants. */
export function jsonAfterVariant(json: string, before: string, after: string): string {
  return changed(json, ({ variants }) =>
    Array.isArray(variants) && variants.includes(before)
      ? { variants: variants.map((one: unknown) => (one === before ? after : one)) }
      : undefined,
  )
}

/** Changes members of the object; any other JSON stays as it is. */
function changed(json: string, change: (value: Record<string, unknown>) => object | undefined): string {
  try {
    const value: unknown = JSON.parse(json)
    if (!isObject(value)) return json
    const changes = change(value as Record<string, unknown>)
    return changes === undefined ? json : JSON.stringify({ ...value, ...changes })
  } catch {
    // An imported world may hold invalid or too deeply nested JSON.
    return json
  }
}
