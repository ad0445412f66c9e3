/** The past of a world: its steps, the states between them, and traces. */
import * as z from 'zod'
import { boolean, int32, oneOf, string } from '../../api/framework/parameter.ts'
import { notFound } from '../../model/input/errors.ts'
import type { Past } from '../../simulator/past/past.ts'
import { describeStep, detailsOfStep } from '../../simulator/past/step-description.ts'
import { lastExchange, suspicionsOf } from '../../simulator/past/suspicious.ts'
import { addDigests } from '../../simulator/past/step-digest.ts'
import { parsePastName } from '../../world/world-name.ts'
import { once } from '../../world/once.ts'
import { compareStates } from '../differences.ts'
import { changedWorldResponse } from '../responses/worlds.ts'
import { describeClock } from './clock.ts'
import {
  openedTraceResponse,
  stepDetailsResponse,
  stepDifferenceResponse,
  stepListResponse,
} from '../responses/past.ts'
import { MAXIMUM_SENT_TRACE_BYTES } from '../limits.ts'
import { type ControlContext, controlRoute, paging, RawResponse, routesOf } from '../route.ts'

const stepParameter = (description: string, example: string, minimum = 0) =>
  int32({ required: true, minimum, description, example })

const nothingShape = once(() => z.strictObject({}))

const openTraceShape = once(() =>
  z.strictObject({
    trace: z.base64().min(1).describe('The bytes of the file, as base64.'),
    name: z
      .string()
      .describe('The name of the new world; `trace`, or `trace-2` and so on, when absent.')
      .optional(),
  }),
)

/** A trace of a failed run of the scenario `empty`, in which only the clock moved. */
const EXAMPLE_TRACE = [
  'H4sIAAAAAAACA7VU207bQBD9FWufTVg7N+I3RKnaCgWJgiqB8rC2x/HKzq67uyaFKP/eGV+SFMxLJaREsud6zsz47FimzUY4FjED',
  'v63cjJwRCTCfPYOxUisWhX7nwhg+CkccnTYBJYzULNoxJTaALthU7oVcACm+BviYC5vj43Q+CaZ8dsE5z+I0Cfg4mYsFjC94GEM8',
  'T2ezSQqQiWTMA7FYhCGkYpJO0pgH4xggxEoGrC6fqfC7finYxMjKNVjZrQJPm7VQ8lWQydtKl3vSWc9KB9YTKsW/J9KNVNIiV6eN',
  '31iVdrlUa08qz+WwOTAJfJaUOimotXXC0KhCHs7OeHDGp/d8EXGOv0e2x0CtMrmmSGFtjQARgcXXPfq22pQN/lN46HzaMdm26Ygt',
  'tXH5ViKkOx1rJxPL9iuf1RYXMhDeUEG0FbbEHjT7Xf8cQR0Fe3S+73lqGW6KU9flscN+RSiaKR5R8COOrSwk5jjpmqRjwV+d46Ui',
  '+9Xt8uvNw/Xy6hptsbDwYEo0585VNjo/pyoj1eeOsJlrbG84fITYQpl909bR4pypwW/B95sm5B2d1d7vOeCBdxzo9gswgzTuj76W',
  'yY/vd5eDHLoqb2h8JoPxcQvaFLbCL5hqDeziH3fL4+f95fLL5c3t8oONHFL+hxDdjEgSXSt3I1XRng6d8snl0k31B0Scht39bqii',
  '0wV0d/wmuBtDinJSlwTxWZQ1WXZNTvdBNJcMlvRtsMohqQs6pOF3vAYFuAp0P63ouz7RH6qFlWNYY5VGLqBiEcegTMiyNpizOywl',
  'MwCvqEhaNXILxmiCAH8qSHD73oQvPKe9GLyQcxIXqtaiLXDEGNrKEk3jvSQFKEkjFNxH9DfqPiBZvT+Va1onTi0V4zjmWYrinEyn',
  'cyL8F2biruQhBgAA',
].join('')

