/** Cells of rendered matrices: each type of step, who sees them, and what writes change. */
import { beforeEach, describe, expect, test } from 'vitest'
import { COLUMN_STEPS } from '../../../../src/model/records/wiki/matrices.ts'
import { requirements } from '../../../../src/model/records/wiki/requirements.ts'
import { grants } from '../../../../src/model/records/service/users.ts'
import { author, startWiki, tableOf, call, done, control, state } from '../author.ts'
import { refused } from '../../../support/demo.ts'

beforeEach(() => startWiki())

const path = '/traceability/ENG/uiTraceability'
const first = { step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 }
const at = (columnIndex: number, type: string, value?: string, parentColumnIndex = 0) => ({
  step: { type, ...(value === undefined ? {} : { value }) },
  columnIndex,
  parentColumnIndex,
})

interface Cell {
  readonly id: string
  readonly parentId?: string
  readonly text: string
  readonly type: string
}

/** Texts of the cells of each column. */
async function texts(
  columns: readonly object[],
  body: object = {},
  token = 'tok-alice',
): Promise<string[][]> {
  const reply = await call('PUT', path, { columns, ...body }, { token })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.cells.map((cells: Cell[]) => cells.map(({ text }) => text))
}

/** The cells that a column shows for REQ-001. */
async function cellsOf(type: string, value?: string) {
  const reply = await call('PUT', path, { columns: [first, at(1, type, value)], q: "key = 'REQ-001'" })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.cells[1]
}

const cases: [string, string | undefined, string[]][] = [
  ['FROM', undefined, ['REQ-002', 'REQ-003']],
  ['FROM', 'refines', ['REQ-002', 'REQ-003']],
  ['FROM', 'tests', []],
  ['TO', undefined, []],
  ['ALL_DEPENDENCIES', undefined, ['REQ-002', 'REQ-003']],
  ['PROPERTY', 'Category', ['Functional']],
  ['PROPERTY', 'Cost', []],
  ['ALL_PROPERTIES', undefined, ['Functional', 'High']],
  ['EXTERNAL_PROPERTY', 'Cost', ['100']],
  ['EXTERNAL_PROPERTY', 'Category', []],
  ['ALL_EXTERNAL_PROPERTIES', undefined, ['100']],
  ['ORIGINAL_LINKS', undefined, ['Flight control']],
  ['JIRA', undefined, ['DRN-1', 'DRN-2']],
  ['JIRA', 'tests', ['DRN-2']],
  ['JIRA_RELATIONSHIP', undefined, ['implements', 'tests']],
  ['JIRA_RELATIONSHIP', 'implements', ['DRN-1']],
  ['JIRA_TYPE', undefined, ['Story', 'Story']],
  ['JIRA_TYPE', 'Bug', []],
  ['JIRA_PROJECT_NAME', undefined, ['Drone', 'Drone']],
  ['JIRA_PROJECT_NAME', 'Drone', ['DRN-1', 'DRN-2']],
  ['JIRA_PROJECT_KEY', undefined, ['DRN', 'DRN']],
  ['JIRA_PROJECT_KEY', 'DRN', ['DRN-1', 'DRN-2']],
  ['JIRAFIELD', 'summary', ['Take off and land by autopilot', 'Hold the altitude in wind']],
  ['JIRAFIELD', 'Status', ['In Progress', 'Open']],
  ['JIRAFIELD', 'type', ['Story', 'Story']],
  ['JIRAFIELD', 'issuetype', ['Story', 'Story']],
  ['JIRAFIELD', 'project', ['DRN', 'DRN']],
  ['JIRAFIELD', 'key', ['DRN-1', 'DRN-2']],
  ['CALCULATION', 'ext@Cost * 2 + COUNT(from@refines)', ['202']],
  ['CALCULATION', "CONCAT(@Category, '!')", ['Functional!']],
  ['ZEPHYR_SCALE', undefined, ['TC-1']],
  ['XRAY', undefined, ['TC-1']],
  ['TEST_CASE_VERSION', undefined, ['TC-1']],
  ['TEST_CASE_VERSION', 'nothing', []],
  ['VARIANT', undefined, ['Current']],
  ['SPACE_KEY', undefined, ['ENG']],
]

