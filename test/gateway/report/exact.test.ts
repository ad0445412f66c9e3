// What a report counts of single exchanges, what its tables hold, and what is a problem.

import * as z from 'zod'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Degree } from '../../../src/api/ledger/entry.ts'
import { loadSchemas } from '../../../src/api/framework/zod.ts'
import type { IndexedOperation } from '../../../src/api/operation-index.ts'
import { ReportBuilder } from '../../../src/gateway/report/builder.ts'
import { differenceText, reportSummary, reportTables } from '../../../src/gateway/report/tables.ts'
import { checkReport, type Report, reportHtml, reportMarkdown } from '../../../src/index.ts'
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

describe('one exchange', () => {
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

  test('that a fault struck counts nowhere else', () => {
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

  test('with telemetry counts its feature by user', () => {
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

describe('responses held against their schema', () => {
  const counted = (operation: IndexedOperation, ...answers: ReturnType<typeof answer>[]) => {
    const builder = new ReportBuilder()
    for (const one of answers) builder.add(entry({ answer: one }))
    const { validated, invalid, sampled } = builder.evidenceOf(operation) ?? {}
    return { validated, invalid, sampled }
  }

  test.each<[string, ReturnType<typeof answer>, object]>([
    ['of the shape', answer('{"a":1}'), { validated: 1, invalid: 0, sampled: 1 }],
    ['of another', answer('{"a":"b"}'), { validated: 0, invalid: 1, sampled: 1 }],
    ['no JSON', answer('{'), { validated: 0, invalid: 1, sampled: 1 }],
    ['of another success', answer('{"a":1}', 201), { validated: 0, invalid: 0, sampled: 1 }],
    ['of the last success', answer('{"a":1}', 299), { validated: 0, invalid: 0, sampled: 1 }],
    ['a redirection', answer('{"a":1}', 300), { validated: 0, invalid: 0, sampled: 0 }],
    ['information', answer('{"a":1}', 199), { validated: 0, invalid: 0, sampled: 0 }],
    ['bytes', answer(new Uint8Array([123, 125])), { validated: 0, invalid: 0, sampled: 0 }],
    ['of 256 KiB', answer(`{"a":1}${' '.repeat(262_137)}`), { validated: 1, invalid: 0, sampled: 1 }],
    ['of more', answer(`{"a":1}${' '.repeat(262_138)}`), { validated: 0, invalid: 0, sampled: 0 }],
  ])('%s', (_name, given, told) => expect(counted(SHAPED, given)).toEqual(told))

  test('only the first five of an operation', () => {
    expect(counted(SHAPED, ...Array.from({ length: 7 }, () => answer('{"a":1}')))).toEqual({
      validated: 5,
      invalid: 0,
      sampled: 5,
    })
  })

  test('not the response to a HEAD request', () => {
    const builder = new ReportBuilder()
    builder.add(entry({ request: { method: 'HEAD', url: '/', headers: {} }, answer: answer('') }))
    expect(builder.evidenceOf(SHAPED)).toMatchObject({ exercised: 1, invalid: 0, sampled: 0 })
  })

  test('no body where none is declared', () => {
    expect(counted(SHAPELESS, answer('', 204), answer('x', 204), answer('', 204))).toEqual({
      validated: 2,
      invalid: 1,
      sampled: 3,
    })
  })

  test('of all operations, up to two million characters', () => {
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

describe('adding one builder to another', () => {
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

  test.each(['addAll', 'takeOver'] as const)('by %s', (way) => {
    const builder = filled('{"a":1}')
    builder[way](filled('{"a":"b"}'), new Map([[ID, SHAPED]]))
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

  test('answers that were held against their shape before', () => {
    const builder = filled('{"a":1}')
    builder.addAll(filled('{"a":1}'), new Map([[ID, SHAPED]]))
    expect(builder.operations.get(ID)).toMatchObject({ validated: 1, invalid: 0 })
    expect(builder.evidenceOf(SHAPED)).toMatchObject({ validated: 2, invalid: 0 })
  })

  test('answers that wait are held against their shape where they became too many', () => {
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

  test('a thousand unknown names and features are kept', () => {
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

const used = {
  operation: ID,
  interface: 'standalone',
  stability: 'stable',
  provenance: 'documented',
  exercised: 3,
  statuses: { 200: 2, 404: 1 },
  validated: 2,
  invalid: 0,
  stateful: 1,
  faulted: 0,
  rateLimited: 1,
  gaps: [401, 403],
} as const
const assumed = { provenance: 'assumed', times: 4, inForce: 'x', otherwise: [] } as const
const difference = { operation: ID, place: 'query limit', kind: 'maximum', ours: 200, theirs: null } as const
const lacking = {
  operation: 'wiki.x.y',
  place: 'operation',
  kind: 'extra',
  ours: 'wiki.x.y',
  theirs: null,
} as const
const FULL: Report = {
  exchanges: 9,
  faulted: 2,
  unmatched: 3,
  defects: 4,
  rateLimited: 5,
  operations: [
    used,
    { ...used, operation: 'b.struck', exercised: 0, faulted: 2, statuses: {}, gaps: [200] },
    { ...used, operation: 'c.unused', exercised: 0 },
    { ...used, operation: 'c.unused.too', exercised: 0 },
    { ...used, operation: 'd.wrong', exercised: 1, invalid: 1 },
  ],
  stabilities: [
    { class: 'public', operations: 0, exercised: 0, exchanges: 0 },
    { class: 'stable', operations: 4, exercised: 2, exchanges: 4 },
  ],
  provenances: [{ class: 'documented', operations: 4, exercised: 2, exchanges: 4 }],
  unknown: [{ operation: ID, kind: 'field', name: 'colour', times: 6 }],
  assumptions: [
    { ...assumed, id: 'A01', title: 'One', general: true, behaviour: 'does' },
    {
      ...assumed,
      id: 'A02',
      title: 'Two',
      general: false,
      behaviour: 'is',
      otherwise: [
        { value: 'a', behaviour: 'Is not.' },
        { value: 'b', behaviour: 'May be.' },
      ],
    },
    { ...assumed, id: 'A02', title: 'Two', general: false, behaviour: 'was' },
    { ...assumed, id: 'A03', title: 'Three', general: false, behaviour: 'has' },
  ],
  features: [{ user: 'alice', feature: 'x', times: 2 }],
  machines: [
    {
      machine: 'door',
      states: [
        { state: 'OPEN', visited: true },
        { state: 'SHUT', visited: true },
        { state: 'LOCKED', visited: false },
        { state: 'GONE', visited: false },
      ],
      transitions: [
        { from: 'OPEN', event: 'SHUT', to: 'SHUT', times: 2 },
        { from: 'SHUT', event: 'OPEN', to: 'OPEN', times: 1 },
        { from: 'SHUT', event: 'LOCK', to: 'LOCKED', times: 0 },
      ],
    },
  ],
  generated: [
    { operation: 'own.a', times: 2, statuses: { 200: 2 } },
    { operation: 'own.b', times: 3, statuses: { 200: 1, 404: 2 } },
  ],
  descriptions: [
    {
      surface: 'standalone',
      file: 'a.yaml',
      title: 'A',
      version: '1',
      compared: 1,
      generated: [],
      differences: [difference, lacking],
      lacking: 1,
      untold: 7,
      passedOver: [],
    },
    {
      surface: 'wiki',
      file: 'b.yaml',
      title: 'B',
      version: '1',
      compared: 1,
      generated: [],
      differences: [{ ...difference, ours: ['a', 'b'], theirs: true }],
      lacking: 0,
      untold: 0,
      passedOver: [],
    },
  ],
}
const { features: _features, generated: _generated, descriptions: _descriptions, ...PLAIN } = FULL
const EMPTY: Report = {
  ...PLAIN,
  operations: [],
  stabilities: [],
  provenances: [],
  unknown: [],
  assumptions: [],
  machines: [],
}

describe('the tables', () => {
  test('begin with a summary', () => {
    const plain = [
      ['Exchanges', '9'],
      ['Operations exercised', '2 of 5'],
      ['Assumptions relied on', '2, plus 1 general'],
      ['Unknown parameters and fields', '1'],
      ['Requests that match no operation', '3'],
      ['Over the rate limit', '5'],
      ['Affected by a fault', '2'],
      ['Defects of the simulator', '4'],
    ]
    expect(reportSummary(PLAIN)).toEqual(plain)
    expect(reportSummary(FULL)).toEqual([
      ...plain,
      ['Answered from a schema', '5'],
      ['Differences from your own OpenAPI', '9, and 1 operation that it lacks'],
    ])
    expect(reportSummary({ ...PLAIN, descriptions: [] }).slice(-2)).toEqual([
      ['Answered from a schema', '0'],
      ['Differences from your own OpenAPI', '0, and 0 operations that it lacks'],
    ])
  })

  test('hold all that the report does', () => {
    expect(Object.fromEntries(reportTables(FULL).map(({ title, rows }) => [title, rows]))).toEqual({
      'Assumptions relied on': [
        ['A02', 'Two: is', 'assumed', '4', 'a: Is not. b: May be.'],
        ['A02', 'Two: was', 'assumed', '4', ''],
        ['A03', 'Three: has', 'assumed', '4', ''],
        ['A01', 'One: does', 'assumed, general', '4', ''],
      ],
      'Unknown parameters and fields': [[ID, 'field', 'colour', '6']],
      'Use by stability': [['stable', '2', '4', '4']],
      'Use by provenance': [['documented', '2', '4', '4']],
      Operations: [
        [ID, 'stable, documented', '3', '2', '1', '0', '200 × 2, 404 × 1', '401, 403'],
        ['b.struck', 'stable, documented', '0', '2', '1', '2', '', ''],
        ['d.wrong', 'stable, documented', '1', '2, 1 invalid', '1', '0', '200 × 2, 404 × 1', '401, 403'],
      ],
      'State machines': [
        ['door', '2 of 4', 'LOCKED, GONE', '2 of 3', 'OPEN SHUT SHUT × 2, SHUT OPEN OPEN × 1'],
      ],
      'Features reported by clients': [['alice', 'x', '2']],
      'Answered from a schema': [
        ['own.a', '2', '200 × 2'],
        ['own.b', '3', '200 × 1, 404 × 2'],
      ],
      'Differences from your own OpenAPI': [
        [ID, 'query limit', 'maximum', '200', '–'],
        [ID, 'query limit', 'maximum', 'a, b', 'true'],
      ],
    })
    for (const { title, columns, rows } of reportTables(FULL))
      for (const row of rows) expect([title, row.length]).toEqual([title, columns.length])
  })

  test('give the degree of certainty of each choice, and its evidence', () => {
    const evidence = [
      { fact: 'It does.', degree: 'stated', shownBy: 'a client says so' },
      { fact: 'It is.', degree: 'likely', shownBy: 'a client reads it' },
      { fact: 'It was.', degree: 'likely', shownBy: 'a client reads it' },
    ] as const
    const otherwise = [{ value: 'a', behaviour: 'Is not.', degree: 'weak' }] as const
    const observed = { ...assumed, provenance: 'observed', general: true, degree: 'likely' } as const
    const entries = [{ ...observed, id: 'A02', title: 'Two', behaviour: 'is', evidence, otherwise }] as const
    expect(reportTables({ ...PLAIN, assumptions: entries })[0]?.rows).toEqual([
      [
        'A02',
        'Two: is',
        'observed, likely, general; a client says so; a client reads it',
        '4',
        'a (weak): Is not.',
      ],
    ])
  })

  test('about a description are shown only when one was given', () => {
    expect(reportTables(PLAIN)).toHaveLength(6)
    expect(reportTables({ ...PLAIN, features: [] })).toHaveLength(7)
    const brought = reportTables({ ...PLAIN, descriptions: [] })
    expect(brought.slice(6).map(({ title, rows }) => [title, rows])).toEqual([
      ['Answered from a schema', []],
      ['Differences from your own OpenAPI', []],
    ])
  })

  test('show five hundred differences, and say how many there are', () => {
    const shown = (count: number, lacks = 0) => {
      const differences = Array.from({ length: count }, () => difference)
      const [first] = FULL.descriptions ?? []
      if (first === undefined) throw new Error('no description')
      const table = reportTables({
        ...PLAIN,
        descriptions: [
          {
            ...first,
            differences: [...differences, ...Array.from({ length: lacks }, () => lacking)],
            lacking: lacks,
          },
        ],
      }).at(-1)
      return [table?.rows.length, table?.explanation.split('may be right.')[1]]
    }
    expect(shown(500)).toEqual([500, ''])
    expect(shown(501)).toEqual([500, ' The first 500 of 501.'])
    expect(shown(1, 2)).toEqual([1, ' It also lacks 2 operations of the simulator.'])
  })

  test('show both sides of a difference', () => {
    const texts = [null, 0, false, 'x', [], ['a', 'b']].map(differenceText)
    expect(texts).toEqual(['–', '0', 'false', 'x', '', 'a, b'])
  })

  test('are the same as a page and as Markdown, rows or none', () => {
    for (const { title, explanation, columns } of reportTables(FULL)) {
      const page = reportHtml(FULL)
      expect(page).toContain(`<section><h2>${title}</h2><p>${explanation.replaceAll("'", '&#39;')}</p><div`)
      for (const column of columns) expect(page).toContain(`<th scope="col">${column}</th>`)
    }
    const page = reportHtml(EMPTY)
    expect(page.match(/<p>None\.<\/p>|<p>Nothing\.<\/p>/g)).toHaveLength(6)
    expect(page).not.toContain('class="wide"')
    expect(reportMarkdown(EMPTY).match(/^(?:None|Nothing)\.$/gm)).toHaveLength(6)
    expect(reportHtml(EMPTY, ['a', 'b\u0000\u0001c'])).toContain(
      '<h1>Report of the simulator</h1>\n<section class="problems"><h2>Problems</h2><ul><li>a</li><li>b c</li></ul></section>\n<table>',
    )
    expect(page).toContain('<h1>Report of the simulator</h1>\n<table>')
    expect(reportMarkdown(EMPTY, ['a', 'b\u0000\u0001c'])).toContain(
      '# Report of the simulator\n\n## Problems\n\n- a\n- b c\n\n|  |  |\n| --- | --- |\n| Exchanges | 9 |',
    )
    expect(reportMarkdown(EMPTY)).toContain('# Report of the simulator\n\n|  |  |\n')
  })
})

describe('problems', () => {
  const HEALTHY: Report = { ...EMPTY, defects: 0, unmatched: 0, rateLimited: 0 }
  const names = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...used, operation: `o${index}`, rateLimited: 0 }))

  const sure = (id: string, degree?: Degree) =>
    ({ ...assumed, id, title: id, general: false, behaviour: 'x', ...(degree && { degree }) }) as never
  const DEGREES = [sure('A02', 'stated'), sure('A03', 'likely'), sure('A04', 'weak'), sure('A05')]

  const invalid = (count: number) => ({ operations: names(count).map((one) => ({ ...one, invalid: 1 })) })
  const leaning = { assumptions: FULL.assumptions }
  const below = (maximumAssumptions: number, assumptionsBelow: Degree) => ({
    maximumAssumptions,
    assumptionsBelow,
  })
  const limited = { rateLimited: 2, operations: [used, { ...used, operation: 'z', rateLimited: 0 }] }
  const unused = { operations: [used, { ...used, operation: 'c', exercised: 0 }] }

  test.each<[Partial<Report>, Parameters<typeof checkReport>[1], string?]>([
    [{}, {}],
    [{ defects: 1 }, {}, '1 defect of the simulator: please report them'],
    [{ defects: 2 }, {}, '2 defects of the simulator: please report them'],
    [invalid(5), {}, 'responses do not match their schema: o0, o1, o2, o3, o4'],
    [invalid(7), {}, 'responses do not match their schema: o0, o1, o2, o3, o4 and 2 more'],
    [leaning, { maximumAssumptions: 2 }],
    [leaning, { maximumAssumptions: 0 }, '2 assumptions, more than the maximum of 0: A02, A03'],
    [{ assumptions: DEGREES }, below(1, 'weak')],
    [{ assumptions: DEGREES }, below(0, 'weak'), '1 assumption below weak, more than the maximum of 0: A05'],
    [
      { assumptions: DEGREES },
      below(1, 'likely'),
      '2 assumptions below likely, more than the maximum of 1: A04, A05',
    ],
    [
      { assumptions: DEGREES },
      below(1, 'stated'),
      '3 assumptions below stated, more than the maximum of 1: A03, A04, A05',
    ],
    [{ operations: names(2) }, { minimumExercised: 2 }],
    [{ operations: names(1) }, { minimumExercised: 2 }, '1 operation exercised, fewer than the minimum of 2'],
    [
      { unknown: FULL.unknown },
      { maximumUnknown: 0 },
      `1 unknown name, more than the maximum of 0: field 'colour' of ${ID}`,
    ],
    [
      { unmatched: 2 },
      { maximumUnmatched: 1 },
      '2 requests that match no operation, more than the maximum of 1',
    ],
    [limited, { maximumRateLimited: 1 }, `2 requests over the rate limit, more than the maximum of 1: ${ID}`],
    [unused, { forbidden: ['internal', 'stable'] }, `1 stable operation used: ${ID}`],
  ])('of %j by %j', (changes, thresholds, problem) => {
    const problems = problem === undefined ? [] : [problem]
    expect(checkReport({ ...HEALTHY, ...changes }, thresholds)).toEqual(problems)
  })

  test.each([
    [{ maximumUnknown: -1 }, "maximumUnknown must be a whole number of at least 0, not '-1'"],
    [{ maximumUnmatched: 1.5 }, "maximumUnmatched must be a whole number of at least 0, not '1.5'"],
    [{ forbidden: ['intern'] }, "forbidden: no class 'intern': "],
    [
      { maximumAssumptions: 1, assumptionsBelow: 'likly' },
      "assumptionsBelow: no degree 'likly': did you mean 'likely'?",
    ],
    [{ assumptionsBelow: 'likely' }, 'assumptionsBelow needs maximumAssumptions'],
    [{ most: 1 }, 'most'],
  ])('thresholds %j are refused', (thresholds, message) => {
    expect(() => checkReport(HEALTHY, thresholds as never)).toThrow(message)
  })
  test('a threshold that is undefined is none', () => {
    expect(checkReport(HEALTHY, { maximumUnknown: undefined, forbidden: undefined })).toEqual([])
  })
})
