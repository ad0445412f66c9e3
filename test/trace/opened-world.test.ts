// A trace that is opened in a running simulator, as a further world.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'

const WIKI = 'http://wiki.sim/rest/reqs/1'
const FREEZE = `${WIKI}/baseline-actions/ENG/freeze/2`
const headers = { authorization: 'Bearer tok-alice' }

/** A client that froze twice, in a scenario of its own. */
async function failedTrace(): Promise<Uint8Array> {
  const sim = await createSimulator({ scenario: { extends: ['demo'], seed: 7, clock: { mode: 'live' } } })
  await sim.exchange({ method: 'GET', url: `${WIKI}/baseline/ENG?colour=red`, headers })
  await sim.exchange({ method: 'POST', url: FREEZE, headers })
  await sim.exchange({ method: 'POST', url: FREEZE, headers })
  sim.clock.advance('1m')
  return sim.trace('default', { failure: { title: 'freezes once', error: 'expected 409 to be 200' } })
}

async function control(sim: Simulator, method: string, path: string, body?: unknown, world = 'default') {
  const { status, body: text } = await sim.exchange({
    method,
    url: `http://sim.sim/_sim${path}`,
    headers: { 'content-type': 'application/json', 'x-sim-control': '1', 'x-sim-world': world },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status, data: JSON.parse(String(text) || 'null') as Record<string, never> }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

test('a trace opens as a world that has the failure, the marked steps and each state', async () => {
  const sim = await createSimulator()
  const opened = await control(sim, 'POST', '/trace', { trace: base64(await failedTrace()) })
  expect(opened).toEqual({
    status: 201,
    data: {
      world: 'trace',
      version: sim.version,
      scenario: 'scenario',
      failure: { title: 'freezes once', error: 'expected 409 to be 200' },
      lastExchange: 3,
      missing: 0,
      steps: 4,
      notes: [],
    },
  })
  const { data: past } = await control(sim, 'GET', '/past', undefined, 'trace')
  expect(past).toMatchObject({
    failure: { title: 'freezes once' },
    lastExchange: 3,
    items: [
      { suspicious: [{ kind: 'ignored', reason: 'ignored: query colour' }] },
      {},
      { status: 409, suspicious: [{ kind: 'refused' }, { kind: 'repeated' }] },
      { kind: 'clock' },
    ],
  })
  // A page is judged by all steps.
  const { data: page } = await control(sim, 'GET', '/past?offset=2&limit=1', undefined, 'trace')
  expect(page['items']).toMatchObject([{ step: 3, suspicious: [{ kind: 'refused' }, { kind: 'repeated' }] }])
  const status = async (world: string) =>
    (await control(sim, 'GET', '/state/baseline?number=2', undefined, world)).data['items']?.[0]?.['status']
  expect([await status('trace@1'), await status('trace@2'), await status('trace')]).toEqual([
    'PREVIEW',
    'IN_CREATION',
    'DONE',
  ])
  expect((await control(sim, 'GET', '/journal?world=trace', undefined)).data).toMatchObject({ total: 3 })
  // Its clock does not follow the wall clock, and the report counts what this simulator was sent.
  expect((await control(sim, 'GET', '/clock', undefined, 'trace')).data).toMatchObject({ mode: 'manual' })
  expect(sim.report().exchanges).toBe(0)
})

test('a second trace gets a free name, and a name in use is refused', async () => {
  const sim = await createSimulator()
  const trace = base64(readFileSync(`${import.meta.dirname}/kept/version-1.trace`))
  const names = [{ trace }, { trace }, { trace, name: 'mine' }]
  const worlds = []
  for (const body of names) worlds.push((await control(sim, 'POST', '/trace', body)).data['world'])
  expect(worlds).toEqual(['trace', 'trace-2', 'mine'])
  const again = await control(sim, 'POST', '/trace', { trace, name: 'mine' })
  expect([again.status, again.data['message']]).toEqual([409, expect.stringContaining("world 'mine'")])
  // Saved and opened again, such as on another machine.
  const saved = await sim.trace('mine')
  expect((await control(sim, 'POST', '/trace', { trace: base64(saved) })).data).toMatchObject({
    steps: 2,
    missing: 4,
  })
})

test.each([
  [{ trace: 'no base64!' }, "'trace'"],
  [{ trace: btoa('hello') }, 'not a trace of reqsim: it is not compressed with gzip'],
  [{}, "'trace' is required"],
])('%j is refused, and no world is made', async (body, message) => {
  const sim = await createSimulator()
  const { status, data } = await control(sim, 'POST', '/trace', body)
  expect([status, data['message']]).toEqual([400, expect.stringContaining(message)])
  expect(sim.worldNames()).toEqual(['default'])
})

test('a trace that breaks off leaves no world and no exchange', async () => {
  const { gunzipSync, gzipSync } = await import('node:zlib')
  const document = JSON.parse(gunzipSync(await failedTrace()).toString()) as { steps: object[] }
  document.steps.push({
    kind: 'restore',
    step: 99,
    now: '2026-01-05T09:00:00Z',
    at: '2026-01-05T09:00:00Z',
    digest: '0123456789abcdef',
  })
  const sim = await createSimulator()
  const { status } = await control(sim, 'POST', '/trace', {
    trace: base64(gzipSync(JSON.stringify(document))),
  })
  expect(status).toBe(400)
  expect([sim.worldNames(), sim.journal.entries()]).toEqual([['default'], []])
})
