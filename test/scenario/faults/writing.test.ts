// Writing faults: what is refused, with the mend; the control API; and scenario files, by line and column.

import { beforeEach, describe, expect, test } from 'vitest'
import type { FaultInput } from '../../../src/index.ts'
import { problemsOf, problemsOfText, resolveObject, resolveText, worldOfText } from '../support.ts'
import { describeFault } from '../../../src/scenario/faults/write.ts'
import { type FaultRule, faults } from '../../../src/model/records/world/faults.ts'
import { addFault } from '../../../src/model/faults/writing.ts'
import { createSmallWorld } from '../../model/world-fixture.ts'
import { type Faulty, READ, startFaulty } from './faulty.ts'

let faulty: Faulty
beforeEach(async () => {
  faulty = await startFaulty()
})

const refused: readonly (readonly [string, unknown, string])[] = [
  [
    'an operation',
    { operation: 'wiki.requirement.serch', status: 503 },
    "no operation 'wiki.requirement.serch'; did you mean 'wiki.requirement.search'?",
  ],
  ['operations', { operation: 'wiki.baselin.*', status: 503 }, "did you mean 'wiki.baseline.*'?"],
  ['a star in the middle', { operation: 'wiki.*.read', status: 503 }, "'*' stands at the end"],
  ['an interface', { interface: 'wikki', status: 503 }, 'interface: '],
  ['a region', { region: 'asia', status: 503 }, 'region: '],
  ['a method', { method: 'get', status: 503 }, 'method: '],
  ['a user', { user: 'alise', status: 503 }, "did you mean 'alice'?"],
  ['a path', { path: 'applications', status: 503 }, "path: must begin with '/'"],
  ['a site', { outage: 'trakcer' }, "no wiki or tracker 'trakcer'; did you mean 'tracker'?"],
  ['a site of no interface', { outage: 103 }, "no wiki or tracker '103'"],
  ['a space', { freeze: 'ENGG' }, "did you mean 'ENG'?"],
  ['a space of another site', { freeze: 'tracker/ENG' }, "no space 'tracker/ENG'"],
  ['an integration', { queue: 'outbound', service: 'svc-0002-demo' }, "did you mean 'svc-0001-demo'?"],
  [
    'a message',
    { queue: 'inbound', messageOperation: 'LINK_ADDED' },
    "no message of this queue has the operation 'LINK_ADDED'",
  ],
  ['nothing to do', { operation: 'wiki.*' }, 'does nothing: give at least one of status'],
  ['a field', { staus: 503 }, "a fault has no field 'staus': did you mean 'status'?"],
  ['a status', { status: 199 }, "not '199'"],
  ['a status that is no number', { status: '503' }, "not '503'"],
  ['a drop with an answer', { drop: true, status: 503 }, "'status' needs a response, and 'drop' leaves none"],
  ['drop: false', { drop: false }, 'drop: '],
  ['a body of an answer that has none', { status: 204, body: {} }, "a response of status '204' has no body"],
  ['a message that nobody would read', { latency: '1s', message: 'x' }, "'message' is that of an error"],
  ['performed alone', { latency: '1s', performed: true }, "'performed' goes with 'status' or 'drop'"],
  [
    'a duration',
    { latency: 'soon' },
    "latency: must be a duration such as '10s', '3m' or 'PT3M', of at most 10 minutes, not 'soon'",
  ],
  ['a wait of hours', { slow: '2h' }, "not '2h'"],
  ['a percentage', { truncate: '100%' }, 'a percentage below 100'],
  ['bytes', { truncate: -1 }, "must be a number of bytes, or a percentage below 100 such as 50%, not '-1'"],
  ['a page without items', { pageSize: 0 }, "pageSize: must be at least 1, not '0'"],
  [
    'a page that a status replaces',
    { pageSize: 1, status: 503 },
    "'pageSize' needs the page of the operation, and 'status' replaces it",
  ],
  [
    'a page of an operation that returns none',
    { operation: 'wiki.requirement.read', pageSize: 1 },
    "'wiki.requirement.read' returns no pages: name a list, such as 'standalone.application.list'",
  ],
  ['a likelihood', { probability: 0, status: 503 }, 'probability: '],
  ['every match of none', { every: 0, status: 503 }, 'every: '],
  [
    'a header with a line break',
    { headers: { 'X-A': 'a\r\nSet-Cookie: b' } },
    'must be ASCII without line breaks',
  ],
  [
    'a header that frames the answer',
    { headers: { 'Content-Length': '5' } },
    "'Content-Length' is written by what sends the answer",
  ],
  ['a header of the simulator', { headers: { 'X-Sim-Fault': '5' } }, "one of the simulator's own"],
  ['a header of every answer', { headers: { 'x-request-ID': '5' } }, "one of the simulator's own"],
  ['a header twice', { headers: { 'X-A': '1', 'x-a': '2' } }, "'x-a' is given twice"],
  ['a header with a bad name', { headers: { 'a b': '1' } }, 'must be the name of a header'],
  ['fields of another kind', { freeze: 'ENG', status: 503 }, "'status' does not go with 'freeze'"],
  ['a field without its kind', { status: 503, at: 5 }, "'at' goes with 'freeze'"],
  ['two kinds', { freeze: 'ENG', queue: '*' }, "'queue' does not go with 'freeze'"],
  ['an outage with moments', { outage: 'wiki', times: 2 }, "'times' does not go with 'outage'"],
  ['an outage that begins at no time', { outage: 'wiki', from: 'noon' }, "not 'noon'"],
  ['an outage of no time', { outage: 'wiki', for: '0s' }, "PT3M', of at least 1ms, not '0s'"],
  [
    'an outage beyond the calendar',
    { outage: 'wiki', for: '999999999999999d' },
    "for: '999999999999999d' ends beyond the year 9999",
  ],
  [
    'an outage from beyond it',
    { outage: 'wiki', from: '999999999999999d' },
    "from: '999999999999999d' is beyond the year 9999",
  ],
  ['a delay without a unit', { latency: 30 }, "latency: must be a duration such as '10s', '3m' or 'PT3M'"],
  ['a number that is taken', { id: 0, status: 503 }, 'id: '],
  ['nothing', null, 'the fault: '],
  ['a list', [], 'the fault: '],
  ['a long name', { user: 'x'.repeat(200), status: 503 }, `'${'x'.repeat(100)}…'`],
]

