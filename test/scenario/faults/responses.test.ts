// What exactly a fault makes of an answer, and what it leaves as it is.

import { describe, expect, test } from 'vitest'
import {
  deliveryOf,
  faultedResponse,
  malformed,
  setFaultHeaders,
} from '../../../src/gateway/exchange/faulting.ts'
import type { FaultEffect, FaultRecord, FaultTarget } from '../../../src/model/records/world/faults.ts'
import { APPLICATION, READ, startFaulty } from './faulty.ts'

const fault = (effect: FaultEffect, target: FaultTarget = { kind: 'exchange' }): FaultRecord => ({
  id: 7,
  enabled: true,
  target,
  moment: { after: 0, every: 1 },
  effect,
  matched: 1,
  struck: 1,
})
const bytes = (text: string) => new TextEncoder().encode(text)

describe('a malformed body', () => {
  test.each([
    ['', ','],
    ['abcd', 'ab,'],
    ['abc', 'ab,'],
    ['🛰🛰a', '🛰🛰,'],
    [bytes('{"é":1}'), '{"é",'],
  ])('of %j is %j', (body, expected) => expect(malformed(body)).toBe(expected))
})

describe('the delivery of a response', () => {
  test.each<[string, FaultEffect, number, string | Uint8Array, object | undefined]>([
    ['a status', { status: 503 }, 503, 'abc', undefined],
    ['other headers', { headers: [['a', 'b']] }, 200, 'abc', undefined],
    ['late', { latency: 5 }, 200, 'abc', { latency: 5, waits: false }],
    ['slow', { slow: 5 }, 200, 'abc', { slow: 5, waits: false }],
    ['slow without a body', { slow: 5 }, 200, '', undefined],
    ['cut by bytes', { truncate: { bytes: 2 } }, 200, 'abc', { truncatedTo: 2, waits: false }],
    ['half of a text, by bytes', { truncate: { percent: 50 } }, 200, 'éé', { truncatedTo: 2, waits: false }],
    [
      'half of the bytes',
      { truncate: { percent: 50 } },
      200,
      bytes('abcd'),
      { truncatedTo: 2, waits: false },
    ],
    ['cut with a status that has no body', { truncate: { bytes: 0 } }, 204, 'abc', undefined],
  ])('%s', (_name, effect, status, body, delivery) => {
    expect(deliveryOf(fault(effect), status, body, false)).toStrictEqual(delivery)
  })

  test.each<[object, Record<string, string>]>([
    [{ latency: 5 }, { 'X-Sim-Latency': '5' }],
    [{ slow: 6 }, { 'X-Sim-Slow': '6' }],
    [{ truncatedTo: 1 }, {}],
    [{ latency: 5, slow: 6, waits: true }, {}],
  ])('%j is shown by %j', (delivery, headers) => {
    const sent = {}
    setFaultHeaders(sent, fault({}), { waits: false, ...delivery })
    expect(sent).toEqual({ 'X-Sim-Fault': '7', ...headers })
  })
})

describe('the response', () => {
  const refusal = (status: number, message: string) => ({
    status,
    headers: { error: message },
    body: 'error',
  })
  const carriedOut = { status: 200, headers: { own: 'x' }, body: 'own' }
  const wiki: FaultTarget = { kind: 'outage', region: 'eu', applicationId: 101, from: 0 }

  test.each<[string, FaultRecord, object]>([
    ['399', fault({ status: 399 }), { status: 399, headers: {}, body: '' }],
    ['400', fault({ status: 400 }), refusal(400, 'returned 400 (fault 7)')],
    [
      '400 with a body',
      fault({ status: 400, body: { text: '1', json: true } }),
      { status: 400, headers: { 'Content-Type': 'application/json' }, body: '1' },
    ],
    ['none', fault({ drop: true, status: 400 }), { status: 0, headers: {}, body: '' }],
    ['its own', fault({ latency: 5 }), carriedOut],
    ['that of a site that is down', fault({}, wiki), refusal(503, 'the site does not respond (fault 7)')],
  ])('is %s', (_name, record, answer) => {
    expect(faultedResponse(record, carriedOut, refusal)).toEqual(answer)
  })
})

test('a delayed response keeps the headers of its refusal', async () => {
  const faulty = await startFaulty()
  faulty.simulator.faults.add({ latency: '1s' })
  const refused = await faulty.get(APPLICATION, { authorization: 'Bearer nobody' })
  expect(refused).toMatchObject({ status: 401, headers: { 'WWW-Authenticate': 'Bearer realm="reqsim"' } })
  const near = await faulty.get(`${APPLICATION}/project`)
  expect(near.headers['X-Sim-Near-Miss']).toContain('GET /applications/{applicationId}/projects')
})

test('a response with a body of the fault relies on no assumption about errors', async () => {
  const faulty = await startFaulty()
  const leansOf = () => faulty.simulator.journal.entries().at(-1)?.assumptions
  faulty.simulator.faults.add({ status: 503, body: { a: 1 }, times: 1 })
  faulty.simulator.faults.add({ status: 503, times: 1 })
  await faulty.get(APPLICATION)
  expect(leansOf()).not.toContain('A02')
  await faulty.get(APPLICATION)
  expect(leansOf()).toContain('A02')
})

test('a site that is down carries out no request', async () => {
  const faulty = await startFaulty()
  faulty.simulator.faults.add({ outage: 'wiki' })
  const before = faulty.simulator.snapshot().stores.get('eu')
  const link = `${READ}/link/issue/DRN-3`
  expect((await faulty.ask('PUT', link)).status).toBe(503)
  expect(faulty.simulator.snapshot().stores.get('eu')).toEqual(before)
  faulty.simulator.faults.clear()
  expect((await faulty.ask('PUT', link)).status).toBeLessThan(300)
  expect(faulty.simulator.snapshot().stores.get('eu')).not.toEqual(before)
})
