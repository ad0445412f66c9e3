/** What was exchanged: entries, the archive for other tools, and forgetting. */
import { INTERFACES } from '../../api/framework/interfaces.ts'
import type { OperationName } from '../../api/framework/names.ts'
import { boolean, int64, oneOf, type Parameter, string } from '../../api/framework/parameter.ts'
import type { RecordedExchange } from '../../gateway/journal/entry.ts'
import { notableTexts } from '../../gateway/journal/exchange-text.ts'
import type { JournalFilter } from '../../gateway/journal/journal.ts'
import { pageText } from '../../gateway/journal/response-text.ts'
import { notFound } from '../../model/input/errors.ts'
import { type ControlContext, controlRoute, paging, routesOf } from '../route.ts'
import { exchangeDetailsResponse, journalResponse } from '../responses/journal.ts'

/** What the criteria of filters and of expectations mean. */
export const CRITERIA = {
  world: 'Only exchanges with this world; without it those with the world of `X-Sim-World`, or of all.',
  status: 'The status of the response, or a class of them: `404`, `4xx`.',
  method: 'The method of the request, in any letter case.',
  user: 'Who called.',
} as const

const filters = {
  world: string({ description: CRITERIA.world }),
  operation: string({ description: 'The id of an operation.' }),
  interface: oneOf(INTERFACES, { description: 'The interface that was called.' }),
  status: string({ description: CRITERIA.status }),
  method: string({ description: CRITERIA.method }),
  path: string({
    description: 'The path of the request, on the one port or below the address of an interface.',
  }),
  text: string({
    description: 'Text of the address or a body, in any letter case, without credentials.',
  }),
  user: string({ description: CRITERIA.user }),
  unmatched: boolean({
    description: '`true`: only what matched no operation; `false`: only what did.',
  }),
  faulted: boolean({ description: '`true`: only what a fault shaped; `false`: only the rest.' }),
  ignored: boolean({
    description: '`true`: only what had names that nothing read; `false`: only the rest.',
  }),
  since: int64({ minimum: 0, description: 'Only exchanges after the one of this `number`.' }),
} as const satisfies Readonly<Record<keyof JournalFilter, Parameter<unknown>>>

export const journalRoutes = routesOf('Journal', [
  controlRoute({
    id: 'listExchanges',
    method: 'GET',
    path: '/journal',
    summary: 'List the latest exchanges, oldest first',
    details:
      'Credentials are removed. The journal is limited in number and bytes. `number` increases with each exchange over all worlds, so that `since` returns the new ones. An exchange that matched no operation has a `diagnosis`, and a defect of the simulator is in `defect`.',
    query: {
      ...filters,
      ...paging,
      order: oneOf(['oldest', 'newest'], {
        description: '`newest` lists the latest first; `oldest` when absent.',
      }),
      brief: boolean({
        description: '`true` leaves out headers and bodies, which `GET /journal/{number}` returns.',
      }),
      format: oneOf(['json', 'har'], {
        description:
          '`har` returns all exchanges as an HTTP Archive (HAR 1.2), for browser tools and `reqsim replay`.',
      }),
    },
    returns: journalResponse,
    handle: ({ query }, context) => {
      const { offset, limit, order, brief, format = 'json', since, ...rest } = query
      const filter = {
        ...rest,
        operation: rest.operation as OperationName | undefined,
        since: since === undefined ? undefined : Number(since),
        world: rest.world ?? namedWorld(context),
      }
      if (format === 'har') return context.host.journal.har(filter)
      const page = context.host.journal.page(filter, { offset, limit, newestFirst: order === 'newest' })
      const items = page.items.map((entry) => ({
        ...(brief === true ? briefly(entry) : entry),
        ...notableOf(entry),
      }))
      return { items, total: page.total }
    },
  }),
  controlRoute({
    id: 'getExchange',
    method: 'GET',
    path: '/journal/{number}',
    summary: 'Get an exchange',
    pathParameters: {
      number: int64({
        required: true,
        minimum: 1,
        description: 'The `number` of the exchange.',
        example: '1',
      }),
    },
    worldless: true,
    exampleAfter: [{ route: 'loadScenario', body: { name: 'release-freeze' } }, { route: 'runTimeline' }],
    returns: exchangeDetailsResponse,
    responseNote: 'As `GET /journal` lists it.',
    refusals: { 404: 'The journal does not have the exchange, or has dropped it.' },
    handle: ({ path }, { host }) => {
      const found = host.journal.find(Number(path.number))
      if (found === undefined) throw notFound('exchange', path.number, { in: 'the journal' })
      return { ...found, ...notableOf(found) }
    },
  }),
  controlRoute({
    id: 'deleteExchanges',
    method: 'DELETE',
    path: '/journal',
    summary: 'Delete the exchanges',
    details:
      'With `X-Sim-World`, or below `/_world/<name>`, only those of that world. The report keeps its totals.',
    status: 204,
    handle: (_input, context) => {
      context.host.journal.clear(namedWorld(context))
      return undefined
    },
  }),
])

/** The text of what is notable, which clients in all languages print. */
function notableOf(entry: RecordedExchange): { readonly notable?: string } {
  const { status, body } = entry.answer
  const texts = notableTexts(status, { ...entry, page: pageText(body) })
  return texts.length === 0 ? {} : { notable: texts.join(', ') }
}

function briefly({ request, answer, ...others }: RecordedExchange) {
  const { method, url } = request
  const { status, delivery } = answer
  return { ...others, request: { method, url }, answer: { status, ...(delivery && { delivery }) } }
}

/** The world that the request names; journal and report are of all worlds where it names none. */
export function namedWorld({ sent, worldName }: ControlContext): string | undefined {
  return sent('x-sim-world') === undefined ? undefined : worldName
}
