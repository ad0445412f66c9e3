// No credential comes out of a simulator again, wherever a client put it.
import { describe, expect, test, vi } from 'vitest'
import { createSimulator, type SimulatorEvent } from '../../../src/index.ts'
import { operations } from '../../../src/api/operations.ts'
import { harOf } from '../../../src/gateway/journal/har.ts'
import { Journal } from '../../../src/gateway/journal/journal.ts'
import { journalLines, recordRun } from '../../../src/adapters/shared/journal-lines.ts'
import { checkReport } from '../../../src/gateway/report/check.ts'
import { reportHtml } from '../../../src/gateway/report/html.ts'
import { reportMarkdown } from '../../../src/gateway/report/markdown.ts'
import { RecentEntries } from '../../../src/gateway/journal/recent-entries.ts'
import {
  isSecretName,
  redactAddress,
  redactExceptHeaders,
  redactEntry,
  redactPath,
} from '../../../src/gateway/journal/redact.ts'
import { MAXIMUM_SECRET_CHARACTERS } from '../../../src/gateway/journal/secret-repeats.ts'
import { verifyCalls } from '../../../src/gateway/journal/verify.ts'
import { growthComplaint } from '../../attack/growth.ts'
import { entry, recorded } from './recorded.ts'
import type { JournalEntry } from '../../../src/gateway/journal/entry.ts'
import { quoted } from '../../../src/model/input/refusal.ts'

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
  '{"PLANTED-key":1,"origin":{"PLANTED-own-header":1},"properties":[{"key":"a","value":"b","PLANTED-key":1}]}',
]