describe('cells of REQ-001', () => {
  test.each(cases)('%s %s', async (type, value, expected) => {
    expect((await cellsOf(type, value)).map(({ text }: Cell) => text)).toEqual(expected)
  })

  test('every type of step differs above or below', () => {
    const known = new Set([...cases.map(([type]) => type), 'FIRST_COLUMN', 'LINKS', 'DESCRIPTION'])
    expect(COLUMN_STEPS.filter((type) => !known.has(type))).toEqual([])
  })

  test('DESCRIPTION is the text that the standalone interface shows', async () => {
    const { body } = await author.client.get(
      '/api/applications/101/projects/1001/variants/current/requirements/REQ-001',
    )
    expect(await cellsOf('DESCRIPTION')).toEqual([
      { id: '1-6001-0', parentId: '0-6001', type: 'TEXT', text: body.text, html: body.html },
    ])
  })

  test('a cell says all that belongs to its kind', async () => {
    expect((await cellsOf('FROM'))[0]).toEqual({
      id: '1-6001-0',
      parentId: '0-6001',
      type: 'REQUIREMENT',
      text: 'REQ-002',
      requirement: {
        id: 6002,
        spaceKey: 'ENG',
        key: 'REQ-002',
        status: 'ACTIVE',
        url: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-002',
        relationship: 'refines',
        direction: 'FROM',
      },
    })
    expect((await cellsOf('JIRA', 'implements'))[0].issue).toEqual({
      applinkId: '11111111-2222-4333-8444-555555555555',
      issueKey: 'DRN-1',
      relationship: 'implements',
      summary: 'Take off and land by autopilot',
      status: 'In Progress',
      issueType: 'Story',
      projectKey: 'DRN',
      projectName: 'Drone',
    })
    expect((await cellsOf('XRAY'))[0].testCase).toEqual({
      testCaseKey: 'TC-1',
      version: 2,
      relationship: expect.any(String),
      status: 'PASS',
      executedAt: '2026-01-02T14:00:00.000Z',
    })
    expect((await cellsOf('ORIGINAL_LINKS'))[0].page).toMatchObject({
      pageId: 4001,
      url: 'https://wiki.northwind.test/wiki/pages/viewpage.action?pageId=4001',
    })
    expect((await cellsOf('EXTERNAL_PROPERTY', 'Cost'))[0].property).toEqual({
      key: 'Cost',
      type: 'EXTERNAL',
      dataType: 'DECIMAL',
    })
    expect((await cellsOf('CALCULATION', 'ext@Cost > 5'))[0]).toMatchObject({
      value: true,
      dataType: 'BOOLEAN',
    })
    expect((await cellsOf('CALCULATION', 'ext@Cost + ext@None'))[0]).toMatchObject({
      text: '',
      error: { position: 11, message: expect.stringContaining('ext@None') },
    })
  })
})

