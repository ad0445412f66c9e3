/**
 * The control API, `/_sim`: JSON over the worlds of one simulator. One function from request to response; it never throws
 * and never fetches anything.
 */
import { statusName, statusOf } from '../api/framework/errors.ts'
import {
  type ExchangeRequest,
  type ExchangeResponse,
  header,
  withoutBody,
} from '../api/framework/exchange.ts'
import { CONTROL_ADDRESS } from '../api/framework/interfaces.ts'
import { isForeignPage } from '../gateway/addresses/cors.ts'
import { splitUrl } from '../gateway/addresses/locate.ts'
import { createRouter, type RouteMatch } from '../gateway/addresses/router.ts'
import { nearestOperations } from '../gateway/addresses/near-miss.ts'
import { forbidden, notFound } from '../model/input/errors.ts'
import { acceptedCodings } from '../gateway/exchange/content-coding.ts'
import { Refusal, quoted } from '../model/input/refusal.ts'
import { ScenarioError } from '../scenario/format/problems.ts'
import { Events } from '../simulator/events.ts'
import { pastIsReadOnly } from '../simulator/past/past.ts'
import { parsePastName } from '../world/world-name.ts'
import { ClockError } from '../world/time/clock.ts'
import type { World } from '../world/world.ts'
import { WorldDocumentError } from '../world/transfer.ts'
import type { ControlAccess, ControlConnection } from '../simulator/control-host.ts'
import { type ControlHost, controlHostOf } from './host.ts'
import { maximumBytesOf, readInput } from './read-input.ts'
import { type ControlContext, type ControlRoute, RawResponse } from './route.ts'
import { controlRoutes } from './routes.ts'
import { checkHost, checkSameOrigin, checkWrite, isTrusted } from './safety.ts'

const DEFAULT_WORLD = 'default'
// Responses hold secrets that were just made, and must never be shown as a page.
const HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

const router = createRouter(controlRoutes)

/**
 * Handles one request to the control API. `request.url` is absolute, or a path with or without `/_sim` in front; the
 * header `X-Sim-World` selects the world. Errors are `{message, statusCode, errors}`.
 */
export async function handleControl(
  request: ExchangeRequest,
  access: ControlAccess,
  connection: ControlConnection,
): Promise<ExchangeResponse> {
  let response: ExchangeResponse
  try {
    response = await routeRequest(request, controlHostOf(access), connection)
  } catch (error) {
    response = responseOfError(error)
  }
  return request.method === 'HEAD' ? withoutBody(response) : response
}

/**
 * How many bytes of a request's body are worth reading, before any is read: none where the head alone is refused, so
 * that strangers cannot make a server hold much.
 */
export function controlBodyLimit(
  request: Omit<ExchangeRequest, 'body'>,
  connection: ControlConnection,
): number {
  try {
    const admission = admit(request, connection)
    return 'refused' in admission ? 0 : maximumBytesOf(admission.match.route)
  } catch {
    return 0
  }
}

/** Whether a request fails whatever its body: it is refused, or announces more bytes than its route reads. */
export function controlFailsByHead(request: ExchangeRequest, connection: ControlConnection): boolean {
  try {
    const admission = admit(request, connection)
    if ('refused' in admission) return true
    readInput(admission.match.route, admission.queryText, request, true)
    return false
  } catch {
    return true
  }
}

