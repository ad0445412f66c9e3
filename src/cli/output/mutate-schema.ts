/** The shape of what `reqsim mutate --json` prints. */
import * as z from 'zod'
import {
  MUTATION_KINDS,
  type MutationGroup,
  type MutationKind,
} from '../../scenario/format/mutation-kinds.ts'

const GROUPS = Object.keys(MUTATION_KINDS) as [MutationGroup, ...MutationGroup[]]
const KINDS = Object.values(MUTATION_KINDS).flat() as [MutationKind, ...MutationKind[]]

const count = z.number().int().min(0)
const score = z
  .number()
  .min(0)
  .max(100)
  .nullable()
  .describe('The percentage of reached mutants that were killed or timed out; null if none was reached')
const counts = { killed: count, timeout: count, survived: count, notReached: count, score }

const mutant = z.object({
  id: z.string(),
  place: z.string().describe('The operation, job, queue, rate class or credential that it changes'),
  group: z.enum(GROUPS),
  kind: z.enum(KINDS),
  sentence: z.string().describe('What the service did wrong, in the past tense'),
  hint: z.string().describe('What a test has to look at to notice it'),
  field: z.string().optional().describe('The field of the response that it changes'),
  status: z.enum(['killed', 'timeout', 'survived', 'not-reached']),
  killedBy: z.string().optional().describe('The test that failed, or the command'),
  coveredBy: z.array(z.string()).describe('The tests that reached it, or the command'),
  message: z.string().optional().describe('The error of the test, or why there is no better result'),
  kept: z.literal(true).optional().describe('The result is that of the file of --since'),
})

export const mutationReportSchema = z.object({
  command: z.string(),
  scenario: z.string(),
  seed: z.string().describe('The seed of the order'),
  ended: z.enum(['all', 'budget', 'interrupted']).describe('Why no further mutant was tried'),
  tests: count.describe('The number of tests; 1 if they are not known'),
  used: z
    .array(z.string())
    .describe('The operations that the tests call, and the jobs that these begin, such as `job:freeze`'),
  ...counts,
  left: count.describe('The number of mutants that were not tried'),
  places: z.array(z.object({ place: z.string(), ...counts })),
  groups: z.array(z.object({ group: z.enum(GROUPS), ...counts })),
  mutants: z.array(mutant).describe('In the order in which they were tried'),
})

export type MutationReport = z.output<typeof mutationReportSchema>
export type ReportedMutant = z.output<typeof mutant>
