/** Undeclared fields of JSON text within a body (assumption A05). */
import { invalidParts } from '../../model/input/errors.ts'
import { quoted } from '../../model/input/refusal.ts'
import * as ledger from '../framework/ledger-names.ts'
import type { Context } from '../framework/operation.ts'

/** Fields that one refusal lists. */
const MAXIMUM_LISTED = 20

/**
 * Notes the assumption about undeclared fields if the schema dropped any. Throws INVALID with a list of them if the world
 * is strict. `field` is the field that held the JSON text.
 */
export function refuseUndeclared(
  { config, note }: Context,
  sent: unknown,
  kept: unknown,
  field: string,
): void {
  const found = undeclaredFields(sent, kept, field)
  if (found.length === 0) return
  note(ledger.undeclaredNames)
  if (!config.strict) return
  const problems = found.map((path) => `body field ${quoted(path)} is not declared: leave it out`)
  throw invalidParts(problems as [string, ...string[]])
}

/** Paths of the fields that the schema dropped, in the order of the request. */
function undeclaredFields(sent: unknown, kept: unknown, field: string): readonly string[] {
  const found: string[] = []
  const open: [unknown, unknown, string][] = [[sent, kept, field]]
  for (let position = 0; position < open.length && found.length < MAXIMUM_LISTED; position++) {
    const [left, right, path] = open[position] as (typeof open)[number]
    if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) continue
    for (const [name, inner] of Object.entries(left)) {
      const at = Array.isArray(left) ? `${path}[${name}]` : `${path}.${name}`
      if (!Object.hasOwn(right, name)) found.push(at)
      else open.push([inner, (right as Record<string, unknown>)[name], at])
    }
  }
  return found
}
