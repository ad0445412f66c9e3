/**
 * One exchange: route, authenticate, rate-limit, validate, authorise, handle, journal. Each step is a plain
 * function of a file of its own; this one puts them in order. Synchronous: nothing else happens to a world meanwhile.
 */
import type { AlternativeOf, AssumptionId } from '../api/framework/assumptions.ts'
import { withNulls } from '../api/framework/absent-fields.ts'
import { built } from '../api/framework/built.ts'
import { contentTypeOf, errorBody, type ErrorMessage, statusOf } from '../api/framework/errors.ts'
import {
  type ExchangeRequest,
  type ExchangeResponse,
  header,
  withoutBody,
} from '../api/framework/exchange.ts'
import { loadSchemas, schemasLoaded } from '../api/framework/zod.ts'
import { chosenAlternative, type CommonAssumptionId } from '../api/framework/ledger.ts'
import { type Context, type Operation, Reply } from '../api/framework/operation.ts'
import type { IndexedOperation } from '../api/operation-index.ts'
import {
  ADDRESSES,
  INTERFACE_DESCRIPTIONS,
  type InterfaceDescription,
  type InterfaceName,
  INTERFACES,
} from '../api/framework/interfaces.ts'
import { readConfig, type WorldConfig } from '../model/records/world/config.ts'
import { strikeExchange } from '../model/finding/faults/matching.ts'
import type { FaultRecord } from '../model/records/world/faults.ts'
import { invalid, tooManyRequests } from '../model/input/errors.ts'
import { Refusal, type RefusalReason, quoted } from '../model/input/refusal.ts'
import { advanceAtMost, JOBS_PER_ADVANCE } from '../world/time/clock.ts'
import { LAST_INSTANT } from '../world/time/duration.ts'
import type { OnFired } from '../world/time/jobs.ts'
import type { World } from '../world/world.ts'
import { authenticate, type Authentication, type Caller, KnownTokens } from './exchange/authenticate.ts'
import {
  deliveryOf,
  faultedResponse,
  hasFaults,
  replacesResponse,
  setFaultHeaders,
  standsForOperation,
  struckMessages,
  struckSince,
} from './exchange/faulting.ts'
import {
  createInterfaceRoutes,
  type FindRoutes,
  type PlacedOperation,
  withAdded,
} from './addresses/interface-routes.ts'
import { isPreflight } from './addresses/cors.ts'
import { differsAt } from '../api/framework/shown-fields.ts'
import { pathText } from '../model/input/field-place.ts'
import { acceptedBy, acceptedCodings } from './exchange/content-coding.ts'
import { ignoredHeader, suggestionsHeader } from './exchange/ignored-header.ts'
import type { NameSuggestion, Unknown } from './journal/ignored-names.ts'
import type { JournalEntry, PermissionVerdict, TakenTransition } from './journal/entry.ts'
import type { Location, ServiceTarget } from './addresses/locate.ts'
import { traceparentOf } from './journal/traceparent.ts'
import { knownByName, mistypedParameter, nearestOperations } from './addresses/near-miss.ts'
import { countRequest, rateLimitMode, type RateState, setRateHeaders } from './exchange/rate-limit.ts'
import type { RouteMatch } from './addresses/router.ts'
import { serialise } from './exchange/serialise.ts'
import { takeTransitions } from './exchange/transitions.ts'
import { suggestionsFor } from './exchange/suggestions.ts'
import { BodyNeeded, type ShownFields, validate } from './exchange/validate.ts'
import { suggestionForHost, ownerByPath } from './exchange/wrong-host.ts'
import { suggestionForOwner, suggestionForServed, suggestionForUnserved } from './exchange/wrong-prefix.ts'
import * as ledger from '../api/framework/ledger-names.ts'
import { countText } from '../world/count-text.ts'