describe('a matrix', () => {
  test('leads from column to column', async () => {
    const columns = [
      first,
      at(1, 'FROM', 'refines'),
      at(2, 'FROM', 'refines', 1),
      at(3, 'PROPERTY', 'Priority', 2),
      at(4, 'JIRA', undefined, 1),
      at(5, 'JIRAFIELD', 'status', 4),
      at(6, 'JIRA_TYPE', 'Story', 4),
    ]
    expect(await texts(columns, { query: "key = 'REQ-001'" })).toEqual([
      ['REQ-001'],
      ['REQ-002', 'REQ-003'],
      ['REQ-004'],
      ['High'],
      ['DRN-2'],
      ['Open'],
      ['DRN-2'],
    ])
  })

  test('is the same in its three forms', async () => {
    const bySaved = { matrixId: 1, limit: 4 }
    const whole = await done('PUT', path, bySaved)
    expect(await done('PUT', '/misc/ENG/uiTraceability', bySaved)).toEqual(whole)
    const { columns, ...saved } = await done('GET', '/traceability/ENG/1')
    const body = {
      traceabilityMatrixColumns: JSON.stringify(columns),
      q: saved.query,
      offsetJson: '{"limit":4}',
    }
    expect(await done('PUT', path, body)).toEqual(whole)
    for (const [index, column] of columns.entries()) {
      expect(await done('PUT', `${path}/column/${index}/frontEndData`, body)).toEqual({
        column,
        cells: whole.cells[index],
        columnSuggestions: whole.columnSuggestions[index],
        pagination: { searchOffset: 0, limit: 4, total: 12, ...whole.pagination.columnsPagination[index] },
      })
    }
    const absent = await call('PUT', `${path}/column/4/frontEndData`, body)
    expect(absent).toMatchObject(
      refused(404, "columnNumber: no column '4' in a matrix of 4 columns: give one from 0 to 3"),
    )
  })

  test('pages its rows and the cells of its columns', async () => {
    const ask = (offset: object) => done('PUT', path, { matrixId: 1, offsetJson: JSON.stringify(offset) })
    const whole = await ask({ limit: 200 })
    expect(whole.pagination).toMatchObject({ searchOffset: 0, limit: 200, total: 12, hasNext: false })
    const last = await ask({ searchOffset: 10, limit: 5 })
    expect(last.cells[0]).toEqual(whole.cells[0].slice(10))
    expect(last.pagination).toMatchObject({ searchOffset: 10, hasNext: false, total: 12 })
    expect((await ask({ searchOffset: 12 })).cells).toEqual([[], [], [], []])
    const piece = await ask({ limit: 200, cellLimit: 2 })
    expect(piece.cells[1]).toEqual(whole.cells[1].slice(0, 2))
    const columnsPagination = piece.pagination.columnsPagination
    expect(columnsPagination[1]).toEqual({ lastCellId: '1-6001-1', hasNext: true })
    const next = await ask({ limit: 200, cellLimit: 2, columnsPagination })
    expect(next.cells.map((cells: Cell[]) => cells)).toEqual(
      whole.cells.map((cells: Cell[]) => cells.slice(2, 4)),
    )
    expect(next.pagination.columnsPagination[1].hasNext).toBe(false)
  })

  test.each([
    [{ columnsPagination: [{}, {}, {}] }, 'columnsPagination: has 3 cursors for 4 columns'],
    [{ columnsPagination: [{}, { lastCellId: '0-6001' }, {}, {}] }, "lastCellId '0-6001': column 1"],
    [{ columnsPagination: [{}, { lastCellId: '1-6001-0-0' }, {}, {}] }, "lastCellId '1-6001-0-0'"],
    [{ columnsPagination: [{}, { lastCellId: '1-7777-0' }, {}, {}] }, "lastCellId '1-7777-0'"],
    [{ columnsPagination: [{ lastCellId: '__proto__' }, {}, {}, {}] }, "lastCellId '__proto__'"],
    [{ columnsPagination: [{ lastCellId: `0${'-1'.repeat(200)}` }, {}, {}, {}] }, 'lastCellId '],
  ])('refuses cursors that lead nowhere: %j', async (offset, message) => {
    expect(await call('PUT', path, { matrixId: 1, offsetJson: JSON.stringify(offset) })).toMatchObject(
      refused(400, message),
    )
  })

  test('takes null for a column that begins', async () => {
    const offsetJson = JSON.stringify({
      columnsPagination: Array.from({ length: 4 }, () => ({ lastCellId: null })),
    })
    expect(await done('PUT', path, { matrixId: 1, offsetJson })).toEqual(
      await done('PUT', path, { matrixId: 1 }),
    )
  })

  test('takes null for documented fields that have no value', async () => {
    const body = { traceabilityMatrixColumns: null, offsetJson: null, variables: null, matrixId: 1 }
    expect(await done('PUT', path, body)).toEqual(await done('PUT', path, { matrixId: 1 }))
  })

  test('suggests what would lead somewhere', async () => {
    const { columnSuggestions } = await done('PUT', path, {
      columns: [first, at(1, 'JIRA'), at(2, 'DESCRIPTION')],
      query: "key = 'REQ-001'",
    })
    expect(columnSuggestions[0]).toEqual([
      { type: 'EXTERNAL_PROPERTY', value: 'Cost' },
      { type: 'FROM', value: 'refines' },
      { type: 'JIRA', value: 'implements' },
      { type: 'JIRA', value: 'tests' },
      ...['issuetype', 'key', 'project', 'status', 'summary'].map((value) => ({ type: 'JIRAFIELD', value })),
      { type: 'PROPERTY', value: 'Category' },
      { type: 'PROPERTY', value: 'Priority' },
    ])
    expect(columnSuggestions[1].map(({ value }: { value: string }) => value)).toContain('summary')
    expect(columnSuggestions[2]).toEqual([])
    for (const { type, value } of columnSuggestions[0]) {
      const [, cells] = await texts([first, at(1, type, value)], { query: "key = 'REQ-001'" })
      expect(cells?.length).toBeGreaterThan(0)
    }
  })

  test('suggests no fields of issues that the caller may not read, and nothing from what was calculated', async () => {
    const columns = [first, at(1, 'JIRA'), at(2, 'CALCULATION', '1 + 1')]
    const suggested = async () => {
      const reply = await call('PUT', path, { columns, query: "key = 'REQ-001'" }, { token: 'tok-bob' })
      expect(reply.status, reply.text).toBe(200)
      return reply.body.columnSuggestions.map((column: { type: string }[]) => [
        ...new Set(column.map(({ type }) => type)),
      ])
    }
    const ofRequirement = ['EXTERNAL_PROPERTY', 'FROM', 'JIRA']
    expect(await suggested()).toEqual([[...ofRequirement, 'JIRAFIELD', 'PROPERTY'], ['JIRAFIELD'], []])
    tableOf(grants).remove('2001:3')
    expect(await suggested()).toEqual([[...ofRequirement, 'PROPERTY'], [], []])
  })

  test('suggests two hundred at most, and nothing that has no name', async () => {
    const table = tableOf(requirements)
    const property = table.get(6001)!.properties[0]!
    const names = Array.from({ length: 250 }, (_, number) => `P${String(number).padStart(3, '0')}`)
    table.update(6001, { properties: [' ', ...names].map((key) => ({ ...property, key })) })
    const body = { columns: [first], query: "key = 'REQ-001'" }
    const { columnSuggestions } = await done('PUT', path, body)
    expect(columnSuggestions[0]).toHaveLength(200)
    const properties = columnSuggestions[0].filter(({ type }: { type: string }) => type === 'PROPERTY')
    expect(properties[0]).toEqual({ type: 'PROPERTY', value: 'P000' })
  })
})

