/** Properties in a query that no requirement has: the most likely reason for an empty result. */
import type { QueryNames } from '../../../control/responses/requirements.ts'
import { nearestName } from '../../../world/nearest.ts'

/** `@Priority` or `ext@Cost`, without another prefix such as `from`. Quoted names are left out. */
const NAMED = /(?<![\w@])(ext)?@([A-Za-z_]\w*)/g

export interface UnknownName {
  readonly name: string
  /** The nearest existing name. */
  readonly nearest: string | undefined
}

export function unknownProperties(query: string, { properties }: QueryNames): readonly UnknownName[] {
  if (properties.length === 0) return []
  // A quoted text is a value.
  const bare = query.replaceAll(/'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?/g, "''")
  const found = new Map<string, UnknownName>()
  for (const [, external, name = ''] of bare.matchAll(NAMED)) {
    const kind = external === undefined ? 'inline' : 'external'
    const known = properties.filter((one) => one.kind === kind).map((one) => one.name)
    if (!known.includes(name)) found.set(name, { name, nearest: nearestName(name, known) })
  }
  return [...found.values()]
}
