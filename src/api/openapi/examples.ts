/** What the example of an operation needs on a new demo world: calls that come first, and a token of its own. */
import type { Operation } from '../operation.ts'
import { defined } from './json.ts'
import type { Json, JsonObject } from './json.ts'

/** As extensions: `x-example-after` has OpenAPI's runtime expressions by the names of the template's parameters. */
export function exampleExtensions(
  { exampleAfter, exampleToken }: Operation,
  renamed: ReadonlyMap<string, string>,
): Record<string, Json | undefined> {
  const steps = exampleAfter?.map(({ operation, parameters }): JsonObject => {
    const entries = Object.entries(parameters ?? {}).map(([name, value]) => [
      renamed.get(name) ?? name,
      value,
    ])
    return defined({
      operation,
      parameters: entries.length === 0 ? undefined : Object.fromEntries(entries),
    })
  })
  return { 'x-example-after': steps, 'x-example-token': exampleToken }
}

/** In words, for the description of the operation; undefined where the example needs nothing. */
export function exampleWords({ exampleAfter = [], exampleToken }: Operation): string | undefined {
  const steps = exampleAfter.map(({ operation, parameters = {} }) => {
    const taken = Object.keys(parameters).map((name) => `\`${name}\``)
    return taken.length === 0
      ? `\`${operation}\``
      : `\`${operation}\`, whose response has the ${taken.join(' and ')}`
  })
  const sentences = [
    ...(steps.length === 0 ? [] : [`In the demo world, first call ${steps.join(', then ')}.`]),
    ...(exampleToken === undefined
      ? []
      : [`In the demo world, the example needs the token \`${exampleToken}\`.`]),
  ]
  return sentences.length === 0 ? undefined : sentences.join(' ')
}
