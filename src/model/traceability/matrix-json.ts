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
  return { json: before === after ? json : renamedIn(json, before, after) }
}

function renamedIn(json: string, before: string, after: string): string {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return json
    const isNamed = Object.hasOwn(value, 'query') && (value as { query: unknown }).query === before
    return isNamed ? JSON.stringify({ ...value, query: after }) : json
  } catch {
    // That of an imported world may be no JSON, or too deep to be written.
    return json
  }
}