export interface Gateway {
  /**
   * Finds the operation of a request before anything happens, so that `handle` need not look for it again. With
   * `needsSchemas`, code that builds schemas is missing too.
   */
  resolve(request: ExchangeRequest, location: Location, needsSchemas: boolean): Resolution
  /**
   * Responds to one exchange and never throws, whatever the request. An address that nothing serves gets the error of the
   * standalone interface. What `resolve` says is missing must have been loaded. `refused` is a refusal that came
   * before, such as that of a world that does not exist.
   */
  handle(call: Call, refused?: Refusal): JournalEntry
  /**
   * Whether the head of a request decides its response, since it fails before its body is read. `handle` without a body then
   * gives that response. The world of the call must be a fork, which this changes.
   */
  failsByHead(call: Call, refused?: Refusal): boolean
}

/** The operation that a request is for, if any. */
export interface Resolution {
  /** The match with embedded operations at hosted addresses; undefined if the address is not of the service. */
  readonly match: RouteMatch<IndexedOperation> | undefined
  /** Resolves when the operation is loaded and has prepared the request; absent if there is nothing to load. */
  readonly missing?: Promise<unknown>
  /** What the operation made of the request beforehand, once `missing` is resolved; throws what that threw. */
  prepared?: () => unknown
}

/** A request to a world, with its operation. */
export interface Call {
  readonly world: World
  readonly worldName: string
  readonly location: Location
  readonly request: ExchangeRequest
  readonly resolution: Resolution
  readonly caller: Caller
  /** Called with each job that ran because the clock moved for a polling client. */
  readonly onFired?: OnFired | undefined
}

interface Exchange extends Call {
  readonly knownTokens: KnownTokens
  readonly config: WorldConfig
  readonly surface: InterfaceDescription
  readonly target: ServiceTarget
  /** Each once, in the order of the ledger. */
  readonly assumptions: AssumptionId[]
  operation: IndexedOperation | undefined
  authentication: Authentication | undefined
  rate: RateState | undefined
  unknown: Unknown
  waitsFor: number | undefined
  remark: string | undefined
  headers: Record<string, string>
  /** Whether the operation wrote records, and what it moved in state machines. */
  stateful: boolean
  transitions: readonly TakenTransition[]
  fault: FaultRecord | undefined
  permission: PermissionVerdict | undefined
  diagnosis: JournalEntry['diagnosis']
  defect: string | undefined
  /** The body is not known: its reader throws BodyNeeded. */
  readonly headOnly: boolean
}

type Found = RouteMatch<IndexedOperation> & { kind: 'found' }

const NO_TRANSITIONS: readonly TakenTransition[] = []
const NOTHING_PREPARED = (): unknown => undefined
const NO_UNKNOWN: Unknown = { parameters: [], fields: [] }
/** Requests to addresses that nothing serves get the error shape of this one. */
const UNSERVED_TARGET: ServiceTarget = { kind: 'service', interface: 'standalone', region: 'eu', baseUrl: '' }

/** The assumption that each reason of a refusal relies on. */
const ASSUMPTION_OF_REASON: Readonly<Record<RefusalReason, AssumptionId>> = {
  syntax: ledger.querySyntaxErrors,
  limit: ledger.languageLimits,
  bounds: ledger.boundsOfPages,
  'large-number': ledger.largeNumbers,
  repeated: ledger.repeatedParameters,
  'repeated-field': ledger.repeatedFields,
  size: ledger.bodyLimits,
  'media-type': ledger.mediaTypes,
  'content-coding': ledger.compressedBodies,
  'bare-text': ledger.textBodies,
  name: ledger.givenNames,
  'key-characters': ledger.keyCharacters,
  'inexact-number': ledger.unquotedNumbers,
  'no-day': ledger.queryDays,
  boolean: ledger.standaloneBooleans,
  'embedded-boolean': ledger.embeddedBooleans,
}

