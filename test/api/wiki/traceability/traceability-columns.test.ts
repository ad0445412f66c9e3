/** Which columns make a matrix: what is refused, and that nothing is saved then. */
import { beforeEach, describe, expect, test } from 'vitest'
import { author, startWiki, call, done, state } from '../author.ts'

beforeEach(() => startWiki())

const first = { label: 'R', step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 }
const at = (columnIndex: number, type: string, value?: string, parentColumnIndex = 0) => ({
  label: type,
  step: { type, ...(value === undefined ? {} : { value }) },
  columnIndex,
  parentColumnIndex,
})

const refused: [string, unknown[], string][] = [
  ['none', [], 'there are none; column 0 must be FIRST_COLUMN'],
  ['another first column', [at(0, 'TO')], 'column 0 must be FIRST_COLUMN, not TO'],
  ['FIRST_COLUMN twice', [first, at(1, 'FIRST_COLUMN')], 'column 1: only column 0 may be FIRST_COLUMN'],
  ['a first column with a parent', [{ ...first, parentColumnIndex: 1 }, at(1, 'TO')], 'its own parent'],
  ['a skipped index', [first, at(2, 'TO')], 'columnIndex 2 is given where 1 is missing'],
  ['an index given twice', [first, at(1, 'TO'), at(1, 'FROM')], 'columnIndex 1 is given twice'],
  ['a column that is its own parent', [first, at(1, 'TO', undefined, 1)], 'column 1: parentColumnIndex'],
  ['a parent that comes later', [first, at(1, 'TO', undefined, 2), at(2, 'TO')], '0 to 0, not 2'],
  [
    'a parent without requirements',
    [first, at(1, 'DESCRIPTION'), at(2, 'TO', undefined, 1)],
    'column 2: TO starts from requirements; its parent, column 1 (DESCRIPTION), has none',
  ],
  [
    'requirements from issues',
    [first, at(1, 'JIRA'), at(2, 'PROPERTY', 'Category', 1)],
    'PROPERTY starts from requirements',
  ],
  [
    'features of a feature',
    [first, at(1, 'JIRA_TYPE'), at(2, 'JIRAFIELD', 'key', 1)],
    'JIRAFIELD starts from requirements or issues',
  ],
  ['a property without a name', [first, at(1, 'PROPERTY', ' ')], 'column 1: PROPERTY needs a value'],
  ['an external property without a name', [first, at(1, 'EXTERNAL_PROPERTY')], 'needs a value'],
  [
    'an unknown field',
    [first, at(1, 'JIRAFIELD', 'colour')],
    "key, summary, status, issuetype, project, not 'colour'",
  ],
  ['a formula with a hole', [first, at(1, 'CALCULATION', 'ext@Cost +')], 'Syntax error at position 10: '],
  ['no formula', [first, at(1, 'CALCULATION')], 'needs a value: the formula'],
  ['an unknown type', [at(0, 'SECOND_COLUMN')], 'columns'],
  ['too many', Array.from({ length: 101 }, (_, index) => (index === 0 ? first : at(index, 'TO'))), 'columns'],
]

describe.each(refused)('%s', (_name, columns, message) => {
  test('is refused when saved and when rendered, in both forms', async () => {
    const before = author.everything()
    const calls = [
      ['POST', '/traceability/ENG', { name: 'x', columns }],
      ['POST', '/traceability/ENG', { name: 'x', traceabilityMatrixColumns: JSON.stringify(columns) }],
      ['PUT', '/traceability/ENG/1', { columns }],
      ['PUT', '/traceability/ENG/uiTraceability', { columns }],
      ['PUT', '/misc/ENG/uiTraceability', { traceabilityMatrixColumns: JSON.stringify(columns) }],
    ] as const
    for (const [method, path, body] of calls) {
      const reply = await call(method, path, body)
      expect([path, reply.status]).toEqual([path, 400])
      const wanted = message === 'columns' && 'traceabilityMatrixColumns' in body ? 'Columns' : message
      expect(reply.body.message).toContain(wanted)
    }
    expect(author.everything()).toBe(before)
  })
})

test('a query that cannot be read is refused with its position', async () => {
  const reply = await call('POST', '/traceability/ENG', { name: 'x', columns: [first], query: 'key =' })
  expect([reply.status, reply.body.message]).toEqual([
    400,
    expect.stringMatching(/^Syntax error at position 5: /),
  ])
  const changed = await call('PUT', '/traceability/ENG/1', { query: '@Category = $c AND' })
  expect(changed.body.message).toMatch(/^Syntax error at position \d+: /)
})

test('texts that are no JSON, or no columns, are named', async () => {
  const render = (body: object) => call('PUT', '/traceability/ENG/uiTraceability', body)
  for (const [body, message] of [
    [{ traceabilityMatrixColumns: '[{' }, "traceabilityMatrixColumns '[{': must be JSON"],
    [{ traceabilityMatrixColumns: '{}' }, 'traceabilityMatrixColumns: '],
    [{ columns: [first], offsetJson: 'x' }, "offsetJson 'x': must be JSON"],
    [{ columns: [first], offsetJson: '{"limit":0}' }, "offsetJson: limit '0': "],
    [{ columns: [first], offsetJson: '{"searchOffset":-1}' }, "offsetJson: searchOffset '"],
    [{ columns: [first], offsetJson: '{"cellLimit":1001}' }, "offsetJson: cellLimit '"],
    [{}, 'give columns, or name a stored matrix'],
    [{ columns: [first], limit: 201 }, 'limit'],
  ] as const) {
    const reply = await render(body)
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(message)])
  }
})

test('columns may come in any order and are kept in theirs', async () => {
  const columns = [at(2, 'TO', undefined, 1), first, { ...at(1, 'FROM'), hidden: true }]
  const { id } = await done('POST', '/traceability/ENG', { name: 'shuffled', columns })
  const saved = await done('GET', `/traceability/ENG/${id}`)
  expect(saved.columns.map((column: { columnIndex: number }) => column.columnIndex)).toEqual([0, 1, 2])
  expect(saved.columns[1]).toMatchObject({ hidden: true, parentColumnIndex: 0 })
  const [stored] = await state('matrix', `id=${id}`)
  expect(stored.columns[2]).toEqual(at(2, 'TO', undefined, 1))
})
