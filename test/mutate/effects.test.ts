/** Mutants of effects and permissions over the examples of all operations. */
import { expect, test } from 'vitest'
import type { Operation } from '../../src/api/framework/operation.ts'
import { operations } from '../../src/api/operations.ts'
import { effectMutants } from '../../src/mutate/effects.ts'
import type { ServiceMutant } from '../../src/mutate/mutant.ts'
import { permissionMutants } from '../../src/mutate/permissions.ts'
import { hasSameRecords } from '../../src/mutate/worlds.ts'
import type { Simulator } from '../../src/simulator/simulator.ts'
import { clientOf, startClient } from '../support/client.ts'
import { exampleRequest, prepareExample } from '../support/examples.ts'

const demo = (await startClient()).simulator

/** What came of the example of an operation, with a mutant or without. */
async function outcomeOf(begin: Simulator, operation: Operation, mutant?: ServiceMutant) {
  const simulator = begin.fork(mutant === undefined ? {} : { mutant })
  const before = simulator.world.snapshot()
  const { path, ...request } = exampleRequest(operation)
  const { status, body } = await simulator.exchange({ ...request, url: path })
  const text = typeof body === 'string' ? body : `${body.length} bytes`
  const after = simulator.world.snapshot()
  return { simulator, before, after, response: `${status} ${text}`, reached: simulator.mutant?.reached ?? 0 }
}

async function prepared(operation: Operation): Promise<Simulator> {
  const client = clientOf(demo.fork())
  await prepareExample(client, operation)
  return client.simulator
}

/** Reads reach the mutants of permissions alone, and so a part of them is enough. */
const isSampled = ({ method }: Operation, position: number) => method !== 'GET' || position % 5 === 0

const reachedBy = new Map<string, number>()

test('a mutant that is not reached changes nothing, and a lost write leaves the records as they were', async () => {
  for (const operation of operations.filter(isSampled)) {
    const begin = await prepared(operation)
    const plain = await outcomeOf(begin, operation)
    for (const mutant of [...effectMutants(operation), ...permissionMutants(operation)]) {
      const { simulator, before, after, response, reached } = await outcomeOf(begin, operation, mutant)
      const { world } = simulator
      if (reached > 0) reachedBy.set(mutant.kind, (reachedBy.get(mutant.kind) ?? 0) + 1)
      const isSame = hasSameRecords(world, plain.after, after)
      if (reached === 0) expect([mutant.id, response, isSame]).toEqual([mutant.id, plain.response, true])
      else if (mutant.kind === 'refused')
        expect([mutant.id, response.slice(0, 3)]).toEqual([mutant.id, '403'])
      else expect([mutant.id, response]).toEqual([mutant.id, plain.response])
      if (reached === 0) continue
      if (['lost-write', 'kept-record', 'refused'].includes(mutant.kind))
        expect([mutant.id, hasSameRecords(world, before, after)]).toEqual([mutant.id, true])
      else expect([mutant.id, isSame]).toEqual([mutant.id, false])
    }
  }
  const { 'lost-write': lost = 0, 'kept-record': kept = 0, ...others } = Object.fromEntries(reachedBy)
  expect(lost + kept).toBeGreaterThan(130)
  expect(others).toMatchObject({ 'wrong-record': expect.any(Number), 'applied-twice': expect.any(Number) })
})
