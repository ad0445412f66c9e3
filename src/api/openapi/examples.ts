/** The prerequisites of an operation's example on a new demo world: operations to call first, and a token. */
import type { Operation } from '../framework/operation.ts'
import { defined } from './json.ts'
import type { Json, JsonObject } from './json.ts'

/** The prerequisites as extensions; `x-example-after` maps parameters of the path to OpenAPI runtime expressions. */
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

/** The prerequisites as text for the operation's description; undefined if there are none. */
export function exampleText({ exampleAfter = [], exampleToken }: Operation): string | undefined {
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
