/** The shapes of what commands print with `--json`. `npm run generate` publishes them as JSON schemas. */
import * as z from 'zod'
import { CONSEQUENCES } from '../../explore/consequence.ts'
import { STABILITIES } from '../../gateway/report/report.ts'
import { DEGREES } from '../../api/ledger/entry.ts'
import { INTERFACES } from '../../api/framework/interfaces.ts'
import { SUSPICION_KINDS } from '../../simulator/past/suspicious.ts'
import { reportSchema } from '../../control/responses/report.ts'

const count = z.number().int().min(0)
const instant = z.iso.datetime().describe('A virtual instant')
const provenance = z.enum(['documented', 'observed', 'assumed'])
const degree = z.enum(DEGREES).describe('How well the evidence supports it; absent without evidence')
const listed = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: count })

const operation = z.object({
  id: z.string(),
  interface: z.enum(INTERFACES),
  group: z.string(),
  method: z.string(),
  path: z.string().describe('Below the address of the interface'),
  otherPaths: z
    .array(z.object({ path: z.string(), provenance }))
    .describe('Further paths of the same operation'),
  summary: z.string(),
  stability: z.enum(STABILITIES),
  provenance,
  permission: z.object({ words: z.string(), assumed: z.literal(true).optional() }),
  rate: z.enum(['normal', 'high']).describe('The class of the rate limit'),
  section: z.string().describe("The section of the service's description"),
  anonymous: z.boolean().describe('Whether calls without a credential are accepted'),
  assumptions: z.array(z.string()).describe('The numbers of the assumptions that it may rely on'),
})

const evidence = z.array(z.object({ fact: z.string(), degree: z.enum(DEGREES), shownBy: z.string() }))

const assumption = z.object({
  id: z.string(),
  title: z.string(),
  section: z.string().describe("The section of the service's description that leaves the question open"),
  provenance: z.enum(['observed', 'assumed']),
  degree: degree.optional(),
  evidence,
  behaviour: z.string(),
  reason: z.string(),
  default: z.string().describe('The name of the default behaviour'),
  alternatives: z.array(
    z.object({
      value: z.string().describe('The value that selects it in a scenario'),
      pattern: z.string().describe('A regular expression of the values, if there is a family').optional(),
      behaviour: z.string(),
      degree: degree.optional(),
      evidence: evidence.optional(),
    }),
  ),
  general: z.boolean().describe('Whether it shapes every operation of an interface'),
})

const machine = z.object({
  name: z.string(),
  title: z.string(),
  states: z.array(z.string()),
  initial: z.array(z.string()),
  events: z.array(z.string()),
  transitions: z.array(
    z.object({
      from: z.string().describe('`none` if there is no record yet'),
      event: z.string(),
      to: z.string().describe('`none` if the record is deleted'),
      effects: z.string().optional(),
      section: z.string().optional(),
    }),
  ),
})

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

const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
const record = z.record(z.string(), z.unknown())

const shownTrace = z.object({
  version: z.string().describe('The version of reqsim that wrote the trace'),
  scenario: z.object({ name: z.string(), seed: z.string(), hash: z.string() }),
  failure: z
    .object({
      runner: z.string().optional(),
      title: z.string().optional().describe('The title of the test with its suites, or the command'),
      file: z.string().optional().describe('The file of the test, from the root of the project'),
      error: z.string().describe('The message of the error'),
      thrownAt: z.string().optional().describe('The line that threw, as file:line:column'),
      exitCode: count.optional().describe('Of a command'),
      output: z.string().optional().describe('The end of what a command printed'),
    })
    .nullable()
    .describe('Why the run failed, without credentials; null if the trace does not say'),
  lastExchange: count.nullable().describe('The step of the last exchange; null if there is none'),
  missing: count.describe('How many steps of the run came before and are not in the trace'),
  notes: z.array(z.string()).describe('Another version, missing steps, and steps with another result'),
  steps: z
    .array(
      z.object({
        step: count.describe('From 1'),
        at: instant,
        kind: z.enum(['exchange', 'control', 'clock', 'restore', 'timeline']),
        title: z.string(),
        name: z.string().optional().describe('The name of the step of the timeline'),
        note: z.string().optional().describe('The note of the step of the timeline'),
        method: z.string().optional(),
        path: z.string().optional(),
        operation: z.string().optional(),
        status: count.optional(),
        user: z.string().optional(),
        fault: count.optional(),
        ignored: z.string().optional().describe('Parameters and fields that nothing read'),
        exchange: count.optional().describe('The number in the journal'),
        digest: z.string().optional(),
        suspicious: z
          .array(z.object({ kind: z.enum(SUSPICION_KINDS), reason: z.string() }))
          .optional()
          .describe('Why the step may explain a failure'),
        redacted: z.literal(true).optional().describe('The trace leaves out a secret that the step needs'),
        differs: z
          .literal(true)
          .optional()
          .describe('The step had a different result when the trace was written'),
        request: z
          .object({
            method: z.string(),
            url: z.string(),
            address: z.string().optional(),
            scheme: z.string().optional(),
            headers,
            body: z.string().optional(),
            decodedFrom: z.string().optional(),
            decodesTooLarge: z.literal(true).optional(),
          })
          .optional(),
        answer: z
          .object({ status: count, headers, body: z.string(), delivery: record.optional() })
          .optional()
          .describe('The response'),
        assumptions: z.array(z.string()).optional(),
        transitions: z
          .array(z.object({ machine: z.string(), from: z.string(), event: z.string(), to: z.string() }))
          .optional(),
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
  'list-operations': listed(operation),
  'list-assumptions': listed(assumption),
  'list-presets': listed(
    z.object({
      name: z.string(),
      description: z.string(),
      alternatives: z.record(z.string(), z.string()).describe('Values by the number of the assumption'),
    }),
  ),
  'list-machines': listed(machine),
  explore: explored,
  run,
  report: reportSchema().extend({
    problems: z.array(z.string()).describe('The thresholds that are exceeded, one sentence each'),
  }),
  replay,
  show: shownTrace,
  validate: listed(z.object({ file: z.string(), valid: z.boolean(), problems: z.array(problem) })),
} as const satisfies Readonly<Record<string, z.ZodType>>

export type OutputName = keyof typeof outputSchemas
