/** Saved matrices of a space. */
import { beforeEach, describe, expect, test } from 'vitest'
import { createSimulator } from '../../../../src/index.ts'
import { type IssueRecord, issues } from '../../../../src/model/records/tracker/tracker.ts'
import { requirements } from '../../../../src/model/records/wiki/requirements.ts'
import { matrices, type MatrixRecord } from '../../../../src/model/records/wiki/matrices.ts'
import { hostedHeaders, SITES } from '../../../support/hosted.ts'
import { demoWith } from '../../../support/client.ts'
import { author, startWiki, tableOf, call, done, control, state, attempt, refusal } from '../author.ts'
import { refused } from '../../../support/demo.ts'

beforeEach(() => startWiki())

const base = '/traceability/ENG'
const first = { label: 'R', step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 }
const as = (token: string) => ({ token: `tok-${token}` })
const names = ({ body }: { body: { results: { name: string }[] } }) => body.results.map(({ name }) => name)

test('the demo world has one', async () => {
  const list = await done('GET', `${base}/`)
  expect(list).toMatchObject({ total: 1, results: [{ id: 1, name: 'Coverage', spaceKey: 'ENG' }] })
  expect(await done('GET', base)).toEqual(list)
  expect(await done('GET', `${base}/1`)).toEqual(list.results[0])
})

test('a matrix is created, changed in part, and deleted softly', async () => {
  const created = await done('POST', base, {
    id: 99,
    name: 'Safety',
    description: 'What could hurt',
    query: '@Category = $category',
    traceabilityMatrixColumns: JSON.stringify([first]),
    variables: { category: 'Safety', limit: 5, wanted: true, keys: ['REQ-001'] },
    owner: 'bob',
    status: 'ACTIVE',
  })
  expect(created).toEqual({
    id: 2,
    name: 'Safety',
    description: 'What could hurt',
    spaceKey: 'ENG',
    type: 'TRACEABILITY',
    query: '@Category = $category',
    columns: [{ ...first, hidden: false }],
    variables: { category: 'Safety', limit: 5, wanted: true, keys: ['REQ-001'] },
    sharedLevel: 'SHARED_EDIT',
    status: 'ACTIVE',
    owner: 'alice',
    ownerAccountId: created.ownerAccountId,
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
  })
  await control('POST', '/clock/advance', { by: '1m' })
  const changed = await done('PUT', `${base}/2`, {
    ...created,
    name: 'Hazards',
    description: null,
    status: 'ARCHIVED',
  })
  const { description: _description, ...kept } = created
  expect(changed).toEqual({
    ...kept,
    name: 'Hazards',
    status: 'ARCHIVED',
    updatedAt: '2026-01-05T09:01:00.000Z',
  })
  expect(names(await call('GET', base))).toEqual(['Coverage', 'Hazards'])
  expect(await call('DELETE', `${base}/2`)).toMatchObject({ status: 204, text: '' })
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? { name: 'x' } : undefined
    const reply = await call(method, `${base}/2`, body)
    expect([method, reply.status, reply.body.message]).toEqual([method, 404, expect.stringContaining("'2'")])
  }
  expect(names(await call('GET', base))).toEqual(['Coverage'])
  expect((await call('PUT', `${base}/uiTraceability`, { matrixId: 2 })).status).toBe(404)
  expect((await call('GET', '/rte/ENG/traceability/transform-to-html?id=2')).status).toBe(404)
  expect(await state('matrix', 'id=2')).toMatchObject([{ status: 'DELETED', name: 'Hazards' }])
  expect((await done('POST', base, { name: 'Next', columns: [first] })).id).toBe(3)
})