/** A gateway over these operations; `added` are those of a user's description, which match last. */
export function createGateway(
  operations: readonly IndexedOperation[],
  added: readonly IndexedOperation[] = [],
): Gateway {
  const findRoutes = withAdded(createInterfaceRoutes(operations), added)
  const knownTokens = new KnownTokens()
  return {
    resolve(request, location, needsSchemas) {
      if (location.target?.kind !== 'service') return { match: undefined }
      const name = location.target.interface
      const match = findRoutes(name, true).match(request.method, location.path)
      const resolution: Resolution = { match }
      const missing = loadMissing(match, request, resolution, needsSchemas)
      // A world may have the embedded operations switched off (A48): another one may be meant then.
      const other =
        name === 'hosted-wiki' || name === 'hosted-tracker'
          ? loadMissing(
              findRoutes(name, false).match(request.method, location.path),
              request,
              resolution,
              needsSchemas,
            )
          : undefined
      if (missing === undefined && other === undefined) return resolution
      return Object.assign(resolution, { missing: Promise.all([missing, other]) })
    },
    handle(call, refused) {
      const exchange = beginExchange(call, knownTokens)
      return finish(exchange, respond(exchange, refused))
    },
    failsByHead(call, refused) {
      try {
        respond(beginExchange(call, knownTokens, true), refused)
        return true
      } catch (error) {
        if (error instanceof BodyNeeded) return false
        throw error
      }
    },
  }

  function respond(exchange: Exchange, refused: Refusal | undefined): ExchangeResponse {
    const { location, request, surface } = exchange
    const embedded = chosenAlternative(exchange.config, ledger.embeddedAtHostedAddresses) !== 'off'
    return withErrors(exchange, () => {
      // A browser sends a preflight by itself, without a credential: it uses up no limit and no fault.
      const isFree = isPreflight(request)
      if (location.target === undefined) {
        const placed = placedOnOnePort(findRoutes, embedded)
        if (isFree) return unmatched(exchange, { kind: 'path' }, placed)
        identify(exchange)
        return withFaults(exchange, () => unmatched(exchange, { kind: 'path' }, placed))
      }
      const routes = findRoutes(surface.name, embedded)
      const { match: known } = exchange.resolution
      const match = embedded && known !== undefined ? known : routes.match(request.method, location.path)
      if (match.kind === 'found') exchange.operation = match.route
      if (surface.credentials === 'hosted-headers') {
        const other = findRoutes(surface.name, !embedded).match(request.method, location.path)
        if (!isSameMatch(match, other)) note(exchange, ledger.embeddedAtHostedAddresses)
      }
      if (match.kind === 'method' && request.method === 'OPTIONS')
        return allowedMethods(exchange, match.allow)
      if (isFree && match.kind !== 'found') return unmatched(exchange, match, routes.placed)
      identify(exchange)
      if (refused !== undefined) throw refused
      return withFaults(exchange, () =>
        match.kind === 'found'
          ? notePermission(exchange, () => perform(exchange, match))
          : unmatched(exchange, match, routes.placed, () => ownerOf(findRoutes, embedded, exchange)),
      )
    })
  }
}

function isSameMatch(one: RouteMatch<IndexedOperation>, other: RouteMatch<IndexedOperation>): boolean {
  if (one.kind === 'found' && other.kind === 'found') return one.route === other.route
  return one.kind === other.kind
}

/** The operations of all interfaces, at their paths on the one port. */
function placedOnOnePort(
  findRoutes: FindRoutes<IndexedOperation>,
  embedded: boolean,
): readonly PlacedOperation<IndexedOperation>[] {
  return INTERFACES.flatMap((name) => {
    const base = ADDRESSES.find((address) => address.interface === name)?.path ?? ''
    return findRoutes(name, embedded).placed.map((placed) => ({
      ...placed,
      template: `${base}${placed.template}`,
    }))
  })
}

/** Loads the operation and lets it prepare the request; undefined if there is nothing to wait for. */
function loadMissing(
  match: RouteMatch<IndexedOperation>,
  request: ExchangeRequest,
  resolution: Resolution,
  needsSchemas: boolean,
): Promise<void> | undefined {
  if (match.kind !== 'found') return undefined
  const { route } = match
  const loaded = route.declaration
  const loadsSchemas = (needsSchemas || route.needsSchemas === true) && !schemasLoaded()
  if (loaded !== undefined && loaded.prepare === undefined && !loadsSchemas) return undefined
  return prepare(route, request, resolution, loadsSchemas)
}

