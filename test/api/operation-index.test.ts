import { describe, expect, test } from 'vitest'
import { assumptions } from '../../src/api/framework/assumptions.ts'
import { loadedAssumption } from '../../src/api/framework/ledger.ts'
import { operationIndex } from '../../src/api/operation-index.ts'
import { operations } from '../../src/api/operations.ts'
import { createSimulator } from '../../src/index.ts'

describe('the index of operations', () => {
  test('assumptions of any exchange are known before an operation is loaded', () => {
    for (const { id } of assumptions.filter(({ general }) => general))
      expect(loadedAssumption(id).id).toBe(id)
  })

  test("has the facts of each operation's declaration", async () => {
    const simulator = await createSimulator()
    await simulator.preload()
    expect(operationIndex.map(({ id }) => id)).toEqual(operations.map(({ id }) => id))
    for (const [position, head] of operationIndex.entries()) {
      const operation = operations[position] as (typeof operations)[number]
      expect(head.declaration).toBe(operation)
      const { id, interface: surface, method, path, stability, provenance, anonymous, rate } = operation
      expect(head).toMatchObject({ id, interface: surface, method, path, stability, provenance, rate })
      expect(head.anonymous).toBe(anonymous)
      expect(head.success.status).toBe(operation.success.status)
      expect(Object.keys(head.refusals ?? {})).toEqual(Object.keys(operation.refusals ?? {}))
      expect(decoders(head.pathParameters)).toEqual(decoders(operation.pathParameters))
      for (const assumption of operation.assumptions) expect(loadedAssumption(assumption).id).toBe(assumption)
    }
  })
})

/** What the parameters of a path make of texts of all kinds. */
function decoders(parameters: (typeof operations)[number]['pathParameters']) {
  const texts = ['', 'a', '0', '1', '2', '3', '-1', '12345678901', '9007199254740992', '99999999999999999999']
  return Object.entries(parameters).map(([name, { decode }]) => [
    name,
    [...texts, 'x'.repeat(255), 'x'.repeat(256)].map((text) => decode(text)),
  ])
}
