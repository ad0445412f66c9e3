// The schemas of what commands print with --json and of trace files, by their paths from the project's root.

import * as z from 'zod'
import { outputSchemas } from '../../src/cli/output/schemas.ts'
import { traceSchema } from '../../src/trace/format.ts'

/** The schema of trace files. */
export function traceSchemaFile(): Map<string, string> {
  const { $schema, ...schema } = z.toJSONSchema(traceSchema(), { io: 'input' })
  const title = 'A trace of reqsim'
  return new Map([
    ['schema/trace.schema.json', `${JSON.stringify({ $schema, title, ...schema }, undefined, 2)}\n`],
  ])
}

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
