/** Verification over HTTP: whether a client made the calls that it should. */
import * as z from 'zod'
import { EXPECTATION_CRITERIA } from '../../gateway/journal/call-criteria.ts'
import type { Expectation } from '../../gateway/journal/expectation.ts'
import { controlRoute, lazily, routesOf } from '../route.ts'
import { namedWorld } from './journal.ts'

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
    method: 'POST',
    path: '/verify',
    summary: 'Whether calls were made as expected',
    details:
      'Looks at what the journal keeps. Calls that a fault struck count, as they were made. Answers 200 either way; `ok` says which.',
    body: {
      shape: expectationShape,
      example: {
        operation: 'standalone.application.list',
        query: { organizationId: 1 },
        user: 'alice',
        times: 1,
      },
    },
    answer:
      '`{ok, count, faulted, message, nearest [{number, id, world, method, url, operation, user, status, faulted, differences}]}`; where calls are missing, `nearest` lists those that came nearest and in what they differ. 400 for an expectation that no call could meet, as one of an unknown operation.',
    handle: ({ body }, context) => {
      const expectation = body as Expectation
      return context.host.verify({ ...expectation, world: expectation.world ?? namedWorld(context) })
    },
  }),
])
