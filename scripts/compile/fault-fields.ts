// What the fields of a fault take, for those who check them before zod is loaded.

import * as z from 'zod'
import { FAULT_MUTATION_NAMES } from '../../src/model/records/world/fault-limits.ts'
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
        "import { FAULT_MUTATION_NAMES } from '../../model/records/world/fault-limits.ts'\n\n",
        // The names of mistakes stand there already, and a page loads both.
        `export const faultFields = ${JSON.stringify(Object.fromEntries(rules), null, 2)} as const\n`.replace(
          JSON.stringify(FAULT_MUTATION_NAMES, null, 2).replaceAll('\n', '\n    '),
          'FAULT_MUTATION_NAMES',
        ),
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
