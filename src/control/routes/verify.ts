/** Verification over HTTP: whether a client made the calls that it should. */
import * as z from 'zod'
import { controlRoute, lazily } from '../route.ts'
import { namedWorld } from './journal.ts'

const scalar = lazily(() => z.union([z.string(), z.number(), z.boolean()]))
const calls = (description: string) => z.int().min(0).max(1_000_000).optional().describe(description)

const expectationShape = lazily(() =>
  z.strictObject({
    operation: z.string().max(200).optional().describe('The id of an operation; or else `path`.'),
    method: z.string().max(20).optional().describe('The method of the request.'),
    path: z
      .string()
      .max(2000)
      .optional()
      .describe(
        'On the one port, or below the address of an interface; `{name}` stands for any one segment.',
      ),
    query: z
      .record(z.string(), z.union([scalar(), z.array(scalar())]))
      .optional()
      .describe('Parameters that were sent; a list for one that is repeated.'),
    body: z
      .unknown()
      .optional()
      .describe('What the body held: of an object at least these fields, of a list exactly these items.'),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .describe('Headers of the request; credentials are not kept, `user` says whose call it was.'),
    user: z.string().max(200).optional().describe('Who called.'),
    world: z
      .string()
      .max(100)
      .optional()
      .describe(
        'Only exchanges with this world; without it those with the world of `X-Sim-World`, or of all.',
      ),
    status: z
      .union([z.int(), z.string().regex(/^(?:\d{1,3}|\dxx)$/i)])
      .optional()
      .describe('The status of the answer, or a class of them: `2xx`.'),
    times: calls('Exactly so many calls.'),
    atLeast: calls('At least so many; 1 when no number is given.'),
    atMost: calls('At most so many.'),
  }),
)

export const verifyRoutes = [
  controlRoute({
    method: 'POST',
    path: '/verify',
    group: 'Journal',
    summary: 'Whether calls were made as expected',
    details:
      'Looks at what the journal keeps. Calls that a fault struck count, as they were made. Answers 200 either way; `ok` says which.',
    pathParameters: {},
    query: {},
    body: {
      required: true,
      shape: expectationShape,
      example: {
        operation: 'standalone.application.list',
        query: { organizationId: 1 },
        user: 'alice',
        times: 1,
      },
    },
    status: 200,
    answer:
      '`{ok, count, faulted, message, nearest [{number, id, world, method, url, operation, user, status, faulted, differences}]}`; where calls are missing, `nearest` lists those that came nearest and in what they differ. 400 for an unknown operation.',
    handle: ({ body }, context) => context.host.verify({ ...body, world: body.world ?? namedWorld(context) }),
  }),
]
