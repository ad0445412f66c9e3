// What a trace says about a failure: the reason, the steps that may explain it, and no credential.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openTrace } from '../../src/adapters/trace.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { withFailure } from '../../src/trace/failed-run.ts'
import { traceSummary } from '../../src/trace/summary.ts'

const ALICE = { cookie: 'JSESSIONID=sess-alice', 'content-type': 'application/json' }
const WIKI = 'http://wiki.sim/rest/reqs/1'
const FREEZE = `${WIKI}/baseline-actions/ENG/freeze/2`

const post = (sim: Simulator, url: string, headers: Readonly<Record<string, string>> = ALICE) =>
  sim.exchange({ method: 'POST', url, headers })
const get = (sim: Simulator, url: string, headers: Readonly<Record<string, string>> = ALICE) =>
  sim.exchange({ method: 'GET', url, headers })

const FAILURE = {
  runner: 'vitest',
  title: 'releases > freezes once',
  file: 'test/freeze.test.ts',
  error: 'expected 409 to be 200',
  thrownAt: 'test/freeze.test.ts:12:5',
}

test('a trace carries the test, its error and the line that threw', async () => {
  const sim = await createSimulator()
  await get(sim, `${WIKI}/baseline/ENG`)
  const bytes = await sim.trace('default', { failure: FAILURE })
  const trace = await openTrace(bytes)
  expect(trace.failure).toEqual(FAILURE)
  expect(trace.lastExchange).toBe(1)
  // Saved again, such as from the console.
  expect(Buffer.from(await trace.simulator.trace()).equals(bytes)).toBe(true)
  expect((await openTrace(await sim.trace())).failure).toBeUndefined()
})

test.each([
  [{ title: 'x' }, 'failure.error is required'],
  [{ error: 7 }, "failure.error must be a text, not '7'"],
  [{ error: 'x', exitCode: -1 }, "failure.exitCode must be a whole number of at least 0, not '-1'"],
  [{ error: 'x', titel: 'y' }, "did you mean 'title'?"],
])('the failure %j is refused', async (failure, message) => {
  const sim = await createSimulator()
  await expect(sim.trace('default', { failure } as never)).rejects.toThrow(message)
})

test('a trace of version 1 opens, without a failure', async () => {
  const trace = await openTrace(readFileSync(`${import.meta.dirname}/kept/version-1.trace`))
  expect(trace.failure).toBeUndefined()
  expect(trace.steps.map(({ title, status }) => [title, status])).toEqual([
    ['POST /_sim/tokens', undefined],
    ['POST /rest/reqs/1/baseline-actions/ENG/freeze/2 as alice', 200],
    ['advance to 2026-01-05T09:03:00.000Z', undefined],
    ['restore a snapshot', undefined],
    ['GET /api/applications as bob', 200],
    ['POST /rest/reqs/1/baseline-actions/ENG/freeze/99 as alice', 404],
  ])
})

test('steps that may explain a failure are marked with the reason, and no others', async () => {
  const sim = await createSimulator()
  await get(sim, `${WIKI}/baseline/ENG`)
  await get(sim, `${WIKI}/baseline/ENG?colour=red`)
  await get(sim, `${WIKI}/baselines/ENG`)
  sim.faults.add({ operation: 'wiki.baseline.list', status: 503, times: 1 })
  await get(sim, `${WIKI}/baseline/ENG`)
  await get(sim, `${WIKI}/baseline/ENG`, {})
  await get(sim, `${WIKI}/baseline/ENG`)
  await post(sim, FREEZE)
  await post(sim, FREEZE)
  await post(sim, `${WIKI}/baseline-actions/ENG/freeze/99`)
  await get(sim, `${WIKI}/requirement2/ENG/REQ-001?v=1`)
  const { steps } = await openTrace(await sim.trace())
  const reasons = steps.flatMap(({ step, suspicious = [] }) =>
    suspicious.map(({ kind, reason }) => `${step} ${kind}: ${reason}`),
  )
  expect(reasons).toEqual([
    '2 ignored: ignored: query colour',
    expect.stringMatching(/^3 unmatched: .*; nearest: /),
    '5 fault: fault 1 caused the response 503',
    // Step 6 got 401, and step 7 succeeded.
    expect.stringMatching(/^9 refused: got 409, and no later call of wiki\.baseline\.freeze succeeded$/),
    '9 repeated: the same write as step 8, which got 200 and changed the world',
    '10 refused: got 404, and no later call of wiki.baseline.freeze succeeded',
    "11 remarked: frozen copy of baseline 1 'Release 1.0'",
  ])
})

