/** The offsets of requests for pages, and the request for the first page. */
import { built } from '../../api/framework/built.ts'
import type { ExchangeRequest } from '../../api/framework/exchange.ts'
import type { Operation } from '../../api/framework/operation.ts'
import type { Call } from '../../gateway/gateway.ts'
import { decodedParameter } from '../../world/percent-encoding.ts'
import { ITEMS, nameOf, type Path, placesOf, type Spot, spotsAt, valueOf } from './places.ts'
import { shapeOf } from './shape.ts'

/** Where an operation takes the number of items to skip. */
export interface Offsets {
  readonly inQuery: boolean
  readonly inBody: readonly Path[]
}

const OFFSET = /^offset$|Offset$/

export function offsetsOf({ query, body }: Operation): Offsets {
  const places = body === undefined ? [] : placesOf(shapeOf(built(body.schema)))
  const inBody = places.filter(
    ({ path, shape }) => shape.kinds.has('number') && OFFSET.test(nameOf(path)) && !path.includes(ITEMS),
  )
  return { inQuery: 'offset' in query, inBody: inBody.map(({ path }) => path) }
}

export function isLaterPage(call: Call, offsets: Offsets): boolean {
  return firstRequestOf(call, offsets) !== undefined
}

/** The same call for the first page, on a fork of its world; undefined if it is for the first page already. */
export function firstPageOf(call: Call, offsets: Offsets): Call | undefined {
  const first = firstRequestOf(call, offsets)
  return first && { ...call, ...first, world: call.world.fork(), onFired: undefined }
}

function firstRequestOf(
  { location, request }: Call,
  { inQuery, inBody }: Offsets,
): Pick<Call, 'location' | 'request'> | undefined {
  const query = inQuery ? queryOfFirst(location.query) : undefined
  const body = inBody.length > 0 ? bodyOfFirst(request, inBody) : undefined
  if (query === undefined && body === undefined) return undefined
  return {
    location: { ...location, query: query ?? location.query },
    request: { ...request, body: body ?? request.body },
  }
}

/** The query without its offset; undefined if it skips nothing. */
function queryOfFirst(query: string): string | undefined {
  const pairs = query.split('&')
  const offsets = pairs.filter((pair) => decodedParameter(pair.split('=')[0] ?? '') === 'offset')
  const skips = offsets.some((pair) => Number(decodedParameter(pair.slice(pair.indexOf('=') + 1))) > 0)
  return skips ? pairs.filter((pair) => !offsets.includes(pair)).join('&') : undefined
}

/** The body with offsets of 0; undefined if it skips nothing. */
function bodyOfFirst({ body }: ExchangeRequest, paths: readonly Path[]): string | undefined {
  const box = body === undefined ? undefined : boxOf(body)
  if (box === undefined) return undefined
  const offsets = paths.flatMap((path) => spotsAt(box, path)).filter((spot) => Number(valueOf(spot)) > 0)
  if (offsets.length === 0) return undefined
  for (const { holder, name } of offsets) holder[name] = 0
  return JSON.stringify(box.holder[box.name])
}

function boxOf(body: string | Uint8Array): Spot | undefined {
  try {
    const sent: unknown = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
    return { holder: { sent }, name: 'sent' }
  } catch {
    // The operation refuses it.
    return undefined
  }
}
