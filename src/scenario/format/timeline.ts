/** The timeline of a scenario file: each step does one thing, which its verb names. */
import * as z from 'zod'
import { A_DURATION } from '../../world/time/duration.ts'
import { faultSchema } from './faults.ts'
import {
  givenName,
  list,
  MAXIMUM_TEXT,
  name,
  nameOrId,
  page,
  scalar,
  space,
  text,
  propertyName,
} from './parts.ts'

/** A timeline, and the steps of a fork, have at most so many steps. */
const MAXIMUM_STEPS = 10_000
/** The maximum number of tries of a call that waits, and its default duration. */
const MAXIMUM_TRIES = 10_000
export const DEFAULT_TRIES = 1000
export const DEFAULT_WAIT = '1d'

const DURATION_RULE = `must be ${A_DURATION}`
const duration = (what: string) =>
  z
    .string(DURATION_RULE)
    .min(1, DURATION_RULE)
    .max(40, DURATION_RULE)
    .describe(`${what}: a duration such as 3m`)
const jsonPath = z.string().min(1).max(1000)

/** The state machines; spelled out so that reading a scenario does not load them. */
export const MACHINE_NAMES = [
  'requirement',
  'baseline',
  'queue-message',
  'application-link-mode',
  'bulk-job',
  'import-job',
  'excel-attachment',
  'link-request',
  'invitation',
  'account-link',
] as const

/** What the stage of the console shows of a step, besides what it changes. */
export const stageView = z
  .strictObject({
    response: list(
      jsonPath,
      'JSON paths of the response to mark, besides the values that the step expects and saves',
    ).optional(),
    changes: list(
      z.string().min(1).max(100),
      'The tables whose changes matter; changes of other tables are only counted',
    ).optional(),
    machine: z
      .enum(MACHINE_NAMES)
      .describe('The state machine to draw; by default, the one that moved')
      .optional(),
    record: z
      .record(z.string().min(1).max(100), scalar)
      .describe('Fields of the record whose state is highlighted, such as { number: 2 }')
      .optional(),
    queue: z.boolean().describe('Whether to draw the queues; by default, if they changed').optional(),
  })
  .describe('What the stage of the console shows of this step')

const common = {
  step: name('The name of the step, unique in the timeline').optional(),
  heading: text('A heading for the audience').optional(),
  note: text('What happens, for the audience').optional(),
  show: stageView.optional(),
}
const as = name('The user who does it, by the name to sign in with')
const region = z.enum(['eu', 'us']).describe('The region; eu where absent').optional()

const statusWanted = z.union(
  [
    z.int().min(100).max(599),
    z.string().regex(/^(?:[1-5]xx|[1-5]\d\d)$/, { error: 'must be a status such as 200 or 2xx' }),
  ],
  { error: 'must be a status such as 200 or 2xx' },
)

/** What a call expects of its response. */
export const expectation = z
  .strictObject({
    status: z
      .union([statusWanted, z.array(statusWanted).min(1).max(100)], {
        error: 'must be a status such as 200 or 2xx, or a list of them',
      })
      .describe('The status; anything below 400 where absent')
      .optional(),
    headers: z
      .record(
        z.string().max(100),
        z.union(
          [
            z.string().max(8192),
            z.strictObject({
              matches: z.string().max(8192).describe('Text in which * and % stand for any characters'),
            }),
            z.strictObject({ absent: z.literal(true).describe('The header must not be there') }),
          ],
          { error: 'must be text, {matches: text with *}, or {absent: true}' },
        ),
      )
      .describe('Headers: the value, or {matches} with * for any characters')
      .optional(),
    body: z
      .unknown()
      .describe(
        'The body. A map wants the fields that it gives, a list as many items in their places; a map in place of a list, text or number compares: {contains}, {length}, {matches}, {atLeast}, {atMost}',
      )
      .optional(),
    path: z
      .record(jsonPath, z.unknown())
      .describe('Values by JSON path, such as $.items[0].key; a path that leads to several wants a list')
      .optional(),
    absent: list(jsonPath, 'JSON paths that must lead nowhere').optional(),
    dropped: z.boolean().describe('The connection ends without an answer').optional(),
    truncated: z
      .boolean()
      .describe('The connection ends within the body, which is then the text that arrived')
      .optional(),
  })
  .describe('The expected response')

const until = z
  .strictObject({
    every: duration(
      'How far the clock moves before each further call, to the next job where absent',
    ).optional(),
    atMost: duration(`How much virtual time may pass, ${DEFAULT_WAIT} where absent`).optional(),
    tries: z
      .int()
      .min(1)
      .max(MAXIMUM_TRIES)
      .describe(`How often to call at most; ${DEFAULT_TRIES} where absent`)
      .optional(),
  })
  .describe('Calls again, moving the clock, until the answer is as expected')

