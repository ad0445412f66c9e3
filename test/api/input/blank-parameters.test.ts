/** A blank text of a query counts as absent in embedded and hosted operations (assumptions A66 to A170); an empty number does not (A01). */
import { expect, test } from 'vitest'
import { operations } from '../../../src/api/operations.ts'
import { clientOf, startClient } from '../../support/client.ts'
import { exampleRequest, prepareExample } from '../../support/examples.ts'

const demo = (await startClient()).simulator

const places = operations
  .filter((operation) => operation.interface !== 'standalone')
  .flatMap((operation) =>
    Object.entries(operation.query)
      .filter(([, { kind, required }]) => (kind === 'string' || kind === 'list') && !required)
      .map(([name]) => [`${operation.id} ${name}`, operation, name] as const),
  )

test('there are many of them', () => expect(places.length).toBeGreaterThan(60))

test.each(places)('a blank %s responds as without it', async (_place, operation, name) => {
  const respond = async (values: readonly string[]) => {
    const client = clientOf(demo.fork())
    await prepareExample(client, operation)
    const { method, path, headers, body } = exampleRequest(operation)
    const [address, query = ''] = path.split('?')
    const others = query.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`))
    const { status, text } = await client.call(method, `${address}?${[...others, ...values].join('&')}`, {
      token: null,
      headers,
      body,
    })
    return [status, text]
  }
  const without = await respond([])
  for (const blank of ['', '%20', '+%09']) expect(await respond([`${name}=${blank}`])).toEqual(without)
})

test('an empty number is refused', async () => {
  const client = clientOf(demo.fork())
  const path = '/tracker/rest/reqs/1/sync/create-random-issues?count='
  const refused = await client.get(path, { token: 'tok-admin' })
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining("'count' must be a whole number"),
  ])
})
