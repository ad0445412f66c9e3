/** Credentials in every part of a request, as clients write them: none is in a trace or in the step that it shows. */
import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { openTrace } from '../../src/adapters/trace.ts'
import { createSimulator } from '../../src/index.ts'
import { Credentials } from '../../src/trace/credentials.ts'
import { Table } from '../../src/world/store/table.ts'

const BASELINES = 'http://wiki.sim/rest/reqs/1/baseline/ENG'
const CONTROL = 'http://sim.sim/_sim'
const JSON_TYPE = { 'x-sim-control': '1', 'content-type': 'application/json' }
const SECRET = 'a-secret-value-of-mine'

const bytes = (text: string) => new TextEncoder().encode(text)
/** The bytes of a text and of a file that is no text. */
const withFile = (text: string) => Uint8Array.of(...bytes(text), 0xff, 0xfe)
const part = (name: string, content: string) =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`

/** The content of a trace, with what its texts of base64 hold. */
function contentOf(trace: Uint8Array): string {
  const content = gunzipSync(trace).toString()
  const encoded = content.match(/[A-Za-z0-9+/=]{24,}/g) ?? []
  return [content, ...encoded.map((text) => Buffer.from(text, 'base64').toString('latin1'))].join('\n')
}

const created = JSON.stringify({ user: 'alice', value: SECRET })

test.each([
  ['a token that is created with a body of text', 'POST', `${CONTROL}/tokens`, JSON_TYPE, created],
  ['a token that is created with a body of bytes', 'POST', `${CONTROL}/tokens`, JSON_TYPE, bytes(created)],
  ['a token that is created at a path with a slash', 'POST', `${CONTROL}/tokens/`, JSON_TYPE, created],
  ['a token that is created at an escaped path', 'POST', `${CONTROL}/%74okens`, JSON_TYPE, created],
  ['a session that is created', 'POST', `${CONTROL}/sessions`, JSON_TYPE, bytes(created)],
  ['a cookie of another application', 'GET', BASELINES, { cookie: `sid=${SECRET}` }],
  ['a cookie without a name', 'GET', BASELINES, { cookie: SECRET }],
  ['the address in a header', 'GET', BASELINES, { referer: `http://example.test/?password=${SECRET}` }],
  ['the person in an address', 'GET', BASELINES, { 'x-forwarded-url': `http://me:${SECRET}@example.test/` }],
  ['a form with a file', 'POST', BASELINES, {}, withFile(part('password', SECRET) + part('file', ''))],
  ['JSON that is not UTF-8', 'POST', BASELINES, JSON_TYPE, withFile(`{"password":"${SECRET}"}`)],
] as const)('%s is not in a trace', async (_what, method, url, headers, body?: string | Uint8Array) => {
  const sim = await createSimulator()
  await sim.exchange({ method, url, headers, ...(body === undefined ? {} : { body }) })
  const trace = await sim.trace()
  expect(contentOf(trace)).not.toContain(SECRET)
  const opened = await openTrace(trace)
  expect(opened.steps).toHaveLength(1)
  const shown = await sim.exchange({ method: 'GET', url: `${CONTROL}/past/1`, headers: JSON_TYPE })
  expect(String(shown.body)).not.toContain(SECRET)
})