async function routeRequest(
  request: ExchangeRequest,
  host: ControlHost,
  connection: ControlConnection,
): Promise<ExchangeResponse> {
  const admission = admit(request, connection)
  if ('refused' in admission) return admission.refused
  const { match, trusted, queryText } = admission
  const { route } = match
  const { query, body, region, filters } = readInput(route, queryText, request)
  const worldName = header(request.headers, 'x-sim-world') ?? DEFAULT_WORLD
  const past = parsePastName(worldName)
  if (past !== undefined && route.method !== 'GET' && route.worldless !== true && route.reads !== true)
    throw pastIsReadOnly(worldName)
  const world = () => {
    if (isForeignPage(request) && host.worlds.peek(worldName) === undefined) {
      const action = `make world ${quoted(worldName)}`
      throw forbidden('a page of another site', action, 'make it first, by POST /worlds or by using it')
    }
    // Who only watches must not bring back a world that somebody dropped meanwhile.
    if (
      header(request.headers, 'x-sim-world-must-exist') === '1' &&
      host.worlds.peek(worldName) === undefined
    ) {
      throw notFound('world', worldName, { instead: 'GET /worlds lists those in use' })
    }
    return host.worlds.get(worldName)
  }
  const store = () => world().region(region)
  const context: ControlContext = {
    host,
    worldName,
    trusted,
    wasAccepted: false,
    draining: connection.draining?.() === true,
    region,
    filters,
    world,
    store,
    sent: (name) => header(request.headers, name),
  }
  const handled: unknown = route.handle({ path: match.path, query, body } as never, context)
  // Before anything else can happen to the world.
  if (isNoted(route)) host.note(worldName, request)
  const data = await handled
  if (EDITING.has(route.group) && route.method !== 'GET') publishEdit(request, route, data, host)
  if (data instanceof RawResponse) {
    const { response } = data
    return { status: route.status, body: '', ...response, headers: { ...HEADERS, ...response.headers } }
  }
  return { status: route.status, headers: HEADERS, body: data === undefined ? '' : JSON.stringify(data) }
}

/** Groups of routes whose writes change records without an event of their own. */
const EDITING = new Set(['State', 'Pages', 'Issues', 'Sites', 'Credentials', 'Link requests'])
/** Groups of routes whose writes are steps in the past of a world. Clocks, restores and timelines are noted where they happen. */
const NOTED = new Set([...EDITING, 'Faults', 'Rules'])

function isNoted({ group, method }: ControlRoute): boolean {
  return NOTED.has(group) && method !== 'GET'
}

/** Handles a request that is a step in the past of a world again. Throws a Refusal, and an Error for any other request. */
export function applyControl(
  request: ExchangeRequest,
  world: World,
  access: ControlAccess,
  wasAccepted: boolean,
): void {
  const { path, query: queryText } = splitUrl(request.url)
  const match = router.match(request.method, belowControlAddress(path))
  if (match.kind !== 'found' || !isNoted(match.route))
    throw new Error(`${request.method} ${path} is no step of a past`)
  const { route } = match
  const { query, body, region, filters } = readInput(route, queryText, request)
  const context: ControlContext = {
    host: { ...controlHostOf(access), events: new Events() },
    worldName: DEFAULT_WORLD,
    trusted: true,
    wasAccepted,
    draining: false,
    region,
    filters,
    world: () => world,
    store: () => world.region(region),
    sent: (name) => header(request.headers, name),
  }
  route.handle({ path: match.path, query, body } as never, context)
}

const MAXIMUM_PATH_LENGTH = 300

/** Publishes an edit through the control API, with the status of the edited record, to all who watch the world. */
function publishEdit(request: ExchangeRequest, route: ControlRoute, data: unknown, host: ControlHost): void {
  const name = header(request.headers, 'x-sim-world') ?? DEFAULT_WORLD
  const world = host.worlds.peek(name)
  if (world === undefined) return
  const by = `${route.method} ${route.path}`
  const path = belowControlAddress(splitUrl(request.url).path).slice(0, MAXIMUM_PATH_LENGTH)
  const { status } = (data ?? {}) as { readonly status?: unknown }
  const left = typeof status === 'string' ? { status: status.slice(0, MAXIMUM_PATH_LENGTH) } : {}
  host.events.publish('world', name, world.now, { change: 'edited', by, path, ...left })
}

type Found = RouteMatch<ControlRoute> & { kind: 'found' }
type Admission =
  | { readonly refused: ExchangeResponse }
  | { readonly match: Found; readonly trusted: boolean; readonly queryText: string }

