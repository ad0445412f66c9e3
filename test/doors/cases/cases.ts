/**
 * The cases that every door must pass, over the demo: what is asked, and what is answered at least. Beyond that, each
 * door must answer exactly as the core does. Plain data, since it also runs inside a page.
 */
/** Doors that have a test file; the names are those by which cases declare what a door cannot carry. */
export type DoorName =
  | 'core'
  | 'fetch'
  | 'msw3'
  | 'msw2'
  | 'http'
  | 'https'
  | 'chromium-msw3'
  | 'chromium-msw2'

/** Text, bytes, or a text that is too long to write out. */
export type DoorBody =
  | string
  | { readonly bytes: readonly number[] }
  | { readonly before: string; readonly repeat: string; readonly times: number; readonly after: string }

export interface DoorRequest {
  readonly method?: string
  /** Of the one-port layout. */
  readonly path: string
  /** A list for one that is sent several times. */
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: DoorBody
}

export interface DoorExpectation {
  readonly status: number
  /** By lower-case name; null where there must be none. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** The whole body. */
  readonly text?: string
  /** A part of the JSON body. */
  readonly body?: object
  /** The whole body, byte by byte. */
  readonly bytes?: readonly number[]
}

export interface DoorCase {
  readonly name: string
  /** Asked one after the other of the same world. */
  readonly steps: readonly { readonly request: DoorRequest; readonly expect: DoorExpectation }[]
  /** Doors that cannot carry the case, and why. */
  readonly skip?: { readonly [door in DoorName]?: string }
}

const ADMIN = { Authorization: 'Bearer tok-admin' }
const ALICE = { Authorization: 'Bearer tok-alice' }
const JSON_BODY = { 'Content-Type': 'application/json' }
const HOSTED = { 'X-Api-Key': 'tok-alice', 'X-Base-Url': 'https://wiki.northwind.test/wiki' }
const IN_PAGES = 'a page may not set this header'

const variantPath = '/api/applications/101/projects/1001/variants'
const parsePath = '/api/aggregations/parse?applicationId=101'

/** A request of a user, alice unless told otherwise; a body is JSON. */
function send(method: string, path: string, body?: DoorBody, credential = ALICE): DoorRequest {
  return {
    method,
    path,
    headers: body === undefined ? credential : { ...credential, ...JSON_BODY },
    ...(body === undefined ? {} : { body }),
  }
}

/** A case of one exchange. */
function one(name: string, request: DoorRequest, expect: DoorExpectation, skip?: DoorCase['skip']): DoorCase {
  return { name, steps: [{ request, expect }], ...(skip === undefined ? {} : { skip }) }
}

function parse(name: string, body: DoorBody, expect: DoorExpectation, headers: object = JSON_BODY): DoorCase {
  return one(name, { method: 'POST', path: parsePath, headers: { ...ALICE, ...headers }, body }, expect)
}