describe('refusals', () => {
  test.each([
    ['GET', '/traceability/NONE/', 404, "space 'NONE'"],
    ['GET', `${base}/77`, 404, "'77'"],
    ['GET', '/traceability/OPS/1', 404, "id: no traceability matrix '1' in space 'OPS'"],
    ['PUT', '/traceability/OPS/uiTraceability', 404, "matrixId: no traceability matrix '1' in space 'OPS'"],
  ])('%s %s is %d', async (method, path, status, message) => {
    const body = method === 'PUT' ? { matrixId: 1 } : undefined
    expect(await call(method, path, body)).toMatchObject(refused(status, message))
  })

  test.each([
    [{ columns: [first] }, 'name'],
    [{ name: '', columns: [first] }, 'name'],
    [{ name: 'x'.repeat(256), columns: [first] }, 'name'],
    [{ name: 'x' }, 'columns'],
    [{ name: 'x', columns: [first], type: 'OTHER' }, 'type'],
    [{ name: 'x', columns: [first], sharedLevel: 'ALL' }, 'sharedLevel'],
    [{ name: 'x', columns: [first], status: 'DELETED' }, "status' 'DELETED': takes ACTIVE or ARCHIVED"],
    [
      { name: 'x', columns: [first], spaceKey: 'OPS' },
      "body field 'spaceKey' 'OPS': must be that of the path, 'ENG'",
    ],
    [{ name: 'x', columns: [first], variables: { a: { b: 1 } } }, 'variables'],
    [{ name: 'x', columns: [first], variables: { a: null } }, 'variables'],
  ])('%j is 400', async (body, message) => {
    expect(await attempt('POST', base, body)).toEqual(refusal(400, message))
  })

  test('a change must name its own matrix', async () => {
    const reply = await call('PUT', `${base}/1`, { id: 2, name: 'x' })
    expect([reply.status, reply.body.message]).toEqual([
      400,
      "body field 'id' '2': must be that of the path, 1",
    ])
    expect((await call('PUT', `${base}/1`, { spaceKey: 'LAB' })).status).toBe(400)
  })
})

describe('sharedLevel', () => {
  const save = async (sharedLevel: string) =>
    (await done('POST', base, { name: sharedLevel, columns: [first], sharedLevel })).id as number

  test('NONE is for the owner and administrators', async () => {
    const id = await save('NONE')
    expect(await call('GET', `${base}/${id}`, undefined, as('bob'))).toMatchObject(
      refused(403, `matrix ${id}`),
    )
    expect(names(await call('GET', base, undefined, as('bob')))).toEqual(['Coverage'])
    const render = { matrixId: id }
    expect((await call('PUT', `${base}/uiTraceability`, render, as('bob'))).status).toBe(403)
    expect((await call('PUT', `${base}/uiTraceability`, render)).status).toBe(200)
    expect(names(await call('GET', base, undefined, as('admin')))).toEqual(['Coverage', 'NONE'])
    expect((await call('PUT', `${base}/${id}`, { name: 'y' }, as('admin'))).body.owner).toBe('alice')
  })

  test('SHARED_VIEW is read by all and changed by the owner and administrators', async () => {
    const reply = await call(
      'POST',
      base,
      { name: 'of the administrator', columns: [first], sharedLevel: 'SHARED_VIEW' },
      as('admin'),
    )
    const path = `${base}/${reply.body.id}`
    expect((await call('GET', path)).status).toBe(200)
    expect(await call('PUT', path, { name: 'y' })).toMatchObject(refused(403, 'SHARED_VIEW'))
    expect((await call('DELETE', path)).status).toBe(403)
    await call('PUT', path, { sharedLevel: 'SHARED_EDIT' }, as('admin'))
    expect((await call('PUT', path, { name: 'y' })).status).toBe(200)
    expect((await call('DELETE', path)).status).toBe(204)
  })
})