async function prepare(
  route: IndexedOperation,
  request: ExchangeRequest,
  resolution: Resolution,
  loadsSchemas: boolean,
): Promise<void> {
  await Promise.all([
    route.declaration === undefined ? route.load() : undefined,
    loadsSchemas ? loadSchemas() : undefined,
  ])
  if (route.declaration?.prepare === undefined) return
  try {
    const value = await route.declaration.prepare(request)
    resolution.prepared = () => value
  } catch (error) {
    resolution.prepared = () => {
      throw error
    }
  }
}

function beginExchange(call: Call, knownTokens: KnownTokens, headOnly = false): Exchange {
  const { target } = call.location
  const service = target?.kind === 'service' ? target : UNSERVED_TARGET
  return {
    ...call,
    knownTokens,
    config: readConfig(call.world.system),
    surface: INTERFACE_DESCRIPTIONS[service.interface],
    target: service,
    assumptions: [],
    operation: undefined,
    authentication: undefined,
    rate: undefined,
    unknown: NO_UNKNOWN,
    waitsFor: undefined,
    remark: undefined,
    headers: {},
    stateful: false,
    transitions: NO_TRANSITIONS,
    fault: undefined,
    permission: undefined,
    diagnosis: undefined,
    defect: undefined,
    headOnly,
  }
}

/** Authenticates and counts the request; a rejected credential is counted as anonymous. */
function identify(exchange: Exchange): void {
  exchange.authentication = authenticate(exchange)
  for (const id of exchange.authentication.assumptions) note(exchange, id)
  exchange.rate = rateOf(exchange, exchange.authentication.principal.credential)
  if (exchange.rate.exceeded)
    for (const id of [ledger.rateWindows, ledger.highTraffic, ledger.rateEnforcement] as const)
      note(exchange, id)
  if (!exchange.rate.refused) return
  if (choose(exchange, ledger.retryAfter) === 'send')
    exchange.headers['Retry-After'] = String(exchange.rate.reset)
  throw tooManyRequests(countText(exchange.rate.limit, 'request'), exchange.rate.reset)
}

function rateOf(
  { world, config, surface, target, operation }: Exchange,
  credential: string,
  free = false,
): RateState {
  const window = {
    region: target.region,
    interface: surface.name,
    rate: operation?.rate ?? 'normal',
    credential,
  }
  return countRequest(world, rateLimitMode(world, config), window, free)
}

/** Notes a refusal for lack of permission, wherever the operation finds it: some look at the permissions in `handle`. */
function notePermission(exchange: Exchange, steps: () => ExchangeResponse): ExchangeResponse {
  try {
    return steps()
  } catch (error) {
    if (error instanceof Refusal && error.lacksPermission) exchange.permission = 'refused'
    throw error
  }
}

function withFields({ parameters, fields }: Unknown, more: readonly string[]): Unknown {
  return { parameters, fields: [...new Set([...fields, ...more])] }
}

