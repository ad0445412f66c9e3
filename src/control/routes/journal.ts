/** What was exchanged: entries, the archive for other tools, and forgetting. */
import { boolean, int64, oneOf, string } from '../../api/parameter.ts'
import type { RecordedExchange } from '../../gateway/journal.ts'
import { Refusal, shown } from '../../model/refusal.ts'
import { findOperation } from '../find-operation.ts'
import { type ControlContext, controlRoute, paging } from '../route.ts'

const filters = {
  world: string({
    description:
      'Only exchanges with this world; without it those with the world of `X-Sim-World`, or of all where that is not sent either.',
  }),
  operation: string({ description: 'Only exchanges with the operation of this id.' }),
  status: string({ description: 'Only answers of this status, or of a class of them: `404`, `4xx`.' }),
  method: string({ description: 'Only requests of this method.' }),
  path: string({
    description:
      'Only requests of this path, on the one port or below the address of its interface, without query.',
  }),
  user: string({ description: 'Only calls of this user.' }),
  unmatched: boolean({ description: '`true`: only what matched no operation; `false`: only what did.' }),
  faulted: boolean({ description: '`true`: only what a fault shaped; `false`: only the rest.' }),
  since: int64({ minimum: 0, description: 'Only exchanges after the one of this `number`.' }),
} as const

export const journalRoutes = [
  controlRoute({
    method: 'GET',
    path: '/journal',
    group: 'Journal',
    summary: 'The latest exchanges, oldest first',
    details:
      'Credentials are taken out. The journal is bounded in number and bytes; `number` grows from exchange to exchange over all worlds, so that `since` asks for what is new. An exchange that matched no operation has a `diagnosis`, a defect of the simulator is in `defect`.',
    pathParameters: {},
    query: {
      ...filters,
      ...paging,
      order: oneOf(['oldest', 'newest'], {
        description: '`newest`: the latest first; `oldest` when absent.',
      }),
      brief: boolean({
        description: '`true`: without headers and bodies, for lists; `GET /journal/{number}` has them.',
      }),
      format: oneOf(['json', 'har'], {
        description:
          '`har`: an HTTP Archive (HAR 1.2), all of it, for the tools of a browser and for `reqsim replay`.',
      }),
    },
    status: 200,
    answer:
      '`{items [{number, id, at, world, interface, region, operation, user, request, answer, assumptions, unknownParameters, unknownFields, rateLimitExceeded, stateful, application, generated, transitions, fault, diagnosis, defect}], total}`.',
    handle: ({ query }, context) => {
      const { offset, limit, order, brief, format = 'json', since, ...rest } = query
      if (rest.operation !== undefined) findOperation(context.host.operations, rest.operation)
      const filter = {
        ...rest,
        since: since === undefined ? undefined : Number(since),
        world: rest.world ?? namedWorld(context),
      }
      if (format === 'har') return context.host.journal.har(filter)
      const page = context.host.journal.page(filter, { offset, limit, newestFirst: order === 'newest' })
      return brief === true ? { items: page.items.map(briefly), total: page.total } : page
    },
  }),
  controlRoute({
    method: 'GET',
    path: '/journal/{number}',
    group: 'Journal',
    summary: 'One exchange',
    pathParameters: {
      number: int64({ required: true, minimum: 1, description: 'The `number` of the exchange.' }),
    },
    query: {},
    status: 200,
    answer:
      'The exchange, as `GET /journal` lists it. 404 when the journal has none of this number any more.',
    handle: ({ path }, { host }) => {
      const found = host.journal.find(Number(path.number))
      if (found === undefined)
        throw new Refusal('NOT_FOUND', `the journal holds no exchange of the number ${shown(path.number)}`)
      return found
    },
  }),
  controlRoute({
    method: 'DELETE',
    path: '/journal',
    group: 'Journal',
    summary: 'Forget the exchanges',
    details:
      'With `X-Sim-World`, or below `/_world/<name>`, only those with that world. The report keeps its sums.',
    pathParameters: {},
    query: {},
    status: 204,
    answer: 'Nothing.',
    handle: (_input, context) => {
      context.host.journal.clear(namedWorld(context))
      return undefined
    },
  }),
]

function briefly({ request, answer, ...others }: RecordedExchange) {
  const { method, url } = request
  return { ...others, request: { method, url }, answer: { status: answer.status } }
}

/** The world that the request names; journal and report are of all worlds where it names none. */
export function namedWorld({ sent, worldName }: ControlContext): string | undefined {
  return sent('x-sim-world') === undefined ? undefined : worldName
}
