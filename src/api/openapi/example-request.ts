/** The example of an operation as the request of a caller with rights, on a new demo world. */
import { type Address, ADDRESSES, INTERFACE_DESCRIPTIONS } from '../framework/interfaces.ts'
import type { Operation } from '../framework/operation.ts'

/** The administrator's token of the demo. */
const TOKEN = 'tok-admin'
/** The sites of the demo that hosted examples name. */
const SITES: Readonly<Record<string, string>> = {
  'hosted-wiki': 'https://wiki.northwind.test/wiki',
  'hosted-tracker': 'https://tracker.northwind.test',
}

export interface ExampleRequest {
  readonly method: Operation['method']
  /** Query included. */
  readonly url: string
  /** Without the credential: the type of the body, and the site of a hosted call. */
  readonly headers: Readonly<Record<string, string>>
  readonly credential: {
    readonly header: 'authorization' | 'x-api-key'
    /** What precedes the token: `Bearer `, or nothing. */
    readonly scheme: string
    /** A token of the demo. */
    readonly token: string
  }
  readonly body?: string
}

/**
 * The request below the address that `base` takes from the first one of the interface. `parameters` of the path replace their
 * examples, such as the id of a task that another operation has started.
 */
export function exampleRequest(
  operation: Operation,
  base: (address: Address) => string,
  parameters: Readonly<Record<string, string>> = {},
): ExampleRequest {
  const { interface: surface, method, body } = operation
  const { credentials } = INTERFACE_DESCRIPTIONS[surface]
  const token = operation.exampleToken ?? TOKEN
  const site = SITES[surface]
  const text = bodyText(operation)
  const type = body?.contentType ?? 'application/json'
  return {
    method,
    url: exampleUrl(operation, base, parameters),
    headers: {
      ...(site === undefined ? {} : { 'x-base-url': site }),
      ...(text === undefined ? {} : { 'content-type': type }),
    },
    credential:
      credentials === 'hosted-headers'
        ? { header: 'x-api-key', scheme: '', token }
        : { header: 'authorization', scheme: 'Bearer ', token },
    ...(text === undefined ? {} : { body: text }),
  }
}

/** The headers of the request with its credential, as they are sent. */
export function sentHeaders({ headers, credential }: ExampleRequest): Record<string, string> {
  return { [credential.header]: `${credential.scheme}${credential.token}`, ...headers }
}

/** The address of the example, query included. */
export function exampleUrl(
  operation: Operation,
  base: (address: Address) => string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const pairs = exampleQuery(operation).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${examplePath(operation, base, parameters)}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`
}

/** The address without its query. A parameter without an example stays as its name. */
export function examplePath(
  { interface: surface, path, pathParameters }: Operation,
  base: (address: Address) => string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const address = ADDRESSES.find((each) => each.interface === surface)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(parameters[name] ?? pathParameters[name]?.example ?? name),
  )
  return `${address === undefined ? '' : base(address)}${INTERFACE_DESCRIPTIONS[surface].prefix}${filled}`
}

/** Required parameters of the query with their examples, the application, which most tokens have to name, and others it needs. */
export function exampleQuery({ query, exampleQuery: others = [] }: Operation): (readonly [string, string])[] {
  return Object.entries(query)
    .filter(([name, parameter]) => parameter.required || name === 'applicationId' || others.includes(name))
    .map(([name, parameter]) => [name, parameter.example ?? '1'])
}

function bodyText({ body }: Operation): string | undefined {
  const example = body?.example
  if (example === undefined) return undefined
  return body?.contentType === 'text/plain' ? String(example) : JSON.stringify(example)
}
