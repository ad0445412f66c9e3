/** A 404 names what somebody probably meant, among what the caller may read. */
import { expect, test } from 'vitest'
import { startClient } from '../../support/client.ts'

const client = await startClient({ scenario: 'demo' })
const WIKI = '/wiki/rest/reqs/1'

const message = async (path: string, user: string) => {
  const { status, body } = await client.get(path, { token: `tok-${user}` })
  return [status, body.message]
}

test.each([
  [
    'a space',
    `${WIKI}/requirement2/EGN/REQ-001`,
    "spaceKey: no space 'EGN' in the wiki: did you mean 'ENG' (one of 2)?",
  ],
  [
    'a key',
    `${WIKI}/requirement2/ENG/REQ-01`,
    /^no requirement 'REQ-01' in space 'ENG': did you mean 'REQ-\d+' \(one of \d+\)\?$/,
  ],
  [
    'a key like no other',
    `${WIKI}/requirement2/ENG/something`,
    /^no requirement 'something' in space 'ENG': there are \d+$/,
  ],
  [
    'a key of a baseline',
    `${WIKI}/requirement2/ENG/REQ-0001?v=1`,
    /in baseline 1: did you mean 'REQ-001' \(one of \d+\)\?$/,
  ],
  [
    'a key in all spaces',
    `${WIKI}/requirement/REQ-0001`,
    "key: no requirement 'REQ-0001' in the readable spaces: did you mean 'REQ-001'?",
  ],
  [
    'an issue',
    '/tracker/rest/reqs/1/issuelinks/DRN-11',
    /^no issue 'DRN-11' in the tracker: did you mean 'DRN-\d' \(one of \d+\)\?$/,
  ],
])('a 404 for %s offers the nearest, and says how many there are', async (_what, path, expected) => {
  expect(await message(path, 'alice')).toEqual([
    404,
    typeof expected === 'string' ? expected : expect.stringMatching(expected),
  ])
})

test('a 404 counts and offers only what the caller may read', async () => {
  const space = (user: string) => message(`${WIKI}/requirement2/OSP/X`, user)
  expect(await space('alice')).toEqual([
    404,
    "spaceKey: no space 'OSP' in the wiki: did you mean 'OPS' (one of 2)?",
  ])
  expect(await space('bob')).toEqual([404, "spaceKey: no space 'OSP' in the wiki: there is one"])
  expect(await space('eve')).toEqual([404, "spaceKey: no space 'OSP' in the wiki: there are none"])
  const issue = '/tracker/rest/reqs/1/issuelinks/DRN-11'
  expect(await message(issue, 'eve')).toEqual([404, "no issue 'DRN-11' in the tracker: there are none"])
})

test('a key of a large space is compared with its neighbours', async () => {
  const { simulator } = await startClient({ scenario: 'demo' })
  const requirements = Array.from({ length: 3000 }, (_, index) => ({
    space: 'BIG',
    key: `BIG-${index + 1000}`,
    text: 'x',
  }))
  await simulator.load({
    extends: ['demo'],
    name: 'big',
    world: { spaces: [{ site: 'wiki', key: 'BIG', name: 'Big', grants: { edit: ['alice'] } }], requirements },
  })
  const url = 'http://wiki.sim/rest/reqs/1/requirement2/BIG/BIG-3456x'
  const { body } = await simulator.exchange({
    method: 'GET',
    url,
    headers: { authorization: 'Bearer tok-alice' },
  })
  expect(JSON.parse(String(body)).message).toBe(
    "no requirement 'BIG-3456x' in space 'BIG': did you mean 'BIG-3456' (one of 3000)?",
  )
})