test('an issue that is hidden or that the tracker does not have shows nothing but the key that the link names', async () => {
  await done('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-77?relationship=tests')
  await done('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-4?relationship=tests')
  const columns = [
    first,
    at(1, 'JIRA'),
    at(2, 'JIRA_TYPE', undefined, 1),
    at(3, 'JIRA_PROJECT_NAME', undefined, 1),
    at(4, 'JIRA_PROJECT_KEY', undefined, 1),
    at(5, 'JIRAFIELD', 'summary', 1),
  ]
  const shown = async () => (await texts(columns, { q: "key = 'REQ-003'" }, 'tok-bob')).slice(1)
  const [issues, ...details] = await shown()
  expect(issues).toContain('DRN-4')
  expect(details).toEqual([['Story'], ['Drone'], ['DRN'], ['Show the charge on the ground station']])
  tableOf(grants).remove('2001:3')
  const [left, ...hidden] = await shown()
  expect(left).toEqual(issues)
  expect(hidden).toEqual([[], [], [], []])
})

test('frozen copies are rows on request', async () => {
  const body = { q: "key = 'REQ-001'", includeBaselined: true }
  const reply = await call('PUT', path, { columns: [first, at(1, 'FROM')], ...body })
  const [rows, children] = reply.body.cells
  expect(rows.map((cell: { requirement: object }) => cell.requirement)).toMatchObject([
    { key: 'REQ-001', status: 'ACTIVE' },
    { key: 'REQ-001', status: 'ARCHIVED', baseline: 1 },
  ])
  const ofCopy = children.filter(({ parentId }: Cell) => parentId === rows[1].id)
  expect(ofCopy.length).toBeGreaterThan(0)
  for (const { requirement } of ofCopy) expect(requirement).toMatchObject({ baseline: 1, status: 'ARCHIVED' })
})

