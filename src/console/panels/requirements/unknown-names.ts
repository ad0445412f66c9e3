/** Properties that a query names and no requirement has: the likeliest reason why it finds nothing. */
import { nearestName } from '../../../world/nearest.ts'
import type { QueryNames } from './completion.ts'

/** `@Priority` or `ext@Cost`, where nothing else such as `from` stands before it. Names in quotes are left out. */
const NAMED = /(?<![\w@])(ext)?@([A-Za-z_]\w*)/g

export interface UnknownName {
  readonly name: string
  /** The name that may be meant. */
  readonly nearest: string | undefined
}

export function unknownProperties(query: string, { properties }: QueryNames): readonly UnknownName[] {
  if (properties.length === 0) return []
  // What stands in quotes is a value.
  const bare = query.replaceAll(/'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?/g, "''")
  const found = new Map<string, UnknownName>()
  for (const [, external, name = ''] of bare.matchAll(NAMED)) {
    const kind = external === undefined ? 'inline' : 'external'
    const known = properties.filter((one) => one.kind === kind).map((one) => one.name)
    if (!known.includes(name)) found.set(name, { name, nearest: nearestName(name, known) })
  }
  return [...found.values()]
}
