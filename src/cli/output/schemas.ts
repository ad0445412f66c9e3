/** The shapes of what commands print with `--json`. `npm run generate` publishes them as JSON schemas. */
import * as z from 'zod'
import { CONSEQUENCES } from '../../explore/consequence.ts'
import { assumptionSchema, machineFields, operationSchema } from '../../control/responses/catalogue.ts'
import { failedRunResponse, stepDetailsSchema } from '../../control/responses/past.ts'
import { reportSchema } from '../../control/responses/report.ts'
import { auditSchema } from './audit-schema.ts'
import { mutationReportSchema } from './mutate-schema.ts'

const count = z.number().int().min(0)
const instant = z.iso.datetime().describe('A virtual instant')
const listed = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: count })

const problem = z.object({
  file: z.string(),
  line: z.number().int().min(1).optional(),
  column: z.number().int().min(1).optional(),
  path: z.string().describe('The place within the file; empty for the file as a whole'),
  message: z.string(),
  nearest: z.string().describe('The valid name that was probably meant').optional(),
})

const step = z
  .object({
    path: z.string().describe('The place in the scenario, such as `timeline[3]`'),
    at: z.string().describe('The same with file, line and column, if the scenario is a file'),
    name: z.string().optional(),
    note: z.string().optional(),
    verb: z.enum(['call', 'advance', 'edit', 'view', 'fault', 'fork']),
    title: z.string(),
    outcome: z.enum(['passed', 'failed', 'skipped']),
    begin: instant.optional(),
    end: instant.optional(),
    elapsed: count.describe('Virtual milliseconds'),
    status: z
      .number()
      .int()
      .min(0)
      .describe('The status of a call; 0 if the connection was dropped')
      .optional(),
    tries: count.describe('The number of calls of a step that waits').optional(),
    exchange: count.describe('The number of its last call in the journal').optional(),
    marks: z
      .array(z.string())
      .describe(
        'The values of its response that the step expects, saves or names in `show`: JSON paths, and `header etag`',
      )
      .optional(),
    failures: z.array(z.string()),
    differences: z.array(z.object({ place: z.string(), expected: z.string(), got: z.string() })),
    curl: z.string().describe('The last request of a failed call as a shell command').optional(),
    get steps() {
      return z.array(step).describe('The steps inside a fork').optional()
    },
  })
  .meta({ id: 'step' })

const run = z.object({
  scenarios: z.array(
    z.object({
      name: z.string(),
      source: z.string().describe('The file, or the name of a ready scenario'),
      seed: z.string(),
      ok: z.boolean(),
      now: instant,
      left: count.describe('The number of steps that did not run'),
      steps: z.array(step),
    }),
  ),
  passed: count.describe('The number of steps, those inside forks included'),
  failed: count,
  skipped: count,
})

const replay = z.object({
  archive: z.string(),
  replayed: count,
  different: count,
  leftOut: z.record(z.string(), count).describe('The number of skipped requests by reason'),
  exchanges: z.array(
    z.object({
      number: z.number().int().min(1).describe('The position in the archive'),
      method: z.string(),
      url: z.string(),
      operation: z.string().nullable(),
      differences: z.array(z.object({ place: z.string(), text: z.string() })),
      uncompared: z.string().nullable().describe('Why the body of the response was not compared'),
      assumptions: z.array(z.string()),
      explainedBy: z.array(
        z.object({
          id: z.string(),
          value: z.string(),
          agrees: z.boolean(),
          othersDiffer: z.array(z.number().int()),
        }),
      ),
    }),
  ),
  overrides: z.record(z.string(), z.string()).describe('Alternatives that together remove differences'),
  differentWithOverrides: count.nullable(),
  hints: z.array(z.string()),
})

const share = { replayed: count, held: count, percent: z.number().min(0).max(100) }

const draft = z.object({
  file: z.string().describe('The scenario file that was written'),
  callers: z.record(z.string(), z.string()).describe('The user of each caller of the session'),
  ...share,
  filled: z.object(share).nullable().describe('The share with the proposed lines; null if there are none'),
  operations: z.array(z.object({ operation: z.string(), replayed: count, held: count })),
  gaps: z
    .array(
      z.object({
        exchange: z.number().int().min(1).nullable().describe('The exchange that shows it'),
        text: z.string(),
        lines: z.array(z.string()).describe('Proposed YAML for a scenario that extends the draft'),
      }),
    )
    .describe('What no response shows, or what of a file with requirements has no place'),
  exchanges: z
    .array(
      z.object({
        number: z.number().int().min(1),
        method: z.string(),
        url: z.string(),
        operation: z.string().nullable(),
        differences: z.array(z.object({ place: z.string(), text: z.string() })),
      }),
    )
    .describe('Those whose responses differ'),
})

