/** Rendering matrices on the hosted wiki. */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { COLUMN_STEPS } from '../../../src/model/records/wiki/matrices.ts'
import { column, first, type HostedWiki, startHostedWiki } from './wiki.ts'
import { demoWith } from '../../support/client.ts'

let wiki: HostedWiki
beforeAll(async () => {
  wiki = await startHostedWiki()
})

const path = '/traceability/ENG'
const requestOf = (columns: unknown, matrix: object = {}, more: object = {}) => ({
  traceabilityMatrix: { columns, ...matrix },
  ...more,
})
const twoRows = { query: "key IN ('REQ-001', 'REQ-002')" }
const texts = (cells: readonly { text: string }[]) => cells.map(({ text }) => text)
/** The keys of the rows of a matrix. */
const rowsOf = async (matrix: object, more: object = {}, user = 'alice') =>
  texts((await wiki.done('POST', path, requestOf([first], matrix, more), user)).cells[0])

// Of REQ-001 and REQ-002 of the demo world.
const steps: readonly (readonly [type: string, value: string | undefined, cells: readonly string[]])[] = [
  ['TO', undefined, ['REQ-001']],
  ['FROM', 'refines', ['REQ-002', 'REQ-003', 'REQ-004']],
  ['ALL_DEPENDENCIES', undefined, ['REQ-002', 'REQ-003', 'REQ-001', 'REQ-004']],
  ['PROPERTY', 'Category', ['Functional', 'Safety']],
  ['ALL_PROPERTIES', undefined, ['Functional', 'High', 'Safety', 'Medium']],
  ['EXTERNAL_PROPERTY', 'Cost', ['100', '200']],
  ['ALL_EXTERNAL_PROPERTIES', undefined, ['100', '200']],
  ['LINKS', undefined, ['Drone specification']],
  ['ORIGINAL_LINKS', undefined, ['Flight control', 'Flight control']],
  ['JIRA', 'tests', ['DRN-2']],
  ['JIRA_RELATIONSHIP', undefined, ['implements', 'tests', 'implements']],
  ['JIRA_TYPE', 'Story', ['DRN-1', 'DRN-2', 'DRN-2']],
  ['JIRA_PROJECT_NAME', undefined, ['Drone', 'Drone', 'Drone']],
  ['JIRA_PROJECT_KEY', 'DRN', ['DRN-1', 'DRN-2', 'DRN-2']],
  ['CALCULATION', 'ext@Cost * 2', ['200', '400']],
  ['JIRAFIELD', 'status', ['In Progress', 'Open', 'Open']],
  ['ZEPHYR_SCALE', undefined, ['TC-1', 'TC-2']],
  ['XRAY', 'tests', ['TC-1', 'TC-2']],
  [
    'DESCRIPTION',
    undefined,
    [expect.stringContaining('take off and land'), expect.stringContaining('hold its altitude')],
  ],
  ['VARIANT', undefined, ['Current', 'Current']],
  ['SPACE_KEY', undefined, ['ENG', 'ENG']],
  ['TEST_CASE_VERSION', undefined, ['TC-1', 'TC-2']],
]

describe('every type of step', () => {
  test('is among those that are tried', () => {
    const tried = ['FIRST_COLUMN', ...steps.map(([type]) => type)]
    expect(tried.toSorted()).toEqual([...COLUMN_STEPS].toSorted())
    expect(COLUMN_STEPS).toHaveLength(23)
  })

  test.each(steps)('%s (%s) leads to real cells', async (type, value, cells) => {
    const body = await wiki.done('POST', path, requestOf([first, column(1, type, value)], twoRows))
    expect(texts(body.cells[0])).toEqual(['REQ-001', 'REQ-002'])
    expect(texts(body.cells[1])).toEqual(cells)
  })

  test('all of them stand beside one another, cells and suggestions by column index', async () => {
    const columns = [first, ...steps.map(([type, value], index) => column(index + 1, type, value))]
    const body = await wiki.done('POST', path, requestOf(columns, twoRows))
    expect(body.cells.slice(1).map(texts)).toEqual(steps.map(([, , cells]) => cells))
    expect(body.columnSuggestions).toHaveLength(columns.length)
    expect(body.columnSuggestions[0]).toMatchObject({ propertySuggestions: [{ property: 'Category' }, {}] })
    expect(body.columnSuggestions[10]).toEqual({})
  })
})

