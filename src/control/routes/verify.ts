/** Verification over HTTP: whether a client made the calls that it should. */
import * as z from 'zod'
import type { Expectation } from '../../gateway/journal/expectation.ts'
import { once } from '../../world/once.ts'
import { controlRoute, routesOf } from '../route.ts'
import { CRITERIA, namedWorld } from './journal.ts'
import { verificationResponse } from '../responses/journal.ts'

/** A field as the reference page shows it; the simulator checks its value, as it does for the library. */
const field = (description: string, schema: object) =>
  z
    .unknown()
    .optional()
    .meta({ ...schema, description })
const text = (description: string) => field(description, { type: 'string' })
const whole = (description: string) => field(description, { type: 'integer' })

const expectationShape = once(() =>
  z.looseObject({
    operation: text('The id of an operation; or else `path`.'),
    method: text(CRITERIA.method),
    path: text(
      'On the one port, or below the address of an interface; `{name}` stands for any one segment. It is one of an operation, unless `status` is 4xx.',
    ),
    query: field('Parameters that were sent; a list for one that is repeated.', {
      type: 'object',
      additionalProperties: true,
    }),
    body: field('What the body held: of an object at least these fields, of a list exactly these items.', {}),
    headers: field('Headers of the request; credentials are not kept, `user` says whose call it was.', {
      type: 'object',
      additionalProperties: { type: 'string' },
    }),
    user: text(CRITERIA.user),
    world: text(CRITERIA.world),
    status: field(CRITERIA.status, { anyOf: [{ type: 'integer' }, { type: 'string' }] }),
    changed: field(
      '`true`: only calls that changed records of the world, whatever the caller saw; `false`: only the rest.',
      { type: 'boolean' },
    ),
    times: whole('Exactly so many calls.'),
    atLeast: whole('At least so many; 1 when no number is given.'),
    atMost: whole('At most so many.'),
  } satisfies Readonly<Record<keyof Expectation, z.ZodType>>),
)

export const verifyRoutes = routesOf('Journal', [
  controlRoute({
    id: 'verifyCalls',
    method: 'POST',
    path: '/verify',
    reads: true,
    summary: 'Verify that calls were made',
    details:
      'Checks the exchanges in the journal, including those that a fault affected. The status is 200 in both cases; `ok` is the result.',
    body: {
      shape: expectationShape,
      example: {
        operation: 'standalone.application.list',
        query: { organizationId: 1 },
        user: 'alice',
        times: 1,
      },
    },
    returns: verificationResponse,
    responseNote: 'If calls are missing, `nearest` lists the most similar calls and how they differ.',
    refusals: {
      400: 'The expectation is wrong, or no call could meet it, such as one with an unknown operation.',
      409: 'The journal is off.',
    },
    handle: ({ body }, context) => {
      const expectation = body as unknown as Expectation
      return context.host.verify({ ...expectation, world: expectation.world ?? namedWorld(context) })
    },
  }),
])
