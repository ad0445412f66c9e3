// No credential comes out of a simulator again, wherever a client put it.

import { expect, test, vi } from 'vitest'
import { createSimulator, type SimulatorEvent } from '../../src/index.ts'
import { reportHtml } from '../../src/gateway/report-html.ts'
import { reportMarkdown } from '../../src/gateway/report-markdown.ts'
import { isSecretName, redactEntry } from '../../src/gateway/redact.ts'
import { MOST_SECRET_CHARACTERS } from '../../src/gateway/secret-repeats.ts'
import { TextRing } from '../../src/gateway/text-ring.ts'
import { growthComplaint } from '../attack/growth.ts'
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

const KEY = (index: number) => `secret-${String(index).padStart(6, '0')}`

/** Bodies of about so many characters, and a header that repeats much of them. */
const HOSTILE: Readonly<Record<string, (length: number) => string>> = {
  'an unclosed string of escapes': (length) => `{"password":"${'\\"'.repeat(length / 2)}`,
  'white space': (length) => `{"password"${' '.repeat(length)}`,
  'a list of spaces': (length) => `{"token":[${' '.repeat(length)}`,
  'names with broken escapes': (length) => `{${'"\\x":1,'.repeat(length / 7)}"token":1}`,
  'many secrets': (length) =>
    JSON.stringify({ token: Array.from({ length: length / 16 }, (_, index) => KEY(index)) }),
  'many secrets, each said again': (length) => {
    const keys = Array.from({ length: length / 32 }, (_, index) => KEY(index))
    return JSON.stringify({ token: keys, text: keys.join(' ') })
  },
  'pairs that cannot be decoded': (length) => `token=1${'&%zz=%ff'.repeat(length / 8)}`,
  'names of parts without a blank line': (length) => `--x\r\n${'name="a"\r\n'.repeat(length / 10)}`,
  'lines of names of parts': (length) => `--x\r\n${`${'name="a"'.repeat(120)}\r\n`.repeat(length / 962)}`,
  'parts in one line': (length) => `--b\r\n${'name="token"'.repeat(length / 12)}`,
  'a boundary as long as the body': (length) =>
    `--${'a'.repeat(length / 2)}\r\nname="token"\r\n\r\n${'--a\n'.repeat(length / 8)}`,
  'half of a secret again and again': (length) => 'a'.repeat(length),
}

test.each(Object.entries(HOSTILE))(
  'hostile bodies take time in proportion to their length: %s',
  async (name, make) => {
    const complaint = await growthComplaint({ name, make }, 256 * 1024, (body) => {
      const headers = { 'x-api-key': `${'a'.repeat(body.length / 8)}b${'a'.repeat(body.length / 8)}` }
      redactEntry(recorded({ request: { method: 'POST', url: '/', headers, body } }))
    })
    expect(complaint).toBeUndefined()
  },
)

/** What a simulator keeps of a body that was sent to it. */
async function keptOf(body: string, headers: Record<string, string> = {}): Promise<string> {
  const sim = await createSimulator({ scenario: 'demo' })
  await sim.exchange({ method: 'POST', url: '/api/applications', headers, body })
  return String(sim.journal.entries()[0]?.request.body)
}

test('a form with a preamble was not redacted at all', async () => {
  const part = (name: string, content: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`
  const told = (secret: string) =>
    `{This is a form\r\n${part('token', secret)}${part('note', '{"key":1}')}${part('meta', `{"password":"${secret.replaceAll('\r\n', '')}"}`)}--b--\r\n`
  expect(await keptOf(told('PLANTED'))).toBe(told('(redacted)'))
  // A private key has lines of hyphens too.
  const key = '-----BEGIN KEY-----\r\nProc-Type: 4\r\n\r\nPLANTED\r\n-----END KEY-----'
  expect(await keptOf(`${part('privateToken', key)}--b--`)).toBe(`${part('privateToken', '(redacted)')}--b--`)
  expect(await keptOf(`--b\r\nContent-Disposition: form-data; name=token\r\n\r\nPLANTED`)).not.toContain(
    'PLANTED',
  )
})

test.each([150, 3000])(
  'of %i credentials in one body, those after the fiftieth stayed in clear',
  async (count) => {
    const tokens = Array.from({ length: count }, (_, index) => `PLANTED-${index}-`)
    const body = JSON.stringify({ token: tokens, text: tokens.toReversed().join(' ') })
    const kept = await keptOf(body)
    expect(kept).not.toContain('PLANTED')
    expect(JSON.parse(kept)).toMatchObject({
      token: '(redacted)',
      text: expect.stringContaining('(redacted) (red'),
    })
  },
)

test('an exchange with more characters of credentials than are looked for keeps no text that may repeat one', async () => {
  const said = async (length: number) => {
    const sim = await createSimulator({ scenario: 'demo' })
    const headers = { 'x-api-key': 'k'.repeat(length), accept: 'text/plain' }
    await sim.exchange({ method: 'POST', url: '/api/applications', headers, body: '{"note":"fine"}' })
    const [entry] = sim.journal.entries()
    return [entry?.request.body, entry?.request.url, entry?.request.headers['accept'], entry?.answer.status]
  }
  expect(await said(MOST_SECRET_CHARACTERS)).toEqual([
    '{"note":"fine"}',
    '/api/applications',
    'text/plain',
    405,
  ])
  expect(await said(MOST_SECRET_CHARACTERS + 1)).toEqual(['(redacted)', '(redacted)', '(redacted)', 405])
})

test('the journal kept credentials, and took them out at each reading', async () => {
  const added = vi.spyOn(TextRing.prototype, 'add')
  const sim = await createSimulator({ scenario: 'demo' })
  for (const body of BODIES)
    await sim.exchange({ method: 'PUT', url: '/api/x?token=PLANTED', headers: PLANTED, body })
  const kept = JSON.stringify(added.mock.calls)
  added.mockRestore()
  expect(kept).toContain('(redacted)')
  expect(kept).not.toContain('PLANTED')
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