describe('the request', () => {
  test('shows the cells that the embedded wiki shows', async () => {
    const columns = [first, column(1, 'FROM', 'refines'), column(2, 'JIRA', undefined, 1)]
    const hosted = await wiki.done('POST', path, requestOf(columns))
    const { cells } = await wiki.embedded('PUT', '/traceability/ENG/uiTraceability', {
      columns,
    })
    expect(hosted).toMatchObject({ cells })
  })

  test('has a page of rows: pagination before the matrix, else 20', async () => {
    const page = (more: object, matrix: object = {}) =>
      wiki.done('POST', path, requestOf([first], matrix, more))
    expect((await page({})).pagination).toMatchObject({
      searchOffset: 0,
      limit: 20,
      total: 12,
      hasNext: false,
    })
    const own = await page({}, { limit: 5 })
    expect(own.pagination).toMatchObject({ limit: 5, total: 12, hasNext: true })
    const next = await page({ pagination: { searchOffset: 10, limit: 2 } }, { limit: 5 })
    expect(texts(next.cells[0])).toEqual(['REQ-011', 'REQ-012'])
    expect(next.pagination).toMatchObject({ searchOffset: 10, limit: 2, total: 12, hasNext: false })
  })

  test('may send null for what a column lacks', async () => {
    const columns = [{ ...first, label: null, hidden: null, step: { type: 'FIRST_COLUMN', value: null } }]
    expect((await wiki.done('POST', path, requestOf(columns, twoRows))).cells[0]).toHaveLength(2)
  })

  test('gives variables their values, which stay values', async () => {
    const matrix = { query: '@Category = $category' }
    expect(await rowsOf(matrix, { variableValues: { category: 'Safety' } })).toHaveLength(6)
    expect(await rowsOf(matrix, { variableValues: { category: "Safety' OR key ~ '%" } })).toEqual([])
    const body = requestOf([first, column(1, 'PROPERTY', '$name')], twoRows, {
      variableValues: { name: 'Priority' },
    })
    expect(texts((await wiki.done('POST', path, body)).cells[1])).toEqual(['High', 'Medium'])
  })

  test('shows rows of the variants that it names', async () => {
    const variant = await lightVariant()
    const ids = async (variants: unknown, query?: string) =>
      (await wiki.done('POST', path, requestOf([first], { variants, query, limit: 200 }))).cells[0].map(
        (cell: { requirement: { id: number } }) => cell.requirement.id,
      )
    const current = await ids([5001])
    expect(current).toHaveLength(12)
    for (const none of [[], null, undefined]) expect(await ids(none)).toEqual(current)
    expect(await ids(['Current'])).toEqual(current)
    const light = await ids([variant])
    expect(light).toHaveLength(12)
    expect(light.filter((id: number) => current.includes(id))).toEqual([])
    expect(await ids(['Light', 'Current'])).toHaveLength(24)
    expect(await ids(['Light'], "key = 'REQ-001' OR key = 'REQ-002'")).toHaveLength(2)
  })

  test('takes as long a query with variants as without', async () => {
    const conditions = Array.from({ length: 499 }, (_, index) => `id=${index}`)
    const many = [...conditions, "key = 'REQ-001'"].join(' OR ')
    const deep = `${'('.repeat(200)}key = 'REQ-001'${')'.repeat(200)}`
    const long = `key = 'REQ-001'${' '.repeat(8192 - 15)}`
    for (const query of [many, deep, long])
      expect(await rowsOf({ query, variants: ['Current'] })).toEqual(['REQ-001'])
    expect(await rowsOf({ query: "key = 'REQ-001' OR key = 'REQ-002'", variants: [5001] })).toHaveLength(2)
  })

  test('keeps what the caller may not read to itself', async () => {
    const dependency = { relationship: 'guards', spaceKey: 'LAB', key: 'SEC-001' }
    await wiki.embedded('PUT', '/requirement2/ENG/REQ-005', { dependencies: [dependency] }, 'admin')
    const body = requestOf([first, column(1, 'TO')], { query: "key = 'REQ-005'" })
    expect(texts((await wiki.done('POST', path, body)).cells[1])).toEqual([])
    expect(texts((await wiki.done('POST', path, body, 'admin')).cells[1])).toEqual(['SEC-001'])
    expect((await wiki.call('POST', '/traceability/LAB', body)).status).toBe(403)
  })
})

