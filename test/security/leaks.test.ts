// Secrets of every kind, sent in every place where one may stand, and then looked for wherever a simulator tells anything.

import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { regionTables } from '../../src/model/schema.ts'
import { githubRun } from '../../src/adapters/github/github-run.ts'
import { failureOfTrace, reportOnGithub } from '../../src/adapters/github/report.ts'
import { serve, type Served } from '../../src/adapters/node.ts'
import { packagedPages } from '../../src/adapters/node/documentation.ts'
import { readTraceFailure } from '../../src/adapters/shared/trace-failure.ts'
import { controlRoutes } from '../../src/control/routes.ts'
import { createSimulator, type Simulator, type SimulatorEvent } from '../../src/index.ts'
import { tools } from '../../src/mcp/tools.ts'
import { run, start } from '../cli/cli.ts'
import { connectTo } from '../mcp/connect.ts'
import { temporaryFolder } from '../support/folder.ts'
import { githubVariables } from '../support/github.ts'

/** Each is found nowhere else by chance. */
const SECRETS = {
  bearer: 'planted-bearer-7f3a91',
  unknownBearer: 'planted-unknown-bearer-22c8',
  session: 'planted-session-51bd07',
  password: 'planted-password-e8f4',
  apiKey: 'planted-api-key-90aa3c',
  control: 'planted-control-token-1b7d',
  wrongControl: 'planted-wrong-control-77fe',
  userInfo: 'planted-user-info-3c0d',
  query: 'planted-query-token-64e2',
  fragment: 'planted-fragment-token-a0b9',
  nested: 'planted-nested-query-token-88d1',
  signature: 'planted-signature-4e4e17',
  field: 'planted-client-secret-b6a2',
  unread: 'planted-unread-access-token-c9',
  part: 'planted-form-part-5d5d3e',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.cGxhbnRlZC1jbGFpbQ.cGxhbnRlZC1zaWduYXR1cmU',
} as const

const WRITE = { 'content-type': 'application/json', 'x-sim-control': '1' }
const CONTROL = { authorization: `Bearer ${SECRETS.control}` }

let simulator: Simulator
let served: Served
const events: SimulatorEvent[] = []
const statuses: number[] = []
/** What was told, by where. */
const outputs = new Map<string, string>()
/** Known only once they are made. */
const made: Record<string, string> = {}

