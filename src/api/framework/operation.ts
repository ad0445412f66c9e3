/**
 * Operations are data with a handler. Routing, validation, permission, rate limits, OpenAPI, the reference pages and the
 * report are all read from these declarations; nothing is listed twice.
 */
import type * as z from 'zod'
import type { WorldConfig } from '../../model/records/world/config.ts'
import type { UserRecord } from '../../model/records/service/users.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import type { AlternativeOf, AssumptionId } from './assumptions.ts'
import { built } from './built.ts'
import type { ExchangeRequest } from './exchange.ts'
import { namePlaces, type NamePlaces } from './given-names.ts'
import type { Parameter } from './parameter.ts'
import type { InterfaceName } from './interfaces.ts'

/** Service §9.3 and §9.4; `unstated` where the service says nothing. */
export type Stability = 'public' | 'stable' | 'internal' | 'experimental' | 'deprecated' | 'unstated'
/** The source of an operation. */
export type Provenance = 'documented' | 'observed' | 'assumed'
export type RateClass = 'normal' | 'high'

export type Parameters = Readonly<Record<string, Parameter<unknown>>>
type NoParameters = Readonly<Record<never, Parameter<unknown>>>

/** The values of declared parameters. Required ones and those with a default are always present. */
export type ValuesOf<P extends Parameters> = {
  readonly [N in keyof P]: P[N] extends Parameter<infer T> ? Present<P[N], T> : never
}
/** The values of path parameters. A path that matches has them all. */
type PathValuesOf<P extends Parameters> = {
  readonly [N in keyof P]: P[N] extends Parameter<infer T> ? T : never
}
type Present<P, T> = P extends { readonly required: true } | { readonly hasDefault: true } ? T : T | undefined

/** A field of a form. */
export interface FormField {
  readonly type: 'file' | 'text' | 'whole number'
  readonly description: string
}

/** The exchange that a handler works for, besides its parameters. */
export interface Context {
  readonly world: World
  /** The tables of the region that the address belongs to. */
  readonly store: Store
  readonly region: string
  /** The interface of the operation, whatever the address of the call. */
  readonly interface: InterfaceName
  /** The interface of the address of the call: a hosted one also serves embedded operations. */
  readonly addressed: InterfaceName
  readonly config: WorldConfig
  /** The caller; absent in an anonymous call. */
  readonly user: UserRecord | undefined
  /** The one application that the credential is scoped to (service §5.3). */
  readonly scopedTo: number | undefined
  /** The site that an embedded or hosted call addresses: an application id. */
  readonly site: number | undefined
  /** The address of the interface as the caller used it, without a trailing slash. */
  readonly baseUrl: string
  /** The host and port of the request, if it has any. */
  readonly host: string | undefined
  /** The header `Accept` of the request. */
  readonly accept: string | undefined
  /** The scheme of the request. */
  readonly scheme: 'http' | 'https'
  readonly worldName: string
  /** The most items on a page, if a fault shortens pages. The gateway applies it to the parameter `limit`. */
  readonly pageSize: number
  /** Notes that an entry of the ledger shaped this response. */
  note(id: AssumptionId): void
  /** Notes it, and returns the alternative in force. */
  choose<Id extends AssumptionId>(id: Id): AlternativeOf<Id>
  /** Notes a declared part of the body that has no effect, such as `properties[0]`. The response reports it. */
  ignores(part: string): void
  /** The whole record, if the response shows a part of it: undeclared fields of the body are compared with it (A05). */
  holds(record: () => unknown): void
  /** Notes that the response shows something pending until this instant. An automatic clock then moves there. */
  waitsFor(instant: number): void
  /** Says in the journal what a client may not expect of the response, in a few words without credentials. */
  remark(text: string): void
}

