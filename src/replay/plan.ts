/** What a replay sends: which exchanges of an archive, where to, and for whom. */
import type { InterfaceName } from '../api/framework/interfaces.ts'
import type { IndexedOperation } from '../api/operation-index.ts'
import { locate } from '../gateway/addresses/locate.ts'
import type { Archive, ArchivedExchange, LeftOut } from './archive.ts'
import { type Placed, placeExchanges } from './bases.ts'
import type { BaseFlag, CallerFlag } from './options.ts'
import type { PlacePattern } from './paths.ts'
import type { PlannedCall, Session } from './session.ts'
import { recordedTickets } from './tickets.ts'

export interface PlanOptions {
  readonly as?: readonly CallerFlag[]
  /** Headers of every request; they replace recorded ones. */
  readonly header?: readonly (readonly [name: string, value: string])[]
  readonly base?: readonly BaseFlag[]
  readonly values?: boolean
  readonly value?: readonly PlacePattern[]
  readonly ignore?: readonly PlacePattern[]
  /** The interfaces that a description of the user has. */
  readonly surface?: readonly InterfaceName[]
}

/** The calls of an archive to send again, and how to compare their responses. */
export function planSession(
  archive: Archive,
  flags: PlanOptions,
  { keepsPaths, added = [] }: { readonly keepsPaths: boolean; readonly added?: readonly IndexedOperation[] },
): Session {
  const places = placeExchanges(archive, { bases: flags.base ?? [], keepsPaths, added })
  const leftOut = new Map<LeftOut, number>()
  const tickets = new Set<string>()
  const calls = archive.exchanges.flatMap((exchange, index): PlannedCall[] => {
    const place = places[index]
    const reason = leftOutOf(exchange, place, flags, tickets)
    if (place !== undefined && reason === undefined) {
      for (const ticket of recordedTickets(exchange.responseBody ?? '')) tickets.add(ticket)
      return [{ number: index + 1, exchange, place, user: userFor(exchange, archive.own, flags.as ?? []) }]
    }
    if (reason !== undefined) leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
    return []
  })
  const { values = false, value = [], ignore = [] } = flags
  return {
    archive,
    calls,
    leftOut,
    headerOverrides: Object.fromEntries(flags.header ?? []),
    comparison: { values, valuesAt: value, ignored: ignore },
  }
}

/** Why a call is not sent again. `tickets` are those of signed addresses in earlier responses of the recording. */
function leftOutOf(
  { leftOut, generated, status, url }: ArchivedExchange,
  place: Placed | undefined,
  { surface = [] }: PlanOptions,
  tickets: ReadonlySet<string>,
): LeftOut | undefined {
  if (leftOut !== undefined) return leftOut
  if (place === undefined) return 'not of the service'
  const { target } = locate(place.url)
  const isDescribed = target?.kind === 'service' && surface.includes(target.interface)
  if (generated && !isDescribed) return 'generated from a schema'
  // Without its signature an address returns an error, which may also be the recorded response.
  const isUnknown = recordedTickets(url).some((ticket) => !tickets.has(ticket))
  return isUnknown && status < 400 ? 'at an earlier signed address' : undefined
}

/** An archive of a simulator names the caller. In other archives, a call that was refused without a credential had none. */
function userFor(
  { caller, status }: ArchivedExchange,
  own: boolean,
  callerFlags: readonly CallerFlag[],
): string | undefined {
  const rest = callerFlags.find((flagged) => flagged.caller === undefined)?.user
  if (caller === undefined) return own || status === 401 ? undefined : rest
  return callerFlags.find((flagged) => flagged.caller === caller)?.user ?? rest ?? (own ? caller : undefined)
}