test('secrets in headers, addresses and bodies of requests', async () => {
  const sim = await createSimulator({ scenario: 'demo' })
  const events: SimulatorEvent[] = []
  sim.events.subscribe((event) => events.push(event))
  const lines = recordRun(sim)
  const urls = [
    '/api/applications?organizationId=1&token=PLANTED-query&pass%77ord=PLANTED-encoded&x=y',
    '/api/applications;jsessionid=PLANTED-path?a=1',
    '/api/applications/PLANTED-key',
    'http://alice:PLANTED-userinfo@api.sim/api/applications',
    '/api/nowhere/PLANTED-cookie?access_token=PLANTED-unmatched',
    '/wiki/rest/reqs/1/requirement2/ENG/REQ-001',
    '/wiki/rest/reqs/1/requirement2/ENG/REQ-001?PLANTED-key=1&PLANTED-own-header=2',
  ]
  for (const url of urls)
    for (const body of BODIES)
      await sim.exchange({
        method: 'PUT',
        url,
        headers: { ...PLANTED, 'content-type': 'application/json' },
        body,
      })
  // With a credential that is valid, so that the names of the request are read.
  for (const body of BODIES)
    await sim.exchange({
      method: 'PUT',
      url: '/wiki/rest/reqs/1/requirement2/ENG/REQ-001?PLANTED-key=1',
      headers: {
        ...PLANTED,
        'X-Authorization': PLANTED.authorization,
        authorization: `Basic ${btoa('alice:alice')}`,
        'content-type': 'application/json',
      },
      body,
    })
  expect(sim.journal.entries()).toHaveLength((urls.length + 1) * BODIES.length)
  const report = sim.report()
  const outlets = {
    journal: JSON.stringify(sim.journal.entries()),
    har: JSON.stringify(sim.journal.har()),
    report: JSON.stringify(report),
    page: reportHtml(report),
    markdown: reportMarkdown(report),
    events: JSON.stringify(events),
    lines: [...lines(), ...journalLines(sim)].join('\n'),
    problems: checkReport(report, { maximumUnknown: 0, maximumUnmatched: 0 }).join('\n'),
    past: JSON.stringify(await (await sim.fetch('/_sim/past')).json()),
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

test('passwords in other headers, JWTs, markup, and lists and objects of secrets were not redacted', () => {
  const redactedRequest = ({ url = '/', headers = {}, body = '' }) =>
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
  for (const request of kept) expect(redactedRequest(request)).not.toContain('PLANTED')
  expect(redactedRequest({ body: '{"token":["a"],"x":1}' })).toContain(
    JSON.stringify('{"token":"(redacted)","x":1}'),
  )
  for (const body of [
    '<p class="a">the password is not said</p>',
    '{"a":"http://x.test","b":"me@x.test","token":7}',
  ])
    expect(redactedRequest({ body })).toContain(JSON.stringify(body.replace('7', '"(redacted)"')))
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
    const problem = await growthComplaint({ name, make }, 256 * 1024, (body) => {
      const headers = { 'x-api-key': `${'a'.repeat(body.length / 8)}b${'a'.repeat(body.length / 8)}` }
      redactEntry(recorded({ request: { method: 'POST', url: '/', headers, body } }))
    })
    expect(problem).toBeUndefined()
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
  const multipart = (secret: string) =>
    `{This is a form\r\n${part('token', secret)}${part('note', '{"key":1}')}${part('meta', `{"password":"${secret.replaceAll('\r\n', '')}"}`)}--b--\r\n`
  expect(await keptOf(multipart('PLANTED'))).toBe(multipart('(redacted)'))
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

test('an exchange with more characters of credentials than are searched for keeps no text that may repeat one', async () => {
  const keptText = async (length: number) => {
    const sim = await createSimulator({ scenario: 'demo' })
    const headers = { 'x-api-key': 'k'.repeat(length), accept: 'text/plain' }
    await sim.exchange({ method: 'POST', url: '/api/applications', headers, body: '{"note":"fine"}' })
    const [entry] = sim.journal.entries()
    return [entry?.request.body, entry?.request.url, entry?.request.headers['accept'], entry?.answer.status]
  }
  expect(await keptText(MAXIMUM_SECRET_CHARACTERS)).toEqual([
    '{"note":"fine"}',
    '/api/applications',
    'text/plain',
    405,
  ])
  expect(await keptText(MAXIMUM_SECRET_CHARACTERS + 1)).toEqual([
    '(redacted)',
    '(redacted)',
    '(redacted)',
    405,
  ])
})

test('the journal kept credentials, and redacted them at each reading', async () => {
  const added = vi.spyOn(RecentEntries.prototype, 'add')
  const sim = await createSimulator({ scenario: 'demo' })
  for (const body of BODIES)
    await sim.exchange({ method: 'PUT', url: '/api/x?token=PLANTED', headers: PLANTED, body })
  const kept = JSON.stringify(added.mock.calls)
  added.mockRestore()
  expect(kept).toContain('(redacted)')
  expect(kept).not.toContain('PLANTED')
})

test('redacts what only a response reveals in everything that leaves the journal', () => {
  const journal = new Journal()
  const answer = {
    status: 201,
    headers: { Location: '/tokens/PLANTED' },
    body: '{"token":"PLANTED"}',
    delivery: { latency: 1, waits: false },
  }
  journal.add(entry({ answer, diagnosis: { reason: 'made PLANTED', nearest: [] } }))
  const verified = verifyCalls(journal, { operation: 'standalone.application.list', times: 2 }, operations)
  const left = [journal.entries(), journal.find(1), harOf(journal.entries(), '1'), verified]
  for (const each of left) {
    expect(JSON.stringify(each)).not.toContain('PLANTED')
    expect(JSON.stringify(each).length).toBeGreaterThan(100)
  }
  expect(journal.find(1)?.answer).toEqual({
    ...answer,
    headers: { Location: '/tokens/(redacted)' },
    body: '{"token":"(redacted)"}',
  })
})

test('redacting twice changes nothing', () => {
  for (const body of BODIES) {
    const once = redactEntry(
      recorded({ request: { method: 'PUT', url: '/x?token=PLANTED', headers: PLANTED, body } }),
    )
    expect(redactEntry(once)).toEqual(once)
  }
})

test('credentials in parameters of addresses, and in parts of forms, were not redacted', () => {
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

test('keeps text in addresses that only resembles a credential', () => {
  const url = '/x/a%2Fb?q=key%20~%20%27REQ-%25%27&to=https%3A%2F%2Fa.example%2F%3Fpage%3D1&mail=a@b.example'
  const body = '{"html":"<a href=\\"/x?page=1&amp;tokens=3\\">Costs: 5&nbsp;% of #design=1</a>"}'
  const { request } = redactEntry(recorded({ request: { method: 'POST', url, headers: {}, body } }))
  expect(request).toMatchObject({ url, body })
})

type Request = JournalEntry['request']

const redacted = (request: Partial<Request>, others: Partial<JournalEntry> = {}) =>
  redactEntry(entry({ ...others, request: { method: 'POST', url: '/', headers: {}, ...request } }))

/** As long as a signature. */
const HEX = '0123456789abcdef'.repeat(2)

describe('addresses', () => {
  test.each([
    ['/?token=ab1', '/?token=(redacted)'],
    ['/x?a=1&token=ab1&b', '/x?a=1&token=(redacted)&b'],
    ['/x?a&=ab1&token', '/x?a&=ab1&token'],
    ['/x?to%6ben=ab1', '/x?to%6ben=(redacted)'],
    ['http://u:ab1@h.test/x', 'http://(redacted)@h.test/x'],
    ['http://ab1@h.test/x?y=1', 'http://(redacted)@h.test/x?y=1'],
    ['h2+x.y-z://ab1@h.test', 'h2+x.y-z://(redacted)@h.test'],
    ['/x/http://u:ab1@h.test/y', '/x/http://(redacted)@h.test/y'],
    ['/x/http://me@h.test/y', '/x/http://me@h.test/y'],
    ['/x#access_token=ab1', '/x#access_token=(redacted)'],
    ['/x#access_token=ab1&page=2', '/x#access_token=(redacted)&page=2'],
    ['/a%20b#sig=ab1', '/a%20b#sig=(redacted)'],
    ['/x;jsessionid=ab1', '/x;jsessionid=(redacted)'],
    ['/x;JSESSIONID=ab1;v=1/y;jsessionid=cd2?z', '/x;JSESSIONID=(redacted);v=1/y;jsessionid=(redacted)?z'],
    ['/x/http:%2F%2Fu:ab1@h.test/y', '/x/http%3A%2F%2F(redacted)%40h.test/y'],
    ['/x?by=https://u:ab1@h.test&page=2', '/x?by=https://(redacted)@h.test&page=2'],
    ['/x?by=https://me@h.test', '/x?by=https://me@h.test'],
    ['/x?to=http://u:ab1@h.test/%20+', '/x?to=http://(redacted)@h.test/%20+'],
    ['/x?a=%zz&token=ab1', '/x?a=%zz&token=(redacted)'],
    ['/x?a+b=%20&c=d+e', '/x?a+b=%20&c=d+e'],
    [`/x/download-3100-21-1767603600000-${HEX}`, '/x/download-3100-21-1767603600000-(redacted)'],
    [`/x?to=upload-1-2-3-${HEX}&y=1`, '/x?to=upload-1-2-3-(redacted)&y=1'],
    [`/x/download-1-2-3-${HEX}0`, `/x/download-1-2-3-${HEX}0`],
  ])('%s becomes %s', (url, expected) => {
    expect(redacted({ url }).request.url).toBe(expected)
    expect(redactAddress(url)).toBe(expected)
  })

  test('an address in an address in an address', () => {
    const nested = (times: number, text: string): string =>
      times === 0 ? text : nested(times - 1, encodeURIComponent(text))
    for (const times of [1, 2, 3])
      expect(redactAddress(`/x?to=${nested(times, 'http://h.test/?a=1&token=ab1')}`)).toBe(
        `/x?to=${nested(times, 'http://h.test/?a=1&token=(redacted)')}`,
      )
  })
})

describe('bodies', () => {
  test.each([
    // JSON, whole and broken.
    ['{"token":"ab1","key":"REQ-1"}', '{"token":"(redacted)","key":"REQ-1"}'],
    ['  {"token" :\n\t"ab1" }', '  {"token" :\n\t"(redacted)" }'],
    ['{"token":12,"x":12}', '{"token":"(redacted)","x":12}'],
    ['{"x":{"token":null}}', '{"x":{"token":"(redacted)"}}'],
    ['{"token":{"a":["b"],"c":"}"},"x":1}', '{"token":"(redacted)","x":1}'],
    ['[{"token":[1,[2],"]"]},{"x":"ab1"}]', '[{"token":"(redacted)"},{"x":"ab1"}]'],
    ['{"token":"a\\"b\\\\","x":"y"}', '{"token":"(redacted)","x":"y"}'],
    ['{"\\u0074oken":"ab1"}', '{"\\u0074oken":"(redacted)"}'],
    [
      '{"api-key":"ab1","apiKey":"b","api_key":"c"}',
      '{"api-key":"(redacted)","apiKey":"(redacted)","api_key":"(redacted)"}',
    ],
    ['{"my\tpassword":"ab1"}', '{"my\tpassword":"(redacted)"}'],
    ['{"apiKey":"ab1"}', '{"apiKey":"(redacted)"}'],
    ['{"api-key":"ab1"}', '{"api-key":"(redacted)"}'],
    ['{"a":"token","b":"ab1","token":"c"}', '{"a":"token","b":"ab1","token":"(redacted)"}'],
    ['["token","ab1"]', '["token","ab1"]'],
    ['{"token":', '{"token":'],
    ['{"token"', '{"token"'],
    ['{"token":"ab1', '{"token":"(redacted)"'],
    ['{"token":ab1', '{"token":"(redacted)"'],
    ['{"token":{"a":"ab1"', '{"token":"(redacted)"'],
    ['"see http://h.test/?a=1&token=ab1 and more"', '"see http://h.test/?a=1&token=(redacted) and more"'],
    ['"see http://h.test/#x.token=ab1\'"', '"see http://h.test/#x.token=(redacted)\'"'],
    ['"a\\u0026a~token=ab1\\u0026b=2"', '"a\\u0026a~token=(redacted)\\u0026b=2"'],
    ['"a=1,token=ab1"', '"a=1,token=ab1"'],
    ['"http%3A%2F%2Fh%3Fa-token%3Dab1%26b%3D2"', '"http%3A%2F%2Fh%3Fa-token%3D(redacted)%26b%3D2"'],
    ['"h%26token%3Da%20b%41c%23d"', '"h%26token%3D(redacted)%23d"'],
    ['"h%23sig%3Dab1 and more"', '"h%23sig%3D(redacted) and more"'],
    ['"x://u:ab1@h.test h2://user:ab1@h.test"', '"x://(redacted)@h.test h2://(redacted)@h.test"'],
    ['"x://:ab1@h.test"', '"x://(redacted)@h.test"'],
    ['"x://me@h.test and a:b@h.test"', '"x://me@h.test and a:b@h.test"'],
    // Markup.
    ['<a><password>ab1</password><b>ab1</b></a>', '<a><password>(redacted)</password><b>ab1</b></a>'],
    [' <soap:password>ab1</soap:password>', ' <soap:password>(redacted)</soap:password>'],
    ['<token  a="b c">  ab1 </token>', '<token  a="b c">  (redacted)</token>'],
    ['<token><![CDATA[ab1]]></token>', '<token><![CDATA[(redacted)]]></token>'],
    ['<u x:password="ab1" b="c"/>', '<u x:password="(redacted)" b="c"/>'],
    ["<u password = 'ab1' b='c'/>", '<u password = "(redacted)" b=\'c\'/>'],
    ['<a href="/x?a=1&amp;token=ab1&amp;b=2">c</a>', '<a href="/x?a=1&amp;token=(redacted)&amp;b=2">c</a>'],
    // Forms.
    ['user=alice&password=ab1&x', 'user=alice&password=(redacted)&x'],
    ['api-key=ab1&apikey=b&api_key=c', 'api-key=(redacted)&apikey=(redacted)&api_key=(redacted)'],
    ['password=ab1&a=[', 'password=(redacted)&a=['],
    ['password=ab1&a=<', 'password=(redacted)&a=<'],
    ['password=ab1&a=--', 'password=(redacted)&a=--'],
    ['by=https://u:ab1@h.test', 'by=https://(redacted)@h.test'],
    [
      '--b\r\nContent-Disposition: form-data; name="token"\r\n\r\nab1\r\ncd2\r\n--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nab1\r\n--b--',
      '--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n(redacted)\r\n--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nab1\r\n--b--',
    ],
    [
      '--b\nContent-Disposition: form-data; name="token"\n\nab1\n--b\nContent-Disposition: form-data; name="x"\n\nab1\n--b--',
      '--b\nContent-Disposition: form-data; name="token"\n\n(redacted)\n--b\nContent-Disposition: form-data; name="x"\n\nab1\n--b--',
    ],
    [
      '\n--b\nContent-Disposition: form-data; name="token"; filename="t.txt"\nContent-Type: text/plain\nX-Part: 1\n\nab1',
      '\n--b\nContent-Disposition: form-data; name="token"; filename="t.txt"\nContent-Type: text/plain\nX-Part: 1\n\n(redacted)',
    ],
  ])('%s becomes %s', (body, expected) => {
    expect(redacted({ body }).request.body).toBe(expected)
    expect(redacted({ body: new TextEncoder().encode(body) }).request.body).toBe(expected)
    expect(redacted({}, { answer: { status: 200, headers: {}, body } }).answer.body).toBe(expected)
    expect(redactExceptHeaders({ method: 'POST', url: '/', headers: {}, body }).body).toBe(expected)
  })

  test('an absent body stays absent', () => {
    expect(redacted({}).request).toEqual({ method: 'POST', url: '/', headers: {} })
    const request = { method: 'GET', url: '/x?token=ab1', headers: { 'x-api-key': 'hunter22' } }
    expect(redactExceptHeaders(request)).toEqual({ ...request, url: '/x?token=(redacted)' })
  })
})

test('headers', () => {
  const headers = {
    'x-note': 'ftp+x.1://u:ab1@h.test/y?token=cd2 and more',
    'X-Notes': ['h2://ab1@h.test', 'x://me:p@h.test', 'plain'],
    Referer: 'http://u:ab1@h.test/x;jsessionid=cd2',
    'Content-Location': '/x;jsessionid=ab1',
    location: ['http://u:ab1@h.test/'],
    'x-auth': 'ab1',
    cookie: ['a=b', 'c=d'],
    'x-none': undefined,
    'x-token': undefined,
  }
  expect(redacted({ headers }).request.headers).toEqual({
    'x-note': 'ftp+x.1://(redacted)@h.test/y?token=(redacted) and more',
    'X-Notes': ['h2://(redacted)@h.test', 'x://(redacted)@h.test', 'plain'],
    Referer: 'http://(redacted)@h.test/x;jsessionid=(redacted)',
    'Content-Location': '/x;jsessionid=(redacted)',
    location: ['http://(redacted)@h.test/'],
    'x-auth': '(redacted)',
    cookie: '(redacted)',
    'x-none': undefined,
    'x-token': undefined,
  })
})

describe('text that repeats a credential of the same exchange', () => {
  test.each<[string, Partial<Request>, string]>([
    ['a bearer token', { headers: { authorization: 'Bearer hunter22' } }, 'hunter22'],
    ['a scheme and blanks', { headers: { authorization: ' Bearer   hunter22 ' } }, 'hunter22'],
    ['no scheme', { headers: { 'x-api-key': ' hunter22 ' } }, 'hunter22'],
    ['one of several', { headers: { 'x-api-key': ['other-one', 'hunter22'] } }, 'hunter22'],
    ['six characters', { headers: { 'x-api-key': 'hunter' } }, 'hunter'],
    ['a password', { headers: { authorization: `Basic ${btoa('u:hunter22')}` } }, 'hunter22'],
    ['a cookie', { headers: { cookie: 'a=b; pwd= hunter22 ; c=d' } }, 'hunter22'],
    ['a parameter', { url: '/?token=hunter22' }, 'hunter22'],
    ['a parameter as it was written', { url: '/?token=hunter+22x' }, 'hunter+22x'],
    ['a parameter as it is read', { url: '/?token=hunter+22x' }, 'hunter 22x'],
    ['a password in an address', { url: 'http://u:hunter22@h.test/' }, 'hunter22'],
    ['a session in an address', { url: '/x;jsessionid=hunter22' }, 'hunter22'],
    ['a password in a header', { headers: { 'x-base-url': 'http://u:hunter22@h.test/' } }, 'hunter22'],
    [
      'a segment with an address',
      { url: '/x/https%3A%2F%2Fu%3Ahunter22%40h.test' },
      'https%3A%2F%2Fu%3Ahunter22%40h.test',
    ],
    ['text in JSON', { body: '{"token":"hunter22"}' }, 'hunter22'],
    ['a number in JSON', { body: '{"token":1234567,"x":1}' }, '1234567'],
    ['escaped text in JSON', { body: '{"token":"hunter\\u0032\\u0032"}' }, 'hunter22'],
    ['text in broken JSON', { body: '{"token":"hunter22' }, 'hunter22'],
    ['text before a colon too many', { body: '{"token":"hunter22":1}' }, 'hunter22'],
    ['text in an object', { body: '{"token":{"value" : "hunter22"}}' }, 'hunter22'],
    ['text in a list', { body: '{"token":[["hunter22"]]}' }, 'hunter22'],
    ['an element', { body: '<token>hunter22 </token>' }, 'hunter22'],
    ['an attribute', { body: '<u token="hunter22"/>' }, 'hunter22'],
    ['written as JSON', { headers: { 'x-api-key': 'hunter"22' } }, 'hunter\\"22'],
    ['written as part of an address', { headers: { 'x-api-key': 'hunter/22+x' } }, 'hunter%2F22%2Bx'],
    ['not the beginning alone', { headers: { 'x-api-key': ['hunter22', 'hunter22-long'] } }, 'hunter22-long'],
  ])('%s', (_name, request, repeated) => {
    const entry = redacted(request, {
      diagnosis: { reason: `nothing at ${repeated}.`, nearest: ['GET /x'] },
      defect: `<${repeated}>`,
      unknownParameters: [repeated, 'colour'],
      unknownFields: [`${repeated}.x`],
      answer: {
        status: 404,
        headers: { 'X-Told': `${repeated} there` },
        body: `"see ${repeated}, twice ${repeated}"`,
      },
    })
    expect(entry).toMatchObject({
      diagnosis: { reason: 'nothing at (redacted).', nearest: ['GET /x'] },
      defect: '<(redacted)>',
      unknownParameters: ['(redacted)', 'colour'],
      unknownFields: ['(redacted).x'],
      answer: {
        status: 404,
        headers: { 'X-Told': '(redacted) there' },
        body: '"see (redacted), twice (redacted)"',
      },
    })
  })

  test('is redacted in the paths of other outputs', () => {
    const request = { method: 'GET', url: '/x/hunter22?token=hunter33', headers: { 'x-api-key': 'hunter22' } }
    expect(redactPath('/x/hunter22/hunter33', request)).toBe('/x/(redacted)/(redacted)')
    const withBody = { ...request, url: '/x/hunter22', body: 'see hunter22' }
    expect(redactExceptHeaders(withBody)).toEqual({
      ...withBody,
      url: '/x/(redacted)',
      body: 'see (redacted)',
    })
  })

  test('the beginning of one at which a message was cut', async () => {
    for (const secret of [`hunter${'x'.repeat(200)}`, `hunter${'😀"'.repeat(90)}`, 'hunter22-and-more']) {
      const headers = { 'x-api-key': secret }
      const reason = `${quoted(`${'GET'.repeat(29)} ${secret}`)} hunters… ${secret}`
      expect(redacted({ headers }, { diagnosis: { reason, nearest: [] } }).diagnosis?.reason).toBe(
        `'${'GET'.repeat(29)} (redacted)…' hunters… (redacted)`,
      )
    }
    const sim = await createSimulator({ scenario: 'demo' })
    const token = `PLANTED${'abcdefgh'.repeat(20)}`
    for (const path of ['', '/x'.repeat(15)])
      await sim.exchange({
        method: 'GET',
        url: `/api/nowhere${path}/${token}`,
        headers: { authorization: `Bearer ${token}` },
      })
    expect(JSON.stringify(sim.journal.entries())).not.toContain('PLANTED')
    expect(sim.journal.entries()[0]?.diagnosis?.reason).toBe("no operation at 'GET /nowhere/(redacted)…'")
  })

  test('a text that is no text of Unicode', () => {
    const body = '{"token":"hunter\\ud800","x":"y"}'
    expect(redacted({ body }).request.body).toBe('{"token":"(redacted)","x":"y"}')
  })
})

test.each<[string, Partial<Request>, string]>([
  ['less than six characters', { headers: { 'x-api-key': 'hunte' } }, 'hunte'],
  ['a cookie of another name', { headers: { cookie: 'theme=password-page; JSESSIONID=x' } }, 'password-page'],
  ['a cookie without a value', { headers: { cookie: 'sessionids; a=b' } }, 'sessionids'],
  ['the name of a scheme', { headers: { authorization: 'Bearer-like hunter22' } }, 'Bearer-like'],
  [
    'what Basic names',
    { headers: { authorization: `Basic ${btoa('alice-long:alice-long')}` } },
    'alice-long',
  ],
  ['Basic without a password', { headers: { authorization: `Basic ${btoa('hunter22')}` } }, 'hunter22'],
  ['what another scheme holds', { headers: { authorization: `Digest ${btoa('u:hunter22')}` } }, 'hunter22'],
  ['a broken credential', { headers: { authorization: 'Basic %%%' } }, 'hunter22'],
  ['a segment without an address', { url: '/hunter%2022' }, 'hunter%2022'],
  ['a name in an object', { body: '{"token":{"hunter22" : 1}}' }, 'hunter22'],
  ['a parameter that is none', { url: '/?key=hunter22' }, 'hunter22'],
])('keeps text that is no credential: %s', (_name, request, repeated) => {
  const reason = `nothing at ${repeated}.`
  expect(redacted(request, { diagnosis: { reason, nearest: [] } }).diagnosis?.reason).toBe(reason)
})

test('an entry without a diagnosis or a defect gets none', () => {
  const entry = redacted({})
  expect([Object.hasOwn(entry, 'diagnosis'), Object.hasOwn(entry, 'defect')]).toEqual([false, false])
})

test.each(
  'Authorization X-Amz-Signature x-api-key clientSecret JSESSIONID refresh_token passWord set-cookie password passwd passphrase passcode pwd secret api-key api_key apikey session-id session_id sessionid jwt x-auth x-auth-user sig signature token'.split(
    ' ',
  ),
)('%s names a secret', (name) => expect(isSecretName(name)).toBe(true))
test.each(
  'key design sign text accept author spaceKey x-base-url passage xpwd pwdx tokens my-x-auth xsig sigx signatures api-x-key session-x-id passable'.split(
    ' ',
  ),
)('%s names none', (name) => expect(isSecretName(name)).toBe(false))

test('the address that the client called is redacted as the address of the core', () => {
  const address = 'https://wiki.example.com/site/rest/PLANTED-query?token=PLANTED-query'
  const request = { ...entry().request, url: '/wiki/rest/PLANTED-query', address }
  const redacted = 'https://wiki.example.com/site/rest/(redacted)?token=(redacted)'
  expect(redactEntry({ ...entry(), request }).request).toMatchObject({
    url: '/wiki/rest/(redacted)',
    address: redacted,
  })
  expect(redactExceptHeaders(request).address).toBe(redacted)
})
