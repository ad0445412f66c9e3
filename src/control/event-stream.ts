/** Events as a server-sent stream: one text for each, which browsers and `curl -N` read as they come. */
import type { ResponseStream } from '../api/framework/exchange.ts'
import { type Events, matches } from '../simulator/events.ts'
import type { EventFilter, SimulatorEvent } from '../simulator/event.ts'

/** A receiver that has so much still to take, in bytes, is cut off: it would make the server hold ever more. */
export const MAXIMUM_PENDING_BYTES = 1024 * 1024

/** Sent first, so that the response begins at once; the number is how long a browser waits before it comes back. */
const OPENING = 'retry: 1000\n\n'
const NO_ROOM = ': no room for another stream\n\n'

/**
 * The events that a filter lets through, from now on; before them those since the event of number `after`. Where some of
 * these are not kept any more, an event `gap` comes in their place.
 */
export function eventStream(events: Events, filter: EventFilter, after: number | undefined): ResponseStream {
  return (sink) => {
    const send = (event: SimulatorEvent) => {
      if (sink.pending() <= MAXIMUM_PENDING_BYTES) return sink.write(textOf(event))
      close?.()
      sink.end(true)
    }
    const missed = after === undefined ? [] : events.since(after)
    const close = events.openStream(send, filter)
    if (close === undefined) {
      sink.write(NO_ROOM)
      sink.end()
      return () => {}
    }
    sink.write(OPENING)
    if (missed === undefined) sink.write(`event: gap\ndata: ${JSON.stringify({ after })}\n\n`)
    else for (const event of missed) if (matches(event, filter)) sink.write(textOf(event))
    return close
  }
}

function textOf({ id, type, world, at, data }: SimulatorEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ world, at, ...data })}\n\n`
}
