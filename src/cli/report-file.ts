/** Files with reports: the JSON of `sim.report()`, of `--report`, of the reporter for Vitest or of `/_sim/report`. */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { DEGREES } from '../api/ledger/entry.ts'
import { INTERFACES } from '../api/framework/interfaces.ts'
import { DIFFERENCE_KINDS } from '../gateway/report/described.ts'
import { type Report, STABILITIES } from '../gateway/report/report.ts'
import { fileProblem, quoted, ToolFailure } from '../replay/failure.ts'

const count = z.number().int().min(0)
const statuses = z.record(z.string().regex(/^\d{1,3}$/), count)
const degree = z.enum(DEGREES).optional()
const provenance = z.enum(['documented', 'observed', 'assumed'])
const classes = z.array(
  z.object({ class: z.string(), operations: count, exercised: count, exchanges: count }),
)
const operation = z.object({
  operation: z.string(),
  interface: z.enum(INTERFACES),
  stability: z.enum(STABILITIES),
  provenance,
  exercised: count,
  statuses,
  validated: count,
  invalid: count,
  stateful: count,
  faulted: count,
  rateLimited: count,
  gaps: z.array(count),
})
const assumption = z.object({
  id: z.string().regex(/^A\d{1,4}$/),
  title: z.string(),
  provenance: z.enum(['observed', 'assumed']),
  general: z.boolean(),
  times: count,
  behaviour: z.string(),
  inForce: z.string(),
  degree,
  evidence: z.array(z.object({ fact: z.string(), degree, shownBy: z.string() })).optional(),
  otherwise: z.array(z.object({ value: z.string(), behaviour: z.string(), degree })),
})
const machine = z.object({
  machine: z.string(),
  states: z.array(z.object({ state: z.string(), visited: z.boolean() })),
  transitions: z.array(z.object({ from: z.string(), event: z.string(), to: z.string(), times: count })),
})
const differing = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])
const difference = z.object({
  operation: z.string(),
  place: z.string(),
  kind: z.enum(DIFFERENCE_KINDS),
  ours: differing,
  theirs: differing,
})
const description = z.object({
  surface: z.enum(INTERFACES),
  file: z.string(),
  title: z.string(),
  version: z.string(),
  compared: count,
  generated: z.array(z.string()),
  differences: z.array(difference),
  lacking: count,
  untold: count,
  passedOver: z.array(z.object({ pointer: z.string(), message: z.string() })),
})
/** Fields that do not belong to a report are dropped. */
export const reportSchema = z.object({
  exchanges: count,
  faulted: count,
  unmatched: count,
  unmatchedRequests: z
    .array(z.object({ method: z.string(), path: z.string(), nearest: z.array(z.string()), times: count }))
    .optional(),
  defects: count,
  operations: z.array(operation),
  stabilities: classes,
  provenances: classes,
  unknown: z.array(
    z.object({
      operation: z.string(),
      kind: z.enum(['parameter', 'field']),
      name: z.string(),
      suggestion: z.string().optional(),
      times: count,
    }),
  ),
  assumptions: z.array(assumption),
  features: z.array(z.object({ user: z.string(), feature: z.string(), times: count })).optional(),
  permissions: z
    .array(
      z.object({
        interface: z.enum(INTERFACES),
        permission: z.string(),
        operations: count,
        allowed: count,
        refused: count,
      }),
    )
    .optional(),
  rights: z
    .array(
      z.object({
        permission: z.string(),
        operation: z.string(),
        user: z.string().optional(),
        allowed: count,
        refused: count,
      }),
    )
    .optional(),
  rateLimited: count,
  machines: z.array(machine),
  generated: z.array(z.object({ operation: z.string(), times: count, statuses })).optional(),
  descriptions: z.array(description).optional(),
})

/** Reads the report of a file. Ends the command with wrong usage if there is no such file, or if it has no report. */
export function readReportFile(file: string): Report {
  const { success, data, error } = reportSchema.safeParse(parse(file, readText(file)))
  if (success) return data as Report
  const [{ path, message } = { path: [], message: '' }] = error.issues
  throw notAReport(file, path.length === 0 ? message : `${path.join('.')}: ${message}`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ToolFailure(2, fileProblem('read', file, error))
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw notAReport(file, (error as Error).message)
  }
}

function notAReport(file: string, why: string): ToolFailure {
  return new ToolFailure(2, `${quoted(file)} has no report of the simulator: ${why}`)
}
