/** A blank text of a query counts as absent (assumptions A168 and A170); an empty number does not (A01). */
import { expect, test } from 'vitest'
import { startClient } from '../../support/client.ts'

const BASE = '/tracker/rest/reqs/1'
const ADMINISTRATOR = { token: 'tok-admin' }

test.each([
  ['/search?q=key%20%3D%20%27REQ-002%27', 'applinkId'],
  ['/recover-null-keys/requirement?key=REQ-00', 'applinkId'],
  ['/recover-null-keys/requirement?key=REQ-00', 'spaceKey'],
  ['/sync/create-random-issues?count=1', 'projectKey'],
  ['/sync/create-random-data?count=1', 'projectKey'],
  ['/sync/create-random-data?count=1', 'applinkId'],
])('%s with a blank %s responds as without it', async (path, name) => {
  const client = await startClient()
  const other = await startClient()
  const without = await client.get(`${BASE}${path}`, ADMINISTRATOR)
  const blank = await other.get(`${BASE}${path}&${name}=%20`, ADMINISTRATOR)
  expect([blank.status, blank.body]).toEqual([200, without.body])
})

test('an empty number is refused', async () => {
  const client = await startClient()
  const refused = await client.get(`${BASE}/sync/create-random-issues?count=`, ADMINISTRATOR)
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining("'count' must be a whole number"),
  ])
})
