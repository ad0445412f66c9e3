/** A client of a simulator for tests: calls, reads JSON, and holds every answer against its declaration. */
import { expect } from 'vitest'
import type { ExchangeAnswer } from '../../src/api/exchange.ts'
import type { Operation } from '../../src/api/operation.ts'
import { commonStatuses } from '../../src/api/openapi/answers.ts'
import { operationIndex } from '../../src/api/operation-index.ts'
import { operations } from '../../src/api/operations.ts'
import { INTERFACE_DESCRIPTIONS, type InterfaceName } from '../../src/api/surface.ts'
import type { RecordedExchange } from '../../src/gateway/journal.ts'
import { readConfig } from '../../src/model/config.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON; undefined where there is none. */
  readonly body: ReturnType<typeof JSON.parse>
  readonly text: string
}

export interface CallOptions {
  /** The value of a bearer token; `null` sends none. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** JSON data, or the raw text of a body. */
  readonly body?: unknown
}

export interface Client {
  readonly simulator: Simulator
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
  get(path: string, options?: CallOptions): Promise<Reply>
  post(path: string, body?: unknown, options?: CallOptions): Promise<Reply>
}

const byId = new Map<string, Operation>(operations.map((operation) => [operation.id, operation]))

if (operationIndex.length !== byId.size)
  throw new Error('the index of operations is out of date: run npm run generate -- index')

/** A client of the demo world, or of what the options say; calls are made as `alice` unless told otherwise. */
export async function startClient(options: SimulatorOptions = { scenario: 'demo' }): Promise<Client> {
  return clientOf(await createSimulator(options))
}

export function clientOf(simulator: Simulator): Client {
  const call: Client['call'] = async (method, path, { token = 'tok-alice', headers = {}, body } = {}) => {
    const raw = typeof body === 'string' || body === undefined
    const answer = await simulator.exchange({
      method,
      url: path,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: raw ? body : JSON.stringify(body),
    })
    const reply = toReply(answer)
    if (!path.startsWith('/_sim')) checkReply(simulator, method, reply)
    return reply
  }
  return {
    simulator,
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { ...options, body }),
  }
}

function toReply(answer: ExchangeAnswer): Reply {
  const text = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body)
  const json = answer.headers['Content-Type']?.startsWith('application/json') && text !== ''
  return { status: answer.status, headers: answer.headers, body: json ? JSON.parse(text) : undefined, text }
}

/** The latest exchange of each simulator that was checked: reading the whole journal each time would take long. */
const checked = new WeakMap<Simulator, number>()

/** What holds of every answer: no defect, the three rate-limit headers, a request id, and the declared shape. */
function checkReply(simulator: Simulator, method: string, reply: Reply): void {
  const entry = simulator.journal.entries({ since: checked.get(simulator) ?? 0 }).at(-1)
  if (entry !== undefined) checked.set(simulator, entry.number)
  expect(entry?.defect).toBeUndefined()
  expect(reply.status).toBeLessThan(500)
  for (const name of ['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset', 'X-Request-Id']) {
    expect(reply.headers[name]).toMatch(/^\d+$/)
  }
  const operation = entry?.operation === undefined ? undefined : byId.get(entry.operation)
  if (operation === undefined) return
  if (entry?.fault === undefined)
    expect(describedStatuses(operation, entry), reply.text).toContain(reply.status)
  const declared = new Set(operation.assumptions as readonly string[])
  const general = (id: string) => GENERAL.has(id)
  expect((entry?.assumptions ?? []).filter((id) => !declared.has(id) && !general(id))).toEqual([])
  if (method === 'HEAD' || reply.status !== operation.success.status) return
  if (operation.success.bytes === true) return
  if (operation.success.shape === undefined) expect(reply.text).toBe('')
  else {
    const issues = operation.success.shape.schema().safeParse(reply.body).error?.issues ?? []
    const nulls = readConfig(simulator.world.system).assumptions['A21'] === 'null'
    expect(issues.filter(({ path }) => !nulls || !isNullAt(reply.body, path))).toEqual([])
  }
}

/**
 * The statuses that the description of the interface names for an operation. A URL with broken percent-encoding and a
 * world that cannot have its name are refused whatever the operation takes.
 */
function describedStatuses(operation: Operation, entry: RecordedExchange | undefined): ReadonlySet<number> {
  const surface = INTERFACE_DESCRIPTIONS[(entry?.interface ?? operation.interface) as InterfaceName]
  const { url = '', headers = {} } = entry?.request ?? {}
  const odd = /%(?![\dA-F]{2})|%[89A-F]|^\/_world\//i.test(url) || 'x-sim-world' in headers
  return new Set([
    operation.success.status,
    ...commonStatuses(operation, surface),
    ...Object.keys(operation.refusals ?? {}).map(Number),
    ...(odd ? [400] : []),
  ])
}

/** Whether a value is null at a path, or anywhere within what is there: absent fields may be sent so (A21). */
function isNullAt(value: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown>)?.[step], value)
  return found === null || JSON.stringify(found)?.includes(':null') === true
}

const GENERAL: ReadonlySet<string> = new Set(
  (await import('../../src/api/assumptions.ts')).assumptions
    .filter((entry) => entry.general)
    .map((entry) => entry.id),
)