describe('refused, with the mend, and nothing is written', () => {
  test.each(refused)('%s', (_name, fault, message) => {
    expect(() => faulty.simulator.faults.add(fault as FaultInput)).toThrow(message)
    expect(faulty.simulator.faults.list()).toEqual([])
  })

  test('a delay without a unit, by the control API in the same words', async () => {
    const { body } = await faulty.control('POST', '/faults', { latency: 30 })
    expect((body as { message: string }).message).toBe(
      "'latency': must be a duration such as '10s', '3m' or 'PT3M', of at most 10 minutes, not '30'",
    )
  })

  test.each(refused.filter(([, fault]) => fault !== null))('%s, by the control API', async (_name, fault) => {
    const { status, body } = await faulty.control('POST', '/faults', fault)
    expect(status).toBe(400)
    expect((body as { message: string }).message).not.toBe('')
    expect((await faulty.control('GET', '/faults')).body).toEqual({ items: [], total: 0 })
  })

  test('a body that is no JSON', () => {
    const circle: { inner?: unknown } = {}
    circle.inner = circle
    for (const body of [circle, 1n, () => {}])
      expect(() => faulty.simulator.faults.add({ body })).toThrow(
        'body: must be text, or what can be written as JSON',
      )
    expect(() => faulty.simulator.faults.add({ body: 'x'.repeat(100_001) })).toThrow('at most 100000')
  })

  test('more than 1,000, and an id twice', () => {
    for (let count = 0; count < 1000; count++)
      faulty.simulator.faults.add({ status: 503, path: '/applications/{id}' })
    expect(() => faulty.simulator.faults.add({ status: 503 })).toThrow(
      'there are 1000 faults, the maximum: remove one first',
    )
    faulty.simulator.faults.remove(7)
    expect(() => faulty.simulator.faults.add({ id: 8, status: 503 })).toThrow("fault '8' exists already")
    expect(faulty.simulator.faults.add({ id: 7, status: 503 }).id).toBe(7)
  })

  test('no prototype is reached by a name', async () => {
    const text = '{"__proto__":{"status":503},"constructor":1}'
    const { status } = await faulty.simulator.exchange({
      method: 'POST',
      url: '/_sim/faults',
      headers: { 'content-type': 'application/json', 'x-sim-control': '1' },
      body: text,
    })
    expect(status).toBe(400)
    expect(({} as { status?: number }).status).toBeUndefined()
    const headers = JSON.parse('{"__proto__":"x"}') as Record<string, string>
    expect(() => faulty.simulator.faults.add({ status: 503, headers })).toThrow(
      "'__proto__' must be the name of a header",
    )
    expect(({} as { x?: string }).x).toBeUndefined()
  })
})

