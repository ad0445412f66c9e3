// What a report counts of exchanges, and how counts are added.

import * as z from 'zod'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadSchemas } from '../../../src/api/framework/zod.ts'
import type { IndexedOperation } from '../../../src/api/operation-index.ts'
import { ReportBuilder } from '../../../src/gateway/report/builder.ts'
import type { JournalEntry } from '../../../src/gateway/journal/entry.ts'
import { entry } from '../journal/recorded.ts'

const ID = 'standalone.application.list'
const TELEMETRY = 'standalone.telemetry.send'
const SHAPED = {
  id: ID,
  declaration: { success: { status: 200, shape: { schema: () => z.object({ a: z.number() }) } } },
} as unknown as IndexedOperation
const SHAPELESS = { id: ID, declaration: { success: { status: 204 } } } as unknown as IndexedOperation

beforeAll(loadSchemas)

const answer = (body: string | Uint8Array, status = 200) => ({ status, headers: {}, body })

const telemetry = (body: string, changes: Partial<JournalEntry> = {}) =>
  entry({
    operation: TELEMETRY,
    answer: answer('', 204),
    request: { method: 'POST', url: '/', headers: {}, body },
    ...changes,
  })

const countsOf = ({ exchanges, faulted, unmatched, defects, rateLimited }: ReportBuilder) => ({
  exchanges,
  faulted,
  unmatched,
  defects,
  rateLimited,
})

describe('an exchange', () => {
  test('with an operation', () => {
    const builder = new ReportBuilder()
    builder.add(
      entry({
        assumptions: ['A01', 'A02'],
        unknownParameters: ['a'],
        unknownFields: ['b', 'b'],
        rateLimitExceeded: true,
        stateful: true,
        defect: 'x',
        transitions: [{ machine: 'baseline', from: 'A', event: 'GO', to: 'B' }],
      }),
    )
    builder.add(entry({ assumptions: ['A01'], answer: answer('', 404) }))
    expect(countsOf(builder)).toEqual({
      exchanges: 2,
      faulted: 0,
      unmatched: 0,
      defects: 1,
      rateLimited: 1,
    })
    expect([...builder.assumptions]).toEqual([
      ['A01', 2],
      ['A02', 1],
    ])
    expect([...builder.unknown.values()]).toEqual([
      { operation: ID, kind: 'parameter', name: 'a', times: 1 },
      { operation: ID, kind: 'field', name: 'b', times: 2 },
    ])
    expect(builder.operations.get(ID)).toMatchObject({
      exercised: 2,
      statuses: new Map([
        [200, 1],
        [404, 1],
      ]),
      stateful: 1,
      faulted: 0,
      rateLimited: 1,
      sampled: 1,
    })
    expect([builder.timesTaken('baseline', 'A', 'GO', 'B'), builder.timesTaken('m', 'B', 'GO', 'A')]).toEqual(
      [1, 0],
    )
  })

  test('that a fault struck counts as faulted only', () => {
    const builder = new ReportBuilder()
    const struck = {
      fault: 1,
      assumptions: ['A01' as const],
      unknownParameters: ['a'],
      rateLimitExceeded: true,
    }
    builder.add(entry(struck))
    builder.add(entry({ ...struck, operation: undefined }))
    expect(builder).toMatchObject({ exchanges: 2, faulted: 2, unmatched: 0, rateLimited: 0 })
    expect([builder.assumptions.size, builder.unknown.size, builder.operations.size]).toEqual([0, 0, 1])
    expect(builder.operations.get(ID)).toMatchObject({ exercised: 0, faulted: 1, sampled: 0 })
  })

  test('without an operation is unmatched, unless it is a successful OPTIONS request', () => {
    const builder = new ReportBuilder()
    const request = { method: 'OPTIONS', url: '/', headers: {} }
    builder.add(entry({ operation: undefined }))
    builder.add(entry({ operation: undefined, request }))
    builder.add(entry({ operation: undefined, request, answer: answer('', 204) }))
    builder.add(entry({ operation: undefined, answer: answer('', 204) }))
    expect([builder.exchanges, builder.unmatched]).toEqual([4, 3])
  })

  test('with telemetry counts the feature by user', () => {
    const builder = new ReportBuilder()
    const tell = (changes: Partial<JournalEntry>, body = '{"feature":"x"}') =>
      builder.add(telemetry(body, changes))
    tell({})
    tell({})
    tell({ user: 'bob' })
    tell({}, `{"feature":"y","more":"${'z'.repeat(60_000)}"}`)
    tell({}, `{"feature":"y","more":"${'z'.repeat(70_000)}"}`)
    tell({ user: undefined })
    tell({ operation: ID })
    tell({ answer: answer('', 400) })
    tell({}, '{"feature":1}')
    tell({}, 'null')
    tell({}, '{')
    expect([...builder.features.values()]).toEqual([
      { user: 'alice', feature: 'x', times: 2 },
      { user: 'bob', feature: 'x', times: 1 },
      { user: 'alice', feature: 'y', times: 1 },
    ])
  })
})