export const pastRoutes = routesOf('Past', [
  controlRoute({
    id: 'listSteps',
    method: 'GET',
    path: '/past',
    summary: 'List the steps of the addressed world',
    details:
      'A step is what changed the world: an exchange, a request to the control API, a clock move or a restored snapshot. A reset starts the list anew. All worlds together keep a limited number of steps.',
    query: {
      ...paging,
      order: oneOf(['oldest', 'newest'], {
        description: '`newest` lists the latest first; `oldest` when absent.',
      }),
      digests: boolean({
        description: '`true` computes the digests of the listed steps, which runs their requests again.',
      }),
    },
    returns: stepListResponse,
    responseNote:
      'Credentials are left out. A past world has the steps up to it. A world that was opened from a trace has the failure of its run.',
    handle: ({ query }, context) => {
      const { past, last } = pastOf(context)
      const { offset, limit, order } = query
      const total = past.last === past.first ? 0 : last - past.first
      const begin = order === 'newest' ? Math.max(0, total - offset - limit) : Math.min(offset, total)
      const end = order === 'newest' ? Math.max(0, total - offset) : Math.min(total, offset + limit)
      if (query.digests === true) addDigests(past, past.first + begin + 1, past.first + end)
      const steps = [...past.steps(last)]
      const [earliest, latest] = [past.first + begin + 1, past.first + end]
      const suspicions =
        begin === end ? undefined : suspicionsOf(steps, (number) => number >= earliest && number <= latest)
      const page = steps.slice(begin, end).map(([number, step]) => describeStep(number, step, suspicions))
      const final = past.failure === undefined ? undefined : lastExchange(steps)
      return {
        items: order === 'newest' ? page.toReversed() : page,
        total,
        first: past.first,
        last,
        ...(past.failure === undefined ? {} : { failure: past.failure }),
        ...(final === undefined ? {} : { lastExchange: final }),
      }
    },
  }),
  controlRoute({
    id: 'getStep',
    method: 'GET',
    path: '/past/{step}',
    summary: 'Get a step of the addressed world with its request and response',
    pathParameters: { step: stepParameter('The number of the step.', '1', 1) },
    exampleAfter: [{ route: 'advanceClock' }],
    returns: stepDetailsResponse,
    responseNote: 'Credentials are left out.',
    refusals: { 404: 'The world has no such step, or has dropped it.' },
    handle: ({ path }, context) => {
      const { past } = pastOf(context)
      const number = path.step
      const step = past.step(number)
      addDigests(past, number, number)
      return detailsOfStep(
        number,
        step,
        suspicionsOf(past.steps(), (each) => each === number),
      )
    },
  }),
  controlRoute({
    id: 'compareSteps',
    method: 'GET',
    path: '/past/{step}/diff/{other}',
    summary: 'Compare the states after two steps of the addressed world',
    pathParameters: {
      step: stepParameter('The number of a step; 0 for the beginning.', '0'),
      other: stepParameter('The number of another step.', '1'),
    },
    query: { ...paging, table: string({ description: 'Only records of this table.' }) },
    exampleAfter: [{ route: 'advanceClock' }],
    returns: stepDifferenceResponse,
    responseNote: 'As `GET /snapshots/{id}/diff/{other}` returns it.',
    refusals: { 404: 'The world has no such step, or has dropped it.' },
    handle: ({ path, query }, context) => {
      const { past } = pastOf(context)
      const before = past.worldAt(path.step).snapshot()
      const after = past.worldAt(path.other)
      return compareStates(after.schema, [before, after.snapshot()], query)
    },
  }),
  controlRoute({
    id: 'restoreStep',
    method: 'POST',
    path: '/past/{step}/restore',
    summary: 'Take the addressed world back to the state after a step',
    details: 'It takes the clock back too. The restore is a new step; earlier steps stay.',
    pathParameters: { step: stepParameter('The number of a step; 0 for the beginning.', '0') },
    body: { optional: true, shape: nothingShape, example: {} },
    exampleAfter: [{ route: 'advanceClock' }],
    returns: changedWorldResponse,
    refusals: { 404: 'The world has no such step, or has dropped it.' },
    handle: ({ path }, context) => {
      const { host, world, worldName } = context
      const { past } = pastOf(context)
      const snapshot = past.worldAt(path.step).snapshot()
      past.mark(snapshot, path.step)
      host.worlds.restore(worldName, snapshot)
      return { world: worldName, clock: describeClock(world()) }
    },
  }),
  controlRoute({
    id: 'getTrace',
    method: 'GET',
    path: '/trace',
    summary: 'Get a trace of the addressed world, a file that `reqsim show` opens at any step',
    details: 'The trace of a past world ends with its step. A trace contains no credentials.',
    otherTypes: ['application/gzip'],
    responseNote: 'The bytes of the file.',
    refusals: { 409: 'The simulator keeps no past.' },
    handle: async (_input, context) => {
      const { past, last } = pastOf(context)
      const body = await context.host.trace(last === past.last ? past : past.forkAt(last).past)
      const name = `${context.worldName}.trace`
      return new RawResponse({
        headers: {
          'Content-Type': 'application/gzip',
          'Content-Disposition': `attachment; filename="${name}"`,
        },
        body,
      })
    },
  }),
  controlRoute({
    id: 'openTrace',
    method: 'POST',
    path: '/trace',
    summary: 'Open a trace as a further world, at any step',
    details:
      'Computes the steps of the trace again. The clock of the new world stands still, and the report does not count its requests.',
    body: {
      shape: openTraceShape,
      example: { trace: EXAMPLE_TRACE, name: 'failed' },
      maximumBytes: MAXIMUM_SENT_TRACE_BYTES,
    },
    status: 201,
    worldless: true,
    returns: openedTraceResponse,
    refusals: {
      400: 'The bytes are no trace, or it has more steps than a running simulator opens.',
      409: 'The name is in use, or the simulator has its maximum of worlds.',
    },
    handle: ({ body }, { host }) =>
      host.openTrace(
        Uint8Array.from(atob(body.trace), (unit) => unit.charCodeAt(0)),
        body.name,
      ),
  }),
])

/** The past of the addressed world, and its last step to be shown. Throws a Refusal (NOT_FOUND). */
export function pastOf({ host, world, worldName }: ControlContext): {
  readonly past: Past
  readonly last: number
} {
  // Creates a world that is not in use yet, and moves a live clock.
  world()
  const pastWorld = parsePastName(worldName)
  const past = host.worlds.past(pastWorld?.world ?? worldName)
  if (past === undefined) throw notFound('world', worldName)
  return { past, last: pastWorld?.step ?? past.last }
}