describe('a fault is listed as it was written', () => {
  test.each<FaultInput>([
    { operation: 'wiki.requirement.search', after: 3, times: 2, status: 503, latency: '2000ms' },
    {
      path: '/rest/*',
      method: 'GET',
      user: 'bob',
      region: 'eu',
      interface: 'wiki',
      drop: true,
      performed: true,
    },
    {
      body: { a: [null, 1, 'x'] },
      headers: { 'X-A': 'b' },
      truncate: '12.5%',
      malform: true,
      slow: '5ms',
      pageSize: 3,
    },
    { body: 'text', truncate: 0, every: 2, probability: 0.25 },
    { mutate: 'lost-write', operation: 'wiki.requirement.write', times: 1 },
    { freeze: '101/ENG', at: 12.5, message: 'no' },
    { freeze: '*', times: 1 },
    { queue: '*', answer: 'NONE', service: 'svc-0001-demo' },
    { queue: 'inbound', answer: 'FAILED', messageOperation: 'ADD_LINK', after: 1 },
    { outage: 101, from: '2026-01-05T10:00:00.000Z', for: '60000ms' },
  ])('%o', (fault) => {
    const written = faulty.simulator.faults.add(fault)
    expect(written).toEqual({ ...fault, id: 1, enabled: true, matched: 0, struck: 0 })
    const { id: _id, matched: _matched, struck: _struck, ...again } = written
    expect(faulty.simulator.faults.add(again)).toEqual({ ...written, id: 2 })
  })

  test('and cannot be changed from outside', () => {
    const body = { list: [1] }
    faulty.simulator.faults.add({ body })
    body.list.push(2)
    expect(faulty.simulator.faults.list()[0]?.body).toEqual({ list: [1] })
    const [shown] = faulty.simulator.faults.list()
    ;(shown?.body as typeof body | undefined)?.list.push(3)
    expect(faulty.simulator.faults.list()[0]?.body).toEqual({ list: [1] })
  })
})

describe('the control API', () => {
  test('adds, lists, switches and removes', async () => {
    const added = await faulty.control('POST', '/faults', { operation: 'wiki.requirement.read', status: 503 })
    expect(added).toMatchObject({
      status: 201,
      body: { id: 1, enabled: true, matched: 0, struck: 0, status: 503 },
    })
    await faulty.get(READ)
    expect(await faulty.control('GET', '/faults')).toMatchObject({
      status: 200,
      body: { items: [{ id: 1, matched: 1, struck: 1 }], total: 1 },
    })
    expect(await faulty.control('PATCH', '/faults/1', { enabled: false })).toMatchObject({
      status: 200,
      body: { id: 1, enabled: false },
    })
    expect((await faulty.get(READ)).status).toBe(200)
    expect((await faulty.control('GET', '/faults/1')).body).toMatchObject({ id: 1, matched: 1 })
    expect((await faulty.control('DELETE', '/faults/1')).status).toBe(204)
    expect((await faulty.control('DELETE', '/faults/1')).status).toBe(404)
    await faulty.control('POST', '/faults', { drop: true })
    expect((await faulty.control('DELETE', '/faults')).status).toBe(204)
    expect(faulty.simulator.faults.list()).toEqual([])
  })

  test('refuses unknown ids and invalid bodies', async () => {
    for (const [method, path, body, status] of [
      ['PATCH', '/faults/9', { enabled: true }, 404],
      ['PATCH', '/faults/9', { enabled: 1 }, 400],
      ['PATCH', '/faults/x', { enabled: true }, 404],
      ['GET', '/faults/9', undefined, 404],
      ['GET', '/faults?limit=-1', undefined, 400],
      ['POST', '/faults', undefined, 400],
    ] as const)
      expect([method, path, (await faulty.control(method, path, body)).status]).toEqual([
        method,
        path,
        status,
      ])
    await faulty.control('POST', '/faults', { id: 4, drop: true })
    expect((await faulty.control('POST', '/faults', { id: 4, drop: true })).status).toBe(409)
  })
})

describe('the library', () => {
  test.each(['remove', 'enable'] as const)('%s throws for a number that no fault has', (action) => {
    expect(() => faulty.simulator.faults[action](5, true)).toThrow("no fault '5'")
  })

  test('a new fault gets an id that no other has', () => {
    const world = createSmallWorld()
    const rule: FaultRule = {
      enabled: true,
      target: { kind: 'exchange' },
      moment: { after: 0, every: 1 },
      effect: {},
    }
    world.system.table(faults).insert({ ...rule, id: 1, matched: 0, struck: 0 })
    expect(addFault(world, rule).id).toBe(2)
  })
})

