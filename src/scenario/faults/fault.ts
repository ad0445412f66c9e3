/**
 * A fault as users write it: one of four kinds, each with its own fields. A fault of exchanges must have an effect. Other rules
 * are checked when a fault is added.
 */
import type { OperationPattern } from '../../api/framework/names.ts'
import type { InterfaceName } from '../../api/framework/interfaces.ts'
import type { MessageFailure, QueueName } from '../../model/records/world/faults.ts'
import type { Region } from '../../model/schema.ts'
import type { Exclusive, KeysOf } from '../../world/exclusive.ts'
import type { FaultMutation, METHODS } from '../../model/records/world/fault-limits.ts'

interface Common {
  /** The number of the fault, from 1. Default: the next free one. */
  readonly id?: number | undefined
  /** Default: true. */
  readonly enabled?: boolean | undefined
}

interface WithMessage {
  /** What the error says, at most 1,000 characters. Default: a sentence that names the fault. */
  readonly message?: string | undefined
}

/** Which of the matches fail. Default: all of them. */
interface Moment {
  /** How many matches to let through first. Default: 0. */
  readonly after?: number | undefined
  /** How many matches fail at most. Default: no limit. */
  readonly times?: number | undefined
  /** Only every n-th match fails. Default: 1. */
  readonly every?: number | undefined
  /** How likely each match fails: above 0, at most 1, drawn from the seed. Default: 1. */
  readonly probability?: number | undefined
}

/** The exchanges that a fault applies to: all of them, if no field selects some. */
interface ExchangeFilter extends Common, Moment {
  /** Exchanges of this operation; `wiki.baseline.*` means all whose ids begin so. */
  readonly operation?: OperationPattern | undefined
  /** Exchanges with this interface. */
  readonly interface?: InterfaceName | undefined
  /** Exchanges with this region. */
  readonly region?: Region | undefined
  /** Exchanges of this method. */
  readonly method?: (typeof METHODS)[number] | undefined
  /** Exchanges with this path below the address of the interface; `{name}` and `*` stand for one segment, a final `*` for all that follow. */
  readonly path?: `/${string}` | undefined
  /** Exchanges of the user with this name. */
  readonly user?: string | undefined
}

/** What can happen to a response. */
interface Damage {
  /** The body of the response: text as it is, anything else as JSON. */
  readonly body?: unknown
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** How long the response takes: a duration such as `2s`, at most 10 minutes. Waited for in live mode only. */
  readonly latency?: string | undefined
  /** The connection ends after this many bytes of the body, or after this share of it, such as `50%`. */
  readonly truncate?: number | `${number}%` | undefined
  /** The body is no longer JSON. */
  readonly malform?: true | undefined
  /** How long the body takes to arrive: a duration such as `2s`. */
  readonly slow?: string | undefined
}

interface ShortPages {
  /** The most items on a page of a list with `offset` and `limit`: fewer than the client asks for. Other calls do not match. */
  readonly pageSize?: number | undefined
}

interface Performed {
  /** Whether the operation takes effect although `status` or `drop` replaces its response. Default: false. */
  readonly performed?: boolean | undefined
}

type NotWithMutate<Field extends string> = `'${Field}' does not go with 'mutate': leave one of them out`

type WithoutEffect = {
  readonly [Field in KeysOf<Damage & ShortPages> | 'status' | 'drop' | 'performed' | 'message']?:
    | NotWithMutate<Field>
    | undefined
}

/** The service makes a mistake in the exchanges that it selects. */
export interface MutationFault extends ExchangeFilter, WithoutEffect {
  /**
   * The mistake: `lost-write` reports success and writes nothing, `stale-read` returns the state before the last write. Requests
   * of other methods do not match. It counts as struck only if it changed the response or a record.
   */
  readonly mutate: FaultMutation
  /**
   * The place of the response in which a mistake such as `field-null` is made, as a path without positions: `results[].key`.
   * Default: in the order of the declaration, the first place in which it changes the response.
   */
  readonly field?: string | undefined
}