describe('variables', () => {
  test('stand in the query, in names and in formulas', async () => {
    const columns = [first, at(1, 'PROPERTY', '$what'), at(2, 'CALCULATION', 'ext@$cost * $factor')]
    const variables = { what: 'Priority', category: 'Safety', cost: 'Cost', factor: 2, prefix: 'REQ-00' }
    const query = "@Category = $category AND key ~ '${prefix}%' AND ext@Cost < 500"
    expect(await texts(columns, { query, variables })).toEqual([
      ['REQ-002', 'REQ-004'],
      ['Medium', 'High'],
      ['400', '800'],
    ])
  })

  test('without a value are refused by name', async () => {
    expect(await call('PUT', path, { columns: [first], query: '@Category = $category' })).toMatchObject(
      refused(400, "'category'"),
    )
    const inColumn = await call('PUT', path, { columns: [first, at(1, 'PROPERTY', '$p')] })
    expect(inColumn.body.message).toBe(
      "columns: column 1: variable 'p' has no value; give it one among those of the request",
    )
    const odd = await call('PUT', path, {
      columns: [first],
      query: '@Category = $c',
      variables: { c: { x: 1 } },
    })
    expect([odd.status, odd.body.message]).toEqual([400, expect.stringContaining("'c' takes a text")])
  })

  test('cannot change the query', async () => {
    const evil = "x' OR key ~ '%"
    for (const query of ['@Category = $c', "@Category = '$c'", '@$c = 1']) {
      expect(await texts([first], { query, variables: { c: evil } })).toEqual([[]])
    }
  })

  test('have defaults in a saved matrix, which a request overrides', async () => {
    const { id } = await done('POST', '/traceability/ENG', {
      name: 'By category',
      query: '@Category = $category AND ext@Cost < 400',
      columns: [first],
      variables: { category: 'Safety' },
    })
    const rows = async (variables: object) =>
      (await done('PUT', path, { matrixId: id, variables })).cells[0].map(({ text }: Cell) => text)
    expect(await rows({})).toEqual(['REQ-002'])
    expect(await rows({ category: 'Functional' })).toEqual(['REQ-001', 'REQ-003'])
    expect(await rows({ category: null })).toEqual(['REQ-002'])
  })
})

describe('permission', () => {
  test('records that the caller may not read give no cells', async () => {
    await control('PUT', '/pages/4001', {
      define: [
        {
          key: 'REQ-001',
          html: 'Take off',
          dependencies: [
            { relationship: 'uses', spaceKey: 'LAB', key: 'SEC-001' },
            { relationship: 'uses', spaceKey: 'LAB', key: 'SEC-404' },
            { relationship: 'uses', key: 'REQ-404' },
          ],
        },
      ],
    })
    await control('POST', '/pages/4001/view')
    const body = { q: "key = 'REQ-001'" }
    const columns = [first, at(1, 'TO')]
    const forAlice = await texts(columns, body)
    expect(forAlice).toEqual([['REQ-001'], ['REQ-404']])
    const forAdmin = await texts(columns, body, 'tok-admin')
    expect(forAdmin).toEqual([['REQ-001'], ['SEC-001', 'SEC-404', 'REQ-404']])
    await control('PUT', '/pages/4001', {
      define: [
        {
          key: 'REQ-001',
          html: 'Take off',
          dependencies: [
            { relationship: 'guards', spaceKey: 'LAB', key: 'SEC-001' },
            { relationship: 'uses', key: 'REQ-404' },
          ],
        },
      ],
    })
    await control('POST', '/pages/4001/view')
    const suggested = async (token: string) => {
      const reply = await call('PUT', path, { columns, ...body }, { token })
      return reply.body.columnSuggestions[0]
        .filter(({ type }: { type: string }) => type === 'TO')
        .map(({ value }: { value: string }) => value)
    }
    expect(await suggested('tok-bob')).toEqual(['uses'])
    expect(await suggested('tok-admin')).toEqual(['guards', 'uses'])
    await control('PUT', '/pages/4001', {
      define: [
        {
          key: 'REQ-001',
          html: 'Take off',
          dependencies: [{ relationship: 'uses', key: 'REQ-404' }],
        },
      ],
    })
    await control('POST', '/pages/4001/view')
    const [cell] = await cellsOf('TO', undefined)
    expect(cell.requirement).toEqual({
      spaceKey: 'ENG',
      key: 'REQ-404',
      relationship: 'uses',
      direction: 'TO',
    })
    const across = { crossSpace: true, q: "key ~ 'SEC-%'" }
    expect(await texts([first], across)).toEqual([[]])
    expect(await texts([first], across, 'tok-admin')).toEqual([['SEC-001']])
    expect(await texts([first], { q: across.q }, 'tok-admin')).toEqual([[]])
  })
})