function perform(exchange: Exchange, match: Found): ExchangeResponse {
  const { world, request, config, target, location } = exchange
  const operation = declarationOf(match.route)
  const { principal, rejection } = exchange.authentication as Authentication
  if (rejection !== undefined) {
    if (!operation.anonymous) refuseCaller(exchange, rejection)
    note(exchange, ledger.anonymousCalls)
  }
  if (request.method === 'HEAD') note(exchange, ledger.headAndOptions)
  if (location.path.length > 1 && location.path.endsWith('/')) note(exchange, ledger.pathSelection)
  const validated = validate(operation, location.query, request, config, exchange.headOnly)
  const { body, sent, unknown, repeated, shown, reasons } = validated
  const pageSize = exchange.fault?.effect.pageSize
  const query = withPageSize(validated.query, pageSize)
  for (const reason of reasons) noteAny(exchange, ASSUMPTION_OF_REASON[reason])
  exchange.unknown = repeated.length === 0 ? unknown : withFields(unknown, repeated)
  if (unknown.parameters.length > 0 || unknown.fields.length > 0) note(exchange, ledger.undeclaredNames)
  let held: (() => unknown) | undefined
  const context: Context = {
    world,
    store: world.region(target.region),
    region: target.region,
    interface: operation.interface,
    addressed: target.interface,
    config,
    // A rejected caller is anonymous here.
    user: rejection === undefined ? principal.user : undefined,
    scopedTo: principal.scopedTo,
    site: principal.site,
    baseUrl: target.baseUrl,
    host: header(request.headers, 'host'),
    accept: header(request.headers, 'accept'),
    scheme: request.scheme ?? 'http',
    worldName: exchange.worldName,
    pageSize: pageSize ?? Infinity,
    note: (id) => noteAny(exchange, id),
    choose: (id) => chooseAny(exchange, id),
    ignores: (part) => {
      exchange.unknown = withFields(exchange.unknown, [part])
    },
    holds: (record) => {
      held = record
    },
    remark: (text) => {
      exchange.remark = text
    },
    waitsFor: (instant) => {
      exchange.waitsFor = Math.min(exchange.waitsFor ?? instant, instant)
    },
  }
  const prepared = exchange.resolution.prepared ?? NOTHING_PREPARED
  const input = { path: match.path, query, body, sent, prepared } as never
  const before = world.writes
  const result = world.transact(() => {
    const subject = operation.authorise(input, context)
    exchange.permission = 'allowed'
    for (const id of operation.leansOn) noteAny(exchange, id)
    return operation.handle(input, context, subject)
  })
  exchange.stateful = world.writes !== before
  exchange.transitions = takeTransitions(world)
  const reply = result instanceof Reply ? result.parts : { status: operation.success.status, body: result }
  if (shown.paths.length > 0) noteChanged(exchange, shown, held?.() ?? reply.body)
  if (reply.body === undefined)
    return { status: reply.status, headers: { ...reply.headers }, body: reply.bytes ?? '' }
  const text = bodyText(exchange, operation, reply.body)
  return { status: reply.status, headers: { ...jsonType(exchange), ...reply.headers }, body: text }
}

/** The limit of a fault takes the place of a higher one that the client asked for. */
function withPageSize(query: Readonly<Record<string, unknown>>, pageSize: number | undefined) {
  const { limit } = query
  return pageSize === undefined || typeof limit !== 'number' || limit <= pageSize
    ? query
    : { ...query, limit: pageSize }
}

/** Reports fields that the service sets, if the client sent other values than the service holds. */
function noteChanged(exchange: Exchange, { paths, body }: ShownFields, record: unknown): void {
  const changed = paths.filter((path) => differsAt(record, body, path)).map(pathText)
  if (changed.length === 0) return
  exchange.unknown = withFields(exchange.unknown, changed)
  note(exchange, ledger.undeclaredNames)
}

function declarationOf({ id, declaration }: IndexedOperation): Operation {
  if (declaration === undefined) throw new Error(`${id} was not loaded before it was asked for`)
  return declaration
}

/** Carries out an exchange, unless a fault strikes: then with what that makes of it. */
function withFaults(exchange: Exchange, carryOut: () => ExchangeResponse): ExchangeResponse {
  const { world, request, location, target, operation, authentication } = exchange
  if (!hasFaults(world)) return carryOut()
  const known = target !== UNSERVED_TARGET
  const fault = strikeExchange(world, {
    operation: operation?.id,
    interface: known ? target.interface : undefined,
    region: known ? target.region : undefined,
    method: request.method,
    path: location.path,
    user: authentication?.principal.user?.name,
    site: authentication?.principal.site,
    paged: operation?.paged,
  })
  if (fault === undefined) {
    const before = struckMessages(world)
    const response = carryOut()
    // What an operation sent may have been struck on its way: its response says so.
    exchange.fault = struckSince(world, before)
    return response
  }
  exchange.fault = fault
  const response = standsForOperation(fault) ? undefined : withErrors(exchange, carryOut)
  // What was said of the response that is lost, such as the nearest operations, is lost with it.
  if (replacesResponse(fault)) exchange.headers = {}
  if (fault.effect.status === 429 && exchange.rate !== undefined) {
    exchange.rate = { ...exchange.rate, remaining: 0 }
    if (choose(exchange, ledger.retryAfter) === 'send')
      exchange.headers['Retry-After'] = String(exchange.rate.reset)
  }
  return faultedResponse(fault, response, (status, message) =>
    errorResponse(exchange, { status, message, errors: [message] }),
  )
}

