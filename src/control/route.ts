/**
 * Routes of the control API as data with a handler: the router, the checks of a request and the reference page are all
 * read from these declarations.
 */
import type * as z from 'zod'
import type { ExchangeResponse } from '../api/framework/exchange.ts'
import type { Parameters, Sent, ValuesOf } from '../api/framework/operation.ts'
import { int32, int64 } from '../api/framework/parameter.ts'
import type { Region } from '../model/schema.ts'
import type { Store } from '../world/store/store.ts'
import type { World } from '../world/world.ts'
import type { ResponseShape } from './responses/shape.ts'
import type { ControlHost } from './host.ts'

/** What a handler knows besides path, query and body. */
export interface ControlContext {
  readonly host: ControlHost
  readonly worldName: string
  /** False if anyone may call it without the control token, even off loopback. */
  readonly trusted: boolean
  /** The request was accepted in this state before: what it leads to needs no check again. */
  readonly wasAccepted: boolean
  /** The server is about to end. */
  readonly draining: boolean
  readonly region: Region
  /** The first value of a header of the request, by its lower-case name. */
  sent(name: string): string | undefined
  /** Query parameters of a route that takes fields of its records as filters. */
  readonly filters: readonly (readonly [name: string, value: string])[]
  /** The addressed world; made from the loaded scenario on first use. */
  world(): World
  /** The tables of the addressed region of that world. */
  store(): Store
}

export interface ControlBody<B> {
  /** The name of its schema in the OpenAPI description, if several routes share it. */
  readonly name?: string
  /** True: no body means an empty object. */
  readonly optional?: boolean
  /** Built on first use. */
  readonly shape: () => z.ZodType<B>
  readonly example: unknown
  /** The maximum body in bytes, if it is not the default. */
  readonly maximumBytes?: number
}

export interface ControlInput<P extends Parameters, Q extends Parameters, B> {
  readonly path: ValuesOf<P>
  readonly query: ValuesOf<Q>
  readonly body: B
}

/** A route whose example must run before another one, on a new demo world. */
export interface ExampleStep {
  readonly route: string
  /** Instead of the body of its example. */
  readonly body?: unknown
}

export interface ControlRoute<
  P extends Parameters = Parameters,
  Q extends Parameters = Parameters,
  B = unknown,
  R = unknown,
> {
  /** Verb and noun, as generated clients name the method: `advanceClock`. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The template below the control address. */
  readonly path: string
  readonly group: string
  readonly summary: string
  readonly details?: string
  readonly pathParameters: P
  readonly query: Q
  /** It uses no world: `X-Sim-World` changes nothing. */
  readonly worldless?: boolean
  /** It changes no records, whatever its method, so that past worlds take it. */
  readonly reads?: boolean
  /** Headers that only this route reads. */
  readonly headers?: Parameters
  /** It works on one region: `region` in the query or in the body, `eu` when absent. */
  readonly regional?: boolean
  /** It takes fields of the listed records as query parameters; says which. */
  readonly filters?: string
  readonly body?: ControlBody<B>
  /** The routes whose examples must run first on a new demo world, in order. */
  readonly exampleAfter?: readonly ExampleStep[]
  readonly status: 200 | 201 | 204
  /** The JSON of the response; absent if it has no body, or one that is no JSON. */
  readonly returns?: ResponseShape<R>
  /** Content types of other responses, which are text. */
  readonly otherTypes?: readonly string[]
  /** Sentences about the response, besides its fields. */
  readonly responseNote?: string
  /** Errors by status: those of this route, and better words for those that all routes have. */
  readonly refusals?: Readonly<Record<number, string>>
  /** It needs no control token, wherever the server listens. */
  readonly anonymous?: boolean
  /** Pages of other origins may not even ask, though they could not read the response. */
  readonly sameOrigin?: boolean
  /** Returns the JSON of `returns`, undefined without a body, or a RawResponse. Throws a Refusal. */
  readonly handle: (input: ControlInput<P, Q, B>, context: ControlContext) => Handled<R> | Promise<Handled<R>>
}

/** A response with a body and headers of its own, which override the common headers. */
export class RawResponse {
  readonly response: Partial<ExchangeResponse>
  constructor(response: Partial<ExchangeResponse>) {
    this.response = response
  }
}

type Handled<R> = Sent<NoInfer<R>> | RawResponse

/** A route as it is declared: what most routes have in common may be left out. */
type Declaration<P extends Parameters, Q extends Parameters, B, R> = Omit<
  ControlRoute<P, Q, B, R>,
  'group' | 'pathParameters' | 'query' | 'status'
> &
  Partial<Pick<ControlRoute<P, Q, B, R>, 'pathParameters' | 'query' | 'status'>>

type Ungrouped = Omit<ControlRoute, 'group'>

/**
 * Declares a route; infers the types of its parameters and body for the handler. Without them it takes no parameters and
 * returns 200.
 */
export function controlRoute<
  const P extends Parameters = {},
  const Q extends Parameters = {},
  B = undefined,
  R = void,
>(declaration: Declaration<P, Q, B, R>): Ungrouped {
  return { pathParameters: {}, query: {}, status: 200, ...declaration } as unknown as Ungrouped
}

/** Routes under one heading of the reference. */
export function routesOf(group: string, routes: readonly Ungrouped[]): readonly ControlRoute[] {
  return routes.map((route) => ({ ...route, group }))
}

/** The id of a record, as a parameter of the path. */
export const recordId = (description: string, example: string) =>
  int64({ required: true, minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description, example })

/** How a list is cut into pages. */
export const paging = {
  offset: int32({ minimum: 0, default: 0, description: 'How many items to skip.' }),
  limit: int32({ minimum: 0, maximum: 10_000, default: 100, description: 'How many items to list at most.' }),
}

/** The envelope of lists: the items of one page, and how many there are in all. */
export function listOf<T>(
  items: Iterable<T>,
  page: { offset: number; limit: number },
): { items: T[]; total: number } {
  const listed: T[] = []
  let total = 0
  for (const item of items) {
    if (total >= page.offset && listed.length < page.limit) listed.push(item)
    total++
  }
  return { items: listed, total }
}