async function lightVariant(): Promise<number> {
  const created = await wiki.client.post(
    '/api/variants?applicationId=101',
    { name: 'Light', projectContainerId: 1001 },
    { token: 'tok-admin' },
  )
  expect(created.status, created.text).toBeLessThan(300)
  return created.body.id
}

const cursor = (count: number) => ({
  pagination: { columnsPagination: Array.from({ length: count }, () => ({})) },
})

describe('what is wrong is 400 and names the place, the value and the mend', () => {
  test.each([
    [
      'fewer cursors than columns',
      requestOf([first, column(1, 'TO')], {}, cursor(1)),
      ['columnsPagination', '1 cursor for 2 columns'],
    ],
    ['a gap', requestOf([first, column(2, 'TO')]), ['columnIndex 2', '1 is missing']],
    ['an index twice', requestOf([first, column(1, 'TO'), column(1, 'FROM')]), ['columnIndex 1', 'twice']],
    [
      'a parent after its child',
      requestOf([first, column(1, 'TO', undefined, 2), column(2, 'TO')]),
      ['column 1', 'earlier column', 'not 2'],
    ],
    ['its own parent', requestOf([first, column(1, 'TO', undefined, 1)]), ['column 1', 'earlier column']],
    ['a first column that is none', requestOf([column(0, 'TO')]), ['column 0 must be FIRST_COLUMN', 'TO']],
    ['a second first column', requestOf([first, column(1, 'FIRST_COLUMN')]), ['column 1', 'FIRST_COLUMN']],
    ['no columns', requestOf([]), ['column 0 must be FIRST_COLUMN']],
    [
      'an unknown type',
      requestOf([first, column(1, 'NOPE')]),
      ["'traceabilityMatrix.columns[1].step.type'", '"TO"', "'NOPE'"],
    ],
    [
      'a broken query',
      requestOf([first], { query: 'key =', variants: [5001] }),
      ['Syntax error at position 5'],
    ],
    ['a variable without a value', requestOf([first], { query: 'key = $k' }), ["variable 'k'", 'no value']],
    [
      'another space',
      requestOf([first], { spaceKey: 'OPS' }),
      ['traceabilityMatrix.spaceKey', "'ENG'", "'OPS'"],
    ],
    [
      'too many rows',
      requestOf([first], {}, { pagination: { limit: 201 } }),
      ['pagination.limit', '200', "'201'"],
    ],
    ['no rows', requestOf([first], { limit: 0 }), ['traceabilityMatrix.limit', "'0'"]],
    [
      'no rows, where pagination has a limit of its own',
      requestOf([first], { limit: -5 }, { pagination: { limit: 1 } }),
      ['traceabilityMatrix.limit', "'-5'"],
    ],
    [
      'a variant that is none',
      requestOf([first], { variants: [null] }),
      ["'traceabilityMatrix.variants[0]' must be the id of a variant", "'null'"],
    ],
    [
      'rows before the first',
      requestOf([first], {}, { pagination: { searchOffset: -1 } }),
      ['pagination.searchOffset', "'-1'"],
    ],
    [
      'a cursor of another column',
      requestOf([first], {}, { pagination: { columnsPagination: [{ lastCellId: '1-6001-0' }] } }),
      ['lastCellId', "'1-6001-0'"],
    ],
    [
      'a cursor of no row',
      requestOf([first], {}, { pagination: { columnsPagination: [{ lastCellId: '0-1' }] } }),
      ['lastCellId', "'0-1'"],
    ],
  ] as const)('%s', async (_what, body, mentions) => {
    const reply = await wiki.call('POST', path, body)
    expect(reply.status, reply.text).toBe(400)
    for (const mention of mentions) expect(reply.body.message).toContain(mention)
  })

  test('a space or variant that there is not is 404', async () => {
    expect((await wiki.call('POST', '/traceability/NONE', requestOf([first]))).status).toBe(404)
    for (const variants of [[9999], ['Heavy'], ['5001']]) {
      const reply = await wiki.call('POST', path, requestOf([first], { variants }))
      expect(reply.status).toBe(404)
      expect(reply.body.message).toContain(`'${variants[0]}'`)
    }
  })
})