describe('the changes by writes', () => {
  test('requirements, properties, links and pages are seen at the next rendering', async () => {
    const columns = [first, at(1, 'EXTERNAL_PROPERTY', 'Cost'), at(2, 'CALCULATION', 'ext@Cost / 2')]
    const body = { q: "key = 'REQ-001'" }
    await done('PUT', '/external-properties/ENG/REQ-001', { key: 'Cost', value: 64 })
    expect(await texts(columns, body)).toEqual([['REQ-001'], ['64'], ['32']])
    const links = () => texts([first, at(1, 'JIRA'), at(2, 'LINKS'), at(3, 'FROM')], body)
    expect(await links()).toEqual([
      ['REQ-001'],
      ['DRN-1', 'DRN-2'],
      expect.anything(),
      ['REQ-002', 'REQ-003'],
    ])
    await done('DELETE', '/requirement2/ENG/REQ-001/link/issue/DRN-1')
    await done('DELETE', '/requirement2/ENG/REQ-003')
    expect(await links()).toEqual([['REQ-001'], ['DRN-2'], expect.anything(), ['REQ-002']])
    expect((await texts([first], { matrixId: 1 }))[0]).not.toContain('REQ-003')
  })

  test('a page that mentions a requirement is in LINKS', async () => {
    const before = (await cellsOf('LINKS', undefined)).map(({ text }: Cell) => text)
    expect(before).not.toContain('Power')
    const page = await state('page', 'id=4002')
    expect(page).toHaveLength(1)
    await control('PUT', '/pages/4002', { links: [{ spaceKey: 'ENG', key: 'REQ-001' }] })
    expect((await cellsOf('LINKS', undefined)).map(({ text }: Cell) => text)).toContain('Power')
  })
})

test('the fields of a tracker are those of its issues', async () => {
  const fields = `${path}/customfields`
  const list = await done('GET', `${fields}/11111111-2222-4333-8444-555555555555`)
  expect(list.map(({ id }: { id: string }) => id)).toEqual([
    'key',
    'summary',
    'status',
    'issuetype',
    'project',
  ])
  expect(list[2]).toMatchObject({ type: 'option', custom: false, values: ['Done', 'In Progress', 'Open'] })
  for (const { id } of list) expect(await cellsOf('JIRAFIELD', id)).toHaveLength(2)
  expect(await call('GET', `${fields}/99999999-8888-4777-8666-555555555555`)).toMatchObject(
    refused(404, '99999999-'),
  )
})

describe('a matrix as HTML', () => {
  const rte = '/rte/ENG/traceability/transform-to-html'

  test('is a table of its rows', async () => {
    const { html, count, total, complete } = await done('GET', `${rte}?id=1&limit=2`)
    expect({ count, total, complete }).toEqual({ count: 2, total: 12, complete: true })
    const link = (key: string) =>
      `<a href="https://wiki.northwind.test/wiki/requirements/ENG/${key}">${key}</a>`
    expect(html).toContain(
      `<tr><td>${link('REQ-001')}</td><td>${link('REQ-002')}<br>${link('REQ-003')}</td><td>High</td><td>DRN-1<br>DRN-2</td></tr>`,
    )
  })

  test('takes columns, a query and variables, and leaves hidden columns out', async () => {
    const columns = JSON.stringify([first, { ...at(1, 'FROM'), hidden: true }, at(2, 'SPACE_KEY')])
    const query = new URLSearchParams({ columns, q: 'key = $k', variables: '{"k":"REQ-001"}' })
    const { html } = await done('GET', `${rte}?${query}`)
    expect(html).toContain('<th>FIRST_COLUMN</th><th>SPACE_KEY</th>')
    expect(html).not.toContain('REQ-002')
    for (const bad of ['', 'columns=x', 'id=1&variables=x', 'id=1&variables=5', 'id=7']) {
      const status = (await call('GET', `${rte}?${bad}`)).status
      expect([bad, status]).toEqual([bad, bad === 'id=7' ? 404 : 400])
    }
  })

  test('runs nothing', async () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(1)</script><b>bold</b>'
    for (const [value, expected] of [
      ['inert', '<td> <b>bold</b></td>'],
      ['text', '<td>bold</td>'],
    ] as const) {
      await startWiki({ scenario: 'demo', config: { assumptions: { A87: value } } } as never)
      await control('PUT', '/pages/4001', { define: [{ key: 'REQ-001', html: evil }] })
      await control('POST', '/pages/4001/view')
      const columns = JSON.stringify([{ ...first, label: evil }, at(1, 'DESCRIPTION')])
      const query = new URLSearchParams({ columns, q: "key = 'REQ-001'" })
      const { html } = await done('GET', `${rte}?${query}`)
      expect(html).not.toMatch(/<img|<script/)
      expect(html).toContain('&lt;img')
      expect(html).toContain(expected)
    }
  })
})
