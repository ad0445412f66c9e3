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

/** An offset of the body overrides that of the query. */
function firstRequestOf(
  { location, request }: Call,
  { inQuery, inBody }: Offsets,
): Pick<Call, 'location' | 'request'> | undefined {
  const box = inBody.length > 0 ? boxOf(request) : undefined
  const sent = box === undefined ? [] : inBody.flatMap((path) => spotsAt(box, path)).filter(isNumber)
  if (box !== undefined && sent.length > 0) {
    if (!sent.some((spot) => Number(valueOf(spot)) > 0)) return undefined
    for (const { holder, name } of sent) holder[name] = 0
    return { location, request: { ...request, body: JSON.stringify(valueOf(box)) } }
  }
  const query = inQuery ? queryOfFirst(location.query) : undefined
  return query === undefined ? undefined : { location: { ...location, query }, request }
}

const isNumber = (spot: Spot): boolean => typeof valueOf(spot) === 'number'

/** The query without its offset; undefined if it skips nothing. */
function queryOfFirst(query: string): string | undefined {
  const pairs = query.split('&')
  const offsets = pairs.filter((pair) => decodedParameter(pair.split('=')[0] ?? '') === 'offset')
  const skips = offsets.some((pair) => Number(decodedParameter(pair.slice(pair.indexOf('=') + 1))) > 0)
  return skips ? pairs.filter((pair) => !offsets.includes(pair)).join('&') : undefined
}

function boxOf({ body }: ExchangeRequest): Spot | undefined {
  if (body === undefined) return undefined
  try {
    const sent: unknown = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
    return { holder: { sent }, name: 'sent' }
  } catch {
    // The operation refuses it.
    return undefined
  }
}
