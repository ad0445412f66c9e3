// The schemas of what commands print with --json, by their paths from the project's root.

import * as z from 'zod'
import { outputSchemas } from '../../src/cli/output/schemas.ts'

export function outputSchemaFiles(): Map<string, string> {
  return new Map(
    Object.entries(outputSchemas).map(([name, shape]) => {
      // As input: a later version may add fields, which a program that reads them must not refuse.
      const { $schema, ...schema } = z.toJSONSchema(shape, { io: 'input' })
      const title = `reqsim ${name.replace('-', ' ')} --json`
      return [
        `schema/${name}.schema.json`,
        `${JSON.stringify({ $schema, title, ...schema }, undefined, 2)}\n`,
      ]
    }),
  )
}