/** The body as JSON, in which absent fields are missing or null. Notes A21 if these differ and the client wants to know. */
function bodyText(exchange: Exchange, { success }: Operation, body: unknown): string {
  const absent = chosenAlternative(exchange.config, ledger.absentFields)
  const omitting = serialise(body, 'omit')
  if (absent !== 'null' && !(isExplained(exchange.request) && schemasLoaded())) return omitting
  const complete = success.shape === undefined ? body : withNulls(built(success.shape.schema), body)
  const withNull = serialise(complete, 'null')
  if (withNull !== omitting) note(exchange, ledger.absentFields)
  return absent === 'null' ? withNull : omitting
}

function jsonType(exchange: Exchange): { 'Content-Type': string } {
  if (exchange.surface.credentials === 'site-session') note(exchange, ledger.mediaTypes)
  return { 'Content-Type': contentTypeOf(exchange.surface) }
}

function refuseCaller(exchange: Exchange, rejection: Refusal): never {
  const { credentials } = exchange.surface
  if (rejection.kind === 'UNAUTHENTICATED' && credentials !== 'hosted-headers') {
    // Clients that read only one challenge read the first.
    const withBasic = choose(exchange, ledger.wwwAuthenticate) === 'basic' && credentials === 'site-session'
    const bearer = 'Bearer realm="reqsim"'
    exchange.headers['WWW-Authenticate'] = withBasic ? `Basic realm="reqsim", ${bearer}` : bearer
  }
  throw rejection
}

/** The methods of a known path. Browsers request them without a credential, and they do not count. */
function allowedMethods(exchange: Exchange, allow: readonly string[]): ExchangeResponse {
  note(exchange, ledger.headAndOptions)
  exchange.rate = rateOf(exchange, 'anonymous', true)
  return { status: 204, headers: { Allow: [...allow, 'OPTIONS'].join(', ') }, body: '' }
}

/** 404 with the nearest operations, 405 with what the path takes, 400 for a broken path. */
function unmatched(
  exchange: Exchange,
  match: Exclude<RouteMatch<IndexedOperation>, Found>,
  placed: readonly PlacedOperation[],
  owner: () => InterfaceName | undefined = () => undefined,
): ExchangeResponse {
  // The response to HEAD has the length of that to GET, and so it says the same.
  const request =
    exchange.request.method === 'HEAD' ? { ...exchange.request, method: 'GET' } : exchange.request
  const { method } = request
  const { path } = exchange.location
  if (match.kind === 'encoding') {
    throw invalid('path segment', match.segment, 'broken percent-encoding')
  }
  for (const id of [ledger.errorStatuses, ledger.pathSelection, ledger.nearMisses] as const)
    note(exchange, id)
  const instead = knownByName(exchange.surface.name, path)
  const nearest = instead === undefined ? nearestOperations(placed, method, path) : []
  if (nearest.length > 0) exchange.headers['X-Sim-Near-Miss'] = nearest.join(' | ')
  if (match.kind === 'method') exchange.headers['Allow'] = [...match.allow, 'OPTIONS'].join(', ')
  const why =
    instead ??
    (exchange.target === UNSERVED_TARGET
      ? (suggestionForUnserved(exchange.request, path, nearest) ??
        suggestionForHost(exchange.request, nearest))
      : (mistypedParameter(placed, method, path) ??
        suggestionForServed(exchange.request, path, exchange.target, exchange.surface) ??
        suggestionForOwner(owner(), exchange.request, exchange.target)))
  const reason =
    match.kind === 'method'
      ? `${quoted(path)} does not take ${quoted(method)}: it takes ${match.allow.join(', ')}`
      : `no operation at ${quoted(`${method} ${path}`)}${why === undefined ? '' : `: ${why}`}`
  exchange.diagnosis = { reason, nearest }
  const message = nearest.length > 0 ? `${reason}; nearest: ${nearest.join(', ')}` : reason
  return errorResponse(exchange, { status: match.kind === 'method' ? 405 : 404, message, errors: [message] })
}

