/** The past of a world: its steps, and the states between them. */
import { boolean, int32, oneOf, string } from '../../api/framework/parameter.ts'
import { notFound } from '../../model/errors.ts'
import type { Past } from '../../simulator/past/past.ts'
import { describeStep, detailsOfStep } from '../../simulator/past/step-description.ts'
import { addDigests } from '../../simulator/past/step-digest.ts'
import { parsePastName } from '../../world/world-name.ts'
import { compareStates } from '../differences.ts'
import { stepDetailsResponse, stepDifferenceResponse, stepListResponse } from '../responses/past.ts'
import { type ControlContext, controlRoute, paging, RawResponse, routesOf } from '../route.ts'

const stepParameter = (description: string, example: string, minimum = 0) =>
  int32({ required: true, minimum, description, example })

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
    answer: 'Credentials are left out. A past world has the steps up to it.',
    handle: ({ query }, context) => {
      const { past, last } = pastOf(context)
      const { offset, limit, order } = query
      const total = past.last === past.first ? 0 : last - past.first
      const begin = order === 'newest' ? Math.max(0, total - offset - limit) : Math.min(offset, total)
      const end = order === 'newest' ? Math.max(0, total - offset) : Math.min(total, offset + limit)
      if (query.digests === true) addDigests(past, past.first + begin + 1, past.first + end)
      const page = [...past.steps(last)].slice(begin, end).map(([number, step]) => describeStep(number, step))
      return { items: order === 'newest' ? page.toReversed() : page, total, first: past.first, last }
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
    answer: 'Credentials are left out.',
    refusals: { 404: 'The world has no such step, or has dropped it.' },
    handle: ({ path }, context) => {
      const { past } = pastOf(context)
      const number = path.step
      const step = past.step(number)
      addDigests(past, number, number)
      return detailsOfStep(number, step)
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
    answer: 'As `GET /snapshots/{id}/diff/{other}` returns it.',
    refusals: { 404: 'The world has no such step, or has dropped it.' },
    handle: ({ path, query }, context) => {
      const { past } = pastOf(context)
      const before = past.worldAt(path.step).snapshot()
      const after = past.worldAt(path.other)
      return compareStates(after.schema, [before, after.snapshot()], query)
    },
  }),
  controlRoute({
    id: 'getTrace',
    method: 'GET',
    path: '/trace',
    summary: 'Get a trace of the addressed world, a file that `reqsim show` opens at any step',
    details: 'The trace of a past world ends with its step. A trace contains no credentials.',
    otherTypes: ['application/gzip'],
    answer: 'The bytes of the file.',
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
])

/** The past of the addressed world, and its last step to be shown. Throws a Refusal (NOT_FOUND). */
function pastOf({ host, world, worldName }: ControlContext): { readonly past: Past; readonly last: number } {
  // Creates a world that is not in use yet, and moves a live clock.
  world()
  const pastWorld = parsePastName(worldName)
  const past = host.worlds.past(pastWorld?.world ?? worldName)
  if (past === undefined) throw notFound('world', worldName)
  return { past, last: pastWorld?.step ?? past.last }
}