describe('the validation of responses', () => {
  const counted = (operation: IndexedOperation, ...answers: ReturnType<typeof answer>[]) => {
    const builder = new ReportBuilder()
    for (const one of answers) builder.add(entry({ answer: one }))
    const { validated, invalid, sampled } = builder.evidenceOf(operation) ?? {}
    return { validated, invalid, sampled }
  }

  test.each<[string, ReturnType<typeof answer>, object]>([
    ['a body of the shape', answer('{"a":1}'), { validated: 1, invalid: 0, sampled: 1 }],
    ['a body of another shape', answer('{"a":"b"}'), { validated: 0, invalid: 1, sampled: 1 }],
    ['a body that is not JSON', answer('{'), { validated: 0, invalid: 1, sampled: 1 }],
    ['status 201', answer('{"a":1}', 201), { validated: 0, invalid: 0, sampled: 1 }],
    ['status 299', answer('{"a":1}', 299), { validated: 0, invalid: 0, sampled: 1 }],
    ['status 300', answer('{"a":1}', 300), { validated: 0, invalid: 0, sampled: 0 }],
    ['status 199', answer('{"a":1}', 199), { validated: 0, invalid: 0, sampled: 0 }],
    ['a binary body', answer(new Uint8Array([123, 125])), { validated: 0, invalid: 0, sampled: 0 }],
    ['a body of 256 KiB', answer(`{"a":1}${' '.repeat(262_137)}`), { validated: 1, invalid: 0, sampled: 1 }],
    ['a longer body', answer(`{"a":1}${' '.repeat(262_138)}`), { validated: 0, invalid: 0, sampled: 0 }],
  ])('of %s', (_name, response, counts) => expect(counted(SHAPED, response)).toEqual(counts))

  test('covers the first five responses of an operation', () => {
    expect(counted(SHAPED, ...Array.from({ length: 7 }, () => answer('{"a":1}')))).toEqual({
      validated: 5,
      invalid: 0,
      sampled: 5,
    })
  })

  test('leaves out responses to HEAD requests', () => {
    const builder = new ReportBuilder()
    builder.add(entry({ request: { method: 'HEAD', url: '/', headers: {} }, answer: answer('') }))
    expect(builder.evidenceOf(SHAPED)).toMatchObject({ exercised: 1, invalid: 0, sampled: 0 })
  })

  test('expects no body when none is declared', () => {
    expect(counted(SHAPELESS, answer('', 204), answer('x', 204), answer('', 204))).toEqual({
      validated: 2,
      invalid: 1,
      sampled: 3,
    })
  })

  test('covers at most two million characters over all operations', () => {
    const builder = new ReportBuilder()
    const long = `{"a":1}${' '.repeat(209_715 - 7)}`
    const add = (id: string, count: number) => {
      for (let index = 0; index < count; index++) builder.add(entry({ operation: id, answer: answer(long) }))
    }
    add('one', 5)
    add('two', 5)
    add(ID, 1)
    expect(builder.operations.get('two')?.sampled).toBe(5)
    expect(builder.operations.get(ID)?.sampled).toBe(0)
    builder.evidenceOf({ ...SHAPED, id: 'one' })
    add(ID, 1)
    expect(builder.operations.get(ID)?.sampled).toBe(1)
  })
})

