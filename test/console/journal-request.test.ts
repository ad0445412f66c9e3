import { describe, expect, test } from 'vitest'
import {
  addressOf,
  curlLine,
  hasHole,
  headersAgain,
  readBody,
  tellingHeaders,
} from '../../src/console/panels/journal/request.ts'

const SERVER = 'http://127.0.0.1:4010'

describe('where a recorded request leads', () => {
  test.each([
    ['/wiki/rest/reqs/1/baseline/ENG?x=1', '/wiki/rest/reqs/1/baseline/ENG?x=1', 'wiki', 'eu'],
    ['http://wiki.sim/rest/reqs/1/x', '/wiki/rest/reqs/1/x', 'wiki', 'eu'],
    ['http://api.us.sim/api/applications', '/us/api/applications', 'standalone', 'us'],
    ['/_world/second/eu/api/applications', '/api/applications', 'standalone', 'eu'],
    ['http://tracker.us.cloud.sim/v3/api-docs', '/us/tracker/v3/api-docs', 'hosted-tracker', 'us'],
    ['/nothing/here?a', '/nothing/here?a', undefined, 'eu'],
  ])('%s', (url, path, surface, region) => {
    expect(addressOf(url)).toEqual({ path, interface: surface, region })
  })
})

describe('headers to send again', () => {
  test('are without credentials and without those of the transport', () => {
    expect(
      headersAgain({
        host: 'x',
        'user-agent': 'curl',
        'sec-fetch-mode': 'cors',
        authorization: '(redacted)',
        'x-api-key': '(redacted)',
        cookie: '(redacted)',
        'content-type': 'text/plain',
        accept: ['text/html', 'application/json'],
        'x-base-url': 'https://wiki.northwind.test/wiki',
        'x-odd': 'tok (redacted)',
        'if-match': undefined,
      }),
    ).toEqual({
      'Content-Type': 'text/plain',
      accept: 'text/html, application/json',
      'x-base-url': 'https://wiki.northwind.test/wiki',
    })
  })
})

describe('the line for a shell', () => {
  test('has a placeholder where a credential was, and says so', () => {
    const request = {
      method: 'PUT',
      url: 'http://wiki.sim/rest/reqs/1/x?token=(redacted)',
      headers: { authorization: '(redacted)', 'content-type': 'application/json' },
      body: `{"name":"it's"}`,
    }
    expect(curlLine(request, SERVER, 'second')).toEqual({
      line:
        "curl -X PUT -H 'Content-Type: application/json' -H 'X-Sim-World: second' -H 'authorization: Bearer TOKEN' " +
        `--data-raw '{"name":"it'\\''s"}' '${SERVER}/wiki/rest/reqs/1/x?token=SECRET'`,
      missing: true,
    })
    expect(hasHole(request)).toBe(true)
  })

  test('is complete without a user', () => {
    const request = { method: 'GET', url: '/api/v3/api-docs', headers: { host: 'x' } }
    expect(curlLine(request, SERVER, 'default')).toEqual({
      line: `curl '${SERVER}/api/v3/api-docs'`,
      missing: false,
    })
    expect(hasHole(request)).toBe(false)
  })
})

test('headers that differ from answer to answer say nothing', () => {
  expect(
    tellingHeaders({
      'X-Request-Id': '7',
      'X-Rate-Limit-Remaining': '3',
      'Content-Type': 'application/json',
      Vary: 'Origin',
      'Retry-After': '30',
    }),
  ).toEqual({ 'content-type': 'application/json', 'retry-after': '30' })
})

test.each([
  ['{"a":1}', { a: 1 }],
  ['no JSON', 'no JSON'],
  ['', undefined],
  [undefined, undefined],
])('the body %j is read', (text, value) => {
  expect(readBody(text)).toEqual(value)
})