export const cases: readonly DoorCase[] = [
  one('a read, with its rate-limit headers', send('GET', '/api/applications/101'), {
    status: 200,
    headers: {
      'content-type': 'application/json',
      'x-rate-limit-limit': '200',
      'x-rate-limit-remaining': '199',
      'x-request-id': '1',
    },
    body: { id: 101, type: 'CONFLUENCE', baseUrl: 'https://wiki.northwind.test/wiki' },
  }),
  one(
    'a list in pages, by an alias of its address',
    send('GET', '/eu/api/applications?organizationId=1&limit=2&offset=1'),
    { status: 200, body: { offset: 1, limit: 2, total: 3, items: [{ id: 102 }, { id: 103 }] } },
  ),
  one(
    'the other region',
    { path: '/us/api/applications/901', headers: { Authorization: 'Bearer tok-uma' } },
    { status: 200, body: { id: 901 } },
  ),
  {
    name: 'writes are read afterwards, and requests are numbered',
    steps: [
      {
        request: send('POST', '/api/applications/101/link-requests/2', undefined, ADMIN),
        expect: { status: 201, headers: { 'x-request-id': '1' }, body: { status: 'PENDING' } },
      },
      {
        request: send('GET', '/api/applications/101/link-requests/2', undefined, ADMIN),
        expect: {
          status: 200,
          headers: { 'x-request-id': '2' },
          body: { applicationId: 101, organizationId: 2 },
        },
      },
      {
        request: send('DELETE', '/api/applications/101/link-requests/2', undefined, ADMIN),
        expect: { status: 204, headers: { 'content-type': null }, text: '' },
      },
      {
        request: send('GET', '/api/applications/101/link-requests/2', undefined, ADMIN),
        expect: { status: 404, body: { statusCode: 'NOT_FOUND' } },
      },
    ],
  },
  one(
    'where an account is linked, as an address that nothing fetches',
    send('GET', '/api/users/me/linked-accounts/atlassian/link?redirectUri=https%3A%2F%2Fapp.example.test%2F'),
    { status: 200, headers: { location: null } },
  ),
  one('HEAD has the headers of GET and no body', send('HEAD', variantPath), {
    status: 200,
    headers: { 'content-type': 'application/json', 'x-request-id': '1' },
    text: '',
  }),
  one(
    'OPTIONS tells the methods, without a credential',
    { method: 'OPTIONS', path: variantPath },
    { status: 204, headers: { allow: 'GET, HEAD, OPTIONS' }, text: '' },
  ),
  one('a method that a path does not take', send('PATCH', variantPath, '{}'), {
    status: 405,
    headers: { allow: 'GET, HEAD, OPTIONS' },
    body: { statusCode: 'METHOD_NOT_ALLOWED' },
  }),
  one('an unknown operation, with the nearest ones', send('GET', '/api/applications/101/project'), {
    status: 404,
    body: { statusCode: 'NOT_FOUND' },
  }),
  one('an unknown address', { path: '/nowhere/at/all' }, { status: 404, body: { statusCode: 'NOT_FOUND' } }),
  one(
    'the root names the interfaces, and is no exchange with one',
    { path: '/?a=b' },
    {
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-request-id': null },
      body: {
        name: 'reqsim',
        interfaces: [
          { name: 'standalone', region: 'eu', path: '/api' },
          { name: 'standalone', region: 'eu', path: '/eu/api' },
          { name: 'standalone', region: 'us', path: '/us/api' },
          { name: 'wiki', region: 'eu', path: '/wiki' },
          { name: 'tracker', region: 'eu', path: '/tracker' },
          { name: 'hosted-wiki', region: 'eu', path: '/eu/wiki' },
          { name: 'hosted-wiki', region: 'us', path: '/us/wiki' },
          { name: 'hosted-tracker', region: 'eu', path: '/eu/tracker' },
          { name: 'hosted-tracker', region: 'us', path: '/us/tracker' },
        ],
        console: '/_sim/',
        control: '/_sim',
      },
    },
  ),
  one(
    'the root of a world',
    { path: '/_world/by-path/' },
    { status: 200, body: { control: '/_world/by-path/_sim', console: '/_world/by-path/_sim/' } },
  ),
  one('the head of the root', { method: 'HEAD', path: '/' }, { status: 200, text: '' }),
  one('a write to the root', { method: 'POST', path: '/', body: 'x' }, { status: 404 }),
  one(
    'no credential',
    { path: variantPath },
    {
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="reqsim"' },
      body: { statusCode: 'UNAUTHORIZED' },
    },
  ),
  one(
    'an expired credential',
    { path: variantPath, headers: { Authorization: 'Bearer tok-old' } },
    { status: 401 },
  ),
  one(
    'a credential without the permission',
    { path: variantPath, headers: { Authorization: 'Bearer tok-eve' } },
    { status: 403, body: { statusCode: 'FORBIDDEN' } },
  ),
  one(
    'the embedded error shape',
    { path: '/wiki/rest/reqs/1/nothing/here' },
    {
      status: 404,
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      body: { 'status-code': 404 },
    },
  ),
  one(
    'the error shape of a hosted interface',
    { path: '/eu/wiki/nothing/here', headers: { 'X-Api-Key': 'tok-alice' } },
    { status: 404, headers: { 'content-type': 'application/json' }, body: { statusCode: 'NOT_FOUND' } },
  ),
  one(
    'a session cookie',
    { path: '/wiki/rest/reqs/1/nothing/here', headers: { Cookie: 'a=b; JSESSIONID=sess-alice' } },
    { status: 404 },
    { 'chromium-msw3': IN_PAGES, 'chromium-msw2': IN_PAGES },
  ),
  one('broken percent-encoding in a path', send('GET', '/api/applications/%E0%A4%A'), {
    status: 400,
    body: { statusCode: 'BAD_REQUEST' },
  }),
  one('broken percent-encoding in a query', send('GET', `${variantPath}?name=%E0%A4%A`), {
    status: 400,
    body: { statusCode: 'BAD_REQUEST' },
  }),
  one('an encoded slash in a segment', send('GET', '/api/applications%2F101'), { status: 404 }),
  one('a trailing slash', send('GET', '/api/applications/101/'), { status: 200, body: { id: 101 } }),
  one('an empty segment', send('GET', '/api//applications'), { status: 404 }),
  one('an identifier that is none', send('GET', '/api/applications/12345678901234567890'), { status: 404 }),
  one(
    'parameters in other writings: plus, semicolon, empty, unicode',
    {
      path: `${variantPath}?name=Curr%65nt&x=a+b;c&&=&%C3%A9=%F0%9F%98%80`,
      headers: { ...ALICE, 'X-Sim-Explain': '1' },
    },
    { status: 200, body: { total: 1, items: [{ id: 5001, name: 'Current' }] } },
  ),
  one('a parameter sent twice', send('GET', `${variantPath}?name=a&name=b`), {
    status: 400,
    body: { statusCode: 'BAD_REQUEST' },
  }),
  one('a parameter out of range', send('GET', `${variantPath}?limit=0`), {
    status: 400,
    body: { statusCode: 'BAD_REQUEST' },
  }),
  one(
    'a query as long as one may be, and longer',
    send('GET', `${variantPath}?name=${'%F0%9F%98%80'.repeat(8000)}`),
    { status: 400, body: { statusCode: 'BAD_REQUEST' } },
  ),
  parse('a JSON body', '{"formula":"SUM(@Cost)"}', { status: 200, body: { valid: true } }),
  parse('unicode in a body', '{"formula":"SUM(@Größe 😀 \\u2028)"}', { status: 200, body: { valid: false } }),
  parse('a body that is no JSON', '{"formula":', { status: 400, body: { statusCode: 'BAD_REQUEST' } }),
  parse('a body of the wrong shape', '{"formula":7}', { status: 400, body: { statusCode: 'BAD_REQUEST' } }),
  parse('a body whose names look dangerous', '{"__proto__":{"formula":"1"},"constructor":1}', {
    status: 400,
  }),
  parse('a body that is no UTF-8', { bytes: [0x22, 0xff, 0xfe, 0x22] }, { status: 400 }),
  parse('every byte there is', { bytes: Array.from({ length: 256 }, (_, byte) => byte) }, { status: 400 }),
  parse('a byte order mark', '\uFEFF{"formula":"1"}', { status: 200 }),
  parse('an empty body', '', { status: 400, body: { errors: ['the body is missing: send JSON'] } }),
  parse('a body without a type', '{"formula":"1"}', { status: 415 }, {}),
  parse('a body of another type', '<a/>', { status: 415 }, { 'Content-Type': 'application/xml' }),
  parse(
    'a body that is too large',
    { before: '{"formula":"', repeat: 'x', times: 8 * 1024 * 1024, after: '"}' },
    { status: 413, body: { statusCode: 'PAYLOAD_TOO_LARGE' } },
  ),
  parse(
    'deeply nested JSON',
    { before: '{"formula":', repeat: '[', times: 100_000, after: '' },
    { status: 400, body: { statusCode: 'BAD_REQUEST' } },
  ),
  one('a world by the path', send('GET', '/_world/by-path/api/applications/101'), {
    status: 200,
    headers: { 'x-request-id': '1' },
    body: { id: 101 },
  }),
  one(
    'a world that cannot have this name',
    { path: '/api/applications/101', headers: { ...ALICE, 'X-Sim-World': 'a b' } },
    { status: 400, body: { statusCode: 'BAD_REQUEST' } },
  ),
  one(
    'two worlds, each in a header of its own',
    { path: '/api/applications/101', headers: { ...ALICE, 'X-Sim-World': ['one', 'two'] } },
    {
      status: 400,
      body: {
        statusCode: 'BAD_REQUEST',
        message: "world 'one, two': a name is 1 to 64 letters, digits, '.', '_' or '-'",
      },
    },
  ),
  one(
    'two credentials, each in a header of its own',
    { path: '/api/applications/101', headers: { Authorization: ['Bearer tok-eve', 'Bearer tok-alice'] } },
    { status: 401, body: { statusCode: 'UNAUTHORIZED' } },
  ),
  one('the control API', { path: '/_sim/health' }, { status: 200, headers: { 'cache-control': 'no-store' } }),
  one(
    'a write to the control API without its header',
    { method: 'POST', path: '/_sim/clock/advance', headers: JSON_BODY, body: '{"by":"1s"}' },
    { status: 403, body: { statusCode: 'FORBIDDEN' } },
  ),
  one(
    'a requirement of the wiki',
    send('GET', '/wiki/rest/reqs/1/requirement2/ENG/REQ-002?v=Release%201.0'),
    {
      status: 200,
      headers: { 'content-type': 'application/json; charset=UTF-8', 'x-rate-limit-limit': '2000' },
      body: { key: 'REQ-002', status: 'ARCHIVED', baseline: 1 },
    },
  ),
  one(
    'a search of the wiki',
    {
      path: "/wiki/rest/reqs/1/requirement2/*?q=@Category%20=%20'Safety'%20AND%20key%20%3C%20'REQ-003'&spaceKey=ENG,OPS&sort=KEY+DESC",
      headers: ALICE,
    },
    { status: 200, body: { count: 1, offset: 0, limit: 20, results: [{ id: 6002 }] } },
  ),
  one(
    'a search of the wiki that cannot be read',
    { path: "/wiki/rest/reqs/1/requirement2/ENG?q=key%20=%20'", headers: ALICE },
    { status: 400, body: { 'status-code': 400, 'sub-code': -1 } },
  ),
  one(
    'a search of the hosted wiki',
    { path: "/eu/wiki/rest/search?query='BATTERY'&limit=1&spaceKey=ENG,LAB", headers: HOSTED },
    { status: 200, body: { total: 3, hasNext: true, results: [{ key: 'REQ-007' }] } },
  ),
  one(
    'a search of the hosted wiki without its site',
    { path: '/eu/wiki/rest/search', headers: { 'X-Api-Key': 'tok-alice' } },
    { status: 401, headers: { 'www-authenticate': null }, body: { statusCode: 'UNAUTHORIZED' } },
  ),
  {
    name: 'bytes go up and come down as they are',
    steps: [
      {
        request: {
          method: 'PUT',
          path: '/api/files/3100/upload/blob?applicationId=103',
          headers: { ...ALICE, 'Content-Type': 'image/png' },
          body: { bytes: Array.from({ length: 256 }, (_, byte) => byte) },
        },
        expect: { status: 200, body: { size: 256, contentType: 'image/png' } },
      },
      {
        request: send('GET', '/api/files/3100/download/blob?applicationId=103'),
        expect: {
          status: 200,
          headers: { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' },
          bytes: Array.from({ length: 256 }, (_, byte) => byte),
        },
      },
    ],
  },
  {
    name: 'a fault strikes once',
    steps: [
      {
        request: {
          method: 'POST',
          path: '/_sim/faults',
          headers: { ...JSON_BODY, 'X-Sim-Control': '1' },
          body: '{"operation":"standalone.variant.*","times":1,"status":429,"latency":"5s","headers":{"X-Fault":"a\\tb"}}',
        },
        expect: { status: 201, body: { id: 1, struck: 0 } },
      },
      {
        request: send('GET', variantPath),
        expect: {
          status: 429,
          headers: { 'x-sim-fault': '1', 'x-sim-latency': '5000', 'x-rate-limit-remaining': '0' },
          body: { statusCode: 'TOO_MANY_REQUESTS' },
        },
      },
      {
        request: send('GET', variantPath),
        expect: { status: 200, headers: { 'x-sim-fault': null, 'x-rate-limit-remaining': '198' } },
      },
    ],
  },
  {
    name: 'a fault says when the limit of requests is reset',
    steps: [
      {
        request: {
          method: 'POST',
          path: '/_sim/faults',
          headers: { ...JSON_BODY, 'X-Sim-Control': '1' },
          body: '{"operation":"standalone.variant.*","times":1,"status":429,"headers":{"X-Rate-Limit-Reset":"1"}}',
        },
        expect: { status: 201, body: { id: 1, struck: 0 } },
      },
      {
        request: send('GET', variantPath),
        expect: { status: 429, headers: { 'x-rate-limit-reset': '1', 'x-rate-limit-remaining': '0' } },
      },
      {
        request: send('GET', variantPath),
        expect: { status: 200, headers: { 'x-rate-limit-reset': '60' } },
      },
    ],
  },
]