async function control(method: string, path: string, body?: unknown): Promise<string> {
  const answer = await fetch(`${served.url}/_sim${path}`, {
    method,
    headers: { ...CONTROL, ...WRITE },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return answer.text()
}

interface Sent {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const bearer = { authorization: `Bearer ${SECRETS.bearer}` }
const stranger = { authorization: `Bearer ${SECRETS.unknownBearer}` }
const wiki = '/wiki/rest/reqs/1'
const basic = `Basic ${Buffer.from(`alice:${SECRETS.password}`).toString('base64')}`
const withUser = `https://svc:${SECRETS.userInfo}@hook.example/in`
const webhook = `https://hook.example/in?channel=1&access_token=${SECRETS.nested}#token=${SECRETS.fragment}`

/** Each secret in its own place, and in places where it should not be; what is written is refused, for records keep what they are given. */
const EXCHANGES: readonly Sent[] = [
  { path: `${wiki}/baseline/ENG`, headers: bearer },
  { path: `${wiki}/baseline/ENG`, headers: { authorization: `Bearer ${SECRETS.unknownBearer}` } },
  { path: `${wiki}/baseline/ENG`, headers: { authorization: SECRETS.bearer } },
  { path: `${wiki}/baseline/ENG`, headers: { cookie: `JSESSIONID=${SECRETS.session}; theme=dark` } },
  { path: `${wiki}/baseline/ENG;jsessionid=${SECRETS.session}` },
  { path: `${wiki}/baseline/ENG`, headers: { authorization: basic } },
  { path: `${wiki}/baseline/ENG`, headers: { authorization: `Bearer ${SECRETS.jwt}` } },
  { path: `${wiki}/baseline/ENG`, headers: { ...bearer, 'x-auth-token': SECRETS.field } },
  { path: `${wiki}/baseline/ENG`, headers: { ...bearer, referer: webhook, 'x-forwarded-for': withUser } },
  { path: `${wiki}/baseline/ENG?access_token=${SECRETS.query}`, headers: bearer },
  { path: `${wiki}/baseline/${SECRETS.bearer}`, headers: bearer },
  { path: `/nowhere/${SECRETS.bearer}?q=${SECRETS.bearer}`, headers: bearer },
  { path: `${wiki}/search?q=${SECRETS.bearer}&${SECRETS.bearer}=1`, headers: bearer },
  // The parser of queries quotes the first word of each, which is a part of the credential.
  { path: `${wiki}/requirement2/ENG?q=${SECRETS.bearer}`, headers: bearer },
  {
    path: `${wiki}/requirement2/ENG?q=key=${SECRETS.session}`,
    headers: { cookie: `JSESSIONID=${SECRETS.session}` },
  },
  { path: `/eu/wiki/rest/search?q=x`, headers: { 'x-api-key': SECRETS.apiKey, 'x-base-url': withUser } },
  { path: `/eu/wiki/rest/search?q=x`, headers: { 'x-api-key': SECRETS.apiKey, 'x-base-url': webhook } },
  { path: `/api/applications/101`, headers: CONTROL },
  ...[webhook, withUser].flatMap((url) => [
    { path: `/api/applications/101?callback=${encodeURIComponent(url)}`, headers: bearer },
    {
      path: `/api/applications/101?callback=${encodeURIComponent(encodeURIComponent(url))}`,
      headers: bearer,
    },
    { path: `/api/applications/101?callback=${url}`, headers: bearer },
    { path: `/nowhere/${encodeURIComponent(url)}`, headers: bearer },
  ]),
  ...[webhook, withUser, `https://hook.example/in?X-Amz-Signature=${SECRETS.signature}`].map((url) =>
    integration(stranger, JSON.stringify({ label: 'x', displayUrl: url, rpcUrl: url, endpoint: url })),
  ),
  integration(
    stranger,
    JSON.stringify({
      label: SECRETS.unknownBearer,
      clientSecret: SECRETS.field,
      deep: { accessToken: [SECRETS.unread], note: `see ${SECRETS.unread}` },
    }),
  ),
  integration(stranger, `{"clientSecret": "${SECRETS.field}`),
  integration(
    bearer,
    `password=${SECRETS.password}&next=${encodeURIComponent(webhook)}`,
    'application/x-www-form-urlencoded',
  ),
  integration(
    bearer,
    `--b\r\nContent-Disposition: form-data; name="apiToken"\r\n\r\n${SECRETS.part}\r\n--b--\r\n`,
    'multipart/form-data; boundary=b',
  ),
]

function integration(caller: { authorization: string }, body: string, type = 'application/json'): Sent {
  const headers = { ...caller, 'content-type': type }
  return { method: 'POST', path: `${wiki}/integration`, headers, body }
}

beforeAll(async () => {
  simulator = await createSimulator({ scenario: 'demo' })
  simulator.events.subscribe((event) => events.push(event))
  served = await serve(simulator, { controlToken: SECRETS.control })

  const page = await fetch(served.console, { redirect: 'manual', headers: { accept: 'text/html' } })
  made['console cookie'] = /reqsim-console=([^;]+)/.exec(page.headers.get('set-cookie') ?? '')?.[1] ?? ''
  made['console key'] = new URL(served.console).searchParams.get('key') ?? ''
  await control('POST', '/snapshots', { name: 'before' })
  for (const value of [SECRETS.bearer, SECRETS.apiKey])
    await control('POST', '/tokens', { user: 'admin', name: value.slice(8, 12), value })
  await control('POST', '/sessions', { user: 'admin', value: SECRETS.session })

  for (const { method = 'GET', path, headers = {}, body } of EXCHANGES) {
    const answer = await fetch(served.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    statuses.push(answer.status)
  }
  const ticket = await fetch(`${served.url}/api/files/3100/download/url?applicationId=103`, {
    headers: bearer,
  })
  made['ticket'] = /-([0-9a-f]{32})$/.exec((await ticket.json()).url)?.[1] ?? ''
  await fetch(`${served.url}/api/file-transfers/download-3100-1-1-${made['ticket']}`)

  for (const token of [undefined, SECRETS.wrongControl, SECRETS.bearer]) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    for (const path of ['/_sim/clock', '/_sim/export', '/_sim/health']) {
      const answer = await fetch(served.url + path, { headers })
      outputs.set(`${path} to ${String(token)}`, await answer.text())
    }
  }
})
afterAll(() => served.close())

/** The secrets that a text holds. */
function secretsIn(text: string): string[] {
  const all = Object.entries({ ...SECRETS, ...made })
  return all
    .filter(([, secret]) => text.includes(secret) || text.includes(encodeURIComponent(secret)))
    .map(([name]) => name)
    .concat(text.includes("'planted'") ? ['the first word of one'] : [])
}

test('each was planted', () => {
  const sent = JSON.stringify(EXCHANGES) + atob(basic.slice('Basic '.length))
  const missing = Object.entries(SECRETS).filter(([, secret]) => !sent.includes(secret))
  expect(missing.map(([name]) => name)).toEqual(['wrongControl'])
  expect(new Set(statuses)).toEqual(new Set([200, 400, 401, 403, 404, 415]))
  expect(Object.values(made).map(({ length }) => length >= 20)).toEqual([true, true, true])
})

describe('of a simulator in process, no secret is in', () => {
  test.each([
    ['the journal', () => simulator.journal.entries()],
    ['the HTTP archive', () => simulator.journal.har()],
    ['the report', () => simulator.report()],
    ['the events', () => events],
  ])('%s', (_name, tell) => {
    const text = JSON.stringify(tell())
    expect(text.length).toBeGreaterThan(1000)
    expect(secretsIn(text)).toEqual([])
  })

  test('what a verification says of the calls that came nearest', () => {
    for (const path of [`${wiki}/baseline/ENG`, `${wiki}/integration`, '/nowhere'])
      expect(
        secretsIn(JSON.stringify(simulator.verify({ method: 'POST', path, status: '4xx', times: 99 }))),
      ).toEqual([])
  })
})

describe('of a failed run whose error repeats each of them, no secret is in', () => {
  /** Each alone, as a program may print it, and as an error shows a header or a field. */
  const text = Object.entries({ ...SECRETS, wrongControl: '' })
    .flatMap(([name, secret]) => [
      `sent ${secret}`,
      `{ "${name}Token": "${secret}" }`,
      `${name}_secret=${secret}`,
    ])
    .join('\n')
  const failure = {
    title: `reads with ${SECRETS.bearer}`,
    error: text,
    output: text,
    thrownAt: 'a.test.ts:1:1',
  }
  const { path: folder } = temporaryFolder()
  let trace: Uint8Array
  beforeAll(async () => {
    trace = await simulator.trace('default', { failure })
    writeFileSync(`${folder}/failed.trace`, trace)
  })

  test('its trace', () => {
    const content = gunzipSync(trace).toString()
    expect(content).toContain('"thrownAt":"a.test.ts:1:1"')
    expect(secretsIn(content)).toEqual([])
  })

  test.each([['--text'], ['--json']])('reqsim show %s', async (flag) => {
    const { out, errors } = await run(['show', `${folder}/failed.trace`, flag])
    expect(out).toContain('a.test.ts:1:1')
    expect(secretsIn(out + errors)).toEqual([])
  })

  test('its annotation and the summary of the job', async () => {
    const summary = `${folder}/summary.md`
    const failed = await readTraceFailure(trace)
    const github = githubRun(githubVariables('/', summary))
    if (failed === undefined || github === undefined) throw new Error('the trace has no failure')
    const printed: string[] = []
    const failures = [failureOfTrace(failed, { file: 'a.test.ts', line: 1 }, 'failed.trace')]
    reportOnGithub(github, { heading: 'reqsim', failures }, { print: (line) => void printed.push(line) })
    expect(printed.join()).toMatch(/::error file=a\.test\.ts,line=1,title=reads with [\s\S]*Suspicious steps/)
    expect(secretsIn(printed.join() + readFileSync(summary, 'utf8'))).toEqual([])
  })

  test('the world that a running simulator opens it as', async () => {
    const opened = await control('POST', '/trace', { trace: Buffer.from(trace).toString('base64') })
    const headers = { ...CONTROL, 'x-sim-world': 'trace' }
    const past = await (await fetch(`${served.url}/_sim/past?limit=1000`, { headers })).text()
    await control('DELETE', '/worlds/trace')
    expect(past).toContain('"suspicious"')
    expect(secretsIn(opened + past)).toEqual([])
  })
})

describe('over HTTP, no secret is in the answer to', () => {
  const reads = controlRoutes.filter(({ method, path }) => method === 'GET' && path !== '/events')
  const values: Readonly<Record<string, readonly string[]>> = {
    '/state/{table}': Object.keys(regionTables),
    '/journal/{number}': EXCHANGES.map((_, index) => String(index + 1)),
    '/openapi/{interface}': ['wiki'],
    '/snapshots/{id}': ['before'],
    '/snapshots/{id}/diff/{other}': ['before'],
  }
  const paths = reads.flatMap(({ path }) =>
    (values[path] ?? ['1']).map((value) => path.replace('{other}', 'now').replaceAll(/\{[^}]+\}/g, value)),
  )

  test.each([
    ...paths,
    '/journal?format=har',
    '/journal?brief=true',
    '/report?format=html',
    '/report?format=markdown',
    '/snapshots/before/diff/now?table=rateWindow',
  ])('GET %s', async (path) => {
    expect(secretsIn(await control('GET', path))).toEqual([])
  })

  test('POST /verify', async () => {
    const expectation = { method: 'GET', path: `${wiki}/baseline/ENG`, times: 99 }
    const text = await control('POST', '/verify', expectation)
    expect(text).toContain('"ok":false')
    expect(secretsIn(text)).toEqual([])
  })

  test('GET /events, from the beginning', async () => {
    const stream = await fetch(`${served.url}/_sim/events`, { headers: { ...CONTROL, 'last-event-id': '0' } })
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
    let text = ''
    while (!text.includes('/api/file-transfers/'))
      text += new TextDecoder().decode((await reader.read()).value)
    await reader.cancel()
    expect(secretsIn(text)).toEqual([])
  })

  test.each(['/_sim/', '/_sim/console.js', '/_sim/console.css'])('the console: %s', async (path) => {
    const headers = { accept: 'text/html', cookie: `reqsim-console=${made['console cookie']}` }
    const answer = await fetch(served.url + path, { headers })
    expect(secretsIn((await answer.text()) + JSON.stringify([...answer.headers]))).toEqual([])
  })

  test('those who have no token, or a wrong one', () => {
    expect(outputs.size).toBe(9)
    expect([...outputs.values()].flatMap(secretsIn)).toEqual([])
  })

  test('a link of the console that was used', async () => {
    const headers = { accept: 'text/html' }
    const answer = await fetch(served.console, { headers })
    expect(answer.status).toBe(403)
    expect(secretsIn(await answer.text())).toEqual([])
  })
})

describe('the command line prints none', () => {
  const { write: file, path: folder } = temporaryFolder()

  test('when it serves', async () => {
    const scenario = file(
      'served.yaml',
      `extends: [demo]\nworld: { tokens: [{ user: alice, name: t, value: ${SECRETS.bearer} }] }\n`,
    )
    const command = start(['serve', scenario, '--port', '0'], { REQSIM_CONTROL_TOKEN: SECRETS.control })
    const [, url = ''] = await command.seen(/listening on (\S+)/)
    await fetch(`${url}${wiki}/baseline/ENG?access_token=${SECRETS.query}`, { headers: bearer })
    await fetch(`${url}/_sim/clock`, { headers: { authorization: `Bearer ${SECRETS.wrongControl}` } })
    const { code, out, errors } = await command.stop()
    expect([code, secretsIn(out + errors)]).toEqual([0, []])
  })

  test('on GitHub, when a command fails that prints what it sent', async () => {
    const summary = `${folder}/exec.md`
    const scenario = file(
      'exec.yaml',
      `extends: [demo]\nworld: { tokens: [{ user: alice, name: t, value: ${SECRETS.bearer} }] }\n`,
    )
    const client = file(
      'client.mjs',
      `const send = (path, headers) => fetch(process.env.REQSIM_URL + path, { headers })
await send('${wiki}/nowhere?access_token=${SECRETS.query}', { authorization: 'Bearer ${SECRETS.bearer}' })
await send('${wiki}/baseline/ENG', { cookie: 'JSESSIONID=${SECRETS.session}' })
await send('${wiki}/baseline/ENG', { 'x-api-key': '${SECRETS.apiKey}' })
throw new Error('sent ${SECRETS.bearer}, ${SECRETS.session}, ${SECRETS.apiKey}, ${SECRETS.control} and ${SECRETS.jwt}')
`,
    )
    const variables = {
      ...githubVariables('/', summary),
      PATH: process.env['PATH'] ?? '',
      REQSIM_CONTROL_TOKEN: SECRETS.control,
    }
    const command = [process.execPath, client, '--token', SECRETS.field]
    const { code, errors } = await run(
      ['exec', scenario, '--traces', `${folder}/t`, '--', ...command],
      variables,
    )
    const annotations = errors.split('\n').filter((line) => line.startsWith('::'))
    const text = annotations.join('\n') + readFileSync(summary, 'utf8')
    expect(text).toContain('The end of the output')
    expect([code, annotations.length, secretsIn(text)]).toEqual([1, 1, []])
  })

  test('on GitHub, when responses of a recording differ', async () => {
    const summary = `${folder}/replay.md`
    const { log } = structuredClone(simulator.journal.har())
    const entries = log.entries.map((entry) => ({ ...entry, response: { ...entry.response, status: 418 } }))
    const changed = { log: { ...log, entries } }
    const recording = file('leaks.har', JSON.stringify(changed))
    const variables = githubVariables('/', summary)
    const { code, errors } = await run(['replay', recording, '--against', 'demo'], variables)
    const annotations = errors.split('\n').filter((line) => line.startsWith('::'))
    expect([code, annotations.length]).toEqual([1, 10])
    expect(secretsIn(annotations.join('\n') + readFileSync(summary, 'utf8'))).toEqual([])
  })

  test.each(['tty', 'tap', 'junit'])('when a step of a run fails: %s', async (reporter) => {
    const call = `{ call: GET ${wiki}/baseline/ENG?access_token=${SECRETS.query}, headers: { Authorization: Bearer ${SECRETS.bearer} }, expect: { status: 418 } }`
    const scenario = file(
      'run.yaml',
      `extends: [demo]\nworld: { tokens: [{ user: alice, name: t, value: ${SECRETS.bearer} }] }\ntimeline:\n  - ${call}\n`,
    )
    const { code, out, errors } = await run(['run', scenario, '--reporter', reporter])
    expect(out + errors).toContain('418')
    expect([code, secretsIn(out + errors)]).toEqual([1, []])
  })
})

describe('a tool of the MCP server repeats none', () => {
  const failing = `{ call: GET ${wiki}/baseline/ENG?access_token=${SECRETS.query}, headers: { Authorization: Bearer ${SECRETS.bearer}, Cookie: JSESSIONID=${SECRETS.session} }, expect: { status: 418 } }`
  const trace = () => simulator.trace('default', { failure: { error: `sent Bearer ${SECRETS.bearer}` } })
  const calls: Readonly<Record<string, readonly object[]>> = {
    get_state: [{}, { table: 'token' }, { table: 'session' }, { table: 'rateWindow' }],
    search_operations: [{ query: `token=${SECRETS.query}` }],
    describe_operation: [{ operation: 'standalone.user.readSelf' }],
    call_operation: [
      { operation: 'standalone.user.readSelf', token: SECRETS.unknownBearer },
      { operation: 'standalone.user.readSelf', token: [SECRETS.bearer] },
      { operation: 'standalone.user.readSelf', headers: { authorization: [SECRETS.bearer] } },
      {
        operation: 'wiki.baseline.list',
        path: { spaceKey: 'ENG' },
        query: { access_token: SECRETS.query },
        headers: { cookie: `JSESSIONID=${SECRETS.session}` },
      },
    ],
    advance_clock: [{ by: '1m' }],
    get_journal: [{}, ...EXCHANGES.map((_, index) => ({ number: index + 1 }))],
    verify: [{ method: 'GET', path: `${wiki}/baseline/ENG`, times: 99 }],
    report: [{}],
    compare_snapshots: [{ before: 'before' }],
    open_trace: [{ path: 'failed.trace' }],
    read_docs: [{ query: 'tokens' }],
    call_control: [{ route: 'GET /journal' }, { route: 'GET /past', query: { limit: 1000 } }],
    // Last: it replaces the world.
    run_timeline: [{}],
  }

  test.each(Object.entries(calls))('%s', async (name, given) => {
    const session = { simulator, url: undefined, pages: packagedPages(), readTrace: trace }
    const { client, close } = await connectTo(session)
    if (name === 'run_timeline') {
      const { parse } = await import('yaml')
      await simulator.load({ extends: ['demo'], timeline: [parse(failing)] })
    }
    for (const each of given) {
      const { content } = await client.callTool({ name, arguments: { ...each } })
      const texts = content.map((part) => (part.type === 'text' ? part.text : ''))
      expect([name, each, secretsIn(texts.join('\n'))]).toEqual([name, each, []])
    }
    await close()
  })

  test('each tool is tried, but for those that only set something up, and the exploring of commands', () => {
    const setUp = [
      'add_fault',
      'clear_faults',
      'create_world',
      'load_scenario',
      'reset_world',
      'take_snapshot',
    ]
    expect(
      tools
        .map(({ name }) => name)
        .filter((name) => !setUp.includes(name))
        .toSorted(),
    ).toEqual(Object.keys(calls).toSorted())
  })
})
