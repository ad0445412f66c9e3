/** A response names an assumption exactly if another alternative of it would change the response. */
import { describe, expect, test } from 'vitest'
import type { AssumptionId } from '../../src/api/framework/assumptions.ts'
import type { ExchangeResponse } from '../../src/api/framework/exchange.ts'
import type { Operation } from '../../src/api/framework/operation.ts'
import { operations } from '../../src/api/operations.ts'
import { readConfig, writeConfig } from '../../src/model/records/world/config.ts'
import type { Simulator } from '../../src/index.ts'
import { startClient } from '../support/client.ts'
import { type ExampleRequest, exampleRequest, prepareExample } from '../support/examples.ts'

/** Alternatives of entries that no operation declares. */
const GENERAL = [
  ['A04', 'clamp'],
  ['A07', 'plain-text'],
  ['A21', 'null'],
  ['A48', 'off'],
  ['A252', 'strict'],
  ['A253', 'strict'],
  ['A54', 'omit'],
] as const satisfies readonly (readonly [AssumptionId, string])[]

const withoutCredential = ({ headers, ...request }: ExampleRequest): ExampleRequest => {
  const type = headers['content-type']
  return { ...request, headers: type === undefined ? {} : { 'content-type': type } }
}
/** The same path below the hosted address of the interface. */
const hosted = (request: ExampleRequest): ExampleRequest => ({
  ...request,
  path: `/eu${request.path}`,
  headers: {
    ...request.headers,
    'x-api-key': 'tok-admin',
    'x-base-url': request.path.startsWith('/wiki')
      ? 'https://wiki.northwind.test/wiki'
      : 'https://tracker.northwind.test',
  },
})
const isEmbedded = ({ interface: name }: Operation) => name === 'wiki' || name === 'tracker'

type Choice = readonly [AssumptionId, string]

/** Alternatives of entries that decide nothing else about a response, for operations that declare the entry. */
const DECLARED = [
  ['A43', 'contains'],
  ['A53', 'omit'],
  ['A65', 'conflict'],
  ['A72', 'ignore'],
  ['A73', 'refuse'],
  ['A83', 'not-found'],
  ['A94', 'value'],
  ['A216', 'refuse'],
  ['A235', 'no-content'],
  ['A240', 'list'],
  ['A241', 'null'],
  ['A243', 'on-issues'],
  ['A245', 'rows'],
  ['A245', 'embedded'],
  ['A246', 'list'],
  ['A247', 'from-its-own'],
] as const satisfies readonly Choice[]

const EMBEDDED = operations.filter(isEmbedded)
const ONLY_HOSTED: readonly Choice[] = GENERAL.filter(([id]) => id === 'A48')

const variations: readonly {
  readonly name: string
  readonly of: readonly Operation[]
  readonly vary: (request: ExampleRequest) => ExampleRequest
  readonly choices: readonly Choice[]
}[] = [
  { name: 'as declared', of: operations, vary: (request) => request, choices: GENERAL },
  {
    name: 'at a hosted address without a credential',
    of: EMBEDDED,
    vary: (request) => withoutCredential(hosted(request)),
    choices: ONLY_HOSTED,
  },
  {
    name: 'at a hosted address with OPTIONS',
    of: EMBEDDED,
    vary: (request) => ({ ...hosted(request), method: 'OPTIONS' }),
    choices: ONLY_HOSTED,
  },
]

/** Without the checks of a client: other tests compare the responses to examples with their declaration. */
function explained(
  simulator: Simulator,
  request: ExampleRequest,
  selected: object,
): Promise<ExchangeResponse> {
  const fork = simulator.fork()
  const { system } = fork.world
  writeConfig(system, { ...readConfig(system), assumptions: { ...selected } })
  const { method, path: url, headers, body } = request
  return fork.exchange({ method, url, headers: { ...headers, 'x-sim-explain': '1' }, body })
}

const named = ({ headers }: ExchangeResponse): readonly string[] =>
  headers['X-Sim-Assumptions']?.split(',') ?? []

/** What a client sees of a response but for the assumptions. */
function seen({ status, headers, body }: ExchangeResponse): string {
  const { 'X-Sim-Assumptions': _, ...others } = headers
  return JSON.stringify([status, others, String(body)])
}

describe.each(variations)('examples $name', ({ of, vary, choices }) => {
  test.each(of.map((operation) => [operation.id, operation] as const))('%s', async (_id, operation) => {
    const client = await startClient()
    await prepareExample(client, operation)
    const request = vary(exampleRequest(operation))
    const usual = await explained(client.simulator, request, {})
    const declared = DECLARED.filter(([id]) => operation.assumptions.includes(id))
    for (const [id, value] of [...choices, ...(choices === GENERAL ? declared : [])]) {
      const other = await explained(client.simulator, request, { [id]: value })
      const differs = seen(other) !== seen(usual)
      expect([id, named(usual).includes(id)]).toEqual([id, differs])
      if (differs) expect(named(other)).toContain(id)
    }
  })
})
