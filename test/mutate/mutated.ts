/** One request to the demo world, with and without a mutant. */
import { loadSchemas } from '../../src/api/framework/zod.ts'
import { operations } from '../../src/api/operations.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import type { ServiceMutant } from '../../src/mutate/mutant.ts'
import { responseMutants } from '../../src/mutate/responses.ts'

/** A request as `alice`, unless it has another token. */
export interface Request {
  readonly path: string
  readonly method?: string
  readonly body?: unknown
  readonly token?: string
}

export interface Outcome {
  readonly status: number
  /** Parsed, if it is JSON. */
  readonly body: ReturnType<typeof JSON.parse>
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

const ready = Promise.all([createSimulator({ scenario: 'demo' }), loadSchemas()])

/** The mutant of this id: `wiki.baseline.list:response:list-empty`. */
export async function mutantOf(id: string): Promise<ServiceMutant> {
  await ready
  const [operation] = id.split(':')
  const mutants = operations.filter((each) => each.id === operation).flatMap(responseMutants)
  const mutant = mutants.find((each) => each.id === id)
  if (mutant === undefined) throw new Error(`no mutant '${id}' among ${mutants.map((each) => each.id)}`)
  return mutant
}

/** What a mutant makes of a request, beside what it gives without, and how often it was reached. */
export async function mutated(id: string, request: Request, options?: SimulatorOptions) {
  const mutant = await mutantOf(id)
  const [demo] = await ready
  const simulator = options === undefined ? demo : await createSimulator(options)
  const fork = simulator.fork({ mutant })
  const plain = await send(simulator.fork(), request)
  return { plain, ...(await send(fork, request)), reached: fork.mutant?.reached }
}

export async function send(simulator: Simulator, request: Request): Promise<Outcome> {
  const { path, method = 'GET', body, token = 'tok-alice' } = request
  const response = await simulator.exchange({
    method,
    url: path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const { status, headers } = response
  const text = String(response.body)
  return {
    status,
    headers,
    text,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  }
}
