/** The query of an expected path. */
import { beforeEach, expect, test } from 'vitest'
import { type Client, startClient } from '../../support/client.ts'

let client: Client

beforeEach(async () => {
  client = await startClient()
  await client.get('/wiki/rest/reqs/1/requirement2/ENG?limit=5&q=a%20b&id=1&id=2')
})

const PATH = '/wiki/rest/reqs/1/requirement2/ENG'

test.each(['', '?', '?limit=5', '?q=a+b', '?q=a%20b&limit=5', '?id=1&id=2'])(
  'the query %j of a path was as sent',
  (query) => {
    expect(client.simulator.verify({ path: PATH + query, times: 1 })).toMatchObject({ ok: true, count: 1 })
  },
)

test.each([
  ['?limit=99', "query.limit: '5' instead of '99'"],
  ['?limit=5&offset=1', "query.offset: not sent instead of '1'"],
  ['?id=1', "query.id: '1, 2' instead of '1'"],
])('the query %j of a path was ignored', (query, difference) => {
  const { ok, nearest } = client.simulator.verify({ path: PATH + query })
  expect(ok).toBe(false)
  expect(nearest[0]?.differences).toEqual([difference])
})

test('path and query may say both', () => {
  const path = `${PATH}?limit=5`
  expect(client.simulator.verify({ path, query: { q: 'a b' } }).ok).toBe(true)
  expect(client.simulator.verify({ path, query: { q: 'a' } }).ok).toBe(false)
  expect(client.simulator.verify({ path, query: { limit: 6 } }).ok).toBe(false)
})

test('a query that cannot be read is refused', () => {
  expect(() => client.simulator.verify({ path: `${PATH}?q=%zz` })).toThrow(
    "path: query: broken percent-encoding in 'q=%zz'",
  )
})
