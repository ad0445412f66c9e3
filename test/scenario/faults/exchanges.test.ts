// What faults make of exchanges, as callers of the core see it.

import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { malformed } from '../../../src/gateway/exchange/faulting.ts'
import { APPLICATION, type Faulty, READ, startFaulty } from './faulty.ts'

let faulty: Faulty
beforeEach(async () => {
  faulty = await startFaulty()
})

const jsonOf = ({ body }: { body: string | Uint8Array }) => JSON.parse(body as string)
const link = () => faulty.ask('PUT', `/wiki/rest/reqs/1/requirement2/ENG/REQ-005/link/issue/DRN-3`)
const isLinked = async () => {
  faulty.simulator.faults.clear()
  const { issues } = jsonOf(await faulty.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-005'))
  return issues.some(({ issueKey }: { issueKey: string }) => issueKey === 'DRN-3')
}

describe('a status', () => {
  test('comes in the error shape of each interface, with a message', async () => {
    faulty.simulator.faults.add({ status: 503, message: 'gone fishing' })
    const [wiki, standalone, hosted] = [
      await faulty.get(READ),
      await faulty.get(APPLICATION),
      await faulty.get('/eu/wiki/rest/search'),
    ]
    expect(wiki.status).toBe(503)
    expect(jsonOf(wiki)).toEqual({ 'status-code': 503, message: 'gone fishing', 'sub-code': -1 })
    const shape = { message: 'gone fishing', statusCode: 'SERVICE_UNAVAILABLE', errors: ['gone fishing'] }
    expect(jsonOf(standalone)).toEqual(shape)
    expect(jsonOf(hosted)).toEqual(shape)
    expect(wiki.headers).toMatchObject({ 'X-Sim-Fault': '1', 'X-Request-Id': '1' })
  })

  test('needs no credential, counts as a request, and has the headers of a rate limit for 429', async () => {
    faulty.simulator.faults.add({ status: 429, times: 1 })
    const first = await faulty.ask('GET', APPLICATION, undefined, { authorization: 'Bearer nobody' })
    expect([first.status, first.headers['X-Rate-Limit-Remaining']]).toEqual([429, '0'])
    expect(first.headers).not.toHaveProperty('Retry-After')
    await faulty.get(APPLICATION)
    faulty.simulator.faults.add({ status: 503, times: 1 })
    expect((await faulty.get(APPLICATION)).headers['X-Rate-Limit-Remaining']).toBe('198')
  })

  test('replaces the operation, which does not run', async () => {
    faulty.simulator.faults.add({ status: 503 })
    expect((await link()).status).toBe(503)
    expect(await isLinked()).toBe(false)
  })

  test('performed: the operation runs and its response is lost', async () => {
    faulty.simulator.faults.add({ status: 504, performed: true })
    expect((await link()).status).toBe(504)
    expect(await isLinked()).toBe(true)
  })

  test('below 400 has the body of the fault, or none', async () => {
    faulty.simulator.faults.add({ status: 202, times: 1 })
    expect(await faulty.get(READ)).toMatchObject({ status: 202, body: '' })
    faulty.simulator.faults.add({
      status: 200,
      body: { id: 1 },
      headers: { 'x-other': 'mine' },
      times: 1,
    })
    const answer = await faulty.get(READ)
    expect(answer).toMatchObject({ status: 200, body: '{"id":1}' })
    expect(answer.headers['Content-Type']).toBe('application/json')
  })
})

describe('a changed response', () => {
  test('keeps status and effect of the operation', async () => {
    faulty.simulator.faults.add({ body: 'Bad gateway', headers: { 'Content-Type': 'text/html', 'X-A': '1' } })
    const answer = await faulty.get(READ)
    expect(answer).toMatchObject({ status: 200, body: 'Bad gateway' })
    expect(answer.headers).toMatchObject({ 'Content-Type': 'text/html', 'X-A': '1' })
    expect((await link()).status).toBeLessThan(300)
    expect(await isLinked()).toBe(true)
  })

  test('a header replaces one that is written in another letter case', async () => {
    faulty.simulator.faults.add({ headers: { 'content-TYPE': 'text/x' } })
    const names = Object.keys((await faulty.get(READ)).headers).filter((name) => /^content-type$/i.test(name))
    expect(names).toEqual(['content-TYPE'])
  })

  test('a 429 says what the fault sets instead of what was computed, so that a client need not wait a minute', async () => {
    const headers = { 'X-Rate-Limit-Reset': '1', 'Retry-After': '1', 'X-Rate-Limit-Limit': '5' }
    faulty.simulator.faults.add({ status: 429, headers })
    expect((await faulty.get(READ)).headers).toMatchObject({ ...headers, 'X-Rate-Limit-Remaining': '0' })
  })

  test('every header of the service is sent once, as the fault sets it, in any letter case', async () => {
    const sends = await startFaulty({
      scenario: 'demo',
      config: { assumptions: { A18: 'send', A54: 'send' } },
    })
    const name = fc
      .constantFrom('X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset', 'Retry-After')
      .chain((text) => fc.mixedCase(fc.constant(text)))
    const value = fc.nat({ max: 99 }).map(String)
    const headers = fc
      .uniqueArray(fc.tuple(name, value), { minLength: 1, selector: ([text]) => text.toLowerCase() })
      .map((entries) => Object.fromEntries(entries))
    const effect = fc.constantFrom({}, { status: 429 }, { status: 503 }, { status: 429, performed: true })
    const property = fc.asyncProperty(effect, headers, fc.boolean(), async (effect, set, throughFile) => {
      sends.simulator.reset()
      const fault = { ...effect, headers: set }
      if (throughFile) await sends.control('POST', '/faults', fault)
      else sends.simulator.faults.add(fault)
      const answer = Object.entries((await sends.get(READ)).headers)
      for (const [wanted, expected] of Object.entries(set)) {
        const same = answer.filter(([sent]) => sent.toLowerCase() === wanted.toLowerCase())
        expect(same).toEqual([[wanted, expected]])
      }
    })
    await fc.assert(property, { numRuns: 40 })
  })

  test('a malformed body is never JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(() => JSON.parse(malformed(text))).toThrow(SyntaxError)
      }),
    )
  })

  test('truncated: by bytes or by percentage, always less than all', async () => {
    const whole = (await faulty.get(READ)).body.length
    for (const [truncate, left] of [
      [0, 0],
      [10, 10],
      [1_000_000, whole - 1],
      ['50%', Math.floor(whole / 2)],
      ['99.9%', Math.floor((whole * 99.9) / 100)],
    ] as const) {
      faulty.simulator.faults.clear()
      faulty.simulator.faults.add({ truncate })
      const { delivery, body } = await faulty.get(READ)
      expect([delivery, body.length]).toEqual([{ truncatedTo: left, waits: false }, whole])
    }
  })

  test('a response without a body is neither cut nor slowed', async () => {
    faulty.simulator.faults.add({ truncate: '50%', slow: '1s' })
    expect((await faulty.ask('HEAD', READ)).delivery).toBeUndefined()
  })
})