type NeedsPage<Field extends string> =
  `'pageSize' needs the page of the operation, and '${Field}' replaces it`
type NeedsResponse<Field extends string> = `'${Field}' needs a response, and 'drop' leaves none`

/** Ends the connection without a response. */
export interface DropFault extends ExchangeFilter, Performed, Pick<Damage, 'latency'> {
  /** The connection ends without a response. */
  readonly drop: true
  readonly status?: NeedsResponse<'status'> | undefined
  readonly body?: NeedsResponse<'body'> | undefined
  readonly headers?: NeedsResponse<'headers'> | undefined
  readonly truncate?: NeedsResponse<'truncate'> | undefined
  readonly malform?: NeedsResponse<'malform'> | undefined
  readonly slow?: NeedsResponse<'slow'> | undefined
  readonly pageSize?: NeedsPage<'drop'> | undefined
  readonly message?: NeedsResponse<'message'> | undefined
  readonly mutate?: NotWithMutate<'drop'> | undefined
}

/** Returns a status in place of that of the operation. */
export interface StatusFault extends ExchangeFilter, Performed, Damage, WithMessage {
  /** The status of the response, 200 to 599, in place of the operation's. */
  readonly status: number
  readonly drop?: NeedsResponse<'status'> | undefined
  readonly pageSize?: NeedsPage<'status'> | undefined
  readonly mutate?: NotWithMutate<'status'> | undefined
}

interface KeptStatus {
  readonly status?: undefined
  readonly drop?: undefined
  readonly performed?:
    | "'performed' goes with 'status' or 'drop': without these the operation is carried out"
    | undefined
  readonly message?: "'message' is that of an error: give a 'status' from 400 and no 'body'" | undefined
  readonly mutate?: undefined
}

type AtLeastOne<Fields> = {
  [Field in keyof Fields]-?: Fields & { readonly [Needed in Field]-?: Exclude<Fields[Field], undefined> }
}[keyof Fields]

/** Makes a response slow, short or broken. */
export type DamageFault = ExchangeFilter & KeptStatus & AtLeastOne<Damage & ShortPages>

/** Makes exchanges fail, slow or broken. Without a field that selects exchanges, it matches all of them. */
export type ExchangeFault = DropFault | StatusFault | DamageFault | MutationFault

/** Makes the freezing of baselines fail (service §4.2). */
export interface FreezeFault extends Common, Moment, WithMessage {
  /** The space, as `KEY` or `SITE/KEY`; `*` for all spaces. */
  readonly freeze: string
  /** The percentage, 0 to 100, at which the freezing fails. Default: 0. */
  readonly at?: number | undefined
}

/** Makes messages between wiki and tracker fail. */
export interface MessageFault extends Common, Moment, WithMessage {
  /** `*` for both queues. */
  readonly queue: QueueName | '*'
  /** Messages of the integration with this service id. */
  readonly service?: string | undefined
  /** Messages of this operation, such as `LINK_ADDED`. */
  readonly messageOperation?: string | undefined
  /** How the message is answered; `NONE` is no response at all. Default: `FAILED`. */
  readonly answer?: MessageFailure | undefined
}

/** Makes a wiki or tracker unreachable for a while. */
export interface OutageFault extends Common, WithMessage {
  /** The name or the application id of the site. */
  readonly outage: string | number
  /** When it begins: an instant, or a duration from now such as `5m`. Default: now. */
  readonly from?: string | undefined
  /** How long it lasts: a duration such as `2h`. Default: until the fault is removed. */
  readonly for?: string | undefined
}

/** The fields of faults of exchanges, whatever they hold: none is required, so that the other kinds exclude them. */
type ExchangeFields = { readonly [Field in KeysOf<ExchangeFault>]?: unknown }
type Kind = Exclusive<ExchangeFields | FreezeFault | MessageFault | OutageFault>
type WithEffect<Union> = Union extends FreezeFault | MessageFault | OutageFault
  ? Union
  : Union & ExchangeFault

/** Makes something fail on purpose: exchanges, freezings, messages or a whole site. */
export type FaultInput = WithEffect<Kind>
