// Whoever reads a description may send each example as it stands: to a new demo world, it succeeds.

import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/api/openapi/json.ts'
import type { Simulator } from '../../../src/index.ts'
import { startClient } from '../../support/client.ts'
import {
  type DescribedExample,
  describedExamples,
  requestOf,
  SERVED_DESCRIPTIONS,
  valueAt,
} from '../../support/described-examples.ts'

const demo = (await startClient()).simulator

/** Operations that document no success. The set is exact. */
const REFUSED: readonly string[] = []

async function send(simulator: Simulator, example: DescribedExample, surface: string) {
  const { url, ...init } = requestOf(example, surface)
  const response = await simulator.fetch(url, init)
  return { status: response.status, text: await response.text() }
}

describe.each(SERVED_DESCRIPTIONS)('the description of $surface', async ({ surface, url }) => {
  const document = (await (await demo.fetch(url)).json()) as JsonObject
  const examples = describedExamples(document)
  const byId = new Map(examples.map((example) => [example.operationId, example]))

  test('documents a success of each operation', () => {
    const refused = examples.filter(({ status }) => status >= 400).map(({ operationId }) => operationId)
    expect(refused).toEqual(REFUSED)
  })

  test.each(examples.map((example) => [example.operationId, example] as const))(
    'the example of %s succeeds',
    async (_id, example) => {
      const simulator = demo.fork()
      for (const { operation, parameters = {} } of example.after) {
        const first = byId.get(operation)
        if (first === undefined) throw new Error(`'${operation}' is not in the description.`)
        const { status, text } = await send(simulator, first, surface)
        expect([status, text]).toEqual([first.status, expect.any(String)])
        for (const [name, expression] of Object.entries(parameters)) {
          expect(valueAt(JSON.parse(text), expression), name).toBe(example.parameters[name])
        }
      }
      const { status, text } = await send(simulator, example, surface)
      expect([status, text]).toEqual([example.status, expect.any(String)])
    },
  )

  test('names calls that come first, and tokens, only where an example fails without', async () => {
    for (const example of examples) {
      if (example.after.length === 0 && example.token === undefined) continue
      if (ENDS_A_CREDENTIAL.has(example.operationId)) continue
      const bare = { ...example, after: [], token: undefined }
      const { status } = await send(demo.fork(), example.after.length === 0 ? bare : example, surface)
      expect([example.operationId, status >= 400]).toEqual([example.operationId, true])
    }
  })
})

/** It succeeds for the administrator too, who could then do nothing else at this site. */
const ENDS_A_CREDENTIAL = new Set(['standalone.linkedAccount.delete'])

test('runtime expressions lead into responses', () => {
  expect(valueAt([{ 'a/b': 7 }], '$response.body#/0/a~1b')).toBe(7)
  expect(() => valueAt({}, '$request.body#/id')).toThrow('$request.body#/id')
})
