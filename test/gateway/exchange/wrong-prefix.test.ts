// Requests with a wrong prefix, or to a wrong base: the error names what to leave out, and where the interface is.
import { expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'

const sim = await createSimulator({ scenario: 'demo' })

async function messageOf(url: string, address?: string): Promise<string> {
  const request = { method: 'GET', url, headers: { authorization: 'Bearer tok-alice' } }
  const { status, body } = await sim.exchange(address === undefined ? request : { ...request, address })
  const { message, statusCode, errors } = JSON.parse(body as string) as Record<string, unknown>
  if (statusCode !== undefined) expect([statusCode, errors]).toEqual(['NOT_FOUND', [message]])
  expect(status).toBe(404)
  return (message as string).split('; nearest: ')[0] as string
}

test.each([
  [
    'a prefix before the standalone interface',
    '/prefix/api/applications/101',
    "the standalone interface is at '/api': leave out '/prefix'",
  ],
  [
    'the same at a host',
    'https://my.host/prefix/api/applications/101?x=/y',
    "the standalone interface is at '/api': leave out '/prefix'",
  ],
  [
    'several segments',
    '/a/b/us/wiki/rest/reqs/1/baseline/ENG',
    "the hosted-wiki interface is at '/us/wiki': leave out '/a/b'",
  ],
  ['the address alone', '/prefix/tracker', "the tracker interface is at '/tracker': leave out '/prefix'"],
  ['the control API', '/prefix/_sim/health', "the control API is at '/_sim': leave out '/prefix'"],
  [
    'the host of an interface',
    'http://api.sim/prefix/api/applications/101',
    "the standalone interface is at '/api': leave out '/prefix'",
  ],
])('%s', async (_name, url, suggestion) => {
  const path = url.replace(/^https?:\/\/[^/]+/, '').replace(/\?.*/, '')
  expect(await messageOf(url)).toBe(`no operation at 'GET ${path}': ${suggestion}`)
})

test.each([
  [
    'the base and the nearest interface',
    '/rest/reqs/1/baseline/ENG',
    'https://my.host/prefix/rest/reqs/1/baseline/ENG?x=1',
    "the base is 'https://my.host/prefix', and the wiki interface is at 'https://my.host/prefix/wiki'",
  ],
  [
    'the base and another one',
    '/prefix/wiki/rest/reqs/1/baseline/ENG',
    'https://my.host/prefix/wiki/rest/reqs/1/baseline/ENG',
    "the base is 'https://my.host', and the wiki interface is at 'https://my.host/wiki': leave out '/prefix', or change the base to 'https://my.host/prefix'",
  ],
  [
    'the base without the prefix of a world',
    '/_world/w1/rest/reqs/1/baseline/ENG',
    'https://my.host/prefix/_world/w1/rest/reqs/1/baseline/ENG',
    "the base is 'https://my.host/prefix', and the wiki interface is at 'https://my.host/prefix/wiki'",
  ],
])('%s, if the adapter has one', async (_name, url, address, suggestion) => {
  const path = url.replace('/_world/w1', '')
  expect(await messageOf(url, address)).toBe(`no operation at 'GET ${path}': ${suggestion}`)
})

test.each(['/zzz', '/rest/reqs/1/baseline/ENG', 'http://api.sim/prefix/wiki/rest/reqs/1/baseline/ENG'])(
  'no prefix to leave out in %s',
  async (url) => {
    expect(await messageOf(url)).not.toContain('leave out')
  },
)

test('nothing of the base if no interface is near', async () => {
  expect(await messageOf('/zzz', 'https://my.host/sim/zzz')).toBe("no operation at 'GET /zzz'")
})

test.each([
  [
    'the host of an embedded interface',
    'http://wiki.sim/wiki/rest/reqs/1/baseline/ENG',
    undefined,
    "/wiki/rest/reqs/1/baseline/ENG': the wiki interface is at 'http://wiki.sim': leave out '/wiki'",
  ],
  [
    'its address on the one port',
    '/tracker/x/rest/reqs/1/settings',
    undefined,
    "/x/rest/reqs/1/settings': the tracker interface is at '/tracker': leave out '/x'",
  ],
  [
    'a base of its own',
    '/wiki/site/rest/reqs/1/baseline/ENG',
    'https://wiki.example.com/site/rest/reqs/1/baseline/ENG',
    "/site/rest/reqs/1/baseline/ENG': the wiki interface is at 'https://wiki.example.com': leave out '/site', or add it to the base",
  ],
  [
    'the path, because the base has it',
    '/wiki/baseline/ENG',
    'https://wiki.example.com/rest/reqs/1/baseline/ENG',
    "/baseline/ENG': '/rest/reqs/1' belongs to the path: change the base to 'https://wiki.example.com'",
  ],
])('a prefix that is not in %s', async (_name, url, address, message) => {
  expect(await messageOf(url, address)).toBe(`no operation at 'GET ${message}`)
})

test('a path of many segments is not searched to its end', async () => {
  expect(await messageOf(`${'/a'.repeat(4000)}/api`)).toMatch(/^no operation at '[^']+'$/)
})

test.each([
  ['http://tracker.sim/rest/reqs/1/requirement2/ENG/REQ-001', 'wiki', 'http://wiki.sim'],
  ['http://wiki.sim/rest/reqs/1/issuelinks/DRN-1', 'tracker', 'http://tracker.sim'],
  ['http://wiki.sim/rest/search', 'hosted-wiki', 'http://wiki.cloud.sim'],
  ['http://wiki.us.cloud.sim/applications/101', 'standalone', 'http://api.us.sim/api'],
  ['http://wiki.sim/api/applications/101', 'standalone', 'http://api.sim/api'],
  ['/wiki/applications/101', 'standalone', '/api'],
])('%s is an operation of another interface, whose address the error names', async (url, owner, place) => {
  expect(await messageOf(url)).toMatch(
    new RegExp(`: it is an operation of the ${owner} interface, which is at '${place}'$`),
  )
})

test('an operation of another interface has no address that is not the one of an adapter', async () => {
  const url = '/wiki/applications/101'
  expect(await messageOf(url, 'https://wiki.example.com/applications/101')).toMatch(
    /: it is an operation of the standalone interface$/,
  )
})

test.each([
  ['http://wiki.simm/rest/reqs/1/baseline/ENG', 'wiki', 'http://wiki.sim'],
  ['https://wiki.northwind.test/rest/reqs/1/baseline/ENG', 'wiki', 'http://wiki.sim'],
  ['http://wiki-cloud.sim/rest/search?query=x', 'hosted-wiki', 'http://wiki.cloud.sim'],
  ['http://wiki.us-cloud.sim/rest/search', 'hosted-wiki', 'http://wiki.us.cloud.sim'],
  ['http://tracker.eu.cloud.sim/rest/reqs/1/issuelinks/DRN-1', 'hosted-tracker', 'http://tracker.cloud.sim'],
])('%s has a wrong host, and the error names the right one', async (url, name, place) => {
  const host = new URL(url).host
  expect(await messageOf(url)).toMatch(
    new RegExp(`: no host '${host}': the ${name} interface is at '${place}'$`),
  )
})

test('the host of the control API serves no operations, and the error names the right one', async () => {
  expect(await messageOf('http://sim.sim/api/applications/101')).toMatch(
    /: the standalone interface is at 'http:\/\/api\.sim\/api'$/,
  )
})

test('a wrong host is not named if no operation is near, or on the one port', async () => {
  expect(await messageOf('http://elsewhere.example/x')).toBe("no operation at 'GET /x'")
  expect(await messageOf('/rest/search')).toBe("no operation at 'GET /rest/search'")
})