describe('the deprecated stored data', () => {
  const data = '/misc/ENG/traceability/data'

  test('says that it is deprecated', async () => {
    for (const path of [data, `${data}/1`]) {
      const reply = await call('GET', path, undefined, as('admin'))
      expect([reply.status, reply.headers['Deprecation']]).toEqual([200, 'true'])
    }
    expect((await call('GET', '/misc/NONE/traceability/data', undefined, as('admin'))).status).toBe(404)
    expect((await call('GET', `${data}/2`, undefined, as('admin'))).status).toBe(404)
    expect((await call('GET', `${data}/x`, undefined, as('admin'))).status).toBe(404)
  })

  test('lists what is stored, and the rows of one matrix', async () => {
    await done('POST', base, { name: 'Second', columns: [first], query: "key = 'REQ-003'" })
    const list = (await call('GET', `${data}?limit=1`, undefined, as('admin'))).body
    expect(list).toMatchObject({ total: 2, results: [{ id: 1, name: 'Coverage' }] })
    const one = (await call('GET', `${data}/2`, undefined, as('admin'))).body
    expect(JSON.parse(one.data)).toEqual({
      query: "key = 'REQ-003'",
      columns: [{ ...first, hidden: false }],
      variables: {},
    })
    expect(one).toMatchObject({
      total: 1,
      rows: [{ spaceKey: 'ENG', key: 'REQ-003', values: [['REQ-003']] }],
    })
    const coverage = (await call('GET', `${data}/1`, undefined, as('admin'))).body
    expect(coverage.rows[0]).toEqual({
      spaceKey: 'ENG',
      key: 'REQ-001',
      values: [['REQ-001'], ['REQ-002', 'REQ-003'], ['High'], ['DRN-1', 'DRN-2']],
    })
  })
})

const render = `${base}/uiTraceability`
const at = (columnIndex: number, type: string, value?: string, parentColumnIndex = 0) => ({
  label: type,
  step: { type, ...(value === undefined ? {} : { value }) },
  columnIndex,
  parentColumnIndex,
})
const one = { q: "key = 'REQ-001'" }

interface Cell {
  readonly id: string
  readonly text: string
}

/** Texts of the cells of each column but the first. */
async function texts(columns: readonly object[], body: object = one): Promise<string[][]> {
  const { cells } = await done('PUT', render, { columns: [first, ...columns], ...body })
  return cells.slice(1).map((ofColumn: Cell[]) => ofColumn.map(({ text }) => text))
}

async function define(definition: object): Promise<void> {
  await control('PUT', '/pages/4001', { define: [{ key: 'REQ-001', html: 'Take off', ...definition }] })
  await control('POST', '/pages/4001/view')
}

