// No credential comes out of a simulator again, wherever a client put it.

import { expect, test } from 'vitest'
import { createSimulator, type SimulatorEvent } from '../../src/index.ts'
import { reportHtml } from '../../src/gateway/report-html.ts'
import { reportMarkdown } from '../../src/gateway/report-markdown.ts'
import { isSecretName, redactEntry } from '../../src/gateway/redact.ts'
import { recorded } from './recorded.ts'

/** Each has a text of its own, so that a leak names its place. */
const PLANTED = {
  authorization: 'Bearer PLANTED-authorization',
  'Proxy-Authorization': 'Basic UExBTlRFRC1wcm94eQ==',
  COOKIE: 'theme=dark; JSESSIONID=PLANTED-cookie; other=1',
  'X-Api-Key': 'PLANTED-key',
  'X-Auth-Token': 'PLANTED-own-header',
  'Set-Cookie': 'a=PLANTED-set-cookie',
}

const BODIES = [
  '{"password":"PLANTED-json"}',
  '{"a":[{"client_secret" : "PLANTED-nested","key":"REQ-001"}],"apiKey":12345678}',
  '{"pass\\u0077ord":"PLANTED-escaped"}',
  '{"accessToken":"PLANTED-broken',
  '{"token":"PLANTED-quote\\"PLANTED-rest","x":1}',
  'user=alice&password=PLANTED-form&x=1',
  '{"text":"the header was Bearer PLANTED-authorization"}',
]

test('secrets in headers, addresses and bodies of requests', async () => {
  const sim = await createSimulator({ scenario: 'demo' })
  const events: SimulatorEvent[] = []
  sim.events.subscribe((event) => events.push(event))
  const urls = [
    '/api/applications?organizationId=1&token=PLANTED-query&pass%77ord=PLANTED-encoded&x=y',
    '/api/applications;jsessionid=PLANTED-path?a=1',
    '/api/applications/PLANTED-key',
    'http://alice:PLANTED-userinfo@api.sim/api/applications',
    '/api/nowhere/PLANTED-cookie?access_token=PLANTED-unmatched',
    '/wiki/rest/reqs/1/requirement2/ENG/REQ-001',
  ]
  for (const url of urls)
    for (const body of BODIES)
      await sim.exchange({
        method: 'PUT',
        url,
        headers: { ...PLANTED, 'content-type': 'application/json' },
        body,
      })
  expect(sim.journal.entries()).toHaveLength(urls.length * BODIES.length)
  const report = sim.report()
  const outlets = {
    journal: JSON.stringify(sim.journal.entries()),
    har: JSON.stringify(sim.journal.har()),
    report: JSON.stringify(report),
    page: reportHtml(report),
    markdown: reportMarkdown(report),
    events: JSON.stringify(events),
    verification: JSON.stringify(
      sim.verify({ operation: 'wiki.requirement.read', body: { password: 'x' }, query: { token: 'x' } }),
    ),
    http: String((await sim.exchange({ method: 'GET', url: '/_sim/journal?limit=1000', headers: {} })).body),
  }
  for (const [name, text] of Object.entries(outlets)) {
    expect(text.match(/PLANTED-[\w-]+|12345678|UExBTlRFRC/g) ?? [], name).toEqual([])
    expect(text.length, name).toBeGreaterThan(100)
  }
})