describe('adding a builder to another', () => {
  const filled = (body: string) => {
    const builder = new ReportBuilder()
    builder.add(
      entry({
        assumptions: ['A01'],
        unknownParameters: ['a'],
        rateLimitExceeded: true,
        stateful: true,
        defect: 'x',
        answer: answer(body),
        transitions: [{ machine: 'baseline', from: 'A', event: 'GO', to: 'B' }],
      }),
    )
    builder.add(entry({ operation: undefined }))
    builder.add(entry({ fault: 1 }))
    builder.add(telemetry('{"feature":"x"}'))
    return builder
  }

  test.each(['addAll', 'takeOver'] as const)('adds all counts with %s', (method) => {
    const builder = filled('{"a":1}')
    builder[method](filled('{"a":"b"}'), new Map([[ID, SHAPED]]))
    expect(countsOf(builder)).toEqual({
      exchanges: 8,
      faulted: 2,
      unmatched: 2,
      defects: 2,
      rateLimited: 2,
    })
    expect([...builder.assumptions]).toEqual([['A01', 2]])
    expect([...builder.unknown.values()]).toEqual([{ operation: ID, kind: 'parameter', name: 'a', times: 2 }])
    expect([...builder.features.values()]).toEqual([{ user: 'alice', feature: 'x', times: 2 }])
    expect(builder.timesTaken('baseline', 'A', 'GO', 'B')).toBe(2)
    expect(builder.evidenceOf(SHAPED)).toMatchObject({
      exercised: 2,
      statuses: new Map([[200, 2]]),
      stateful: 2,
      faulted: 2,
      rateLimited: 2,
      validated: 1,
      invalid: 1,
    })
  })

  test('keeps the results of responses that were validated before', () => {
    const builder = filled('{"a":1}')
    builder.addAll(filled('{"a":1}'), new Map([[ID, SHAPED]]))
    expect(builder.operations.get(ID)).toMatchObject({ validated: 1, invalid: 0 })
    expect(builder.evidenceOf(SHAPED)).toMatchObject({ validated: 2, invalid: 0 })
  })

  test('validates waiting responses when there are too many', () => {
    const long = `{"a":1}${' '.repeat(209_715 - 7)}`
    const waiting = (ids: readonly string[]) => {
      const builder = new ReportBuilder()
      for (const id of ids)
        for (let index = 0; index < 5; index++) builder.add(entry({ operation: id, answer: answer(long) }))
      return builder
    }
    const ONE = { ...SHAPED, id: 'one' }
    const full = waiting(['one', 'two'])
    full.takeOver(waiting([ID]), new Map())
    expect(full.evidenceOf(SHAPED)).toMatchObject({ exercised: 5, validated: 0 })
    expect(full.evidenceOf(ONE)).toMatchObject({ exercised: 5, validated: 5 })
    const freed = waiting(['one', 'two'])
    freed.takeOver(waiting([ID, 'three']), new Map([['one', ONE]]))
    expect(freed.operations.get('one')).toMatchObject({ validated: 5 })
    expect(freed.evidenceOf(SHAPED)).toMatchObject({ exercised: 5, validated: 5 })
    expect(freed.evidenceOf({ ...SHAPED, id: 'three' })).toMatchObject({ exercised: 5, validated: 0 })
    const half = waiting(['one'])
    half.takeOver(waiting(['two']), new Map([['one', ONE]]))
    expect(half.operations.get('one')).toMatchObject({ validated: 0 })
    half.add(entry({ answer: answer(long) }))
    expect(half.operations.get(ID)?.sampled).toBe(0)
  })

  test('keeps a thousand unknown names and features', () => {
    const builder = new ReportBuilder()
    const names = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${prefix}${index}`)
    builder.add(entry({ unknownParameters: names('x', 999) }))
    const other = new ReportBuilder()
    other.add(entry({ unknownParameters: ['x0', 'y0', 'y1'] }))
    builder.addAll(other, new Map())
    builder.add(entry({ unknownParameters: ['z', 'x1'] }))
    const kept = [...builder.unknown.values()]
    expect(kept).toHaveLength(1000)
    expect(kept.filter(({ times }) => times === 2).map(({ name }) => name)).toEqual(['x0', 'x1'])
    expect(kept.at(-1)?.name).toBe('y0')
    for (const feature of [...names('f', 1001), 'f0', 'f1000'])
      builder.add(telemetry(JSON.stringify({ feature })))
    const features = [...builder.features.values()]
    expect([features.length, features[0]?.times, features.at(-1)?.feature]).toEqual([1000, 2, 'f999'])
  })
})
