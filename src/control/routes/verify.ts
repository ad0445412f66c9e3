/** Verification over HTTP: whether a client made the calls that it should. */
import * as z from 'zod'
import { EXPECTATION_CRITERIA } from '../../gateway/journal/call-criteria.ts'
import type { Expectation } from '../../gateway/journal/expectation.ts'
import { controlRoute, lazily, routesOf } from '../route.ts'
import { namedWorld } from './journal.ts'
import { verificationResponse } from '../responses/journal.ts'

/** The fields as the reference page shows them; the simulator checks their values, as it does for the library. */
const expectationShape = lazily(() =>
  z.looseObject(
    Object.fromEntries(
      Object.entries(EXPECTATION_CRITERIA).map(([name, { schema, description }]) => [
        name,
        z
          .unknown()
          .optional()
          .meta({ ...schema, description }),
      ]),
    ),
  ),
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