describe('a connection', () => {
  test('dropped: status 0, nothing carried out', async () => {
    faulty.simulator.faults.add({ drop: true })
    expect(await link()).toMatchObject({ status: 0, body: '', delivery: { dropped: true, waits: false } })
    expect(await isLinked()).toBe(false)
  })

  test('late: reported in headers, and only waits on a live clock', async () => {
    faulty.simulator.faults.add({ latency: '2s', slow: '500ms' })
    const response = await faulty.get(READ)
    expect(response.headers).toMatchObject({ 'X-Sim-Latency': '2000', 'X-Sim-Slow': '500' })
    expect(response.delivery).toEqual({ latency: 2000, slow: 500, waits: false })
    expect(faulty.simulator.clock.now()).toBe('2026-01-05T09:00:00.000Z')
    faulty.simulator.clock.set({ mode: 'live' })
    const live = await faulty.get(READ)
    expect(live.delivery).toEqual({ latency: 2000, slow: 500, waits: true })
    expect(live.headers).not.toHaveProperty('X-Sim-Latency')
  })
})

describe('faults apply to', () => {
  test('unknown addresses, if the fault has no filter', async () => {
    faulty.simulator.faults.add({ status: 503 })
    expect((await faulty.get('/nowhere')).status).toBe(503)
    expect((await faulty.get('/wiki/rest/reqs/1/nothing/here')).status).toBe(503)
  })

  test('neither the control API nor preflight requests', async () => {
    faulty.simulator.faults.add({ drop: true })
    expect((await faulty.control('GET', '/health')).status).toBe(200)
    expect((await faulty.ask('OPTIONS', READ)).status).toBe(204)
  })

  test('neither rate-limited requests nor unknown worlds', async () => {
    const limited = await startFaulty({ scenario: 'demo', config: { rateLimit: 'enforce' } })
    for (let count = 0; count < 200; count++) await limited.get(APPLICATION)
    limited.simulator.faults.add({ status: 503 })
    expect((await limited.get(APPLICATION)).status).toBe(429)
    expect(
      (await limited.get(APPLICATION, { 'x-sim-world': 'a b', authorization: 'Bearer tok-bob' })).status,
    ).toBe(400)
    expect(limited.simulator.faults.list()[0]).toMatchObject({ matched: 0, struck: 0 })
  })

  test('nothing once the fault is disabled or removed', async () => {
    const { id } = faulty.simulator.faults.add({ status: 503 })
    faulty.simulator.faults.enable(id, false)
    expect((await faulty.get(READ)).status).toBe(200)
    faulty.simulator.faults.enable(id, true)
    expect((await faulty.get(READ)).status).toBe(503)
    faulty.simulator.faults.remove(id)
    expect((await faulty.get(READ)).status).toBe(200)
  })
})

describe('the journal', () => {
  test('marks faulted exchanges, and how they were delivered', async () => {
    faulty.simulator.faults.add({ truncate: 5, times: 1 })
    faulty.simulator.faults.add({ drop: true, times: 1 })
    for (let count = 0; count < 3; count++) await faulty.get(READ)
    const entries = faulty.simulator.journal.entries()
    expect(entries.map(({ fault, answer }) => [fault, answer.status, answer.delivery])).toEqual([
      [1, 200, { truncatedTo: 5, waits: false }],
      [2, 0, { dropped: true, waits: false }],
      [undefined, 200, undefined],
    ])
    expect(entries.map(({ defect }) => defect)).toEqual([undefined, undefined, undefined])
  })

  test('a lost response leaves no headers behind', async () => {
    faulty.simulator.faults.add({ status: 503, performed: true })
    const answer = await faulty.ask('PATCH', READ, {})
    expect(answer.status).toBe(503)
    expect(answer.headers).not.toHaveProperty('Allow')
    expect(answer.headers).not.toHaveProperty('X-Sim-Near-Miss')
  })

  test('a page can read the headers of a fault', async () => {
    faulty.simulator.faults.add({ truncate: 5, latency: '1s' })
    const answer = await faulty.simulator.exchange(
      {
        method: 'GET',
        url: READ,
        headers: { origin: 'http://page.example', authorization: 'Bearer tok-alice' },
      },
      { corsOrigins: ['*'] },
    )
    expect(answer.delivery).toEqual({ latency: 1000, truncatedTo: 5, waits: false })
    expect(answer.headers['Access-Control-Expose-Headers']).toContain('X-Sim-Fault')
  })
})