test('the summary names test, error, place, last exchange and suspicious steps', async () => {
  const sim = await createSimulator()
  await get(sim, `${WIKI}/baseline/ENG?colour=red`)
  await post(sim, FREEZE)
  await post(sim, FREEZE)
  const trace = await openTrace(await sim.trace('default', { failure: FAILURE }))
  expect(traceSummary(trace, '{"message":"frozen"}')).toEqual([
    'Failed: releases > freezes once (vitest)',
    '  expected 409 to be 200',
    '  at test/freeze.test.ts:12:5',
    '',
    'Last exchange before the failure',
    '  step 3  POST /rest/reqs/1/baseline-actions/ENG/freeze/2 as alice → 409 (wiki.baseline.freeze)',
    '    ! got 409, and no later call of wiki.baseline.freeze succeeded',
    '    ! the same write as step 2, which got 200 and changed the world',
    '    {"message":"frozen"}',
    '',
    'Suspicious steps',
    '  step 1  GET /rest/reqs/1/baseline/ENG as alice → 200 (wiki.baseline.list)',
    '    ! ignored: query colour',
  ])
  expect(traceSummary({ steps: [] })).toEqual([])
})

test('no credential is in the failure of a trace, wherever the error repeats one', async () => {
  const sim = await createSimulator()
  const drawn = await sim.tokens.create({ user: 'bob' })
  await get(sim, `${WIKI}/baseline/ENG`, { authorization: 'Bearer planted-unknown-bearer' })
  const texts = [
    `expected Bearer ${drawn.value} to be accepted, or tok-alice`,
    `headers: { authorization: 'Bearer planted-a1', cookie: 'JSESSIONID=planted-b2; theme=x' }`,
    `planted-unknown-bearer was refused`,
    '+   "apiToken": "planted-c3",',
    `password=planted-d4 https://me:planted-e5@site.test/?access_token=planted-f6`,
    `REQSIM_TOKEN_BOB=planted-g7 curl -u alice:planted-h8 -H 'X-Api-Key: planted-i9'`,
    'token: planted-j0\nAuthorization: Basic cGxhbnRlZA==',
    'eyJhbGciOiJIUzI1NiJ9.cGxhbnRlZC1jbGFpbQ.cGxhbnRlZC1zaWduYXR1cmU',
  ]
  const failure = {
    runner: 'vitest',
    title: texts.join(' '),
    error: texts.join('\n'),
    output: texts.join('\n').repeat(20),
  }
  const bytes = await sim.trace('default', { failure })
  const secrets = [drawn.value, 'tok-alice', 'cGxhbnRlZ', 'theme=x', 'planted']
  const found = (content: string) => secrets.filter((secret) => content.includes(secret))
  expect(found(gunzipSync(bytes).toString())).toEqual([])
  // What is added later is redacted by its form.
  const added = { title: 'pytest --api-token planted-k1 -p token=planted-l2', file: 'a?password=planted-m3' }
  expect(found(gunzipSync(withFailure(bytes, added)).toString())).toEqual([])
  const { failure: opened } = await openTrace(bytes)
  expect(opened?.error).toContain('was refused')
  // What only stands for a credential stays readable.
  const message = 'token: must be a text; send Authorization: Bearer <token>'
  expect((await openTrace(await sim.trace('default', { failure: { error: message } }))).failure?.error).toBe(
    message,
  )
})

test('the texts of a failure are cut, an output at its beginning, and have no escape sequences', async () => {
  const sim = await createSimulator()
  const output = `\u001B[31mbegin\u001B[39m ${'x'.repeat(50_000)} end`
  const error = `begin ${'y'.repeat(50_000)} end`
  const { failure } = await openTrace(await sim.trace('default', { failure: { error, output } }))
  expect(failure?.error).toMatch(/^begin y{7000,}…$/)
  expect(failure?.output).toMatch(/^…x{7000,} end$/)
})
