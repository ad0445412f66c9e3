/**
 * Operations are data with a handler. Routing, validation, permission, rate limits, OpenAPI, the reference pages and the
 * report are all read from these declarations; nothing is listed twice.
 */
import type * as z from 'zod'
import type { WorldConfig } from '../../model/world/config.ts'
import type { UserRecord } from '../../model/users/records.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import type { AssumptionId } from './assumptions.ts'
import type { ExchangeRequest } from './exchange.ts'
import type { Parameter } from './parameter.ts'
import type { InterfaceName } from './surface.ts'

/** Service §9.3 and §9.4; `unstated` where the service says nothing. */
export type Stability = 'public' | 'stable' | 'internal' | 'experimental' | 'deprecated' | 'unstated'
/** Where the operation is known from. */
export type Provenance = 'documented' | 'observed' | 'assumed'
export type RateClass = 'normal' | 'high'

export type Parameters = Readonly<Record<string, Parameter<unknown>>>
type NoParameters = Readonly<Record<never, Parameter<unknown>>>

/** The values of declared parameters: those with a default or required are always there. */
export type ValuesOf<P extends Parameters> = {
  readonly [N in keyof P]: P[N] extends Parameter<infer T> ? Present<P[N], T> : never
}
/** The values of parameters of a path: a path that matches has them all. */
type PathValuesOf<P extends Parameters> = {
  readonly [N in keyof P]: P[N] extends Parameter<infer T> ? T : never
}
type Present<P, T> = P extends { readonly required: true } | { readonly hasDefault: true } ? T : T | undefined

/** A field of a form. */
export interface FormField {
  readonly type: 'file' | 'text' | 'whole number'
  readonly description: string
}

/** What a handler knows of the exchange besides its parameters. */
export interface Context {
  readonly world: World
  /** The tables of the region that the address belongs to. */
  readonly store: Store
  readonly region: string
  /** The interface of the operation, whatever the address of the call. */
  readonly interface: InterfaceName
  readonly config: WorldConfig
  /** The caller; absent where anonymous calls are allowed. */
  readonly user: UserRecord | undefined
  /** The one application that the credential is scoped to (service §5.3). */
  readonly scopedTo: number | undefined
  /** The site that an embedded or hosted call addresses: an application id. */
  readonly site: number | undefined
  /** The address of the interface as the caller used it, without a trailing slash. */
  readonly baseUrl: string
  /** The host and port that the request named, where it came to one. */
  readonly host: string | undefined
  readonly worldName: string
  /** Says that a choice of the ledger shaped this answer, and answers the alternative in force. */
  assume(id: AssumptionId): string
  /** Says that a part of the body that is declared, such as `properties[0]`, was not acted on: the caller is told. */
  ignores(part: string): void
  /** Says that the answer shows something pending until this instant: on an automatic clock, time then moves there. */
  waitsFor(instant: number): void
}

