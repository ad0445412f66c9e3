/** Examples in other worlds than the demo, where openapi/answers.test.ts calls each, and without what they need first. */
import { expect, test } from 'vitest'
import type { Operation } from '../../src/api/framework/operation.ts'
import { operations } from '../../src/api/operations.ts'
import { readConfig, writeConfig } from '../../src/model/records/world/config.ts'
import { clientOf, startClient } from '../support/client.ts'
import { EXAMPLE_NEEDS, tryExample } from '../support/examples.ts'

const demo = (await startClient()).simulator
const byId = new Map(operations.map((operation) => [operation.id, operation]))

test('examples work where absent fields are null, too', async () => {
  const client = clientOf(demo.fork())
  const { system } = client.simulator.world
  writeConfig(system, { ...readConfig(system), assumptions: { A21: 'null' } })
  for (const operation of operations) {
    if (operation.method !== 'GET' || EXAMPLE_NEEDS[operation.id] !== undefined) continue
    const { status, text } = await tryExample(client, operation)
    expect([operation.id, status, text]).toEqual([operation.id, operation.success.status, expect.any(String)])
  }
})

test('nothing is needed that is not', async () => {
  for (const id of Object.keys(EXAMPLE_NEEDS)) {
    const operation = byId.get(id) as Operation
    const alone = await tryExample(clientOf(demo.fork()), operation)
    expect([id, alone.status]).toEqual([id, 404])
  }
})
