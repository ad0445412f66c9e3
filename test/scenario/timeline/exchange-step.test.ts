// A recorded request becomes a step of a scenario file, which loads and calls the same.

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSimulator } from '../../../src/index.ts'
import { exchangeStep, stepText } from '../../../src/scenario/timeline/exchange-step.ts'
import { yamlText } from '../../../src/scenario/yaml/blocks.ts'
import type { CallStepInput } from '../../../src/scenario/input.ts'

const WIKI = '/wiki/rest/reqs/1'
const alice = { authorization: `Basic ${btoa('alice:alice')}` }

interface Call {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request and returns the step of its exchange, or why there is none. */
async function recorded(call: Call) {
  const simulator = await createSimulator({ scenario: 'demo' })
  await simulator.exchange({ body: undefined, ...call, headers: { ...alice, ...call.headers } })
  const entry = simulator.journal.entries().at(-1)
  if (entry === undefined) throw new Error('nothing was recorded')
  return { entry, step: exchangeStep(entry) }
}

/** Runs the step from the text of a scenario file, and returns the exchange that it made. */
async function rerun(step: CallStepInput | string) {
  if (typeof step === 'string') throw new Error(step)
  const timeline = parse(stepText(step)) as CallStepInput[]
  expect(timeline).toEqual([step])
  const simulator = await createSimulator({ scenario: { name: 'again', extends: ['demo'], timeline } })
  const { ok, steps } = await simulator.run()
  expect({ ok, steps }).toMatchObject({ ok: true })
  return simulator.journal.entries().at(-1)
}

describe('the step of a request', () => {
  test.each<[string, Call]>([
    ['a search', { method: 'GET', url: `${WIKI}/requirement2/ENG?q=key%20~%20'REQ-%25'&limit=2` }],
    ['an absolute address', { method: 'GET', url: 'http://wiki.sim/rest/reqs/1/baseline/ENG/2' }],
    ['a world of its own', { method: 'GET', url: `/_world/other${WIKI}/baseline/ENG` }],
    ['a refusal', { method: 'GET', url: `${WIKI}/requirement2/ENG/REQ-999` }],
    ['a method that is not allowed', { method: 'PATCH', url: `${WIKI}/baseline/ENG` }],
    [
      'a write with all that is special in YAML and in steps',
      {
        method: 'POST',
        url: `${WIKI}/baseline/ENG`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          baseline: { name: 'a: ${b} $${c} # "d" \\ \u2028\u0085\t- {e', description: 'yes' },
        }),
      },
    ],
    [
      'a body that is no JSON',
      {
        method: 'POST',
        url: `${WIKI}/baseline/ENG`,
        headers: { 'content-type': 'application/json' },
        body: '{"name":',
      },
    ],
    [
      'a body that is a text of JSON',
      {
        method: 'POST',
        url: `${WIKI}/baseline/ENG`,
        headers: { 'content-type': 'application/json' },
        body: '"7"',
      },
    ],
    ...['12345678901234567890', '0.10000000000000000001', '1e400'].map((number): [string, Call] => [
      `a body with the number ${number}`,
      {
        method: 'POST',
        url: `${WIKI}/baseline/ENG`,
        headers: { 'content-type': 'application/json' },
        body: `{"baseline":{"name":"\\"5","pageId":${number}}}`,
      },
    ]),
    [
      'a body as deep as a parser allows',
      {
        method: 'POST',
        url: `${WIKI}/baseline/ENG`,
        headers: { 'content-type': 'application/json' },
        body: '['.repeat(20_000) + ']'.repeat(20_000),
      },
    ],
  ])('calls the same: %s', async (_title, call) => {
    const { entry, step } = await recorded(call)
    const again = await rerun(step)
    expect(again?.operation).toBe(entry.operation)
    expect(again?.user).toBe('alice')
    expect(again?.answer.status).toBe(entry.answer.status)
    expect(again?.answer.body).toBe(entry.answer.body)
    expect(again?.request.body).toBe(entry.request.body)
  })

  test('has the fields of a body whose numbers keep their digits', async () => {
    const body =
      '{"baseline":{"name":"12345678901234567890","pageId":-1.50e2,"x":[0,1000000000000000000000,5e-324]}}'
    const { step } = await recorded({
      method: 'POST',
      url: `${WIKI}/baseline/ENG`,
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(step).toMatchObject({ body: JSON.parse(body) as object })
  })

  test('is short, and keeps the headers that matter', async () => {
    const { step } = await recorded({
      method: 'GET',
      url: `${WIKI}/baseline/ENG?limit=1`,
      headers: { accept: '*/*', 'user-agent': 'x', 'if-none-match': 'W/"1"' },
    })
    expect(typeof step === 'string' ? step : stepText(step).split('\n')).toEqual([
      '- call: GET /wiki/rest/reqs/1/baseline/ENG?limit=1',
      '  as: alice',
      '  headers:',
      String.raw`    if-none-match: "W/\"1\""`,
      '  expect:',
      '    status: 200',
    ])
  })

  test.each<[Call, RegExp]>([
    [{ method: 'GET', url: `${WIKI}/nothing` }, /matched none/],
    [{ method: 'GET', url: '/nowhere' }, /matched none/],
    [{ method: 'OPTIONS', url: `${WIKI}/baseline/ENG` }, /not with 'OPTIONS'/],
    [{ method: 'GET', url: `${WIKI}/baseline/ENG?token=very-secret` }, /held a credential/],
    [{ method: 'POST', url: `${WIKI}/baseline/ENG`, body: 'PK\uFFFD' }, /bytes that are not text/],
  ])('there is none of %j', async (call, reason) => {
    expect((await recorded(call)).step).toMatch(reason)
  })
})

test('YAML reads the same data', () => {
  const data = {
    yes: [
      'no',
      'null',
      '~',
      '1',
      '',
      ' a',
      'a ',
      '- a',
      'a: b',
      '#',
      'a #b',
      '0x1f',
      '.5',
      'on',
      '2026-01-05',
    ],
    '1': [1, -0.5, 1e21, true, null, {}, [], [[]], [[1, [2]], { a: [{ b: 'c' }] }]],
    'a b': { 'c: d': { '- ': 'x\r\ny' }, '\u0000\u007f\u0085\uFEFF😀': 'ü' },
  }
  expect(parse(yamlText(data))).toEqual(data)
})