describe('scenarios', () => {
  const listed = async (text: string, files?: Record<string, string>) =>
    Array.from((await worldOfText(text, files)).system.table(faults).scan(), describeFault)

  test('give faults, which the handles of sites may name', async () => {
    const text = `
extends: [demo]
faults:
  - { operation: wiki.requirement.search, after: 3, times: 2, status: 503, latency: 2s }
  - { outage: tracker, from: 10m, for: 5m }
  - { freeze: wiki/ENG }
`
    expect(await listed(text)).toMatchObject([
      { id: 1, operation: 'wiki.requirement.search', after: 3, times: 2, status: 503, latency: '2000ms' },
      { id: 2, outage: 102, from: '2026-01-05T09:10:00.000Z', for: '300000ms' },
      { id: 3, freeze: '101/ENG' },
    ])
  })

  test('say everything that is wrong at once, by line and column', async () => {
    const text = `extends: [demo]
faults:
  - { operation: wiki.requirement.serch, status: 503 }
  - { outage: trakcer }
  - { freeze: ENGG, at: 5, status: 500 }
  - { id: 4, drop: true }
  - { id: 4, drop: true }
  - { id: 5, remove: true }
  - { user: nobody-at-all, latency: soon }
`
    expect(await problemsOfText(text)).toEqual([
      "test.yaml:3:7 faults[0].operation: no operation 'wiki.requirement.serch'; did you mean 'wiki.requirement.search'?",
      "test.yaml:4:7 faults[1].outage: no wiki or tracker 'trakcer'; did you mean 'tracker'?",
      "test.yaml:5:28 faults[2].status: 'status' does not go with 'freeze': leave one of them out",
      "test.yaml:5:7 faults[2].freeze: no space 'ENGG': give KEY, SITE/KEY or *; did you mean 'ENG'?",
      "test.yaml:7:7 faults[4].id: the id '4' appears twice",
      'test.yaml:8:5 faults[5]: no fault has this id: give the id of the fault to remove',
      "test.yaml:9:7 faults[6].user: no user 'nobody-at-all'",
      "test.yaml:9:28 faults[6].latency: must be a duration such as '10s', '3m' or 'PT3M', of at most 10 minutes, not 'soon'",
    ])
  })

  test('say what is wrong with the shape of a fault', async () => {
    const text = 'faults:\n  - { staus: 503 }\n  - { status: 42 }\n'
    expect(await problemsOfText(text)).toEqual([
      "test.yaml:2:7 faults[0].staus: no field 'staus'; did you mean 'status'?",
      "test.yaml:3:7 faults[1].status: must be at least 200, not '42'",
    ])
  })

  test('that extend others change their faults by id, and take them out', async () => {
    const files = {
      'base.yaml':
        'extends: [demo]\nfaults: [{ id: 5, status: 503, times: 1 }, { id: 6, drop: true }, { status: 500 }]\n',
    }
    const text = `
extends: [base.yaml]
faults:
  - { id: 5, times: 9 }
  - { id: 6, remove: true }
  - { malform: true }
`
    expect(await listed(text, files)).toMatchObject([
      { id: 5, status: 503, times: 9 },
      { id: 6, status: 500 },
      { id: 7, malform: true },
    ])
    const wrong = 'extends: [base.yaml]\nfaults: [{ id: 5, drop: true }]\n'
    expect(await problemsOfText(wrong, files)).toEqual([
      "test.yaml:2:10 faults[0].status: 'status' needs a response, and 'drop' leaves none",
    ])
  })

  test('may be given as they were resolved', async () => {
    const resolved = await resolveText(
      'extends: [demo]\nfaults: [{ outage: tracker }, { status: 503, times: 1 }]\n',
    )
    expect(await resolveObject(resolved)).toEqual(resolved)
  })

  test('hold at most 1,000', async () => {
    const many = { extends: ['demo'], faults: Array.from({ length: 1000 }, () => ({ drop: true })) }
    expect(await problemsOf(() => resolveObject(many))).toEqual([])
    const more = { ...many, faults: [...many.faults, { drop: true }] }
    expect((await problemsOf(() => resolveObject(more)))[0]).toContain('at most 1000')
  })
})