interface ReplyParts {
  readonly status: number
  /** JSON data; absent for an empty body. */
  readonly body?: unknown
  /** Sent unchanged instead of JSON data. `headers` give their content type. */
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** A handler returns it instead of a body for another status than that of `success`, or for headers or bytes. */
export class Reply {
  readonly parts: ReplyParts
  constructor(parts: ReplyParts) {
    this.parts = parts
  }
}

/** The body of a request or response. Its schema is built on first use, to keep the start fast. */
export interface Shape<T = unknown> {
  /** The name of the schema in the OpenAPI description. */
  readonly name?: string
  readonly schema: () => z.ZodType<T>
  readonly example?: unknown
}

/** JSON data that fits a shape, as it is sent: nothing changes it. */
export type Sent<T> = T extends object ? { readonly [K in keyof T]: Sent<T[K]> } : T

export interface RequestBody<T = unknown> extends Shape<T> {
  readonly required: boolean
  readonly contentType?: string
  /** The body is one text, sent as a JSON string or as text/plain (A55). */
  readonly plainText?: boolean
  /** Content types of bodies that are accepted as bytes, besides the one of the schema. `ANY_TYPE` accepts all. */
  readonly bytes?: readonly string[]
  /** Where the schema has names that users give; undefined if nowhere. `operation` adds it. */
  readonly names?: () => NamePlaces | undefined
  /** The fields of the form, if `bytes` includes multipart/form-data. */
  readonly form?: Readonly<Record<string, FormField>>
}

export interface Success<R = unknown> {
  readonly status: number
  readonly description: string
  readonly shape?: Shape<R>
  /** The response has bytes of any content type. */
  readonly bytes?: boolean
}

/** Stands for every content type. */
export const ANY_TYPE = '*/*'
/** The content type of forms with files. */
export const FORM_TYPE = 'multipart/form-data'

/** An unparsed body. */
export interface SentBytes {
  readonly bytes: Uint8Array
  /** With its parameters; empty if the request has none. */
  readonly contentType: string
}

/** Another path at which an operation is served, with the same parameters. */
export interface OtherPath {
  readonly path: string
  readonly provenance: Provenance
}

/** An operation to call before an example. */
export interface ExampleStep {
  /** Its id. */
  readonly operation: string
  /** OpenAPI runtime expressions that take parameters of the example from the response. */
  readonly parameters?: Readonly<Record<string, string>>
}

export interface Operation<
  P extends Parameters = Parameters,
  Q extends Parameters = Parameters,
  B = unknown,
  S = unknown,
  R = unknown,
> {
  /** Interface, group, verb: `wiki.baseline.freeze`. */
  readonly id: string
  readonly interface: InterfaceName
  readonly group: string
  readonly summary: string
  readonly description?: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
  /** The template, relative to the interface's prefix: `/applications/{applicationId}`. */
  readonly path: string
  readonly otherPaths?: readonly OtherPath[]
  readonly stability: Stability
  readonly provenance: Provenance
  /** In the service's words; `assumed` if the service does not state it. */
  readonly permission: { readonly words: string; readonly assumed?: true }
  /** The operation accepts calls without a credential. */
  readonly anonymous?: boolean
  readonly rate: RateClass
  /** The operation schedules a job whose code is loaded on first use (see `model/world/late-jobs.ts`). */
  readonly startsJob?: true
  /** It returns pages. Default: whether it has the parameters `offset` and `limit`. */
  readonly paged?: true
  /** The section of the service's description. */
  readonly section: string
  readonly pathParameters: P
  readonly query: Q
  readonly body?: RequestBody<B>
  readonly success: Success<R>
  /** The operations whose examples must run first on a new demo world, in order; they create what this example names. */
  readonly exampleAfter?: readonly ExampleStep[]
  /** The token of the demo world that the example needs; default: `tok-admin`. */
  readonly exampleToken?: string
  /** Optional parameters of the query that the example sends, because a call without any of them changes or names nothing. */
  readonly exampleQuery?: readonly string[]
  /**
   * Further responses by status, besides those that any operation can have. A success among them has no body and occurs only
   * under an alternative of the ledger.
   */
  readonly refusals?: Readonly<Record<number, string>>
  readonly assumptions: readonly AssumptionId[]
  /** The assumptions that shape every response, noted before `handle`. It notes the others with `context.note` and `context.choose`. */
  readonly leansOn: readonly AssumptionId[]
  /**
   * Throws a Refusal if the caller lacks the permission. Runs after validation. Returns the subject for `handle`: the
   * records that it looked up, such as the space or the baseline.
   */
  readonly authorise: (input: Input<P, Q, B>, context: Context) => S
  /**
   * Does asynchronous work for `handle`, which is synchronous. Sees the request alone, before authentication, so it checks
   * its own bounds. `prepared` returns its result, or throws its error.
   */
  readonly prepare?: (request: ExchangeRequest) => Promise<unknown>
  /** Returns the body of `success`, undefined if it has none, or a Reply. */
  readonly handle: (input: Input<P, Q, B>, context: Context, subject: S) => NoInfer<Sent<R>> | Reply
}

/**
 * The part of an operation that is known before its group is loaded: enough to route, to limit the rate and to report.
 * Of `refusals` it has only the statuses.
 */
export type OperationHead = Pick<
  Operation,
  | 'id'
  | 'interface'
  | 'method'
  | 'path'
  | 'stability'
  | 'provenance'
  | 'permission'
  | 'anonymous'
  | 'rate'
  | 'paged'
  | 'pathParameters'
> & {
  readonly otherPaths?: readonly Pick<OtherPath, 'path'>[]
  readonly success: Pick<Success, 'status'>
  readonly refusals?: Readonly<Record<number, unknown>>
}

/** Every path of an operation. The reference shows the first. */
export function pathsOf({ path, otherPaths = [] }: Pick<OperationHead, 'path' | 'otherPaths'>): string[] {
  return [path, ...otherPaths.map((other) => other.path)]
}

export interface Input<P extends Parameters = Parameters, Q extends Parameters = Parameters, B = unknown> {
  readonly path: PathValuesOf<P>
  readonly query: ValuesOf<Q>
  readonly body: B
  /** A body that is accepted as bytes; `body` is then undefined. */
  readonly sent: SentBytes | undefined
  /** The result of `prepare`; undefined if the operation has none. */
  readonly prepared: () => unknown
}

/** An operation with defaults for what most operations have in common. */
export interface Declaration<P extends Parameters, Q extends Parameters, B, S, R> extends Omit<
  Operation<P, Q, B, S, R>,
  'rate' | 'pathParameters' | 'query' | 'body' | 'success' | 'assumptions' | 'leansOn'
> {
  /** Default: `normal`. */
  readonly rate?: RateClass
  /** Default: none. All of them are required. */
  readonly pathParameters?: P
  /** Default: none. */
  readonly query?: Q
  /** Required by default. */
  readonly body?: Partial<Pick<RequestBody<B>, 'required'>> & Omit<RequestBody<B>, 'required'>
  /** Default status: 200. */
  readonly success: Partial<Pick<Success, 'status'>> & Omit<Success<R>, 'status'>
  readonly assumptions: readonly (AssumptionId | Always)[]
}

/** An assumption that shapes every response of an operation. */
export interface Always {
  readonly always: AssumptionId
}

/** Marks assumptions that shape every response, so that the handler does not note them. */
export function always(...ids: readonly AssumptionId[]): readonly Always[] {
  return ids.map((id) => ({ always: id }))
}

/** Declares an operation; infers the types of its parameters, body and subject for the handler. */
export function operation<
  const P extends Parameters = NoParameters,
  const Q extends Parameters = NoParameters,
  B = undefined,
  S = unknown,
  R = void,
>(declaration: Declaration<P, Q, B, S, R>): Operation {
  const { pathParameters = {}, query = {}, body, success, assumptions } = declaration
  const required = Object.entries<Parameter<unknown>>(pathParameters).map(([name, parameter]) => [
    name,
    { ...parameter, required: true },
  ])
  return {
    rate: 'normal',
    query: {},
    ...('offset' in query && 'limit' in query ? { paged: true } : {}),
    ...declaration,
    pathParameters: Object.fromEntries(required),
    ...(body === undefined
      ? {}
      : { body: { required: true, ...body, names: () => namePlaces(built(body.schema)) } }),
    success: { status: 200, ...success },
    assumptions: assumptions.map((each) => (typeof each === 'string' ? each : each.always)),
    leansOn: assumptions.flatMap((each) => (typeof each === 'string' ? [] : [each.always])),
  } as unknown as Operation
}
