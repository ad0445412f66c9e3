/** Requests for operations: plans that a generator draws and shrinks, and what is sent when their turn has come. */
import { METHODS as KNOWN_METHODS } from 'node:http'
import fc from 'fast-check'
import type { ExchangeRequest, RequestHeaders } from '../../src/api/framework/exchange.ts'
import { ANY_TYPE, type Operation } from '../../src/api/framework/operation.ts'
import type { Parameter } from '../../src/api/framework/parameter.ts'
import { ADDRESSES, type Address, INTERFACE_DESCRIPTIONS } from '../../src/api/framework/interfaces.ts'
import { REGIONS } from '../../src/model/schema.ts'
import type { World } from '../../src/world/world.ts'
import { credentialsFor, exampleQuery } from '../support/bad-input.ts'
import { FALSE_WORDS, OTHER_WORDS, TRUE_WORDS } from '../support/boolean-words.ts'
import { EXAMPLE_NEEDS, exampleRequest } from '../support/examples.ts'
import { hostedHeaders, SITES } from '../support/hosted.ts'
import { type BodyPlan, bodyContent, bodyPlans, corpusFor } from './bodies.ts'
import { hostileText } from './hostile-words.ts'
import { Live, liveValues } from './live-values.ts'

type Value = string | Live
type Pairs = readonly (readonly [name: string, value: Value])[]

export interface RequestPlan {
  readonly operation: Operation
  readonly address: Address
  readonly method: string
  readonly path: Pairs
  /** Put behind or into the path, as it is. */
  readonly spoil: string
  readonly query: Pairs
  readonly rawQuery: string
  readonly caller: string
  readonly headers: RequestHeaders
  readonly body: BodyPlan | undefined
  readonly contentType: string | undefined
}

/** Requests for an operation: most of them get past routing and authentication. */
export function requestPlans(operation: Operation): fc.Arbitrary<RequestPlan> {
  const known = plans.get(operation)
  if (known !== undefined) return known
  const { body } = operation
  const declared = body?.contentType ?? 'application/json'
  const made: fc.Arbitrary<RequestPlan> = fc
    .record({
      address: addressesOf(operation),
      method: mostly(9, fc.constant<string>(operation.method), METHODS),
      path: pathValues(operation),
      spoil: mostly(30, fc.constant(''), hostileText),
      query: queryValues(operation),
      rawQuery: mostly(20, fc.constant(''), RAW_QUERIES),
      caller: mostly(4, fc.constant('example'), CALLERS),
      headers: mostly(8, fc.constant({}), HEADERS),
      body:
        body === undefined
          ? mostly(15, fc.constant(undefined), bodyPlans(NO_BODY))
          : mostly(14, bodyPlans(body), fc.constant(undefined)),
      contentType: mostly(14, fc.constant<string | undefined>(declared), contentTypes(operation)),
    })
    .map((drawn) => ({ ...drawn, operation }))
  plans.set(operation, made)
  return made
}

const plans = new WeakMap<Operation, fc.Arbitrary<RequestPlan>>()
const NO_BODY = { schema: () => anyShape, example: {} }
const { any } = await import('zod')
const anyShape = any()

function mostly<A, B>(weight: number, usual: fc.Arbitrary<A>, other: fc.Arbitrary<B>): fc.Arbitrary<A | B> {
  return fc.oneof<fc.MaybeWeightedArbitrary<A | B>[]>(
    { weight, arbitrary: usual },
    { weight: 1, arbitrary: other },
  )
}

