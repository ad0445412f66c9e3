// What exactly is taken out of a recording, and what stays. Credentials are short here where their place is meant, since
// only those of six characters and more are looked for elsewhere.

import { describe, expect, test } from 'vitest'
import { type JournalEntry } from '../../src/gateway/journal.ts'
import {
  isSecretName,
  redactAddress,
  redactAsked,
  redactEntry,
  redactPath,
} from '../../src/gateway/redact.ts'
import { createSimulator } from '../../src/index.ts'
import { shown } from '../../src/model/refusal.ts'
import { recorded } from './recorded.ts'

type Request = JournalEntry['request']

const redacted = (request: Partial<Request>, others: Partial<JournalEntry> = {}) =>
  redactEntry(recorded({ ...others, request: { method: 'POST', url: '/', headers: {}, ...request } }))

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
  ])('%s is told as %s', (url, told) => {
    expect(redacted({ url }).request.url).toBe(told)
    expect(redactAddress(url)).toBe(told)
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
  ])('%s is told as %s', (body, told) => {
    expect(redacted({ body }).request.body).toBe(told)
    expect(redacted({ body: new TextEncoder().encode(body) }).request.body).toBe(told)
    expect(redacted({}, { answer: { status: 200, headers: {}, body } }).answer.body).toBe(told)
    expect(redactAsked({ method: 'POST', url: '/', headers: {}, body }).body).toBe(told)
  })

  test('where none was sent, none is told', () => {
    expect(redacted({}).request).toEqual({ method: 'POST', url: '/', headers: {} })
    const asked = { method: 'GET', url: '/x?token=ab1', headers: { 'x-api-key': 'hunter22' } }
    expect(redactAsked(asked)).toEqual({ ...asked, url: '/x?token=(redacted)' })
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

describe('what repeats a credential of the same exchange', () => {
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
    const told = redacted(request, {
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
    expect(told).toMatchObject({
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

  test('a path is told elsewhere without it', () => {
    const request = { method: 'GET', url: '/x/hunter22?token=hunter33', headers: { 'x-api-key': 'hunter22' } }
    expect(redactPath('/x/hunter22/hunter33', request)).toBe('/x/(redacted)/(redacted)')
    const asked = { ...request, url: '/x/hunter22', body: 'see hunter22' }
    expect(redactAsked(asked)).toEqual({ ...asked, url: '/x/(redacted)', body: 'see (redacted)' })
  })

  test('the beginning of one at which a message was cut', async () => {
    for (const secret of [`hunter${'x'.repeat(200)}`, `hunter${'😀"'.repeat(90)}`, 'hunter22-and-more']) {
      const headers = { 'x-api-key': secret }
      const reason = `${shown(`${'GET'.repeat(29)} ${secret}`)} hunters… ${secret}`
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

  test('each of a hundred', () => {
    const token = Array.from({ length: 100 }, (_, index) => `secret-${index + 100}`)
    const { diagnosis } = redacted(
      { body: JSON.stringify({ token }) },
      { diagnosis: { reason: token.join(' '), nearest: [] } },
    )
    expect(new Set(diagnosis?.reason.split(' '))).toEqual(new Set(['(redacted)']))
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
])('what is no credential is told: %s', (_name, request, repeated) => {
  const reason = `nothing at ${repeated}.`
  expect(redacted(request, { diagnosis: { reason, nearest: [] } }).diagnosis?.reason).toBe(reason)
})

test('an entry without a diagnosis or a defect gets none', () => {
  const entry = redacted({})
  expect([Object.hasOwn(entry, 'diagnosis'), Object.hasOwn(entry, 'defect')]).toEqual([false, false])
})

test.each(
  'password passwd passphrase passcode pwd secret api-key api_key apikey session-id session_id sessionid jwt x-auth x-auth-user sig signature token'.split(
    ' ',
  ),
)('%s names a secret', (name) => expect(isSecretName(name)).toBe(true))
test.each('xpwd pwdx tokens my-x-auth xsig sigx signatures api-x-key session-x-id passable'.split(' '))(
  '%s names none',
  (name) => expect(isSecretName(name)).toBe(false),
)
