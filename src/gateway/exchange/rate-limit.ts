/** Rate limits: a window of one virtual minute for each credential, interface and class, and three headers on every response (service §8). */
import type { RateClass } from '../../api/framework/operation.ts'
import type { InterfaceName } from '../../api/framework/interfaces.ts'
import type { RateLimitMode, WorldConfig } from '../../model/records/world/config.ts'
import { rateWindows } from '../../model/records/world/rate-windows.ts'
import type { World } from '../../world/world.ts'

/** Requests that one window allows. */
export const RATE_LIMITS: Readonly<Record<RateClass, number>> = { normal: 200, high: 2000 }
/** The length of a window, in virtual milliseconds. */
export const RATE_WINDOW = 60_000

export interface RateState {
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until the next window, rounded up. */
  readonly reset: number
  /** The limit was reached before this request. */
  readonly exceeded: boolean
  /** The request must be refused. */
  readonly refused: boolean
}

/** The mode in force: what the configuration says, else observe on a clock moved by hand, enforce on a live one. */
export function rateLimitMode(world: World, config: WorldConfig): RateLimitMode {
  return config.rateLimit ?? (world.clock.mode === 'live' ? 'enforce' : 'observe')
}

/** What requests are counted by. */
interface RateWindowName {
  readonly region: string
  readonly interface: InterfaceName
  readonly rate: RateClass
  readonly credential: string
}

/** Returns the rate window of a request, and counts the request unless it is `free`. */
export function countRequest(
  world: World,
  mode: RateLimitMode,
  { region, interface: surface, rate, credential }: RateWindowName,
  free = false,
): RateState {
  const limit = RATE_LIMITS[rate]
  if (mode === 'off')
    return { limit, remaining: limit, reset: RATE_WINDOW / 1000, exceeded: false, refused: false }
  const start = Math.floor(world.now / RATE_WINDOW) * RATE_WINDOW
  const id = `${region}|${surface}|${rate}|${credential}`
  const table = world.system.table(rateWindows)
  const known = table.get(id)
  const used = known !== undefined && known.start === start ? known.used : 0
  const reset = Math.ceil((start + RATE_WINDOW - world.now) / 1000)
  if (free) return { limit, remaining: limit - used, reset, exceeded: false, refused: false }
  const exceeded = used >= limit
  const next = exceeded ? used : used + 1
  table.put({ id, start, used: next, over: (known?.over ?? 0) + (exceeded ? 1 : 0) })
  return { limit, remaining: limit - next, reset, exceeded, refused: exceeded && mode === 'enforce' }
}

/** Sets the headers that every response has. */
export function setRateHeaders(
  headers: Record<string, string>,
  { limit, remaining, reset }: RateState,
): void {
  headers['X-Rate-Limit-Limit'] = String(limit)
  headers['X-Rate-Limit-Remaining'] = String(remaining)
  headers['X-Rate-Limit-Reset'] = String(reset)
}
