/**
 * The way of one exchange: route, authenticate, rate-limit, validate, authorise, handle, journal. Each step is a plain
 * function of a file of its own; this one puts them in order. Synchronous: nothing else happens to a world meanwhile.
 */
import { type AssumptionId, chosenAlternative } from '../api/assumptions.ts'
import { contentTypeOf, errorBody, statusOf } from '../api/errors.ts'
import { type ExchangeAnswer, type ExchangeRequest, header } from '../api/exchange.ts'
import type { Context, Operation } from '../api/operation.ts'
import {
  INTERFACE_DESCRIPTIONS,
  type InterfaceDescription,
  type InterfaceName,
  INTERFACES,
} from '../api/surface.ts'
import { readConfig, type WorldConfig } from '../model/config.ts'
import { Refusal, shown } from '../model/refusal.ts'
import type { World } from '../world/world.ts'
import { advanceTo } from '../world/clock.ts'
import { authenticate, type Authentication, type Caller } from './authenticate.ts'
import type { JournalEntry } from './journal.ts'
import type { Location, ServiceTarget } from './locate.ts'
import { nearestOperations } from './near-miss.ts'
import { countRequest, rateLimitMode, type RateState } from './rate-limit.ts'
import { createRouter, type Router, type RouteMatch } from './router.ts'
import { serialise } from './serialise.ts'
import { type Unknown, validate } from './validate.ts'

export interface Gateway {
  /** Answers one exchange with a service interface; never throws, whatever the request. */
  answer(
    world: World,
    worldName: string,
    location: Location,
    request: ExchangeRequest,
    caller: Caller,
  ): JournalEntry
  /** Answers a request whose address nothing serves. */
  answerUnknownAddress(world: World, worldName: string, request: ExchangeRequest, path: string): JournalEntry
}

interface Exchange {
  readonly world: World
  readonly worldName: string
  readonly request: ExchangeRequest
  readonly config: WorldConfig
  readonly surface: InterfaceDescription
  readonly target: ServiceTarget
  readonly assumptions: Set<AssumptionId>
  operation: Operation | undefined
  authentication: Authentication | undefined
  rate: RateState | undefined
  unknown: Unknown
  waitsFor: number | undefined
  headers: Record<string, string>
  diagnosis: JournalEntry['diagnosis']
  defect: string | undefined
}

const NO_UNKNOWN: Unknown = { parameters: [], fields: [] }

/** A gateway over these operations. */
export function createGateway(operations: readonly Operation[]): Gateway {
  const routers = new Map<
    InterfaceName,
    { router: Router<Operation>; bare: Router<Operation>; templates: Template[] }
  >()
  const routerOf = (name: InterfaceName) => {
    const known = routers.get(name)
    if (known !== undefined) return known
    const created = createInterfaceRouters(name, operations)
    routers.set(name, created)
    return created
  }
  return {
    answer(world, worldName, location, request, caller) {
      const target = location.target as ServiceTarget
      const surface = INTERFACE_DESCRIPTIONS[target.interface]
      const exchange = beginExchange(world, worldName, request, surface, target)
      const answer = refusing(exchange, () => {
        const { router, bare, templates } = routerOf(target.interface)
        const embedded = chosenAlternative(exchange.config, 'A48') !== 'off'
        const match = (embedded ? router : bare).match(
          request.method === 'OPTIONS' ? 'OPTIONS' : request.method,
          location.path,
        )
        if (match.kind === 'found') exchange.operation = match.route
        identify(exchange, caller)
        if (match.kind !== 'found') return unmatched(exchange, match, location.path, templates)
        return perform(exchange, match, location)
      })
      return finish(exchange, answer)
    },
    answerUnknownAddress(world, worldName, request, path) {
      const target: ServiceTarget = { kind: 'service', interface: 'standalone', region: 'eu', baseUrl: '' }
      const exchange = beginExchange(world, worldName, request, INTERFACE_DESCRIPTIONS.standalone, target)
      const answer = refusing(exchange, () => {
        identify(exchange, { as: undefined })
        const templates = INTERFACES.flatMap((name) => routerOf(name).templates)
        return unmatched(exchange, { kind: 'path' }, path, templates)
      })
      return finish(exchange, answer)
    },
  }
}

interface Template {
  readonly operation: Operation
  readonly template: string
}

