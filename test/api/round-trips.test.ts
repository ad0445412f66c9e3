/** A client that reads a record, and sends back what it read, changes nothing: each PUT takes the response of the GET beside it. */
import { expect, test } from 'vitest'
import type { Operation } from '../../src/api/framework/operation.ts'
import { operations } from '../../src/api/operations.ts'
import { clientOf, startClient } from '../support/client.ts'
import { exampleRequest, prepareExample } from '../support/examples.ts'

const demo = (await startClient()).simulator

/** Writes beside a read that does not return what they take: a page of results, and the state of a job. */
const OTHER_BODIES: ReadonlySet<string> = new Set(['wiki.requirement.writeMany', 'tracker.sync.start'])

const keyOf = ({ interface: face, path }: Operation) => `${face} ${path}`
const readers = new Map(
  operations.filter(({ method }) => method === 'GET').map((operation) => [keyOf(operation), operation]),
)
const pairs = operations
  .filter(({ method, id }) => method === 'PUT' && !OTHER_BODIES.has(id))
  .flatMap((writer) => {
    const reader = readers.get(keyOf(writer))
    return reader === undefined ? [] : [[writer.id, writer, reader] as const]
  })

test.each(pairs)('%s takes what its GET returns', async (_, writer, reader) => {
  const client = clientOf(demo.fork())
  await prepareExample(client, writer)
  const { method, path, headers } = exampleRequest(writer)
  const [address] = path.split('?')
  const [, query] = exampleRequest(reader).path.split('?')
  const read = () =>
    client.get(query === undefined ? (address as string) : `${address}?${query}`, { token: null, headers })
  const before = (await read()).body
  const written = await client.call(method, path, { token: null, headers, body: before })
  expect([written.status, written.text]).toEqual([writer.success.status, expect.any(String)])
  expect((await read()).body).toEqual(before)
})