const inner = fc.constantFrom(['TO'], ['FROM'], ['ALL_DEPENDENCIES'], ['FROM', 'refines'])
const leaf = fc.constantFrom(...steps.slice(3).map(([type, value]) => [type, value] as const))
const randomColumns = fc
  .record({
    inner: fc.array(fc.tuple(inner, fc.nat()), { maxLength: 3 }),
    leaves: fc.array(fc.tuple(leaf, fc.nat()), { maxLength: 3 }),
  })
  .map((chosen) => [
    first,
    ...[...chosen.inner, ...chosen.leaves].map(([[type, value], parent], index) =>
      column(index + 1, type as string, value, parent % Math.min(index + 1, chosen.inner.length + 1)),
    ),
  ])

test('small pages joined, and what follows any cursor, are what one big page shows', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomColumns,
      fc.integer({ min: 1, max: 7 }),
      fc.nat(),
      async (columns, limit, pick) => {
        const whole = (await wiki.done('POST', path, requestOf(columns, {}, { pagination: { limit: 200 } })))
          .cells
        const joined: unknown[][] = columns.map(() => [])
        for (let searchOffset = 0, more = true; more; searchOffset += limit) {
          const { cells, pagination } = await wiki.done(
            'POST',
            path,
            requestOf(columns, {}, { pagination: { searchOffset, limit } }),
          )
          cells.forEach((own: unknown[], index: number) => joined[index]?.push(...own))
          more = pagination.hasNext
        }
        expect(joined).toEqual(whole)
        const at = whole.map((own: unknown[]) => (own.length === 0 ? undefined : pick % own.length))
        const columnsPagination = whole.map((own: { id: string }[], index: number) =>
          at[index] === undefined ? {} : { lastCellId: own[at[index]]?.id },
        )
        const rest = await wiki.done(
          'POST',
          path,
          requestOf(columns, {}, { pagination: { limit: 200, columnsPagination } }),
        )
        expect(rest.cells).toEqual(
          whole.map((own: unknown[], index: number) =>
            own.slice(at[index] === undefined ? 0 : at[index] + 1),
          ),
        )
      },
    ),
    { numRuns: 25 },
  )
})

test('a column of very many cells comes in pieces that cursors join', async () => {
  const keys = Array.from({ length: 12 }, (_, index) => `D-${10 + index}`)
  const dense = await startHostedWiki(
    demoWith({
      world: {
        requirements: keys.map((key, index) => ({
          id: 6500 + index,
          space: 'OPS',
          key,
          dependencies: keys.filter((other) => other !== key).map((other) => ({ to: `OPS/${other}` })),
        })),
      },
    }),
  )
  const columns = [first, column(1, 'TO'), column(2, 'TO', undefined, 1)]
  const seen: string[] = []
  let columnsPagination: object[] = columns.map(() => ({}))
  let pieces = 0
  for (let more = true; more; pieces++) {
    const body = requestOf(columns, {}, { pagination: { columnsPagination } })
    const { cells, pagination } = await dense.done('POST', '/traceability/OPS', body, 'admin')
    seen.push(...cells[2].map(({ id }: { id: string }) => id))
    expect(cells[2].length).toBeLessThanOrEqual(1000)
    more = pagination.columnsPagination[2].hasNext
    columnsPagination = pagination.columnsPagination.map(({ lastCellId }: { lastCellId: string }) => ({
      lastCellId,
    }))
  }
  expect(pieces).toBe(2)
  expect(seen).toHaveLength(12 * 11 * 11)
  expect(new Set(seen).size).toBe(seen.length)
})