describe('cells', () => {
  test('of names that nothing bears lead nowhere, also those in a space that does not exist', async () => {
    await define({
      dependencies: [
        { relationship: 'uses', key: 'REQ-404' },
        { relationship: 'uses', spaceKey: 'GONE', key: 'X-1' },
      ],
    })
    const columns = [at(1, 'TO'), at(2, 'TO', undefined, 1), at(3, 'DESCRIPTION', undefined, 1)]
    expect(await texts(columns, one)).toEqual([['REQ-404', 'X-1'], [], []])
  })

  test('of columns of one type differ by their values', async () => {
    const columns = [
      at(1, 'PROPERTY', 'Category'),
      at(2, 'PROPERTY', 'Priority'),
      at(3, 'JIRA', 'tests'),
      at(4, 'JIRA'),
    ]
    expect(await texts(columns)).toEqual([['Functional'], ['High'], ['DRN-2'], ['DRN-1', 'DRN-2']])
  })

  test('tell a property of the requirement from an external one, and the first column starts from none', async () => {
    const columns = [first, at(1, 'PROPERTY', 'Category'), at(2, 'EXTERNAL_PROPERTY', 'Cost')]
    const { cells } = await done('PUT', render, { columns, ...one })
    expect(cells[0][0]).not.toHaveProperty('parentId')
    expect(cells[1][0].property).toEqual({ key: 'Category', type: 'INLINE', dataType: expect.any(String) })
    expect(cells[2][0].property).toMatchObject({ key: 'Cost', type: 'EXTERNAL' })
  })

  test('show no requirements of spaces that cannot be read, nor suggest what leads to them', async () => {
    const [dependency] = [{ relationship: 'guards', spaceKey: 'ENG', key: 'REQ-001' }]
    const define = [{ key: 'SEC-009', html: 'Guard', dependencies: [dependency] }]
    const { id } = await control('POST', '/pages', { spaceKey: 'LAB', title: 'Guards' })
    await control('PUT', `/pages/${id}`, { define })
    await control('POST', `/pages/${id}/view`)
    const shown = async (token: string) => {
      const { body } = await call('PUT', render, { columns: [first, at(1, 'FROM')], ...one }, { token })
      const suggested = body.columnSuggestions[0].filter(({ type }: { type: string }) => type === 'FROM')
      return [
        body.cells[1].map(({ text }: Cell) => text),
        suggested.map(({ value }: { value: string }) => value),
      ]
    }
    expect(await shown('tok-alice')).toEqual([['REQ-002', 'REQ-003'], ['refines']])
    expect(await shown('tok-admin')).toEqual([
      ['SEC-009', 'REQ-002', 'REQ-003'],
      ['guards', 'refines'],
    ])
  })

  test('show no pages of spaces that cannot be read', async () => {
    await control('POST', '/pages', {
      spaceKey: 'LAB',
      title: 'Secret plans',
      links: [{ spaceKey: 'ENG', key: 'REQ-001' }],
    })
    const linking = async (token: string) => {
      const body = { columns: [first, at(1, 'LINKS')], ...one }
      return (await call('PUT', render, body, { token })).body.cells[1].map(({ text }: Cell) => text)
    }
    expect(await linking('tok-alice')).toEqual(['Drone specification'])
    expect(await linking('tok-admin')).toEqual(['Drone specification', 'Secret plans'])
  })
})

describe('columns', () => {
  test('that take no value pass one over', async () => {
    expect(await texts([at(1, 'ALL_PROPERTIES', 'Category')])).toEqual([['Functional', 'High']])
    const { columns } = await done('PUT', render, { columns: [first, at(1, 'VARIANT', '$x')], ...one })
    expect(columns[1].step.type).toBe('VARIANT')
  })

  test('name a field with spaces around it', async () => {
    expect(await texts([at(1, 'JIRAFIELD', ' Status ')])).toEqual([['In Progress', 'Open']])
  })

  test('whose variables leave them without a value show features, from which nothing starts', async () => {
    const columns = [at(1, 'JIRA_TYPE', '$type'), at(2, 'JIRAFIELD', 'key', 1)]
    const story = { ...one, variables: { type: 'Story' } }
    expect(await texts(columns, story)).toEqual([
      ['DRN-1', 'DRN-2'],
      ['DRN-1', 'DRN-2'],
    ])
    const reply = await call('PUT', render, {
      ...one,
      columns: [first, ...columns],
      variables: { type: ' ' },
    })
    expect(reply).toMatchObject(
      refused(400, 'JIRAFIELD starts from requirements or issues; its parent, column 1 (JIRA_TYPE)'),
    )
  })

  test('of formulas are read when they are saved, with variables in them too', async () => {
    const before = author.everything()
    const columns = [first, at(1, 'CALCULATION', 'ext@$cost * $factor +')]
    const reply = await call('POST', base, { name: 'x', columns })
    expect([reply.status, reply.body.message]).toEqual([
      400,
      expect.stringMatching(/^Syntax error at position /),
    ])
    expect(author.everything()).toBe(before)
  })

  test.each(['0001-6001-0', ' 1-6001-0', 'x1-6001-0', '1-6001-0 ', '1-6001-0x', '1-6001-'])(
    'go on after no cell that is called %j',
    async (lastCellId) => {
      const columns = [first, at(1, 'ALL_PROPERTIES')]
      const offsetJson = JSON.stringify({ columnsPagination: [{}, { lastCellId }] })
      expect(await call('PUT', render, { columns, ...one, offsetJson })).toMatchObject(
        refused(400, `lastCellId '${lastCellId}'`),
      )
    },
  )

  test('go on after a cell of the tenth as of any other', async () => {
    const columns = [first, ...Array.from({ length: 10 }, (_, index) => at(index + 1, 'ALL_PROPERTIES'))]
    const { cells } = await done('PUT', render, { columns, ...one })
    const columnsPagination = columns.map((_, index) => (index === 10 ? { lastCellId: cells[10][0].id } : {}))
    const next = await done('PUT', render, {
      columns,
      ...one,
      offsetJson: JSON.stringify({ columnsPagination }),
    })
    expect(next.cells[10]).toEqual(cells[10].slice(1))
    expect(next.cells[9]).toEqual(cells[9])
  })

  test('of a scenario are a hundred at most', async () => {
    const more = Array.from({ length: 100 }, () => ({ label: 'T', type: 'TO' }))
    const scenario = (count: number) => ({
      name: 'wide',
      extends: ['demo'],
      world: {
        matrices: [
          {
            space: 'ENG',
            name: 'Wide',
            columns: [{ label: 'R', type: 'FIRST_COLUMN' }, ...more.slice(0, count)],
          },
        ],
      },
    })
    await expect(createSimulator({ scenario: scenario(99) as never })).resolves.toBeDefined()
    await expect(createSimulator({ scenario: scenario(100) as never })).rejects.toThrow('100')
  })
})

