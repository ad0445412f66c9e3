/** One run through a recorded session: each call in order, and the differences of its response. */
import type { Archive, ArchivedExchange, LeftOut } from './archive.ts'
import type { Placed, ServiceOperation } from './bases.ts'
import { binaryText } from './bodies.ts'
import { withoutCredentials } from './credentials.ts'
import { differencesOf } from './differences.ts'
import { createIdMap, type IdMap } from './ids.ts'
import type { Comparison, Difference } from './paths.ts'
import type { ReplayTarget } from './target.ts'
import { createTicketMap, type TicketMap } from './tickets.ts'

/** A call of the session to send again. */
export interface PlannedCall {
  /** Its number in the archive, from 1. */
  readonly number: number
  readonly exchange: ArchivedExchange
  readonly place: Placed
  readonly user: string | undefined
}

export interface Session {
  readonly archive: Archive
  readonly calls: readonly PlannedCall[]
  readonly leftOut: ReadonlyMap<LeftOut, number>
  /** Headers of every request; they replace recorded ones. */
  readonly headerOverrides: Readonly<Record<string, string>>
  readonly comparison: Comparison
}

/** The result of one call. */
export interface Outcome {
  readonly number: number
  readonly method: string
  /** The recorded request, without credentials. */
  readonly url: string
  readonly operation: ServiceOperation | undefined
  readonly differences: readonly Difference[]
  /** Why the body of the response was not compared, if it has one. */
  readonly uncompared: 'the body of the response is not in the archive' | undefined
  /** Assumptions behind the response, if it is from a simulator. */
  readonly assumptions: readonly string[]
}

/** Sends the calls of a session in order. */
export async function play(session: Session, target: ReplayTarget): Promise<readonly Outcome[]> {
  const known = { ids: createIdMap(), tickets: createTicketMap() }
  const outcomes: Outcome[] = []
  for (const call of session.calls) outcomes.push(await playOne(call, session, known, target))
  return outcomes
}

/** Values of the replay for recorded ones. */
interface Known {
  readonly ids: IdMap
  readonly tickets: TicketMap
}

async function playOne(
  { number, exchange, place, user }: PlannedCall,
  { archive, headerOverrides, comparison }: Session,
  { ids, tickets }: Known,
  target: ReplayTarget,
): Promise<Outcome> {
  const { method, status, responseBody, host, application } = exchange
  const headers = { ...exchange.headers, ...headerOverrides }
  const url = tickets.url(ids.url(place.url, place.operation))
  const body = typeof exchange.body === 'object' ? exchange.body : ids.body(exchange.body)
  const at = archive.own ? exchange.at : undefined
  const scheme = exchange.url.startsWith('https:') ? 'https' : undefined
  const response = await target({ method, url, host, scheme, headers, body, at, user, application })
  if (response.status === status) {
    ids.learn(responseBody, response.body, place.operation)
    tickets.learn(responseBody, response.body)
  }
  const clean = withoutCredentials({
    method,
    url,
    headers,
    body: typeof body === 'object' ? binaryText(body) : body,
    status: response.status,
    responseHeaders: response.headers,
    responseBody: response.body,
  })
  const { responseHeaders, responseBody: cleanBody = '' } = clean
  const seen = { status: response.status, headers: responseHeaders, body: cleanBody }
  return {
    number,
    method,
    url: exchange.url,
    operation: place.operation,
    uncompared:
      exchange.responseBody === undefined && method !== 'HEAD' && response.status === status
        ? 'the body of the response is not in the archive'
        : undefined,
    differences: differencesOf(exchange, seen, { ...comparison, stands: ids.stands }),
    assumptions: (response.headers['x-sim-assumptions'] ?? '').split(',').filter((id) => id !== ''),
  }
}