function createInterfaceRouters(name: InterfaceName, operations: readonly Operation[]) {
  const own = operations.filter((operation) => operation.interface === name)
  const prefix = INTERFACE_DESCRIPTIONS[name].prefix
  const routes = own.map((operation) => ({ operation, template: `${prefix}${operation.path}` }))
  const embedded = name === 'hosted-wiki' ? 'wiki' : name === 'hosted-tracker' ? 'tracker' : undefined
  const added = operations
    .filter((operation) => operation.interface === embedded)
    .map((operation) => ({ operation, template: `${INTERFACE_DESCRIPTIONS.wiki.prefix}${operation.path}` }))
  const build = (templates: readonly Template[]) => {
    const router = createRouter(
      templates.map(({ operation, template }) => ({ ...pick(operation), path: template, operation })),
    )
    return mapRouter(router)
  }
  const templates = [...routes, ...added]
  return { router: build(templates), bare: build(routes), templates }
}

function pick(operation: Operation) {
  return { method: operation.method, pathParameters: operation.pathParameters }
}

function mapRouter(
  router: Router<{
    method: string
    path: string
    pathParameters: Operation['pathParameters']
    operation: Operation
  }>,
): Router<Operation> {
  return {
    match(method, path) {
      const match = router.match(method, path)
      return match.kind === 'found'
        ? { kind: 'found', route: match.route.operation, path: match.path }
        : match
    },
  }
}

function beginExchange(
  world: World,
  worldName: string,
  request: ExchangeRequest,
  surface: InterfaceDescription,
  target: ServiceTarget,
): Exchange {
  return {
    world,
    worldName,
    request,
    config: readConfig(world.system),
    surface,
    target,
    assumptions: new Set(),
    operation: undefined,
    authentication: undefined,
    rate: undefined,
    unknown: NO_UNKNOWN,
    waitsFor: undefined,
    headers: {},
    diagnosis: undefined,
    defect: undefined,
  }
}

/** Authenticates and counts the request; a rejected credential is counted as anonymous. */
function identify(exchange: Exchange, caller: Caller): void {
  const { world, request, surface, target, config } = exchange
  const store = world.region(target.region)
  exchange.authentication = authenticate(request, surface, store, world.now, config, caller)
  exchange.rate = countRequest(
    world,
    rateLimitMode(world, config),
    exchange.authentication.principal.credential,
    surface.name,
    exchange.operation?.rate ?? 'normal',
    target.region,
  )
  if (exchange.rate.exceeded) lean(exchange, 'A17')
  if (!exchange.rate.refused) return
  if (lean(exchange, 'A18') === 'send') exchange.headers['Retry-After'] = String(exchange.rate.reset)
  throw new Refusal(
    'TOO_MANY_REQUESTS',
    `rate limit of ${exchange.rate.limit} requests per minute reached: wait ${exchange.rate.reset} s`,
  )
}

function perform(
  exchange: Exchange,
  match: RouteMatch<Operation> & { kind: 'found' },
  location: Location,
): ExchangeAnswer {
  const { world, request, config, target } = exchange
  const operation = match.route
  const { principal, rejection } = exchange.authentication as Authentication
  if (rejection !== undefined && !operation.anonymous) refuseCaller(exchange, rejection)
  const clamp = chosenAlternative(config, 'A04') === 'clamp'
  const { query, body, unknown } = validate(operation, location.query, request, config, clamp)
  exchange.unknown = unknown
  if (unknown.parameters.length > 0 || unknown.fields.length > 0) lean(exchange, 'A05')
  const context: Context = {
    world,
    store: world.region(target.region),
    region: target.region,
    interface: target.interface,
    config,
    user: principal.user,
    scopedTo: principal.scopedTo,
    site: principal.site,
    baseUrl: target.baseUrl,
    assume: (id) => lean(exchange, id),
    waitsFor: (instant) => {
      exchange.waitsFor = Math.min(exchange.waitsFor ?? instant, instant)
    },
  }
  const input = { path: match.path, query, body } as never
  const answer = world.transact(() => {
    operation.authorise(input, context)
    return operation.handle(input, context)
  })
  if (answer.body === undefined) return { status: answer.status, headers: { ...answer.headers }, body: '' }
  const text = serialise(answer.body, chosenAlternative(config, 'A21'))
  return {
    status: answer.status,
    headers: { 'Content-Type': contentTypeOf(exchange.surface), ...answer.headers },
    body: text,
  }
}

function refuseCaller(exchange: Exchange, rejection: NonNullable<Authentication['rejection']>): never {
  if (rejection.kind === 'UNAUTHENTICATED') exchange.headers['WWW-Authenticate'] = 'Bearer realm="reqsim"'
  throw new Refusal(rejection.kind, rejection.message)
}

