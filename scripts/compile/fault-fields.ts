// What the fields of a fault take, for those who check them before zod is loaded.

import * as z from 'zod'
import { hasOwnWords } from '../../src/model/input/schema-problems.ts'
import { buildFaultShape } from '../../src/scenario/format/fault-shape.ts'

/** The generated file, by its path from the project's root. */
export function faultFieldsFiles(): Map<string, string> {
  const { properties = {} } = z.toJSONSchema(buildFaultShape())
  const rules = Object.entries(properties).map(([name, schema]) => [name, ruleOf(name, schema)] as const)
  return new Map([
    [
      'src/scenario/faults/fields.generated.ts',
      [
        '/** What each field of a fault takes. */\n',
        `export const faultFields = ${JSON.stringify(Object.fromEntries(rules), null, 2)} as const\n`,
      ].join(''),
    ],
  ])
}

/** A rule without what only readers of the schema need, and with the message of the schema if it has one. */
function ruleOf(name: string, schema: z.core.JSONSchema._JSONSchema): object {
  if (typeof schema === 'boolean') return {}
  const { description: _description, const: only, ...rule } = schema
  const [issue] = buildFaultShape().safeParse({ [name]: null }).error?.issues ?? []
  return {
    ...rule,
    ...(only !== undefined && { enum: [only] }),
    ...(issue !== undefined && hasOwnWords(issue) && { message: issue.message }),
  }
}
