import type { Fault } from '../../src/control/responses/state.ts'
import { describe, expect, test } from 'vitest'
import { problemsByField, faultOf, FORMS, PRESETS } from '../../src/console/panels/faults/fields.ts'
import { faultSentence, faultState } from '../../src/scenario/faults/sentence.ts'
import { createSimulator, type FaultInput } from '../../src/index.ts'

const siteName = (id: number) => (id === 102 ? 'Northwind Tracker' : undefined)

describe('the form', () => {
  test.each(PRESETS)('the preset $title is taken as it is', async ({ kind, draft }) => {
    const sim = await createSimulator({ scenario: 'demo' })
    const written = sim.faults.add(faultOf(kind, draft) as unknown as FaultInput)
    expect(written.enabled).toBe(true)
    expect(faultSentence(written as unknown as Fault, siteName)).toMatch(/\.$/)
  })

  test('sends numbers as numbers, JSON as JSON, ticks as true, and leaves out what is empty', () => {
    expect(
      faultOf('exchange', {
        status: ' 503 ',
        times: 'two',
        truncate: '50%',
        body: '{"a":1}',
        headers: '{"Retry-After":"30"}',
        drop: 'true',
        malform: '',
        user: '',
      }),
    ).toEqual({
      status: 503,
      times: 'two',
      truncate: '50%',
      body: { a: 1 },
      headers: { 'Retry-After': '30' },
      drop: true,
    })
  })

  test('leaves out the fields of another kind', () => {
    expect(faultOf('freeze', { freeze: 'ENG', at: '40', status: '503' })).toEqual({ freeze: 'ENG', at: 40 })
  })

  test('finds the field that the server complains of', async () => {
    const sim = await createSimulator({ scenario: 'demo' })
    const says = (fault: object) => {
      try {
        sim.faults.add(fault as FaultInput)
        return []
      } catch (error) {
        return (error as { details?: string[] }).details ?? [(error as Error).message]
      }
    }
    const names = [...FORMS.exchange.scope, ...FORMS.exchange.when, ...FORMS.exchange.what].map(
      ({ name }) => name,
    )
    expect(Object.keys(problemsByField(says({ operation: 'wiki.nope', status: 503 }), names))).toEqual([
      'operation',
    ])
    expect(problemsByField(["'status': must be at least 200, not '99'", 'something else'], names)).toEqual({
      status: "'status': must be at least 200, not '99'",
      '': 'something else',
    })
  })
})

const FAULT: Fault = { id: 1, enabled: true, matched: 0, struck: 0 }

describe('a fault in a sentence', () => {
  test.each([
    [
      { operation: 'wiki.requirement.search', status: 503, times: 2, message: 'later' },
      'Requests to wiki.requirement.search, 2 times: response 503 and “later”.',
    ],
    [
      { interface: 'wiki', method: 'GET', path: '/rest/*', user: 'bob', latency: '2000ms', probability: 0.5 },
      'GET request at /rest/* to the interface wiki by bob, with a chance of 50 %: response after 2 s.',
    ],
    [
      { drop: true, performed: true, after: 3 },
      'Any request, after the first 3: the connection closes without a response, the operation is performed anyway.',
    ],
    [
      { operation: 'wiki.requirement.write', mutate: 'lost-write', times: 1 },
      'Requests to wiki.requirement.write, once: the write is reported as done and lost.',
    ],
    [
      { operation: 'wiki.requirement.read', mutate: 'field-null', field: 'properties[].value' },
      'Requests to wiki.requirement.read: the response has null as properties[].value.',
    ],
    [
      { mutate: 'list-short', interface: 'wiki' },
      'Any request to the interface wiki: the response lacks the last item of its first list.',
    ],
    [{ freeze: 'ENG', at: 40, times: 1 }, 'Freezing a baseline of ENG, once: fails at 40 %.'],
    [
      { queue: 'outbound', messageOperation: 'LINK_ADDED', answer: 'NONE', every: 3 },
      'Messages LINK_ADDED from wiki to tracker, every 3rd: get no response.',
    ],
    [
      { outage: 102, from: '2026-01-05T09:00:00.000Z', for: '600000ms' },
      'Northwind Tracker (102) does not respond to other products from Mon 5 Jan 2026 09:00:00 for 10 min.',
    ],
    [{ outage: 103 }, 'Site (103) does not respond to other products until the fault is removed.'],
  ] as const)('%j', (fields, sentence) => {
    expect(faultSentence({ ...FAULT, ...fields }, siteName)).toBe(sentence)
  })
})

describe('the state of a fault', () => {
  const begin = Date.parse('2026-01-05T09:00:00Z')
  const outage = { ...FAULT, outage: 102, from: '2026-01-05T09:00:00.000Z', for: '600000ms' }
  test.each([
    [{ ...FAULT, enabled: false }, begin, 'off'],
    [{ ...FAULT, times: 2, struck: 1 }, begin, 'on'],
    [{ ...FAULT, times: 2, struck: 2 }, begin, 'used up'],
    [outage, begin - 1, 'scheduled'],
    [outage, begin, 'on'],
    [outage, begin + 600_000, 'over'],
  ] as const)('%j at %d: %s', (fault, now, state) => {
    expect(faultState(fault, now)).toBe(state)
  })
})