test.each([
  ['characters', `CONCAT('${'x'.repeat(8000)}')`, 5],
  ['steps', `1${'+1'.repeat(4000)}`, 25],
])('calculations share the %s of a response', async (_name, formula, most) => {
  const more = Array.from({ length: 20 }, (_, index) => ({ key: `X-${index}`, html: 'Hover' }))
  await control('PUT', '/pages/4001', { define: more })
  await control('POST', '/pages/4001/view')
  const good = async (...others: readonly object[]) => {
    const columns = [first, at(1, 'CALCULATION', formula), ...others]
    const { cells } = await done('PUT', render, { columns, offsetJson: '{"limit":200}' })
    return cells[1].map(({ error }: { error?: object }) => error === undefined)
  }
  expect(await good()).toEqual(Array.from({ length: 32 }, () => true))
  // 4,000,000 characters and 10,000,000 steps for 99 columns: 40,404 and 101,010 for one of them.
  const others = Array.from({ length: 98 }, (_, index) => at(index + 2, 'CALCULATION', '1'))
  expect(await good(...others)).toEqual(Array.from({ length: 32 }, (_, index) => index < most))
})

test('a table says when a column has more cells than an answer', async () => {
  const table = tableOf(requirements)
  const property = table.get(6001)!.properties[0]!
  const many = (count: number) =>
    Array.from({ length: count }, (_, number) => ({ ...property, key: `P${number}` }))
  const complete = async (count: number) => {
    table.update(6001, { properties: many(count) })
    const columns = JSON.stringify([first, at(1, 'ALL_PROPERTIES')])
    const query = new URLSearchParams({ columns, ...one })
    return (await done('GET', `/rte/ENG/traceability/transform-to-html?${query}`)).complete
  }
  expect([await complete(1000), await complete(1001)]).toEqual([true, false])
})

