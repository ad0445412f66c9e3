/** Every operation's example on the demo world, with and without a mutant. */
import { expect } from 'vitest'
import type { ExchangeResponse } from '../../src/api/framework/exchange.ts'
import type { Operation } from '../../src/api/framework/operation.ts'
import { operations } from '../../src/api/operations.ts'
import type { Call } from '../../src/gateway/gateway.ts'
import type { JournalEntry } from '../../src/gateway/journal/entry.ts'
import { createSimulator, type Mutant, type Simulator } from '../../src/index.ts'
import { differencesOfSnapshots, type Snapshot } from '../../src/world/world.ts'
import { EXAMPLE_NEEDS, exampleRequest } from '../support/examples.ts'

/** The example of an operation, and what it gives without a mutant. */
export interface Walk {
  readonly operation: Operation
  /** The world in which the example works. */
  readonly base: Simulator
  readonly call: Call
  readonly entry: JournalEntry
  readonly after: Snapshot
}

const byId = new Map(operations.map((operation) => [operation.id, operation]))

/** The example of each operation, in a fork of the demo world of its own. */
export async function walkExamples(): Promise<Walk[]> {
  const demo = await createSimulator({ scenario: 'demo' })
  const walks: Walk[] = []
  for (const operation of operations) walks.push(await walkExample(demo.fork(), operation))
  return walks
}

async function walkExample(base: Simulator, operation: Operation): Promise<Walk> {
  for (const need of EXAMPLE_NEEDS[operation.id] ?? []) await callExample(base, byId.get(need) as Operation)
  const seen: { call: Call; entry: JournalEntry }[] = []
  const fork = base.fork({ mutant: observer((call, entry) => seen.push({ call, entry })) })
  const response = await callExample(fork, operation)
  const [first] = seen
  if (first === undefined) throw new Error(`no exchange of ${operation.id}`)
  expect([operation.id, response.status]).toEqual([operation.id, operation.success.status])
  return { operation, base, ...first, after: fork.world.snapshot() }
}

/** A mutant that changes nothing. */
function observer(observe: (call: Call, entry: JournalEntry) => void): Mutant {
  return {
    id: 'observer',
    sentence: 'Nothing is wrong.',
    begin: () => ({
      world: (world) => world,
      gateway: (gateway) => ({
        ...gateway,
        handle(call, refused) {
          const entry = gateway.handle(call, refused)
          observe(call, entry)
          return entry
        },
      }),
    }),
  }
}

/** What a mutant makes of the entry of an example, without doing what the operation does again. */
export function replay({ call, entry }: Walk, mutant: Mutant): { entry: JournalEntry; reached: number } {
  let reached = 0
  const none = (): never => {
    throw new Error('a mutant of responses only handles calls')
  }
  const gateway = mutant
    .begin(() => reached++)
    .gateway({ resolve: none, failsByHead: none, handle: () => entry })
  return { entry: gateway.handle(call), reached }
}

/** The example in a fork with a mutant, and the records that are then other ones than without it. */
export async function step({ operation, base, after }: Walk, mutant: Mutant) {
  const fork = base.fork({ mutant })
  const response = await callExample(fork, operation)
  const differences = differencesOfSnapshots(fork.world.schema, after, fork.world.snapshot())
  const changed = differences.flatMap(({ table, records }) =>
    records
      .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
      .map((record) => ({ table, record })),
  )
  return { response, reached: fork.mutant?.reached ?? 0, changed }
}

function callExample(simulator: Simulator, operation: Operation): Promise<ExchangeResponse> {
  const { path: url, ...request } = exampleRequest(operation)
  return simulator.exchange({ ...request, url })
}
