// What operations really answer is what their descriptions promise: successes and refusals, over the demo world.

import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/api/framework/operation.ts'
import { assumptions } from '../../../src/api/framework/assumptions.ts'
import { openApiDocument } from '../../../src/api/openapi/document.ts'
import { isJsonObject, type JsonObject } from '../../../src/api/openapi/json.ts'
import { operations } from '../../../src/api/operations.ts'
import { INTERFACES } from '../../../src/api/framework/interfaces.ts'
import { badRequests, MAXIMUM_BODY_BYTES } from '../../support/bad-input.ts'
import { clientOf, type Reply, startClient } from '../../support/client.ts'
import {
  anonymousRequest,
  type ExampleRequest,
  exampleRequest,
  prepareExample,
} from '../../support/examples.ts'
import { exampleAs, outsiderOf, readerOf } from '../../support/permissions.ts'
import { validatorsOf } from './validity.ts'

const demo = (await startClient({ scenario: 'demo', config: { maximumBodyBytes: MAXIMUM_BODY_BYTES } }))
  .simulator

/** The description of each interface, with what validates by it. */
const descriptions = new Map(
  INTERFACES.map((name) => {
    const document = openApiDocument(name, operations, { baseUrls: ['/'], version: '1.2.3', assumptions })
    return [name, { document, validatorOf: validatorsOf(document) }]
  }),
)

const described = new Map(
  [...descriptions.values()].flatMap(({ document }) =>
    Object.values(document['paths'] as JsonObject)
      .flatMap((item) => Object.values(item as JsonObject))
      .filter(isJsonObject)
      .map((method) => [method['operationId'], method] as const),
  ),
)

/** What is wrong with an answer by the description; undefined where nothing is. */
function problem(operation: Operation, { status, headers, body, text }: Reply): string | undefined {
  const { document, validatorOf } = descriptions.get(operation.interface)!
  const answers = described.get(operation.id)!['responses'] as JsonObject
  let answer = answers[status]
  if (!isJsonObject(answer)) return `${status} is not described: ${text.slice(0, 200)}`
  if (typeof answer['$ref'] === 'string') {
    const name = answer['$ref'].split('/').at(-1) as string
    answer = ((document['components'] as JsonObject)['responses'] as JsonObject)[name] as JsonObject
  }
  const missing = Object.keys(answer['headers'] as JsonObject).filter((name) => !(name in headers))
  if (missing.length > 0) return `${status} lacks ${missing.join(', ')}`
  const content = answer['content'] as JsonObject | undefined
  if (content === undefined) return text === '' ? undefined : `${status} has a body: ${text.slice(0, 200)}`
  if ('*/*' in content) return undefined
  const type = headers['Content-Type']?.split(';')[0] ?? ''
  const media = content[type]
  if (!isJsonObject(media)) return `${status} is '${type}'`
  return validatorOf(media['schema'] as JsonObject)(body)
}

/** The example, by those who may and may not, and of the wrong calls one for each status. */
function requests(operation: Operation): ExampleRequest[] {
  const { method, headers } = exampleRequest(operation)
  const table = badRequests(operation)
  const wrong = new Map(table.map((bad) => [bad.status, bad]))
  return [
    anonymousRequest(operation),
    exampleAs(operation, outsiderOf(operation)),
    exampleAs(operation, readerOf(operation)),
    // A token that is bound to one site is refused at the others, whatever the operation asks of its caller.
    exampleAs(operation, 'tok-app101'),
    ...[...wrong.values()].map(({ path, headers: more, body }) => ({
      method,
      path,
      headers: { ...headers, ...more },
      ...(body === undefined ? {} : { body }),
    })),
    exampleRequest(operation),
  ]
}

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  test('answers what its description promises', async () => {
    const client = clientOf(demo.fork())
    await prepareExample(client, operation)
    const statuses: number[] = []
    for (const { method, path, ...options } of requests(operation)) {
      const reply = await clientOf(client.simulator.fork()).call(method, path, { token: null, ...options })
      expect(problem(operation, reply), `${method} ${path}`).toBeUndefined()
      statuses.push(reply.status)
    }
    expect(statuses.at(-1)).toBe(operation.success.status)
  })
})