interface ReplyParts {
  readonly status: number
  /** JSON data; absent for an empty body. */
  readonly body?: unknown
  /** Sent as they are instead of JSON data; `headers` say what they are. */
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** What a handler returns in place of a body when the status is not that of `success`, or with headers or bytes. */
export class Reply {
  readonly parts: ReplyParts
  constructor(parts: ReplyParts) {
    this.parts = parts
  }
}

/** A body of a request or response: the shape is built on first use, so that starting does not pay for it. */
export interface Shape<T = unknown> {
  /** The name of the schema in the OpenAPI description. */
  readonly name?: string
  readonly schema: () => z.ZodType<T>
  readonly example?: unknown
}

export interface RequestBody<T = unknown> extends Shape<T> {
  readonly required: boolean
  readonly contentType?: string
  /** The body is one text: besides a JSON string, the bare text is taken as text/plain (A55). */
  readonly plainText?: boolean
  /** Content types whose bodies are taken as bytes, besides the one that has the shape; `ANY_TYPE` takes all. */
  readonly bytes?: readonly string[]
  /** The fields of a form, where `bytes` may be one: of type multipart/form-data. */
  readonly form?: Readonly<Record<string, FormField>>
}

export interface Success {
  readonly status: number
  readonly description: string
  readonly shape?: Shape
  /** The answer has bytes of any content type. */
  readonly bytes?: boolean
}

/** Stands for every content type. */
export const ANY_TYPE = '*/*'
/** What browsers send forms with files as. */
export const FORM_TYPE = 'multipart/form-data'

/** A body that is taken as it came. */
export interface SentBytes {
  readonly bytes: Uint8Array
  /** As it was sent, parameters included; empty where none was. */
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
  /** In the service's words; `assumed` when the service does not state it. */
  readonly permission: { readonly words: string; readonly assumed?: boolean }
  /** True for the few operations that answer without a credential. */
  readonly anonymous?: boolean
  readonly rate: RateClass
  /** It schedules a job whose code is loaded on first use (see `model/world/late-jobs.ts`). */
  readonly startsJob?: true
  /** The section of the service's description. */
  readonly section: string
  readonly pathParameters: P
  readonly query: Q
  readonly body?: RequestBody<B>
  readonly success: Success
  /** The operations whose examples must run first on a new demo world, in order; they create what this example names. */
  readonly exampleAfter?: readonly ExampleStep[]
  /** The token of the demo world that the example needs; `tok-admin` if absent. */
  readonly exampleToken?: string
  /**
   * Further responses by status, besides those that any operation can have. A success among them has no body and occurs only
   * under an alternative of the ledger.
   */
  readonly refusals?: Readonly<Record<number, string>>
  readonly assumptions: readonly AssumptionId[]
  /** Those of them that shape every response: noted before `handle`, which notes the others with `context.assume`. */
  readonly leansOn: readonly AssumptionId[]
  /**
   * Throws a Refusal when the caller may not do this; runs after validation and before the handler. Returns the subject:
   * the records that it looked up, such as the space or the baseline, for `handle`.
   */
  readonly authorise: (input: Input<P, Q, B>, context: Context) => S
  /**
   * Reads what a handler, which cannot wait, could not. Pure: it sees the request alone, whoever sent it, and so has bounds
   * of its own. Awaited before the exchange begins; `prepared` answers it, and throws what it rejected with.
   */
  readonly prepare?: (request: ExchangeRequest) => Promise<unknown>
  /** Returns the body of `success`, undefined if it has none, or a Reply. */
  readonly handle: (input: Input<P, Q, B>, context: Context, subject: S) => unknown
}

/**
 * What is known of an operation before the group that declares it is loaded: enough to route by, to name it, to limit its
 * rate and to report on it. Of `refusals` only the statuses.
 */
export type OperationHead = Pick<
  Operation,
  | 'id'
  | 'interface'
  | 'method'
  | 'path'
  | 'stability'
  | 'provenance'
  | 'anonymous'
  | 'rate'
  | 'pathParameters'
> & {
  readonly otherPaths?: readonly Pick<OtherPath, 'path'>[]
  readonly success: Pick<Success, 'status'>
  readonly refusals?: Readonly<Record<number, unknown>>
}

/** Every path of an operation, the first one being that of the reference. */
export function pathsOf({ path, otherPaths = [] }: Pick<OperationHead, 'path' | 'otherPaths'>): string[] {
  return [path, ...otherPaths.map((other) => other.path)]
}

export interface Input<P extends Parameters = Parameters, Q extends Parameters = Parameters, B = unknown> {
  readonly path: PathValuesOf<P>
  readonly query: ValuesOf<Q>
  readonly body: B
  /** The body, where its content type is one that is taken as bytes; `body` is then undefined. */
  readonly sent: SentBytes | undefined
  /** What `prepare` made of the request; undefined where the operation has none. */
  readonly prepared: () => unknown
}

/** An operation as it is written: what most operations have in common may be left out. */
export interface Declaration<P extends Parameters, Q extends Parameters, B, S> extends Omit<
  Operation<P, Q, B, S>,
  'rate' | 'pathParameters' | 'query' | 'body' | 'success' | 'assumptions' | 'leansOn'
> {
  /** `normal` if absent. */
  readonly rate?: RateClass
  /** None if absent; all of them are required. */
  readonly pathParameters?: P
  /** None if absent. */
  readonly query?: Q
  /** Required unless it says otherwise. */
  readonly body?: Partial<Pick<RequestBody<B>, 'required'>> & Omit<RequestBody<B>, 'required'>
  /** Of status 200 unless it says otherwise. */
  readonly success: Partial<Pick<Success, 'status'>> & Omit<Success, 'status'>
  readonly assumptions: readonly (AssumptionId | Always)[]
}

/** An assumption that shapes every response of an operation. */
export interface Always {
  readonly always: AssumptionId
}

/** Marks assumptions of a declaration as shaping every response: the handler need not note them. */
export function always(...ids: readonly AssumptionId[]): readonly Always[] {
  return ids.map((id) => ({ always: id }))
}

/** Declares an operation; infers the types of its parameters, body and subject for the handler. */
export function operation<
  const P extends Parameters = NoParameters,
  const Q extends Parameters = NoParameters,
  B = undefined,
  S = unknown,
>(declaration: Declaration<P, Q, B, S>): Operation {
  const { pathParameters = {}, body, success, assumptions } = declaration
  const required = Object.entries<Parameter<unknown>>(pathParameters).map(([name, parameter]) => [
    name,
    { ...parameter, required: true },
  ])
  return {
    rate: 'normal',
    query: {},
    ...declaration,
    pathParameters: Object.fromEntries(required),
    ...(body === undefined ? {} : { body: { required: true, ...body } }),
    success: { status: 200, ...success },
    assumptions: assumptions.map((each) => (typeof each === 'string' ? each : each.always)),
    leansOn: assumptions.flatMap((each) => (typeof each === 'string' ? [] : [each.always])),
  } as unknown as Operation
}