const callStep = z
  .strictObject({
    ...common,
    call: z
      .string()
      .min(1)
      .max(16_384)
      .describe('Method and path on the one port: GET /api/applications/101'),
    as: as.optional(),
    token: z.string().min(1).max(1000).describe('A token to call with, in place of a user').optional(),
    headers: z
      .record(z.string().min(1).max(100), z.string().max(8192))
      .describe('Headers to send besides those of the user')
      .optional(),
    body: z.unknown().describe('The body: text as it is, anything else as JSON').optional(),
    expect: expectation.optional(),
    save: z
      .record(z.string().max(100), jsonPath)
      .describe('Names for values of the answer, each by its JSON path; later steps write them as ${name}')
      .optional(),
    until: until.optional(),
  })
  .meta({ id: 'callStep', description: 'Calls an operation of the service, or the control API below /_sim' })

const advanceStep = z
  .strictObject({
    ...common,
    advance: z
      .union(
        [
          duration('How far'),
          z.strictObject({ to: z.string().min(1).max(40).describe('An instant with a zone, or a date') }),
          z.strictObject({ jobs: z.int().min(1).max(1_000_000).describe('The next so many pending jobs') }),
        ],
        { error: `must be {to: instant}, {jobs: number}, or ${A_DURATION}` },
      )
      .describe('A duration such as 3m, {to: instant}, or {jobs: number}'),
  })
  .meta({ id: 'advanceStep', description: 'Moves the clock forward; what is due on the way happens' })

const pageReference = z
  .union([page, z.string().min(1).max(255)])
  .describe('The page, by its title or its page id')

const defined = z.strictObject({
  key: name('The key'),
  html: text('What it says, as HTML').optional(),
  properties: z
    .record(
      propertyName('The name of the property'),
      z.union([scalar, z.array(z.string().max(MAXIMUM_TEXT))]),
    )
    .describe('Inline properties')
    .optional(),
  dependencies: list(
    z.strictObject({
      relationship: givenName('The relationship; Dependency where absent').optional(),
      key: name('The key of the parent'),
      spaceKey: name('The space of the parent; that of the page where absent').optional(),
    }),
    'The requirements that it depends on',
  ).optional(),
})

const editStep = z
  .strictObject({
    ...common,
    as: as.optional(),
    edit: z
      .strictObject({
        page: pageReference,
        space: space.describe('The space of the page, where several pages have its title').optional(),
        region,
        title: name('The new title').optional(),
        define: list(defined, 'Requirements to define or redefine, by key').optional(),
        undefine: list(name('A key'), 'Keys to define no longer').optional(),
        content: list(defined, 'In place of both: all that the page defines').optional(),
        links: list(
          z.strictObject({ spaceKey: name('The space'), key: name('The key') }),
          'The requirements that the page mentions; replaces all',
        ).optional(),
      })
      .describe('The page and what changes'),
  })
  .meta({ id: 'editStep', description: 'Saves changes of a page, as its author does in the wiki' })

const viewStep = z
  .strictObject({
    ...common,
    as: as.optional(),
    view: z
      .strictObject({
        page: pageReference,
        space: space.describe('The space of the page, where several pages have its title').optional(),
        region,
      })
      .describe('The page'),
  })
  .meta({ id: 'viewStep', description: 'Views a page, which gathers the texts that are waiting to be' })

const faultStep = z
  .strictObject({
    ...common,
    fault: z
      .union(
        [
          faultSchema,
          z.strictObject({
            remove: nameOrId('A fault', 'the name of the step that gave it, or its number'),
          }),
          z.strictObject({ clear: z.literal(true).describe('Takes every fault out') }),
        ],
        { error: 'must be a fault, {remove: step or number}, or {clear: true}' },
      )
      .describe('A fault from here on, {remove: step or number}, or {clear: true}'),
  })
  .meta({ id: 'faultStep', description: 'Makes something fail from here on, or work again' })

const plainSteps = [callStep, advanceStep, editStep, viewStep, faultStep] as const
const NEEDS_A_VERB = 'must be a step with a verb: call, advance, edit, view, fault or fork'
const plainStep = z.union(plainSteps, { error: NEEDS_A_VERB })

const forkStep = z
  .strictObject({
    ...common,
    fork: z
      .strictObject({
        steps: z
          .array(plainStep)
          .min(1)
          .max(MAXIMUM_STEPS)
          .describe('The steps; a fork cannot contain a fork'),
      })
      .describe('The steps'),
  })
  .meta({ id: 'forkStep', description: 'Runs steps in a copy of the world, which is thrown away after them' })

/** The schema of each verb's step. */
export const stepSchemas = {
  call: callStep,
  advance: advanceStep,
  edit: editStep,
  view: viewStep,
  fault: faultStep,
  fork: forkStep,
} as const
export type Verb = keyof typeof stepSchemas

export const timeline = z
  .array(z.union([...plainSteps, forkStep], { error: NEEDS_A_VERB }))
  .max(MAXIMUM_STEPS)
  .describe('What happens, step by step; run by reqsim run. It belongs to this file and is not extended')

export type StageView = z.infer<typeof stageView>
export type ExpectationInput = z.infer<typeof expectation>
export type CallStep = z.infer<typeof callStep>
export type AdvanceStep = z.infer<typeof advanceStep>
export type EditStep = z.infer<typeof editStep>
export type ViewStep = z.infer<typeof viewStep>
export type FaultStep = z.infer<typeof faultStep>
export type ForkStep = z.infer<typeof forkStep>
export type PlainStep = z.infer<typeof plainStep>
export type TimelineStep = PlainStep | ForkStep