const METHODS = fc.constantFrom(...KNOWN_METHODS, 'get', '', '__proto__', 'GET ', 'X'.repeat(300))
const RAW_QUERIES = fc.oneof(
  hostileText,
  fc.constantFrom(
    '=x',
    '&&&',
    'limit=1&limit=2',
    'constructor[prototype]=1',
    'q=+%2B+',
    'x=\ud800',
    'limit=%EF%BC%91',
    'a=1&'.repeat(2000),
    `x=${'%41'.repeat(5000)}`,
  ),
)
const CALLERS = fc.oneof(
  fc.constantFrom(
    'none',
    ...['admin', 'alice', 'bob', 'eve', 'dana', 'uma', 'app101', 'old'].map((name) => `tok-${name}`),
  ),
  fc.constantFrom('sess-admin', 'sess-alice', 'sess-bob', 'tok-nobody', 'x'.repeat(10_000)),
  hostileText,
)
const HEADERS: fc.Arbitrary<RequestHeaders> = fc.constantFrom<RequestHeaders>(
  { 'x-sim-explain': '1' },
  { 'x-sim-world': 'other' },
  { 'x-sim-world': '__proto__' },
  { 'x-sim-world': '../x' },
  { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' },
  { host: 'evil.example' },
  { accept: 'text/html', 'accept-language': 'tr', 'accept-encoding': 'br' },
  { range: 'bytes=0-1', 'if-none-match': '*', expect: '100-continue' },
  { 'content-length': '999999', 'transfer-encoding': 'chunked' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br, deflate' },
  { 'content-encoding': 'zstd, identity' },
  { cookie: 'JSESSIONID=sess-admin; JSESSIONID=sess-bob' },
  { cookie: ';;;=;a' },
  { 'x-forwarded-host': 'evil.example', 'x-http-method-override': 'DELETE' },
  { 'x-base-url': 'http://127.0.0.1:1/' },
  { 'x-base-url': 'a\r\nX-Injected: 1' },
  { authorization: ['Bearer tok-admin', 'Bearer tok-bob'] },
  { __proto__x: '1', constructor: 'x' },
)

/** Where an operation is served; the same tables lie behind the first of a region and its alias. */
function addressesOf(operation: Operation): fc.Arbitrary<Address> {
  const own = ADDRESSES.filter((address) => address.interface === operation.interface)
  const hosted = ADDRESSES.filter((address) => address.interface === `hosted-${operation.interface}`)
  const [first, ...others] = [...own, ...hosted]
  if (first === undefined || others.length === 0) return fc.constant(first as Address)
  return mostly(3, fc.constant(first), fc.constantFrom(...others))
}

/** The examples together, which name what exists together, or each on its own. */
function pathValues(operation: Operation): fc.Arbitrary<Pairs> {
  const names = Object.entries(operation.pathParameters)
  const examples = names.map(([name, { example = '1' }]) => [name, example] as const)
  const each = names.map(([name, parameter]) => fc.tuple(fc.constant(name), valuesOf(name, parameter, 6)))
  return fc.oneof(fc.constant<Pairs>(examples), fc.tuple(...each))
}

/** What the example needs, or each parameter on its own, and now and then what nothing declares. */
function queryValues(operation: Operation): fc.Arbitrary<Pairs> {
  const named = Object.entries(operation.query).map(([name, parameter]) => {
    const pair = fc.tuple(fc.constant(name), valuesOf(name, parameter, 4))
    const needed = parameter.required || name === 'applicationId'
    return fc.oneof(
      { weight: needed ? 12 : 2, arbitrary: pair.map((one): Pairs => [one]) },
      { weight: needed ? 1 : 6, arbitrary: fc.constant<Pairs>([]) },
      { weight: 1, arbitrary: fc.tuple(pair, pair) },
    )
  })
  const unknown = mostly(12, fc.constant<Pairs>([]), fc.tuple(fc.tuple(hostileText, hostileText)))
  const drawn = fc.tuple(...named, unknown).map((lists) => lists.flat() as unknown as Pairs)
  return fc.oneof(fc.constant<Pairs>(exampleQuery(operation)), drawn)
}

/** Values of a parameter: its example, what exists, its bounds, what another kind would take, and hostile ones. */
function valuesOf(name: string, parameter: Parameter<unknown>, weight: number): fc.Arbitrary<Value> {
  const { example, minimum, maximum, maximumLength, values = [], kind } = parameter
  const numbers = [minimum, maximum].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1],
  )
  const lengths = maximumLength === undefined ? [] : [maximumLength, maximumLength + 1]
  const bounds = [...numbers.map(String), ...lengths.map((length) => 'x'.repeat(length))]
  const right = [
    ...(example === undefined ? [] : [example]),
    ...(kind === 'boolean' ? ['', ...TRUE_WORDS, ...FALSE_WORDS, ...OTHER_WORDS] : []),
    ...(kind === 'int32' || kind === 'int64' ? ['1', '2', '3'] : []),
    ...values,
    ...(kind === 'sort' ? values.map((value) => `${value},desc`) : []),
    ...corpusFor(name),
  ]
  return fc.oneof<fc.WeightedArbitrary<Value>[]>(
    { weight: right.length === 0 ? 0 : weight, arbitrary: fc.constantFrom('1', ...right) },
    { weight, arbitrary: fc.nat({ max: 60 }).map((choice) => new Live(choice)) },
    { weight: 1, arbitrary: fc.constantFrom('0', ...bounds) },
    { weight: 1, arbitrary: hostileText },
  )
}