// The parser of queries quotes the first word of what is not quoted, which is a part of the credential.
test.each([SECRET, `key%20=%20${SECRET}`, SECRET.replaceAll('-', '%2D')])(
  'the query %s of a client that sends its token is not in a trace or its steps',
  async (query) => {
    const sim = await createSimulator()
    await sim.tokens.create({ user: 'alice', name: 'x', value: SECRET, expiresIn: '1d' })
    const url = `http://wiki.sim/rest/reqs/1/requirement2/ENG?q=${query}`
    const { body } = await sim.exchange({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${SECRET}` },
    })
    expect(String(body)).toContain("'a'")
    const trace = await sim.trace()
    expect(contentOf(trace)).not.toContain(SECRET)
    const opened = await openTrace(trace)
    for (const from of [sim, opened.simulator]) {
      const step = await from.exchange({ method: 'GET', url: `${CONTROL}/past/2`, headers: JSON_TYPE })
      expect(String(step.body)).toContain('Syntax error')
      expect(String(step.body)).not.toMatch(/'a'|secret-value|secret%2Dvalue/)
    }
  },
)

test('tokens that a timeline creates and saves are not in a trace', async () => {
  const create = (body: object, name: string) => ({
    call: 'POST /_sim/tokens',
    body,
    save: { [name]: '$.value' },
  })
  const timeline = [
    create({ user: 'alice', value: SECRET }, 'given'),
    create({ user: 'alice' }, 'drawn'),
    { as: 'alice', call: 'GET /wiki/rest/reqs/1/baseline/ENG?note=${drawn}${given}' },
  ]
  const sim = await createSimulator({ scenario: { name: 'tokens', extends: ['demo'], timeline } })
  expect(await sim.run()).toMatchObject({ ok: true })
  const content = contentOf(await sim.trace())
  expect(content).not.toContain(SECRET)
  expect(content).not.toMatch(/tok-[0-9a-f]{40}/)
  expect((await openTrace(await sim.trace())).notes).toEqual([])
})

test('what a timeline names a secret is not in a trace, even if the step has not run', async () => {
  const call = {
    call: 'POST /wiki/rest/reqs/1/baseline/ENG',
    headers: { 'X-Api-Key': SECRET, accept: 'application/json' },
    body: { apiKey: SECRET, list: [{ passwort: 'seen', password: SECRET, token: '${drawn}' }] },
  }
  const timeline = [
    { call: 'POST /_sim/tokens', body: { user: 'alice' }, save: { drawn: '$.value' } },
    call,
    { fork: { steps: [call] } },
  ]
  const sim = await createSimulator({ scenario: { name: 'named', extends: ['demo'], timeline } })
  const trace = await sim.trace()
  expect(contentOf(trace)).not.toContain(SECRET)
  const { scenario } = JSON.parse(gunzipSync(trace).toString()) as {
    readonly scenario: { readonly resolved: { readonly timeline: readonly object[] } }
  }
  const clean = {
    ...call,
    headers: { 'X-Api-Key': '(redacted)', accept: 'application/json' },
    body: { apiKey: '(redacted)', list: [{ passwort: 'seen', password: '(redacted)', token: '${drawn}' }] },
  }
  expect(scenario.resolved.timeline.slice(1)).toEqual([clean, { fork: { steps: [clean] } }])
})

test('what a timeline saves under the name of a secret is not in a trace', async () => {
  const timeline = [
    {
      as: 'alice',
      call: 'GET /api/applications/101',
      save: { apiKey: '$.name', place: '$.name' },
    },
  ]
  const sim = await createSimulator({ scenario: { name: 'saved', extends: ['demo'], timeline } })
  expect(await sim.run()).toMatchObject({ ok: true })
  const { steps } = JSON.parse(gunzipSync(await sim.trace()).toString()) as {
    readonly steps: readonly { readonly timeline?: { readonly saved: readonly object[] } }[]
  }
  expect(steps.at(-1)?.timeline?.saved).toEqual([
    { name: 'apiKey', value: '(redacted)' },
    { name: 'place', value: 'Northwind Wiki' },
  ])
})

test('a file in a trace is as it was sent', async () => {
  const sim = await createSimulator()
  const file = Uint8Array.from({ length: 200_000 }, (_, index) => (index * index * 31 + index * 7) % 256)
  await sim.exchange({ method: 'POST', url: BASELINES, headers: {}, body: file })
  const document = JSON.parse(gunzipSync(await sim.trace()).toString()) as {
    readonly steps: readonly { readonly request: { readonly body: string } }[]
  }
  expect(Buffer.from(document.steps[0]?.request.body ?? '', 'base64').equals(file)).toBe(true)
})

const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
const APPLICATION = 'http://api.sim/api/applications/101'

/** The values that every run with the seed of the demo draws for the first token and the first session that it creates. */
async function drawnValues(): Promise<{ readonly token: string; readonly session: string }> {
  const sim = await createSimulator()
  const { value: token } = await sim.tokens.create({ user: 'bob' })
  const { value: session } = await sim.sessions.create({ user: 'bob' })
  return { token, session }
}

test('a value that requests hold before a step creates it is not in a trace, which opens as it ran', async () => {
  const { token, session } = await drawnValues()
  const sim = await createSimulator()
  const note = (value: string) =>
    sim.exchange({ method: 'GET', url: `${BASELINES}?note=${value}`, headers: { 'x-note': `of ${value}` } })
  const statuses: number[] = []
  const useAll = async () => {
    for (const headers of [bearer(token), bearer(SECRET)])
      statuses.push((await sim.exchange({ method: 'GET', url: APPLICATION, headers })).status)
    const cookie = { cookie: `JSESSIONID=${session}` }
    statuses.push((await sim.exchange({ method: 'GET', url: BASELINES, headers: cookie })).status)
  }
  for (const value of [token, session, SECRET]) await note(value)
  await useAll()
  await sim.tokens.create({ user: 'bob' })
  await sim.sessions.create({ user: 'bob' })
  await sim.tokens.create({ user: 'bob', value: SECRET })
  await useAll()
  expect(statuses).toEqual([401, 401, 401, 200, 200, 200])

  const trace = await sim.trace()
  const content = contentOf(trace)
  for (const value of [token, session, SECRET]) expect(content).not.toContain(value)
  const opened = await openTrace(trace)
  expect(opened.notes).toEqual([])
  const again = opened.steps.flatMap(({ status }) => status ?? [])
  expect(again.slice(3)).toEqual(statuses)
  expect(Buffer.from(await opened.simulator.trace()).equals(trace)).toBe(true)
})

test('a trace of sessions that end, and of passwords with an e-mail address, opens as it ran', async () => {
  const users = [{ name: 'zoe', password: SECRET, email: 'zoe@northwind.test' }]
  const sim = await createSimulator({ scenario: { name: 'zoe', extends: ['demo'], world: { users } } })
  const statuses: number[] = []
  const call = async (headers: Readonly<Record<string, string>>) =>
    statuses.push((await sim.exchange({ method: 'GET', url: BASELINES, headers })).status)
  const { id, cookie } = await sim.sessions.create({ user: 'bob', expiresIn: '1h' })
  const { cookie: next } = await sim.sessions.create({ user: 'bob', expiresIn: '1h' })
  const useAll = async () => {
    for (const each of [cookie, next, 'JSESSIONID=sess-alice']) await call({ cookie: each })
    await call({ authorization: `Basic ${btoa(`Zoe@Northwind.test:${SECRET}`)}` })
  }
  await useAll()
  await sim.sessions.delete(id)
  await sim.sessions.deleteAll({ user: 'alice' })
  await useAll()
  sim.clock.advance('1h')
  await useAll()
  expect(statuses).toEqual([200, 200, 200, 403, 401, 200, 401, 403, 401, 401, 401, 403])

  const trace = await sim.trace()
  expect(contentOf(trace)).not.toContain(SECRET)
  const opened = await openTrace(trace)
  expect(opened.notes).toEqual([])
  expect(opened.steps.flatMap(({ status }) => status ?? [])).toEqual(statuses)
})

test('each new token and session is looked up by itself, however many there are', async () => {
  const scan = vi.spyOn(Table.prototype, 'scan')
  const scansOf = async (created: number) => {
    const sim = await createSimulator()
    for (let count = 0; count < created; count++) {
      await sim.tokens.create({ user: 'bob' })
      await sim.sessions.create({ user: 'bob' })
    }
    scan.mockClear()
    await sim.trace()
    const tables = scan.mock.contexts as Pick<Table<object>, 'definition'>[]
    const names = tables.map(({ definition }) => definition.name)
    return names.filter((name) => name === 'token' || name === 'session').length
  }
  expect(await scansOf(20)).toBe(await scansOf(2))
  scan.mockRestore()
})

test('a value that a body holds before it is sent as a credential is not in a trace', async () => {
  const sim = await createSimulator()
  await sim.exchange({ method: 'GET', url: `${BASELINES}?note=${SECRET}`, headers: {} })
  await sim.exchange({ method: 'GET', url: APPLICATION, headers: bearer(SECRET) })
  expect(contentOf(await sim.trace())).not.toContain(SECRET)
})

test('a token that is drawn again after a restore works in the opened trace', async () => {
  const sim = await createSimulator()
  await sim.exchange({ method: 'GET', url: BASELINES, headers: {} })
  const snapshot = sim.snapshot()
  const first = await sim.tokens.create({ user: 'bob' })
  sim.restore(snapshot)
  const { value } = await sim.tokens.create({ user: 'bob' })
  expect(value).toBe(first.value)
  expect((await sim.exchange({ method: 'GET', url: APPLICATION, headers: bearer(value) })).status).toBe(200)
  const trace = await sim.trace()
  expect(contentOf(trace)).not.toContain(value)
  expect((await openTrace(trace)).notes).toEqual([])
})

test.each([
  ['the whole trace', 0],
  ['a trace whose beginning is gone', 100],
])('sessions that a timeline saves under any name are not in %s', async (_what, later) => {
  const save = { who: '$.value', header: '$.cookie' }
  const timeline = [
    { call: 'POST /_sim/sessions', body: { user: 'alice' }, save },
    { call: 'GET /wiki/rest/reqs/1/baseline/ENG?note=${who}', headers: { Cookie: '${header}' } },
  ]
  const scenario = { name: 'sessions', extends: ['demo'], timeline }
  const sim = await createSimulator({ scenario, past: { steps: 64 } })
  expect(await sim.run()).toMatchObject({ ok: true })
  for (let count = 0; count < later; count++)
    await sim.exchange({ method: 'GET', url: BASELINES, headers: {} })
  const { session } = await drawnValues()
  const trace = await sim.trace()
  expect(contentOf(trace)).not.toContain(session)
  const opened = await openTrace(trace)
  expect(opened.missing > 0).toBe(later > 0)
  expect(opened.notes.filter((note) => !note.includes('earlier steps'))).toEqual([])
})

test('a value is replaced as a whole where another one is its beginning, however it is written', () => {
  const credentials = new Credentials()
  const [short, long] = [credentials.ofValue('abc/def'), credentials.ofValue('abc/def"ghi')]
  expect(credentials.replaced('abc/def abc/def"ghi abc%2Fdef%22ghi abc/def\\"ghi $& abc')).toBe(
    `${short} ${long} ${long} ${long} $& abc`,
  )
})

test('thousands of credentials are looked for in one pass over each text', () => {
  const credentials = new Credentials()
  for (let number = 0; number < 5000; number++) credentials.ofValue(`tok-${number}-of-a-test`)
  const text = 'a request of a test without any of them, '.repeat(20)
  const begin = performance.now()
  for (let count = 0; count < 2000; count++) expect(credentials.replaced(text)).toBe(text)
  expect(credentials.replaced(`${text}tok-4999-of-a-test`)).toBe(`${text}{unknown:5000}`)
  expect(performance.now() - begin).toBeLessThan(3000)
})

test('long credentials that together have the size of the whole past are left out, and so are parts of them', () => {
  const credentials = new Credentials()
  const valueOf = (number: number) => `${number}-`.padEnd(15_000, `of request ${number} `)
  for (let number = 0; number < 2200; number++) credentials.ofValue(valueOf(number))
  const text = `a ${valueOf(2199)} ${valueOf(7).slice(0, 200)} ${valueOf(8).slice(0, 100)}`
  expect(credentials.replaced(text)).toBe('a {unknown:2200} {unknown:8} {unknown:9}')
})

test('of long credentials that begin alike, each has its own placeholder', () => {
  const credentials = new Credentials()
  const value = 'header-of-a-signed-token.'.repeat(10)
  const [one, two, none, more] = ['one', 'two', '', 'one.more'].map((end) => credentials.ofValue(value + end))
  expect(credentials.replaced(`${value}one ${value}two ${value} ${value}one.more`)).toBe(
    `${one} ${two} ${none} ${more}`,
  )
})

test('hundreds of long credentials that begin alike are looked for in a moment in a text that begins so at every place', () => {
  const credentials = new Credentials()
  for (let number = 0; number < 200; number++) credentials.ofValue(`${'a'.repeat(100 + number * 70)}b`)
  const begin = performance.now()
  expect(credentials.replaced('a'.repeat(100_000))).not.toContain('aaa')
  expect(performance.now() - begin).toBeLessThan(3000)
})
