/** What is wrong with a body is told twice: as the message, and as the only one of the errors. */
import { beforeAll, expect, test } from 'vitest'
import { type StandaloneAuthor, startStandaloneAuthor } from '../../../support/standalone-author.ts'

let author: StandaloneAuthor
beforeAll(async () => {
  author = await startStandaloneAuthor()
})

const widget = (fields: object) => ({
  containerId: 1001,
  name: 'Costs',
  widgets: [{ title: 'W', ...fields }],
})
const DASHBOARDS = '/dashboards?applicationId=101'
const TEMPLATES = '/templates?applicationId=101'
const FILES = '/files?applicationId=103'
const file = { name: 'notes.txt', parentContainerId: 3001, content: 'aGVsbG8=' }

test.each<[string, string, object, string]>([
  ['PUT', '/containers/1102?applicationId=101', { name: '  ' }, "body field 'name'"],
  ['POST', DASHBOARDS, { containerId: 1001, name: '  ' }, "body field 'name'"],
  ['POST', DASHBOARDS, widget({ type: 'AGGREGATION', formula: 'SUM(' }), "'widgets[0].formula'"],
  ['POST', DASHBOARDS, widget({ type: 'AGGREGATION', formula: 'COUNT(*)', query: 'key =' }), 'query'],
  ['POST', DASHBOARDS, widget({ type: 'REQUIREMENTS', query: 'key =' }), 'query'],
  ['POST', DASHBOARDS, widget({ type: 'AGGREGATION' }), 'formula'],
  ['POST', DASHBOARDS, widget({ type: 'CALCULATION' }), 'formula'],
  ['POST', DASHBOARDS, widget({ type: 'TEXT' }), 'text'],
  ['POST', DASHBOARDS, widget({ type: 'TEXT', text: 'x', matrixId: 1 }), 'matrixId'],
  ['POST', DASHBOARDS, widget({ type: 'MATRIX', matrixId: 1, query: "key = 'x'" }), 'query'],
  ['POST', TEMPLATES, { containerId: 1001, name: '  ', content: 'x' }, "body field 'name'"],
  ['PUT', '/templates/1?applicationId=101', { name: '  ' }, "body field 'name'"],
  ['POST', '/variants?applicationId=103', { projectContainerId: 3001, name: '  ' }, 'name'],
  ['POST', '/containers?applicationId=101', { type: 'WORKSPACE', name: 'X' }, 'send PAGE'],
  ['POST', FILES, { ...file, content: 'a===' }, 'base64'],
  ['POST', FILES, { ...file, content: 'aGVsbG8' }, 'base64'],
  ['POST', FILES, { ...file, contentType: 'nonsense' }, "content type 'nonsense'"],
])('%s %s %j', async (method, path, body, mention) => {
  const before = author.everything()
  const reply = await author.client.call(method, `/api${path}`, { body })
  expect(reply).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(mention), errors: [reply.body.message] },
  })
  expect(author.everything()).toBe(before)
})

test.each<[object]>([[{ type: 'MATRIX', matrixId: 77 }], [{ type: 'TEMPLATE', templateId: 77 }]])(
  'what a widget names and is not there is no error of the body: %j',
  async (fields) => {
    const reply = await author.client.post(`/api${DASHBOARDS}`, widget(fields))
    expect(reply).toMatchObject({ status: 404, body: { errors: [reply.body.message] } })
  },
)

test('a widget takes what it may, besides what it needs', async () => {
  for (const fields of [
    { type: 'AGGREGATION', formula: 'COUNT(*)', query: "key = 'REQ-001'" },
    { type: 'CALCULATION', formula: '1 + 1', query: "key = 'REQ-001'" },
    { type: 'TEMPLATE', templateId: 1, query: "key = 'REQ-001'" },
  ])
    expect((await author.made('POST', DASHBOARDS, widget(fields))).widgets).toMatchObject([fields])
})