const disturbance = z
  .record(z.string(), z.unknown())
  .describe(
    '`kind`, and `at`: the number of the exchange that it happens to or before; further fields by kind',
  )

const explored = z.object({
  failures: z.array(
    z.object({
      seed: z.string(),
      kind: z.enum(['error', 'unhandled rejection', 'endless', 'check']),
      consequence: z
        .enum(CONSEQUENCES)
        .describe('What it leaves behind; failures are listed with the worst first'),
      message: z.string(),
      sentence: z.string().describe('What happened, in words'),
      schedule: z.array(disturbance).describe('The fewest and mildest disturbances'),
      scenario: z.record(z.string(), z.unknown()).describe('A scenario that replays the run'),
      times: count.describe('The number of schedules that failed for this cause'),
      output: z.string().describe('The end of what the command printed'),
      exchanges: z.array(
        z.object({
          number: z.number().int().min(1),
          method: z.string(),
          url: z.string(),
          operation: z.string().nullable(),
          user: z.string().nullable(),
          status: z.number().int().nullable().describe('null if the client got no response'),
          fault: z.string().nullable().describe('The fault that was injected'),
        }),
      ),
    }),
  ),
  schedules: count.describe('The number of schedules that were run'),
  ended: z.enum(['schedules', 'budget', 'failures', 'exhausted']),
  assumptions: z
    .array(
      z.object({
        assumption: z.string(),
        title: z.string(),
        alternative: z.string(),
        behaviour: z.string(),
        degree: z.string(),
        changed: z
          .object({ operation: z.string(), at: z.string(), usual: z.string(), changed: z.string() })
          .optional()
          .describe('What the alternative changed in the first response to the client that differs'),
        message: z.string(),
      }),
    )
    .describe('Alternatives of assumptions that break the client'),
  coverage: z.object({
    operations: z.array(
      z.object({
        operation: z.string(),
        pairs: z.array(z.object({ kind: z.string(), happened: count, missed: count, failed: count })),
        untried: z.array(z.string()),
        statuses: z.array(count),
      }),
    ),
    transitions: count,
  }),
  gaveUp: z
    .string()
    .optional()
    .describe('The error with which the command gives up even without any disturbance, as --may-fail allows'),
})

const record = z.record(z.string(), z.unknown())

const shownTrace = z.object({
  version: z.string().describe('The version of reqsim that wrote the trace'),
  scenario: z.object({ name: z.string(), seed: z.string(), hash: z.string() }),
  failure: failedRunResponse
    .schema()
    .nullable()
    .describe('Why the run failed, without credentials; null if the trace does not say'),
  lastExchange: count.nullable().describe('The step of the last exchange; null if there is none'),
  missing: count.describe('How many steps of the run came before and are not in the trace'),
  notes: z.array(z.string()).describe('Another version, missing steps, and steps with another result'),
  steps: z
    .array(
      stepDetailsSchema().extend({
        redacted: z.literal(true).optional().describe('The trace leaves out a secret that the step needs'),
        differs: z
          .literal(true)
          .optional()
          .describe('The step had a different result when the trace was written'),
        changes: z
          .array(
            z.object({
              store: z.string(),
              table: z.string(),
              key: z.unknown(),
              changed: z.array(z.string()),
              before: record.optional(),
              after: record.optional(),
            }),
          )
          .optional()
          .describe('The records that the step changed'),
      }),
    )
    .describe('All steps; with --step that one, with its request, its response and what it changed'),
})

/** By the name of the schema: `schema/list-operations.schema.json`. */
export const outputSchemas = {
  'list-scenarios': listed(z.object({ name: z.string(), description: z.string() })),
  'list-operations': listed(operationSchema()),
  'list-assumptions': listed(assumptionSchema().omit({ inForce: true })),
  'list-presets': listed(
    z.object({
      name: z.string(),
      description: z.string(),
      alternatives: z.record(z.string(), z.string()).describe('Values by the number of the assumption'),
    }),
  ),
  'list-machines': listed(z.object(machineFields())),
  audit: auditSchema,
  explore: explored,
  mutate: mutationReportSchema,
  run,
  report: reportSchema().extend({
    problems: z.array(z.string()).describe('The thresholds that are exceeded, one sentence each'),
  }),
  replay,
  draft,
  show: shownTrace,
  validate: listed(z.object({ file: z.string(), valid: z.boolean(), problems: z.array(problem) })),
} as const satisfies Readonly<Record<string, z.ZodType>>

export type OutputName = keyof typeof outputSchemas
