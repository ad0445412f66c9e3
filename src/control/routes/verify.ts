/** Verification over HTTP: whether a client made the calls that it should. */
import * as z from 'zod'
import { EXPECTATION_CRITERIA } from '../../gateway/journal/call-criteria.ts'
import type { Expectation } from '../../gateway/journal/expectation.ts'
import { once } from '../../world/once.ts'
import { controlRoute, routesOf } from '../route.ts'
import { CRITERIA, namedWorld } from './journal.ts'
import { verificationResponse } from '../responses/journal.ts'

const DESCRIPTIONS: Readonly<Record<keyof Expectation, string>> = {
  operation: 'The id of an operation; or else `path`.',
  method: CRITERIA.method,
  path: 'On the one port, or below the address of an interface; `{name}` stands for any one segment. It is one of an operation, unless `status` is 4xx.',
  query: 'Parameters that were sent; a list for one that is repeated.',
  body: 'What the body held: of an object at least these fields, of a list exactly these items.',
  headers: 'Headers of the request; credentials are not kept, `user` says whose call it was.',
  user: CRITERIA.user,
  world: CRITERIA.world,
  status: CRITERIA.status,
  changed:
    '`true`: only calls that changed records of the world, whatever the caller saw; `false`: only the rest.',
  times: 'Exactly so many calls.',
  atLeast: 'At least so many; 1 when no number is given.',
  atMost: 'At most so many.',
}

/** The simulator checks the values, as it does for the library; the schema shows the rules by which it does. */
const expectationShape = once(() => {
  const names = Object.keys(DESCRIPTIONS) as (keyof Expectation)[]
  return z.looseObject(Object.fromEntries(names.map((name) => [name, shown(name)])))
})

function shown(name: keyof Expectation): z.ZodType {
  const { message: _message, ...rule } = EXPECTATION_CRITERIA[name]
  return z
    .unknown()
    .optional()
    .meta({ ...rule, description: DESCRIPTIONS[name] })
}

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