/** The other interface that has the operation; undefined if none has. */
function ownerOf(findRoutes: FindRoutes, embedded: boolean, exchange: Exchange): InterfaceName | undefined {
  const { request, location, surface } = exchange
  const own = INTERFACES.find(
    (name) =>
      name !== surface.name &&
      findRoutes(name, embedded).match(request.method, location.path).kind === 'found',
  )
  const byPath = ownerByPath(location.path)
  return own ?? (byPath === surface.name ? undefined : byPath)
}

/** Runs the steps; a refusal becomes an error in the interface's shape, and so does a defect of ours. */
function withErrors(exchange: Exchange, steps: () => ExchangeResponse): ExchangeResponse {
  try {
    return steps()
  } catch (error) {
    if (error instanceof BodyNeeded) throw error
    if (error instanceof Refusal) {
      if (error.kind !== 'TOO_MANY_REQUESTS') note(exchange, ledger.errorStatuses)
      for (const reason of error.reasons) noteAny(exchange, ASSUMPTION_OF_REASON[reason])
      Object.assign(exchange.headers, acceptedCodings(error, acceptedBy(exchange.config)))
      const { message, errors } = error
      return errorResponse(exchange, { status: statusOf(error.kind), message, errors })
    }
    exchange.defect = describeDefect(error)
    const message =
      'defect of the simulator, not of the request: please report it with the journal entry of this X-Request-Id'
    return errorResponse(exchange, { status: 500, message, errors: [message] })
  }
}

/** Whether the client wants to know which assumptions shape the response. */
export function isExplained({ headers }: ExchangeRequest): boolean {
  return header(headers, 'x-sim-explain') === '1'
}

