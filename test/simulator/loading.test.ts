import type { OperationId } from '../../src/api/framework/names.ts'
import { describe, expect, test, vi } from 'vitest'
import type { ExchangeRequest, Simulator } from '../../src/index.ts'

const ALICE = { authorization: 'Bearer tok-alice', 'content-type': 'application/json' }

function get(url: string): ExchangeRequest {
  return { method: 'GET', url, headers: ALICE, body: undefined }
}

function post(url: string, body: unknown): ExchangeRequest {
  return { method: 'POST', url, headers: ALICE, body: JSON.stringify(body) }
}

/** Exchanges with many groups of operations, some of which write what later ones read. */
const SESSION: readonly ExchangeRequest[] = [
  get('/wiki/rest/reqs/1/requirement2/ENG?q=key%20~%20%27REQ-%25%27'),
  post('/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2', {}),
  get('/wiki/rest/reqs/1/baseline/ENG'),
  get('/api/applications?organizationId=1'),
  get('/nowhere/at/all'),
  post('/_sim/clock/advance', { by: '3m' }),
  get('/tracker/rest/reqs/1/settings/DRN'),
  get('/wiki/rest/reqs/1/baseline/ENG'),
  get('/eu/wiki/openapi'),
  get('/_sim/jobs'),
  get('/_sim/operations?id=wiki.baseline.freeze'),
  get('/api/applications/101'),
  get('/_sim/clock'),
]

const CONTROL = { 'x-sim-control': '1' }

async function play(simulator: Simulator, atOnce: boolean) {
  const send = (request: ExchangeRequest) =>
    simulator.exchange({ ...request, headers: { ...request.headers, ...CONTROL } })
  const answers = []
  if (atOnce) answers.push(...(await Promise.all(SESSION.map(send))))
  else for (const request of SESSION) answers.push(await send(request))
  return {
    answers,
    journal: simulator.journal.entries(),
    report: simulator.report(),
    now: simulator.clock.now(),
  }
}

/** A simulator over modules of its own, of which no operation is loaded yet. */
async function startUnloaded(): Promise<Simulator> {
  vi.resetModules()
  const fresh = await import('../../src/index.ts')
  return fresh.createSimulator()
}

describe('operations that are loaded on their first request', () => {
  test('are not loaded before', async () => {
    await startUnloaded()
    const { operationIndex } = await import('../../src/api/operation-index.ts')
    expect(operationIndex.filter(({ declaration }) => declaration !== undefined)).toEqual([])
  })

  test.each([false, true])('answer the same bytes as when all are loaded; at once: %s', async (atOnce) => {
    const lazy = await play(await startUnloaded(), atOnce)
    const simulator = await startUnloaded()
    await simulator.preload()
    const loaded = await play(simulator, atOnce)
    expect(lazy).toEqual(loaded)
    expect(loaded.answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  })

  test('have their effects in the order of their requests', async () => {
    const simulator = await startUnloaded()
    const { operationIndex } = await import('../../src/api/operation-index.ts')
    const slow = operationIndex.find(({ id }) => id === 'wiki.baseline.freeze')
    const load = slow?.load.bind(slow)
    let begin = (): void => {}
    const held = new Promise<void>((resolve) => {
      begin = resolve
    })
    if (slow !== undefined) slow.load = () => held.then(load)
    const order: string[] = []
    const sendAndNote = (name: string, request: ExchangeRequest) =>
      simulator.exchange(request).then((answer) => order.push(`${name} ${answer.headers['X-Request-Id']}`))
    const all = [
      sendAndNote('list', get('/wiki/rest/reqs/1/baseline/ENG')),
      sendAndNote('freeze', post('/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2', {})),
      sendAndNote('again', get('/wiki/rest/reqs/1/baseline/ENG')),
      sendAndNote('nowhere', get('/nowhere')),
    ]
    begin()
    await Promise.all(all)
    expect(order).toEqual(['list 1', 'freeze 2', 'again 3', 'nowhere 4'])
  })

  test('a group that could not be loaded is loaded later, and delays no other request', async () => {
    const simulator = await startUnloaded()
    const { operationIndex } = await import('../../src/api/operation-index.ts')
    const freeze = operationIndex.find(({ id }) => id === 'wiki.baseline.freeze')
    const load = freeze?.load.bind(freeze)
    if (freeze !== undefined) freeze.load = () => Promise.reject(new Error('offline'))
    const url = '/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2'
    const [lost, other] = await Promise.allSettled([
      simulator.exchange(post(url, {})),
      simulator.exchange(get('/wiki/rest/reqs/1/baseline/ENG')),
    ])
    expect(lost).toMatchObject({ status: 'rejected', reason: { message: 'offline' } })
    expect(other).toMatchObject({ status: 'fulfilled', value: { status: 200 } })
    if (freeze !== undefined && load !== undefined) freeze.load = load
    expect((await simulator.exchange(post(url, {}))).status).toBe(200)
    expect(simulator.journal.entries()).toHaveLength(2)
  })

  test('everything but exchanges works at once', async () => {
    const simulator = await startUnloaded()
    simulator.faults.add({ operation: 'wiki.requirement.search', status: 503 })
    expect(simulator.verify({ operation: 'wiki.requirement.search', times: 0 }).ok).toBe(true)
    expect(() => simulator.verify({ operation: 'wiki.requirement.serach' as OperationId })).toThrow(
      'wiki.requirement.search',
    )
    expect(simulator.journal.entries({ operation: 'wiki.requirement.search' })).toEqual([])
    expect(simulator.report().operations.length).toBeGreaterThan(200)
    expect(simulator.state('requirement', { spaceKey: 'ENG' }).length).toBeGreaterThan(10)
    expect(simulator.clock.advance('3m').length).toBeGreaterThan(0)
    expect((await simulator.exchange(get('/wiki/rest/reqs/1/requirement2/ENG?q=key'))).status).toBe(503)
  })
})
