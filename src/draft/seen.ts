/** The exchanges of a session as calls of operations: their parameters, and their response if it has the declared shape. */
import { indexed, type IndexedOperation, operationIndex } from '../api/operation-index.ts'
import { built } from '../api/framework/built.ts'
import type { InterfaceName } from '../api/framework/interfaces.ts'
import type { Operation } from '../api/framework/operation.ts'
import type { Operations } from '../api/operation-types.generated.ts'
import { createInterfaceRoutes } from '../gateway/addresses/interface-routes.ts'
import { locate } from '../gateway/addresses/locate.ts'
import type { Region } from '../model/records/world/regions.ts'
import type { ArchivedExchange } from '../replay/archive.ts'
import type { Placed } from '../replay/bases.ts'

export type OperationId = keyof Operations & string
type ResponseOf<Id extends OperationId> = Operations[Id] extends { readonly response: infer R }
  ? R
  : undefined
type PathOf<Id extends OperationId> = Operations[Id] extends { readonly path: infer P }
  ? P
  : Record<string, never>

/** One call of an operation. */
export interface Seen<Id extends OperationId = OperationId> {
  /** Its number in the session, from 1. */
  readonly number: number
  readonly id: Id
  readonly operation: Operation
  /** The interface of the address; hosted ones serve embedded operations too. */
  readonly interface: InterfaceName
  readonly region: Region
  readonly method: string
  readonly path: PathOf<Id>
  readonly query: URLSearchParams
  /** The site that a hosted call names. */
  readonly siteUrl: string | undefined
  /** The body of the request, if it is JSON. */
  readonly sent: unknown
  readonly caller: string | undefined
  readonly application: number | undefined
  readonly status: number
  /** The body of a successful response in its declared shape. */
  readonly body: ResponseOf<Id>
  /** Any other body, if it is JSON. */
  readonly raw: unknown
  readonly at: number | undefined
}

/** An exchange of the session, and its place at the service. */
export interface PlacedExchange {
  readonly number: number
  readonly exchange: ArchivedExchange
  readonly place: Placed
}

/** A response that is not what its operation declares. */
export interface Misshapen {
  readonly number: number
  readonly operation: string
  readonly problem: string
}

export interface SeenSession {
  readonly seen: readonly Seen[]
  readonly misshapen: readonly Misshapen[]
}

/** Reads the exchanges that belong to operations. Loads their declarations. */
export async function readSession(exchanges: readonly PlacedExchange[]): Promise<SeenSession> {
  const routes = createInterfaceRoutes(operationIndex)
  const seen: Seen[] = []
  const misshapen: Misshapen[] = []
  for (const { number, exchange, place } of exchanges) {
    const { target, path, query } = locate(place.url)
    if (target?.kind !== 'service') continue
    const isHosted = target.interface.startsWith('hosted-')
    const match = routes(target.interface, isHosted).match(exchange.method, path)
    if (match.kind !== 'found') continue
    const operation = await loaded(match.route)
    const raw = jsonOf(exchange.responseBody)
    const isGood = exchange.status >= 200 && exchange.status < 300
    const { body, problem } = isGood ? bodyOf(operation, raw) : { body: undefined }
    if (problem !== undefined) misshapen.push({ number, operation: operation.id, problem })
    seen.push({
      number,
      id: operation.id as OperationId,
      operation,
      interface: target.interface,
      region: target.region,
      method: exchange.method,
      path: match.path as Seen['path'],
      query: new URLSearchParams(query),
      siteUrl: exchange.headers['x-base-url'],
      sent: typeof exchange.body === 'string' ? jsonOf(exchange.body) : undefined,
      caller: exchange.caller,
      application: exchange.application,
      status: exchange.status,
      body: body as Seen['body'],
      raw,
      at: exchange.at,
    })
  }
  return { seen, misshapen }
}

async function loaded(operation: IndexedOperation): Promise<Operation> {
  await operation.load()
  return operation.declaration ?? (indexed(operation as unknown as Operation).declaration as Operation)
}

/** The body if its shape is the declared one; further fields are dropped. */
function bodyOf(operation: Operation, raw: unknown): { body: unknown; problem?: string } {
  const { shape } = operation.success
  if (shape === undefined || raw === undefined) return { body: undefined }
  const result = built(shape.schema).safeParse(raw)
  if (result.success) return { body: result.data }
  const [issue] = result.error.issues
  return {
    body: undefined,
    problem: `${['body', ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? ''}`,
  }
}

function jsonOf(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
