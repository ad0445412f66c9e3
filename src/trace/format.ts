/** The format of trace files: gzip of this JSON. */
import * as z from 'zod'
import { FAILED_RUN_LIMITS, type FailedRun } from '../simulator/past/failed-run.ts'
import { CLOCK_MODES } from '../world/time/clock-state.ts'
import { once } from '../world/once.ts'

export const TRACE_FORMAT = 'reqsim.trace'
/** Increased when earlier releases cannot read the format. Version 1 has no `failure`. */
export const TRACE_VERSION = 2
/** The versions that this release opens. */
export const READ_VERSIONS = [1, TRACE_VERSION] as const

const instant = () => z.iso.datetime().describe('A virtual instant, ISO 8601 in UTC.')
const text = (description: string) => z.string().describe(description)
/** As large as names of past worlds can have it. */
const stepNumber = () => z.int().min(0).max(999_999_999)

const request = () =>
  z.strictObject({
    method: text('The HTTP method.'),
    url: text('The URL as the simulator got it.'),
    address: text('The URL that the client used, if it is another one.').optional(),
    scheme: z.enum(['http', 'https']).optional(),
    headers: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .describe(
        'Headers by lower-case name. A credential is `{token:eu:12}` (its id), `{session:eu:2}` or `{password:eu:2}` (the id of the user) in place of its value.',
      ),
    body: text('The body; absent if there is none.').optional(),
    encoding: z
      .enum(['utf-8', 'base64'])
      .describe('How the body is written, if it was sent as bytes.')
      .optional(),
    decodedFrom: text('The content codings with which the body was sent, such as gzip.').optional(),
    decodesTooLarge: z.literal(true).describe('The body is too large when it is decoded.').optional(),
  })

const timeline = () =>
  z
    .record(z.string(), z.unknown())
    .describe('How far the timeline of the scenario has come after the step.')
    .optional()

const common = () => ({
  at: instant().describe('The virtual time before the step.'),
  digest: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe('The digest of the response and of what the step changed, when it is computed from this file.'),
  redacted: z
    .literal(true)
    .describe(
      'The response or the changes were different in the run, because of a value that this file leaves out.',
    )
    .optional(),
  timeline: timeline(),
})

const failure = () => {
  const maximum = FAILED_RUN_LIMITS
  return z
    .strictObject({
      runner: text('What ran it, such as `vitest`.').max(maximum.runner).optional(),
      title: text('The title of the test with its suites, or the command.').max(maximum.title).optional(),
      file: text('The file of the test, from the root of the project.').max(maximum.file).optional(),
      error: text('The message of the error.').max(maximum.error),
      thrownAt: text('The line that threw, as `file:line:column`.').max(maximum.thrownAt).optional(),
      exitCode: z.int().min(0).describe('Of a command.').optional(),
      output: text('The end of what a command printed.').max(maximum.output).optional(),
    })
    .describe('Why the run failed; absent if it did not, or if that is not known.')
    .optional()
}

export const traceSchema = once(() =>
  z
    .strictObject({
      format: z.literal(TRACE_FORMAT),
      version: z.literal(READ_VERSIONS),
      reqsim: text('The version of the package that wrote the file.'),
      scenario: z
        .strictObject({
          name: text('The name of the scenario.'),
          seed: text('The seed of the world.'),
          hash: text('The SHA-256 of the resolved scenario with its credentials, in hexadecimal.'),
          resolved: z
            .record(z.string(), z.unknown())
            .describe(
              'The scenario with all that it extends and with its configuration, without credentials.',
            ),
        })
        .describe('What the world was built from.'),
      descriptions: z
        .array(z.string())
        .describe(
          'The interfaces for which an OpenAPI description was loaded. The file does not contain it.',
        ),
      begin: z
        .strictObject({
          step: stepNumber().describe('The number of steps before the first one of the file.'),
          world: z
            .record(z.string(), z.unknown())
            .describe('The world before the first step, if it is not the one of the scenario.')
            .optional(),
        })
        .describe('Where the steps begin.'),
      failure: failure(),
      steps: z.array(
        z.discriminatedUnion('kind', [
          z.strictObject({
            kind: z.literal('exchange'),
            ...common(),
            request: request(),
            world: text('The name of the world, if it is not `default`.').optional(),
            as: text('The user whom the adapter signed in.').optional(),
          }),
          z.strictObject({ kind: z.literal('control'), ...common(), request: request() }),
          z.strictObject({
            kind: z.literal('clock'),
            ...common(),
            to: instant().describe('The time to which the clock moved.').optional(),
            mode: z.enum(CLOCK_MODES).optional(),
            speed: z.number().positive().optional(),
          }),
          z.strictObject({
            kind: z.literal('restore'),
            ...common(),
            step: stepNumber().describe('The step after which the snapshot was taken.'),
            now: instant().describe('The time of the snapshot.'),
          }),
          z.strictObject({ kind: z.literal('timeline'), ...common() }),
        ]),
      ),
    })
    .describe('A trace of a world of reqsim: what it began with, and every input in its order.'),
)

export type TraceDocument = Omit<z.infer<ReturnType<typeof traceSchema>>, 'failure'> & {
  readonly failure?: FailedRun | undefined
}
export type TraceDocumentStep = TraceDocument['steps'][number]
export type TraceRequest = z.infer<ReturnType<typeof request>>
