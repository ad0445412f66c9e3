import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/api/framework/operation.ts'
import { operations } from '../../../src/api/operations.ts'
import { exportWorld } from '../../../src/world/transfer.ts'
import {
  badRequests,
  credentialsFor,
  exampleQuery,
  examplePath,
  MAXIMUM_BODY_BYTES,
} from '../../support/bad-input.ts'
import { startClient } from '../../support/client.ts'

const client = await startClient({ scenario: 'demo', config: { maximumBodyBytes: MAXIMUM_BODY_BYTES } })
const strictWorld = (await startClient({ scenario: 'demo', config: { strict: true } })).simulator

/** The records of the world, besides what counts exchanges. */
function records(): string {
  const { stores } = exportWorld(client.simulator.world)
  return JSON.stringify({ eu: stores['eu'], us: stores['us'] })
}
const untouched = records()

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const credentials = credentialsFor(operation)

  test('refuses every wrong call by name and leaves the world as it was', async () => {
    const table = badRequests(operation)
    for (const bad of table) {
      const reply = await client.call(operation.method, bad.path, {
        token: null,
        headers: { ...credentials, ...bad.headers },
        body: bad.body,
      })
      expect([bad.name, reply.status], reply.text.slice(0, 300)).toEqual([bad.name, bad.status])
      for (const mention of bad.mentions)
        expect(reply.text.replaceAll('\\"', '"'), bad.name).toContain(mention)
      if (reply.body !== undefined && 'errors' in reply.body)
        expect(reply.body.message.length).toBeLessThan(1000)
    }
    expect(records()).toBe(untouched)
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })

  test('ignores what is not declared, reports it, and refuses it in strict worlds', async () => {
    const query = [...exampleQuery(operation), ['__proto__', '1'], ['undeclared', 'x']]
      .map(([name, value]) => `${name}=${encodeURIComponent(value as string)}`)
      .join('&')
    const path = `${examplePath(operation)}?${query}`
    const more = withUndeclaredField(operation)
    const fork = client.simulator.fork()
    const loose = await call(fork, operation, path, more?.body)
    expect(loose.status, String(loose.body)).toBeLessThan(500)
    const entry = fork.journal.entries().at(-1)
    expect(entry?.unknownParameters).toEqual(['__proto__', 'undeclared'])
    expect(entry?.unknownFields).toEqual(more?.expected ?? [])
    const refused = await call(strictWorld.fork(), operation, path, more?.body)
    expect(refused.status).toBe(400)
    expect(String(refused.body)).toContain('undeclared')
  })

  test('refuses other methods with what the path takes', async () => {
    const fork = client.simulator.fork()
    const reply = await call(fork, operation, examplePath(operation), undefined, 'PATCH')
    expect(reply.status).toBe(405)
    expect(reply.headers['Allow']).toContain(operation.method)
    const options = await call(fork, operation, examplePath(operation), undefined, 'OPTIONS')
    expect(options).toMatchObject({ status: 204, body: '' })
    expect(options.headers['Allow']).toContain(operation.method)
  })
})

test('a body has 8 MiB at most unless the world says otherwise', async () => {
  const demo = await startClient()
  const statusOf = async (length: number) =>
    (await demo.post('/api/aggregations/parse?applicationId=101', `{"formula":"${'1'.repeat(length - 14)}"}`))
      .status
  expect(await statusOf(8 * 1024 * 1024)).not.toBe(413)
  expect(await statusOf(8 * 1024 * 1024 + 1)).toBe(413)
})

/**
 * The example of a body with one field more, in the body itself or in the first item of a list, and what is reported of
 * it: nothing where the body is a text, or takes any field. Without an example body, `undefined`.
 */
function withUndeclaredField({ body }: Operation): { body: string; expected: string[] } | undefined {
  if (body === undefined) return undefined
  const { example } = body
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  const taken = (value: unknown) => JSON.stringify(body.schema().parse(value)).includes('undeclared')
  if (isObject(example)) {
    const value = { ...(example as object), undeclared: 'x' }
    return { body: JSON.stringify(value), expected: taken(value) ? [] : ['undeclared'] }
  }
  if (Array.isArray(example) && isObject(example[0])) {
    const value = [{ ...(example[0] as object), undeclared: 'x' }, ...example.slice(1)]
    return { body: JSON.stringify(value), expected: taken(value) ? [] : ['[0].undeclared'] }
  }
  return { body: body.contentType === 'text/plain' ? String(example) : JSON.stringify(example), expected: [] }
}

function call(
  simulator: typeof client.simulator,
  operation: Operation,
  url: string,
  body: string | undefined,
  method: string = operation.method,
) {
  const type = operation.body?.contentType ?? 'application/json'
  return simulator.exchange({
    method,
    url,
    headers: { ...credentialsFor(operation), ...(body === undefined ? {} : { 'content-type': type }) },
    body,
  })
}