describe('the fields of a tracker', () => {
  const path = `${render}/customfields/11111111-2222-4333-8444-555555555555`
  const listed = async () => {
    const fields: { id: string; values?: string[] }[] = await done('GET', path)
    return Object.fromEntries(fields.map(({ id, values }) => [id, values]))
  }

  test('have values to choose from, of the projects that the caller may read', async () => {
    await startWiki(
      demoWith({
        world: {
          projects: [{ id: 20002, container: 2002, site: 'tracker', key: 'SEC', name: 'Secret' }],
          issues: [{ project: 'SEC', key: 'SEC-1', type: 'Story', summary: 'Hide', status: 'Hidden' }],
        },
      }),
    )
    expect(await listed()).toEqual({
      key: undefined,
      summary: undefined,
      status: ['Done', 'In Progress', 'Open'],
      issuetype: expect.arrayContaining(['Story']),
      project: ['DRN'],
    })
  })

  test('have a thousand values at most, the first ones', async () => {
    const table = tableOf(issues)
    const issue = table.get(30_001) as IssueRecord
    const statusOf = (number: number) => `A${String(number).padStart(4, '0')}`
    for (let number = 0; number < 1001; number++)
      table.insert({ ...issue, id: 50_000 + number, key: `DRN-${1000 + number}`, status: statusOf(number) })
    const { status } = await listed()
    expect([status?.length, status?.at(-1)]).toEqual([1000, statusOf(999)])
  })
})

describe('saved matrices', () => {
  const save = async (name: string, more: object = {}) =>
    (await done('POST', base, { name, columns: [first], ...more })).id as number

  test('are listed by their id, in any state', async () => {
    const archived = await save('Archived')
    await done('PUT', `${base}/${archived}`, { status: 'ARCHIVED' })
    const last = await save('Last')
    const { results } = await done('GET', base)
    expect(results.map(({ id }: { id: number }) => id)).toEqual([1, archived, last])
  })

  test('get numbers that a scenario has not given', async () => {
    const table = tableOf(matrices)
    for (const id of [2, 3, 5]) table.insert({ ...(table.get(1) as MatrixRecord), id })
    expect([await save('A'), await save('B')]).toEqual([4, 6])
  })

  test('without an owner are changed by every editor, whatever they are shared for', async () => {
    const table = tableOf(matrices)
    const { ownerId: _owner, ...matrix } = table.get(1) as MatrixRecord
    table.put({ ...matrix, sharedLevel: 'NONE' })
    expect(await done('PUT', `${base}/1`, { name: 'Everyone’s' })).toMatchObject({ name: 'Everyone’s' })
    expect((await call('GET', `${base}/1`, undefined, { token: 'tok-bob' })).status).toBe(200)
  })
  const hosted = (method: string, path: string, body?: object, user = 'alice') =>
    author.client.call(method, `/eu/wiki/rest/saved-matrices${path}`, {
      token: null,
      headers: hostedHeaders(`tok-${user}`, SITES.wiki),
      body,
    })

  test('keep the text of a hosted client to the letter while their query stays', async () => {
    const json = `{ "columns": ${JSON.stringify([first])}, "query": "key = 'REQ-001'" }`
    const saved = await hosted('POST', '', { name: 'Spacious', spaceKey: 'ENG', json })
    expect(saved.status, saved.text).toBe(200)
    const { id } = saved.body
    await done('PUT', `${base}/${id}`, { name: 'Renamed' })
    expect((await hosted('GET', `/${id}`)).body).toMatchObject({ name: 'Renamed', json })
    await done('PUT', `${base}/${id}`, { query: "key = 'REQ-002'" })
    const changed = (await hosted('GET', `/${id}`)).body
    expect(JSON.parse(changed.json)).toMatchObject({ query: "key = 'REQ-002'" })
  })

  test('that are deleted are not found, also without permission to read the space', async () => {
    const lab = '/traceability/LAB'
    const admin = { token: 'tok-admin' }
    const { id } = (await call('POST', lab, { name: 'Gone', columns: [first] }, admin)).body
    expect((await hosted('GET', `/${id}`)).status).toBe(403)
    expect((await call('DELETE', `${lab}/${id}`, undefined, admin)).status).toBe(204)
    for (const user of ['admin', 'alice']) {
      const reply = await hosted('GET', `/${id}`, undefined, user)
      expect(reply).toMatchObject(refused(404, `no saved matrix '${id}'`))
    }
  })
})
