/** The lists of a requirement: names of properties, and what it may have only once. */
import { invalid, invalidRequest } from '../../input/errors.ts'
import { problemOfPropertyName } from '../../finding/property-names.ts'
import { quoted } from '../../input/refusal.ts'
import {
  type DependencyValue,
  type PropertyValue,
  repeatedDependency,
} from '../../records/wiki/requirements.ts'
import { firstRepeated } from '../../input/first-repeated.ts'

interface Lists {
  readonly properties: readonly PropertyValue[]
  readonly dependencies: readonly DependencyValue[]
}

/**
 * Throws a Refusal (INVALID) for an improper name of a property, two properties of one name, or two equal dependencies.
 * Messages begin with `place`.
 */
export function checkLists(
  { key, properties = [], dependencies = [] }: { readonly key: string } & Partial<Lists>,
  place: string,
): void {
  for (const { key: name } of properties) {
    const problem = problemOfPropertyName(name)
    if (problem !== undefined) throw invalid(`${place}: property`, name, problem)
  }
  const message = problemOfRepetition({ properties, dependencies })
  if (message === undefined) return
  throw invalidRequest(place, `requirement ${quoted(key)} ${message}: give it once`)
}

/** What a requirement has twice, as a message says it after the key. */
export function problemOfRepetition({ properties, dependencies }: Lists): string | undefined {
  const name = firstRepeated(properties, (property) => property.key)?.key
  if (name !== undefined) return `has property ${quoted(name)} twice`
  const twice = repeatedDependency(dependencies)
  if (twice === undefined) return undefined
  const { relationship, spaceKey, key } = twice
  return `depends on ${quoted(`${spaceKey}/${key}`)} as ${quoted(relationship)} twice`
}
