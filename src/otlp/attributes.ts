/** The attributes of spans: those of HTTP by the semantic conventions of OpenTelemetry, our own below `reqsim.`. */
import type { Attributes } from '@opentelemetry/api'
import { header } from '../api/framework/exchange.ts'
import { operationIndex } from '../api/operation-index.ts'
import { ADDRESSES, INTERFACE_DESCRIPTIONS } from '../api/framework/interfaces.ts'
import { splitUrl } from '../gateway/addresses/locate.ts'
import type { JournalEntry } from '../gateway/journal/entry.ts'
import { redactPath } from '../gateway/journal/redact.ts'
import type { SimulatorEvent } from '../simulator/event.ts'
import { formatInstant } from '../world/time/duration.ts'

const MAXIMUM_LENGTH = 300
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'CONNECT', 'TRACE']

/** The name of the span of an exchange: the operation, or the method alone for a path that matches none. */
export function exchangeName({ operation, request }: JournalEntry): string {
  return operation ?? methodOf(request.method)
}

/** Without queries, bodies and credentials. */
export function exchangeAttributes(entry: JournalEntry): Attributes {
  const { request, answer } = entry
  const method = methodOf(request.method)
  const failure = answer.delivery?.dropped === true ? 'connection_dropped' : String(answer.status)
  return defined({
    'http.request.method': method,
    'http.request.method_original':
      method === request.method ? undefined : request.method.slice(0, MAXIMUM_LENGTH),
    'http.route': routeOf(entry),
    'http.response.status_code': answer.status === 0 ? undefined : answer.status,
    'error.type': isFailed(entry) ? failure : undefined,
    'url.path': redactPath(splitUrl(request.url).path, request).slice(0, MAXIMUM_LENGTH),
    'url.scheme': request.scheme ?? 'http',
    ...serverOf(request),
    'user_agent.original': header(request.headers, 'user-agent')?.slice(0, MAXIMUM_LENGTH),
    'user.name': entry.user,
    'reqsim.world': entry.world,
    'reqsim.time': formatInstant(entry.at),
    'reqsim.request_id': entry.id,
    'reqsim.operation': entry.operation,
    'reqsim.interface': entry.interface,
    'reqsim.region': entry.region,
    'reqsim.permission': entry.permission,
    'reqsim.stateful': entry.stateful,
    'reqsim.fault': entry.fault,
  })
}

/** True for a failure of the server, as the conventions have it: errors that the caller can correct are none. */
export function isFailed({ answer: { status, delivery } }: JournalEntry): boolean {
  return status >= 500 || delivery?.dropped === true || delivery?.truncatedTo !== undefined
}

type JobEvent = Extract<SimulatorEvent, { type: 'job' }>

export function jobAttributes({ world, data }: JobEvent): Attributes {
  return defined({
    'reqsim.world': world,
    'reqsim.time': data.due,
    'reqsim.job.id': data.id,
    'reqsim.job.kind': data.kind,
    'reqsim.job.outcome': data.outcome,
  })
}

const methodOf = (method: string): string => (METHODS.includes(method) ? method : '_OTHER')

/** The template of the path, with that of the interface before it. */
function routeOf({ operation, interface: name, region }: JournalEntry): string | undefined {
  const found = operationIndex.find(({ id }) => id === operation)
  if (found === undefined) return undefined
  const address = ADDRESSES.find((each) => each.interface === name && each.region === region)
  return `${address?.path ?? ''}${INTERFACE_DESCRIPTIONS[found.interface].prefix}${found.path}`
}

/** The server as the caller named it. */
function serverOf({ headers }: JournalEntry['request']): Attributes {
  const host = header(headers, 'host') ?? ''
  const url = `http://${host}`
  if (host === '' || !URL.canParse(url)) return {}
  const { hostname, port } = new URL(url)
  return defined({
    'server.address': hostname,
    'server.port': port === '' ? undefined : Number(port),
  })
}

function defined(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
}