/** All that the head of a request decides: name, token, route, and what a write must carry. Throws a Refusal. */
function admit(request: ExchangeRequest, connection: ControlConnection): Admission {
  const url = splitUrl(request.url)
  checkHost(request, url.host, connection)
  const path = belowControlAddress(url.path)
  const match = router.match(request.method, path)
  const trusted = isTrusted(request, connection)
  if (!trusted && !(match.kind === 'found' && match.route.anonymous)) {
    const message =
      (connection.token ?? '') === ''
        ? 'the control API is closed, because the server has no control token: start it with --control-token'
        : 'the control token is missing or wrong: send Authorization: Bearer <control token>'
    return {
      refused: errorResponse(401, message, [message], {
        'WWW-Authenticate': 'Bearer realm="reqsim control"',
      }),
    }
  }
  if (match.kind !== 'found') return { refused: unmatched(request, match, path) }
  checkWrite(request, url.host)
  if (match.route.sameOrigin) checkSameOrigin(request, url.host)
  return { match, trusted, queryText: url.query }
}

function belowControlAddress(path: string): string {
  if (path === CONTROL_ADDRESS.path) return '/'
  return path.startsWith(`${CONTROL_ADDRESS.path}/`) ? path.slice(CONTROL_ADDRESS.path.length) : path
}

function unmatched(
  request: Omit<ExchangeRequest, 'body'>,
  match: Exclude<RouteMatch<ControlRoute>, { kind: 'found' }>,
  path: string,
): ExchangeResponse {
  if (match.kind === 'encoding')
    return errorResponse(400, `path: broken percent-encoding in ${quoted(match.segment)}`)
  if (match.kind === 'method') {
    const allow = { Allow: [...match.allow, 'OPTIONS'].join(', ') }
    if (request.method === 'OPTIONS') return { status: 204, headers: allow, body: '' }
    const below = controlRoutes.find(
      (route) => route.method === request.method && route.path.startsWith(`${path}/`),
    )
    const suggestion = below === undefined ? '' : `; did you mean ${below.method} ${below.path}?`
    // The response to HEAD has the length of that to GET.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const message = `${quoted(path)} does not take ${quoted(method)}: it takes ${match.allow.join(', ')}${suggestion}`
    return errorResponse(405, message, [message], allow)
  }
  const topic = /^\/docs(?:\/([\w./-]*))?$/.exec(path)
  if (topic !== null) return whereDocumentationIs(topic[1] ?? '')
  const places = controlRoutes.map((route) => ({
    operation: { method: route.method, pathParameters: {} },
    path: route.path,
    template: route.path,
  }))
  const nearest = nearestOperations(places, request.method, path)[0]?.replace(/^[A-Z]+ /, '')
  const suggestion = nearest === undefined ? 'GET / lists what there is' : `did you mean ${nearest}?`
  return errorResponse(404, `the control API has nothing at ${quoted(path)}: ${suggestion}`)
}

/** The response where no files are, such as in a page; a server responds with the documentation itself. */
function whereDocumentationIs(topic: string): ExchangeResponse {
  const command = `npx reqsim docs ${topic}`.trim()
  const body = `The documentation comes with the package, not with this simulator: ${command}, or /_sim/docs/${topic} of a server.\n`
  return { status: 200, headers: { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' }, body }
}

function responseOfError(error: unknown): ExchangeResponse {
  if (error instanceof Refusal)
    return errorResponse(statusOf(error.kind), error.message, error.errors, acceptedCodings(error))
  if (error instanceof ScenarioError) {
    const problems = error.message.split('\n')
    return errorResponse(400, problems[0] as string, problems)
  }
  if (error instanceof WorldDocumentError) return errorResponse(400, error.message)
  if (error instanceof ClockError) return errorResponse(409, error.message)
  const message = error instanceof Error ? error.message : String(error)
  return errorResponse(500, `defect of the simulator, not of the request: ${message}`)
}

function errorResponse(
  status: number,
  message: string,
  errors: readonly string[] = [message],
  headers: Readonly<Record<string, string>> = {},
): ExchangeResponse {
  const body = JSON.stringify({ message, statusCode: statusName(status), errors })
  return { status, headers: { ...HEADERS, ...headers }, body }
}