/** 404 with the nearest operations, 405 with what the path takes, 204 for a bare OPTIONS, 400 for a broken path. */
function unmatched(
  exchange: Exchange,
  match: Exclude<RouteMatch<Operation>, { kind: 'found' }>,
  path: string,
  templates: readonly Template[],
): ExchangeAnswer {
  const { method } = exchange.request
  if (match.kind === 'encoding') {
    throw new Refusal('INVALID', `path: broken percent-encoding in ${shown(match.segment)}`)
  }
  if (match.kind === 'method') {
    exchange.headers['Allow'] = [...match.allow, 'OPTIONS'].join(', ')
    if (method === 'OPTIONS') return { status: 204, headers: {}, body: '' }
  }
  const nearest = nearestOperations(templates, method, path)
  const reason =
    match.kind === 'method'
      ? `${shown(path)} does not take ${shown(method)}: it takes ${match.allow.join(', ')}`
      : `no operation at ${shown(`${method} ${path}`)}`
  if (nearest.length > 0) exchange.headers['X-Sim-Near-Miss'] = nearest.join(' | ')
  exchange.diagnosis = { reason, nearest }
  lean(exchange, 'A01')
  const status = match.kind === 'method' ? 405 : 404
  return errorAnswer(exchange, {
    status,
    message: nearest.length > 0 ? `${reason}; nearest: ${nearest.join(', ')}` : reason,
    errors: [],
  })
}

/** Runs the steps; a refusal becomes an error in the interface's shape, and so does a defect of ours. */
function refusing(exchange: Exchange, steps: () => ExchangeAnswer): ExchangeAnswer {
  try {
    return steps()
  } catch (error) {
    if (error instanceof Refusal) {
      if (error.kind !== 'TOO_MANY_REQUESTS') lean(exchange, 'A01')
      return errorAnswer(exchange, {
        status: statusOf(error.kind),
        message: error.message,
        errors: error.errors,
      })
    }
    exchange.defect = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const message =
      'defect of the simulator, not of the request: please report it with the journal entry of this X-Request-Id'
    return errorAnswer(exchange, { status: 500, message, errors: [] })
  }
}

function errorAnswer(
  exchange: Exchange,
  error: { status: number; message: string; errors: readonly string[] },
): ExchangeAnswer {
  const embedded = exchange.surface.errorShape === 'embedded'
  const { body, contentType } = errorBody(exchange.surface, error, lean(exchange, embedded ? 'A07' : 'A02'))
  return { status: error.status, headers: { 'Content-Type': contentType }, body }
}

/** Headers of every answer, the clock of a client that waits, and the journal's entry. */
function finish(exchange: Exchange, answer: ExchangeAnswer): JournalEntry {
  const { world, rate, request, authentication } = exchange
  const at = world.now
  const id = String(world.system.next('exchange'))
  const headers: Record<string, string> = { ...answer.headers, ...exchange.headers, 'X-Request-Id': id }
  if (rate !== undefined) {
    headers['X-Rate-Limit-Limit'] = String(rate.limit)
    headers['X-Rate-Limit-Remaining'] = String(rate.remaining)
    headers['X-Rate-Limit-Reset'] = String(rate.reset)
  }
  const assumptions = [...exchange.assumptions].toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
  if (header(request.headers, 'x-sim-explain') === '1') headers['X-Sim-Assumptions'] = assumptions.join(',')
  const final = { status: answer.status, headers, body: request.method === 'HEAD' ? '' : answer.body }
  if (exchange.waitsFor !== undefined && world.clock.mode === 'auto')
    advanceTo(world, Math.max(at, exchange.waitsFor))
  return {
    id,
    at,
    world: exchange.worldName,
    interface: exchange.target.interface,
    region: exchange.target.region,
    operation: exchange.operation?.id,
    user: authentication?.principal.user?.name,
    request,
    answer: final,
    assumptions,
    unknownParameters: exchange.unknown.parameters,
    unknownFields: exchange.unknown.fields,
    rateLimitExceeded: rate?.exceeded ?? false,
    ...(exchange.diagnosis === undefined ? {} : { diagnosis: exchange.diagnosis }),
    ...(exchange.defect === undefined ? {} : { defect: exchange.defect }),
  }
}

function lean(exchange: Exchange, id: AssumptionId): string {
  exchange.assumptions.add(id)
  return chosenAlternative(exchange.config, id)
}
