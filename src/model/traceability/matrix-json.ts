/** The text that a hosted client keeps of a saved matrix, as far as the matrix itself has a say in it (service §4.3). */

/** The text after a change of its matrix's query: a client that sends it back must not undo that. */
export function jsonAfterQuery(
  json: string | undefined,
  before: string,
  after: string,
): { readonly json?: string } {
  if (json === undefined) return {}
  return { json: before === after ? json : renamedIn(json, before, after) }
}

/** The text with the new name of a variant, if it restricts the rows to some variants and names that one. */
export function jsonAfterVariant(json: string, before: string, after: string): string {
  return changed(json, ({ variants }) =>
    Array.isArray(variants) && variants.includes(before)
      ? { variants: variants.map((one: unknown) => (one === before ? after : one)) }
      : undefined,
  )
}

function renamedIn(json: string, before: string, after: string): string {
  return changed(json, ({ query }) => (query === before ? { query: after } : undefined))
}

/** The text with some members of its object changed; any other text stays as it is. */
function changed(json: string, change: (value: Record<string, unknown>) => object | undefined): string {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return json
    const changes = change(value as Record<string, unknown>)
    return changes === undefined ? json : JSON.stringify({ ...value, ...changes })
  } catch {
    // That of an imported world may be no JSON, or too deep to be written.
    return json
  }
}
