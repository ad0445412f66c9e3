/** The text that a hosted client keeps of a saved matrix, as far as the matrix itself has a say in it (service §4.3). */

/**
 * The text after the query of its matrix was changed elsewhere: where it named the query of before, it names that of
 * now, so that a client that sends it back does not undo the change. Any other text stays as it was sent.
 */
export function jsonAfterQuery(
  json: string | undefined,
  before: string,
  after: string,
): { readonly json?: string } {
  if (json === undefined) return {}
  if (before === after) return { json }
  const value = read(json)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { json }
  if (!Object.hasOwn(value, 'query') || (value as { query: unknown }).query !== before) return { json }
  return { json: JSON.stringify({ ...value, query: after }) }
}

/** Texts of imported worlds may be anything. */
function read(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