test('passwords in other headers, jwt, markup, and lists and objects of secrets were told', () => {
  const told = ({ url = '/', headers = {}, body = '' }) =>
    JSON.stringify(redactEntry(recorded({ request: { method: 'POST', url, headers, body } })).request)
  const kept = [
    { headers: { 'X-Base-Url': 'https://u:PLANTED-p@ss@wiki.test/x' }, url: '/again/PLANTED-p@ss' },
    { headers: { 'x-callback': ['https://PLANTED-user@wiki.test/x'] } },
    { url: '/x?jwt=PLANTED-jwt' },
    { body: '<a><password>PLANTED-xml</password><x:Token a="b"> <![CDATA[PLANTED-cdata]]></x:Token></a>' },
    { body: '<user name="alice" password="PLANTED-attribute"/>' },
    { body: '{"token":["PLANTED-list",{"a":"PLANTED-deep"}],"x":"again PLANTED-deep"}' },
    { body: '{"credentials":{"value":"PLANTED-object","more":[1,"PLANTED-more"]},"x":1}' },
    { body: '{"credentials":{"value":"PLANTED-open' },
    { body: '{"baseUrl":"https://u:PLANTED-body@wiki.test"}' },
  ]
  for (const request of kept) expect(told(request)).not.toContain('PLANTED')
  expect(told({ body: '{"token":["a"],"x":1}' })).toContain(JSON.stringify('{"token":"(redacted)","x":1}'))
  for (const body of [
    '<p class="a">the password is not said</p>',
    '{"a":"http://x.test","b":"me@x.test","token":7}',
  ])
    expect(told({ body })).toContain(JSON.stringify(body.replace('7', '"(redacted)"')))
})

test('what is no secret stays as it was sent', async () => {
  const sim = await createSimulator({ scenario: 'demo' })
  const body = '{"key":"REQ-1","big":12345678901234567890,"password":"PLANTED","text":"say \\"hi\\""}'
  await sim.exchange({
    method: 'POST',
    url: '/api/x?key=REQ-1&token=t&a=%20b',
    headers: { cookie: 'a=b', accept: 'text/plain' },
    body,
  })
  const [entry] = sim.journal.entries()
  expect(entry?.request.url).toBe('/api/x?key=REQ-1&token=(redacted)&a=%20b')
  expect(entry?.request.body).toBe(body.replace('"PLANTED"', '"(redacted)"'))
  expect(entry?.request.headers).toEqual({ cookie: '(redacted)', accept: 'text/plain' })
})

test('a password that is the name of its user does not take the name out', async () => {
  const sim = await createSimulator({ scenario: 'demo' })
  const call = (pair: string) =>
    sim.exchange({
      method: 'GET',
      url: '/wiki/rest/reqs/1/requirement2/ENG/alice?x=hunter22-b',
      headers: { authorization: `Basic ${btoa(pair)}` },
    })
  await call('alice:alice')
  await call('alice:hunter22-b')
  const [first, second] = sim.journal.entries()
  expect(first?.request.url).toContain('/alice?')
  expect(second?.request.url).toBe('/wiki/rest/reqs/1/requirement2/ENG/alice?x=(redacted)')
})

test('secrets of answers are taken out too', () => {
  const entry = recorded({
    answer: {
      status: 200,
      headers: { 'Set-Cookie': 'JSESSIONID=PLANTED', Location: '/x?token=PLANTED' },
      body: '{"value":1,"token":"PLANTED"}',
    },
  })
  const { answer } = redactEntry(entry)
  expect(answer.headers).toEqual({ 'Set-Cookie': '(redacted)', Location: '/x?token=(redacted)' })
  expect(answer.body).toBe('{"value":1,"token":"(redacted)"}')
})