function contentTypes({ body }: Operation): fc.Arbitrary<string | undefined> {
  const bytes = (body?.bytes ?? []).map((type) => (type === ANY_TYPE ? 'application/octet-stream' : type))
  return fc.constantFrom<(string | undefined)[]>(
    ...bytes,
    undefined,
    '',
    'text/plain',
    'text/html',
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    'application/merge-patch+json',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    ';',
    'a\r\nX-Injected: 1',
    '__proto__',
  )
}

/** The request of a plan, for what exists in a world by now. */
export function requestOf(plan: RequestPlan, world: World): ExchangeRequest {
  const { operation, address, body, contentType } = plan
  const store = world.region(address.region)
  const meant = (name: string, { choice }: Live): string | number => {
    const found = liveValues(store, name)
    return found[choice % Math.max(1, found.length)] ?? 1
  }
  const text = (name: string, value: Value) =>
    encoded(String(value instanceof Live ? meant(name, value) : value))
  const paths = new Map(plan.path)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    text(name, paths.get(name) ?? ''),
  )
  const query = [
    ...plan.query.map(([name, value]) => `${encoded(name)}=${text(name, value)}`),
    ...(plan.rawQuery === '' ? [] : [plan.rawQuery]),
  ].join('&')
  const prefix = INTERFACE_DESCRIPTIONS[operation.interface].prefix
  return {
    method: plan.method,
    url: `${address.path}${prefix}${path}${plan.spoil}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...credentialHeaders(plan),
      ...(body === undefined || contentType === undefined ? {} : { 'content-type': contentType }),
      ...plan.headers,
    },
    body: body === undefined ? undefined : bodyContent(body, meant),
  }
}

/** Who calls, as the address wants to be told; what is no token is sent all the same. */
function credentialHeaders({ operation, address, caller }: RequestPlan): Record<string, string> {
  const { credentials } = INTERFACE_DESCRIPTIONS[address.interface]
  const us = address.region === REGIONS[1]
  const usual = us ? 'tok-uma' : tokenOf(operation)
  if (caller === 'none') return {}
  const token = caller === 'example' ? usual : caller
  if (credentials === 'hosted-headers') {
    const wiki = address.interface === 'hosted-wiki'
    return hostedHeaders(
      token,
      us ? (wiki ? SITES.usWiki : SITES.usTracker) : wiki ? SITES.wiki : SITES.tracker,
    )
  }
  if (token.startsWith('sess-')) return { cookie: `JSESSIONID=${token}` }
  return { authorization: `Bearer ${token}` }
}

function tokenOf(operation: Operation): string {
  const { authorization = '', 'x-api-key': key } = exampleRequest(operation).headers
  return key ?? (authorization.slice('Bearer '.length) || String(credentialsFor(operation)['authorization']))
}

function encoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}

/** What has to happen before the example of an operation works. */
export const needsOf = (operation: Operation): readonly string[] => EXAMPLE_NEEDS[operation.id] ?? []