function describeDefect(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function errorResponse(exchange: Exchange, error: ErrorMessage): ExchangeResponse {
  const embedded = exchange.surface.errorShape === 'embedded'
  const { body, contentType } = errorBody(
    exchange.surface,
    error,
    choose(exchange, embedded ? ledger.embeddedErrorBody : ledger.standaloneErrorBody),
  )
  return { status: error.status, headers: { 'Content-Type': contentType }, body }
}

/** Headers of every response, the clock of a client that waits, and the journal's entry. */
function finish(exchange: Exchange, performed: ExchangeResponse): JournalEntry {
  const { world, request, authentication, headers, fault } = exchange
  const response = request.method === 'HEAD' ? withoutBody(performed) : performed
  const rate = exchange.rate ?? rateOf(exchange, 'anonymous', true)
  const at = world.now
  const id = String(world.system.next('exchange'))
  Object.assign(headers, response.headers)
  headers['X-Request-Id'] = id
  setRateHeaders(headers, rate)
  if (exchange.operation?.stability === 'deprecated' && choose(exchange, ledger.deprecationHeader) === 'send')
    headers['Deprecation'] = 'true'
  if (isExplained(request)) headers['X-Sim-Assumptions'] = exchange.assumptions.join(',')
  if (exchange.operation?.generated === true) headers['X-Sim-Generated'] = 'schema'
  const { body } = response
  const delivery = fault && deliveryOf(fault, response.status, body, world.clock.mode === 'live')
  if (fault !== undefined) setFaultHeaders(headers, fault, delivery)
  const ignored = ignoredHeader(exchange.unknown)
  if (ignored !== undefined) headers['X-Sim-Ignored'] = ignored
  const suggestions = suggestionsOf(exchange)
  const suggested = suggestionsHeader(suggestions)
  if (suggested !== undefined) headers['X-Sim-Suggestions'] = suggested
  if (exchange.waitsFor !== undefined && world.clock.mode === 'auto') {
    // What is due after the last instant of the calendar is waited for in vain.
    const until = Math.min(Math.max(at, exchange.waitsFor), LAST_INSTANT)
    // The exchange has been carried out: a job that fails now is a separate defect, and undoes nothing of it.
    try {
      advanceAtMost(world, until, JOBS_PER_ADVANCE, exchange.onFired)
    } catch (error) {
      exchange.defect ??= describeDefect(error)
    }
  }
  const { stateful, operation, permission, transitions, diagnosis, defect, waitsFor, remark } = exchange
  const scopedTo = authentication?.principal.scopedTo
  const entry: Writable<JournalEntry> = {
    id,
    at,
    world: exchange.worldName,
    interface: exchange.target === UNSERVED_TARGET ? undefined : exchange.target.interface,
    region: exchange.target === UNSERVED_TARGET ? undefined : exchange.target.region,
    operation: operation?.id,
    user: authentication?.principal.user?.name,
    request,
    answer:
      delivery === undefined
        ? { status: response.status, headers, body }
        : { status: response.status, headers, body, delivery },
    assumptions: exchange.assumptions,
    unknownParameters: exchange.unknown.parameters,
    unknownFields: exchange.unknown.fields,
    rateLimitExceeded: rate.exceeded,
  }
  const traceparent = traceparentOf(request.headers)
  if (traceparent !== undefined) entry.traceparent = traceparent
  if (permission !== undefined && operation?.generated !== true) entry.permission = permission
  if (stateful) entry.stateful = true
  if (scopedTo !== undefined) entry.application = scopedTo
  if (operation?.generated === true) entry.generated = 'schema'
  if (transitions.length > 0) entry.transitions = transitions
  if (suggestions.length > 0) entry.suggestions = suggestions
  if (waitsFor !== undefined && waitsFor > world.now) entry.pendingUntil = waitsFor
  if (diagnosis !== undefined) entry.diagnosis = diagnosis
  if (remark !== undefined && fault === undefined) entry.remark = remark
  if (fault !== undefined) entry.fault = fault.id
  if (defect !== undefined) entry.defect = defect
  return entry
}

const NO_SUGGESTIONS: readonly NameSuggestion[] = []

function suggestionsOf({ operation, unknown }: Exchange): readonly NameSuggestion[] {
  const declaration = unknown === NO_UNKNOWN ? undefined : operation?.declaration
  return declaration === undefined ? NO_SUGGESTIONS : suggestionsFor(declaration, unknown)
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** As `noteAny`, for what no operation declares: the report can tell of these whatever is loaded. */
function note(exchange: Exchange, id: CommonAssumptionId): void {
  noteAny(exchange, id)
}

/** As `chooseAny`, for what no operation declares. */
function choose<Id extends CommonAssumptionId>(exchange: Exchange, id: Id): AlternativeOf<Id> {
  return chooseAny(exchange, id)
}

/** Records that an entry of the ledger shaped the response. */
function noteAny({ assumptions }: Exchange, id: AssumptionId): void {
  if (!assumptions.includes(id)) insertInOrder(assumptions, id)
}

/** Records it, and returns the alternative in force. */
function chooseAny<Id extends AssumptionId>(exchange: Exchange, id: Id): AlternativeOf<Id> {
  noteAny(exchange, id)
  return chosenAlternative(exchange.config, id) as AlternativeOf<Id>
}

function insertInOrder(assumptions: AssumptionId[], id: AssumptionId): void {
  let position = assumptions.length
  for (; position > 0; position--) {
    const before = assumptions[position - 1] as AssumptionId
    if (isBefore(before, id)) break
    assumptions[position] = before
  }
  assumptions[position] = id
}

/** Orders entries of the ledger by number: `A9` comes before `A10`. */
function isBefore(one: AssumptionId, other: AssumptionId): boolean {
  return one.length === other.length ? one < other : one.length < other.length
}