test.each([
  ['nothing but quotation marks', '"token":'.repeat(100_000)],
  ['an unclosed string of escapes', `{"password":"${'\\"'.repeat(500_000)}`],
  ['white space', `{"password"${' '.repeat(1_000_000)}`],
  ['pairs', 'token=1&'.repeat(100_000)],
  ['lists in lists', `{"token":${'['.repeat(500_000)}`],
  ['a list of spaces', `{"token":[${' '.repeat(1_000_000)}`],
  [
    'many secrets',
    JSON.stringify({ token: Array.from({ length: 100_000 }, (_, index) => `secret-${index}`) }),
  ],
  ['many lists', '"token":['.repeat(100_000)],
  ['elements', '<password><![CDATA['.repeat(50_000)],
  ['an element of spaces', `<password${' '.repeat(500_000)}`],
  ['attributes', `<a ${'password="'.repeat(100_000)}`],
  ['addresses', 'token http://a:'.repeat(50_000)],
  ['parameters', '?token='.repeat(100_000)],
  ['parameters without values', `?${'token&'.repeat(100_000)}`],
  ['parameters that are encoded', '%3Ftoken%3D%'.repeat(100_000)],
  ['escapes', `a=${'%25'.repeat(300_000)}`],
  ['parts of a form', `--b\r\n${'name="token"'.repeat(50_000)}`],
  ['parts of a form without an end', `--b\r\n${'name="token"\r\n\r\n'.repeat(50_000)}`],
])('hostile bodies take linear time: %s', (_name, body) => {
  const started = performance.now()
  redactEntry(recorded({ request: { method: 'POST', url: '/', headers: {}, body } }))
  expect(performance.now() - started).toBeLessThan(2000)
})

test('credentials in the parameters of addresses, wherever an address stands, and in parts of forms were told', () => {
  const hook = 'https://hook.example/in?a=1&access_token=PLANTED#sig=PLANTED'
  const twice = encodeURIComponent(encodeURIComponent(hook))
  const bodies = [
    JSON.stringify({ rpcUrl: hook }),
    JSON.stringify({ next: `https://login.example/?to=${encodeURIComponent(hook)}` }),
    JSON.stringify({ rpcUrl: hook }).replaceAll('&', '\\u0026'),
    `<link href="${hook.replaceAll('&', '&amp;')}"/>`,
    `to=${encodeURIComponent(hook)}&again=${twice}`,
    `to=${encodeURIComponent('https://svc:PLANTED@hook.example')}`,
    '--b\r\nContent-Disposition: form-data; name="apiKey"\r\nContent-Type: text/plain\r\n\r\nPLANTED\r\n--b--',
  ]
  for (const body of bodies) {
    const url = `/x/${encodeURIComponent(hook)}?to=${twice}&by=https://svc:PLANTED@hook.example`
    const headers = { 'x-base-url': hook, referer: hook }
    const entry = redactEntry(recorded({ request: { method: 'POST', url, headers, body } }))
    expect(JSON.stringify(entry)).not.toContain('PLANTED')
  }
  const { request } = redactEntry(
    recorded({ request: { method: 'POST', url: `/?to=${twice}`, headers: {}, body: bodies[0] ?? '' } }),
  )
  expect(decodeURIComponent(decodeURIComponent(request.url))).toBe(
    '/?to=https://hook.example/in?a=1&access_token=(redacted)#sig=(redacted)',
  )
  expect(JSON.parse(String(request.body))).toEqual({
    rpcUrl: 'https://hook.example/in?a=1&access_token=(redacted)#sig=(redacted)',
  })
})

test('what only looks like a credential in an address stays as it was sent', () => {
  const url = '/x/a%2Fb?q=key%20~%20%27REQ-%25%27&to=https%3A%2F%2Fa.example%2F%3Fpage%3D1&mail=a@b.example'
  const body = '{"html":"<a href=\\"/x?page=1&amp;tokens=3\\">Costs: 5&nbsp;% of #design=1</a>"}'
  const { request } = redactEntry(recorded({ request: { method: 'POST', url, headers: {}, body } }))
  expect(request).toMatchObject({ url, body })
})

test.each([
  'Authorization',
  'X-Amz-Signature',
  'sig',
  'x-api-key',
  'clientSecret',
  'JSESSIONID',
  'refresh_token',
  'passWord',
  'set-cookie',
])('%s names a secret', (name) => expect(isSecretName(name)).toBe(true))
test.each(['key', 'design', 'sign', 'text', 'accept', 'author', 'spaceKey', 'x-base-url', 'passage'])(
  '%s does not',
  (name) => expect(isSecretName(name)).toBe(false),
)
