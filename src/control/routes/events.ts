/** What happens, as it happens. */
import { string } from '../../api/framework/parameter.ts'
import { invalid, unavailable } from '../../model/input/errors.ts'
import { EVENT_TYPES, type EventType } from '../../simulator/event.ts'
import { MAXIMUM_EVENTS } from '../../simulator/event-history.ts'
import { MAXIMUM_STREAMS } from '../../simulator/events.ts'
import { nearestName } from '../../world/nearest.ts'
import { eventStream } from '../event-stream.ts'
import { controlRoute, listOf, paging, RawResponse, routesOf } from '../route.ts'
import { eventListResponse } from '../responses/events.ts'

const LAST_EVENT_ID = /^\d{1,15}$/

export const eventRoutes = routesOf('Events', [
  controlRoute({
    id: 'listPastEvents',
    method: 'GET',
    path: '/events/past',
    summary: 'List past events other than exchanges',
    details: `Events of the types \`job\`, \`fault\` and \`world\` (edits) of the addressed world since it was created or reset, the latest ${MAXIMUM_EVENTS}. An \`id\` below 0 means that the event had no subscriber. Faults that took effect are listed only if there was a subscriber; exchanges are in the journal, with the fault that affected each.`,
    query: paging,
    returns: eventListResponse,
    responseNote: 'Oldest first; `data` as in the stream.',
    handle: ({ query }, { host, world, worldName }) => {
      world()
      return listOf(host.events.latest(worldName), query)
    },
  }),
  controlRoute({
    id: 'streamEvents',
    method: 'GET',
    path: '/events',
    summary: 'Stream events as they happen',
    details: `A stream of server-sent events. \`exchange\`: \`{number, id, method, path, operation, status, fault}\`, with \`user\`, and what is notable: \`unknownParameters\`, \`unknownFields\` and \`suggestions\`, \`diagnosis\`, \`remark\`, \`rateLimitExceeded\`, \`pendingUntil\` and \`defect\`; \`clock\`: \`{now, mode, speed, fired}\`, how many jobs ran; \`job\`: \`{id, kind, due, outcome, failed}\`, \`outcome\` in words where there is something to say and \`failed\` where it was not all done, of one move of the clock the first 500; \`world\`: \`{change, reason}\` with the change \`created\`, \`dropped\`, \`reset\`, \`restored\`, \`loaded\`, \`presented\` when the timeline or its stage moved on, or \`edited\` with the route that changed a record in \`by\`, the path of that request in \`path\`, and the status that the record has since in \`status\`; \`fault\`: \`{change, fault, times}\` with the change \`written\`, \`switched\`, \`removed\`, \`cleared\` or \`struck\`. All have \`world\` and \`at\`. With the header \`Last-Event-ID\`, which browsers send when they come back, the events since that number come first, or an event \`gap\` when they are not kept any more: a thousand are. The path prefix of a world narrows like \`world\`. At most ${MAXIMUM_STREAMS} streams at a time, then 503; none for pages of other origins. A receiver that does not keep up is cut off.`,
    query: {
      world: string({ description: 'Only events of this world.' }),
      types: string({ description: `Only events of these types, with commas: ${EVENT_TYPES.join(', ')}.` }),
    },
    headers: {
      'Last-Event-ID': string({ description: 'The number of the last event that the client received.' }),
    },
    sameOrigin: true,
    otherTypes: ['text/event-stream'],
    responseNote: 'Until the caller disconnects or the server stops.',
    refusals: { 503: 'The maximum number of streams is open.' },
    handle: ({ query }, { host, worldName, sent }) => {
      const { world = worldName === 'default' ? undefined : worldName } = query
      const filter = { world, types: query.types === undefined ? undefined : readTypes(query.types) }
      const after = readLastEventId(sent('last-event-id'))
      if (!host.events.hasRoom)
        throw unavailable(`${MAXIMUM_STREAMS} streams of events`, 'are open, the maximum: close one first')
      return new RawResponse({
        headers: { 'Content-Type': 'text/event-stream' },
        stream: eventStream(host.events, filter, after),
      })
    },
  }),
])

function readTypes(text: string): EventType[] {
  return text.split(',').map((name) => {
    const type = EVENT_TYPES.find((candidate) => candidate === name)
    if (type !== undefined) return type
    const nearest = nearestName(name, EVENT_TYPES)
    const suggestion =
      nearest === undefined ? `there are ${EVENT_TYPES.join(', ')}` : `did you mean '${nearest}'?`
    throw invalid("query parameter 'types'", name, `unknown event type: ${suggestion}`)
  })
}

function readLastEventId(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  if (LAST_EVENT_ID.test(text)) return Number(text)
  throw invalid('Last-Event-ID', text, 'must be the number of an event: leave it out')
}
