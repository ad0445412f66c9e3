/** Calls an operation by its id: builds the request, adds the credential of the user, and reads the response. */
import type { ExchangeResponse } from '../api/framework/exchange.ts'
import type { OperationId } from '../api/framework/names.ts'
import type { IndexedOperation } from '../api/operation-index.ts'
import { ADDRESSES, INTERFACE_DESCRIPTIONS } from '../api/framework/interfaces.ts'
import type { Operations } from '../api/operation-types.generated.ts'
import type { Exclusive } from '../world/exclusive.ts'
import { checkFields, suggestionFor } from '../model/input/option-checks.ts'
import { quoted } from '../model/input/refusal.ts'
import { type Region, REGIONS } from '../model/schema.ts'
import type { UserName } from '../scenario/names.ts'
import { credentialOf, tokenCredential } from '../scenario/timeline/credentials.ts'
import { isObject } from '../world/objects.ts'
import type { Core } from './core.ts'
import type { Exchanges } from './exchanges.ts'

interface ByUser {
  /** The user who calls, with the token, session or password that the scenario gives them. Default: no credential. */
  readonly as?: UserName | undefined
}

interface ByToken {
  /** A token to call with, instead of `as`. */
  readonly token?: string | undefined
}

interface CallPlace {
  /** Additional headers. They override those of the user. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Default: `eu`. */
  readonly region?: Region | undefined
  /** The name of the world. Default: the default world. */
  readonly world?: string | undefined
}

/** The caller, and the parts of the request other than the parameters of the operation. */
export type CallSettings = CallPlace & Exclusive<ByUser | ByToken>

/** The arguments of a call of one operation. */
export type CallInput<Id extends OperationId> = CallSettings & Omit<Operations[Id], 'response' | 'error'>

/** The arguments after the id: none are needed if no parameter is required. */
export type CallArguments<Id extends OperationId> =
  Record<never, never> extends CallInput<Id> ? [input?: CallInput<Id>] : [input: CallInput<Id>]

/** The response of a call. `ok` is true for statuses below 400, and false for 0: a fault closed the connection without a response. */
export type CallResponse<Id extends OperationId> =
  | CallOutcome<true, Operations[Id]['response']>
  | CallOutcome<false, Operations[Id]['error']>

interface CallOutcome<Ok extends boolean, Body> {
  readonly ok: Ok
  readonly status: number
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON as data, bytes as a Uint8Array, undefined if there is no body. */
  readonly body: Body
}

/** A call of any operation. */
type AnyInput = CallSettings & {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const FIELDS = Object.keys({
  path: true,
  query: true,
  body: true,
  as: true,
  token: true,
  headers: true,
  region: true,
  world: true,
} satisfies Record<keyof AnyInput, true>)

/** Rejects with TypeError for an unknown operation, field, region or path parameter. The service validates the rest. */
export async function callOperation(
  core: Core,
  exchanges: Pick<Exchanges, 'send'>,
  id: string,
  input: AnyInput = {},
): Promise<CallOutcome<boolean, unknown>> {
  const operation = core.operations.find((each) => each.id === id)
  if (operation === undefined) {
    const ids = core.operations.map((each) => each.id)
    throw new TypeError(
      `no operation ${quoted(id)}: ${suggestionFor(id, ids, 'reqsim list operations lists them')}`,
    )
  }
  checkFields(`the call of ${id}`, input, FIELDS)
  for (const field of ['path', 'query', 'headers'] as const) {
    const value: unknown = input[field]
    if (value !== undefined && !isObject(value))
      throw new TypeError(`${field} of ${id} is an object of names and values, not ${quoted(value)}`)
  }
  const { as, token, region = 'eu', world } = input
  if (!REGIONS.includes(region))
    throw new TypeError(`no region ${quoted(region)}: ${suggestionFor(region, REGIONS)}`)
  if (as !== undefined && token !== undefined)
    throw new TypeError('as and token each say who calls: leave one of them out')
  const credential = credentialFor(core, operation, input, region)
  await operation.load()
  const { body, type } = bodyOf(operation, input.body)
  const { answer } = await exchanges.send(
    {
      method: operation.method,
      url: urlOf(operation, input, region),
      headers: {
        ...credential.headers,
        ...type,
        ...(world === undefined ? {} : { 'x-sim-world': world }),
        ...lowerCase(input.headers ?? {}),
      },
      ...(body === undefined ? {} : { body }),
    },
    { as: credential.as },
  )
  return {
    ok: answer.status > 0 && answer.status < 400,
    status: answer.status,
    headers: lowerCase(answer.headers),
    body: readBody(answer),
  }
}

function credentialFor(
  { scenario, worlds }: Core,
  operation: IndexedOperation,
  { as, token, world }: CallSettings,
  region: Region,
): { readonly headers: Readonly<Record<string, string>>; readonly as?: string } {
  const target = { interface: operation.interface, region }
  if (token !== undefined)
    return scenario === undefined
      ? { headers: { authorization: `Bearer ${token}` } }
      : tokenCredential(scenario, token, target)
  if (as === undefined) return { headers: {} }
  if (scenario === undefined) return { headers: {}, as }
  const { now } = world === undefined ? worlds.default : worlds.get(world)
  return credentialOf(scenario, as, target, now)
}

function urlOf(operation: IndexedOperation, { path = {}, query = {} }: AnyInput, region: Region): string {
  const { id, interface: of, pathParameters } = operation
  const address = ADDRESSES.find((each) => each.interface === of && each.region === region)
  if (address === undefined)
    throw new TypeError(`${id} is not served in region ${quoted(region)}: leave region out`)
  const names = Object.keys(pathParameters)
  checkFields(`path of ${id}`, path, names)
  const segments = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = path[name]
    if (value === undefined || value === null || value === '')
      throw new TypeError(`path of ${id} lacks ${quoted(name)}: give ${names.join(', ')}`)
    return encodeURIComponent(String(value))
  })
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((each) => each !== undefined && each !== null)
      .map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(String(each))}`),
  )
  const { prefix } = INTERFACE_DESCRIPTIONS[of]
  return `${address.url}${prefix}${segments}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`
}

/** Bytes are sent unchanged, with the content type of the caller's header; other data in the format of the operation. */
function bodyOf(
  { declaration }: IndexedOperation,
  body: unknown,
): {
  readonly body?: string | Uint8Array
  readonly type?: Readonly<Record<string, string>>
} {
  if (body === undefined) return {}
  if (body instanceof Uint8Array) return { body }
  const type = { 'content-type': declaration?.body?.contentType ?? 'application/json' }
  return { body: type['content-type'] === 'text/plain' ? String(body) : JSON.stringify(body), type }
}

function readBody({ headers, body }: ExchangeResponse): unknown {
  if (body.length === 0) return undefined
  const type = lowerCase(headers)['content-type'] ?? ''
  if (typeof body !== 'string') return body
  if (!type.includes('json')) return body
  try {
    return JSON.parse(body)
  } catch {
    // A fault truncated or damaged the body.
    return body
  }
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
