/** Names of properties to the letter: whose type a name takes, which pages are saved, and what a change says nothing of. */
import { beforeEach, expect, test } from 'vitest'
import { containers } from '../../src/model/containers/records.ts'
import { excelAttachments } from '../../src/model/excel/records.ts'
import { pages } from '../../src/model/pages/records.ts'
import { propertyNames } from '../../src/model/properties/records.ts'
import { templates } from '../../src/model/templates/records.ts'
import { exportWorld } from '../../src/world/transfer.ts'
import { type Client, startClient } from '../support/client.ts'

const wiki = '/wiki/rest/reqs/1'
const admin = { token: 'tok-admin' }
const control = { 'x-sim-control': '1' }

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const store = () => client.simulator.world.region('eu')
const change = (name: string, body: object) =>
  client.call('PUT', `${wiki}/propertynames/ENG/${encodeURIComponent(name)}`, { body })
const everywhere = (method: string, name: string, body?: object) =>
  client.call(method, `${wiki}/propertynames/${name}`, { ...admin, ...(body === undefined ? {} : { body }) })
const write = async (key: string, ...properties: [key: string, value: string, dataType: string][]) => {
  const body = { properties: properties.map(([name, value, dataType]) => ({ key: name, value, dataType })) }
  const reply = await client.call('PUT', `${wiki}/requirement2/ENG/${key}`, { body })
  expect(reply.status, reply.text).toBe(200)
}
const define = async (page: number, key: string, ...names: string[]) => {
  const properties = names.map((name) => ({ key: name, value: 'x' }))
  const body = { define: [{ key, html: 'Text', properties }] }
  const reply = await client.call('PUT', `/_sim/pages/${page}`, { headers: control, body })
  expect(reply.status, reply.text).toBe(200)
}
const versions = () => [...store().table(pages).scan()].map(({ id, version }) => [id, version])

test('a name that is registered without a type takes that of the first requirement that has it', async () => {
  await write('REQ-002', ['Mass', 'a', 'BOOLEAN'])
  await write('REQ-001', ['Size', 'b', 'NUMBER'], ['Mass', 'z', 'USER'])
  await write('REQ-003', ['Mass', 'm', 'DATE'])
  const reply = await client.post(`${wiki}/propertynames/ENG`, { name: 'Mass' })
  expect(reply.body).toEqual({ name: 'Mass', dataType: 'USER', registered: true, count: 3 })
})

test('a name that is only in use is known, and stays unregistered where it is called something else', async () => {
  await write('REQ-001', ['Mass', 'a', 'NUMBER'])
  store().table(pages).update(4001, { definitions: [] })
  expect((await change('Category', { name: 'Mass' })).status).toBe(409)
  expect((await everywhere('PUT', 'Mass', { name: 'Weight' })).body).toEqual([
    { spaceKey: 'ENG', name: 'Weight', dataType: 'NUMBER', registered: false, count: 1 },
  ])
})

test('a description alone registers a name, and a new name leaves the description', async () => {
  await write('REQ-001', ['Mass', 'a', 'NUMBER'])
  const described = { dataType: 'NUMBER', description: 'In kg', registered: true, count: 1 }
  expect((await change('Mass', { description: 'In kg' })).body).toEqual({ name: 'Mass', ...described })
  expect((await change('Mass', { name: 'Weight' })).body).toEqual({ name: 'Weight', ...described })
})

test('what another wiki knows is none of this one', async () => {
  const space = { applicationId: 201, projectContainerId: 2900 }
  store()
    .table(containers)
    .insert({ id: 2900, ...space, type: 'SPACE', level: 'PROJECT', name: 'Far', key: 'FAR', createdAt: 0 })
  store()
    .table(propertyNames)
    .insert({ id: 90, ...space, name: 'Far', dataType: 'TEXT' })
  expect((await everywhere('PUT', 'Far', { name: 'Near' })).status).toBe(404)
  expect((await everywhere('DELETE', 'Far')).status).toBe(404)
})

test('a name that is unregistered leaves the others', async () => {
  expect((await everywhere('DELETE', 'Category')).status).toBe(204)
  expect(client.simulator.state('propertyName').map(({ name }) => name)).toEqual(['Priority'])
})

test('a name that stands on a page among others is taken', async () => {
  await define(4002, 'REQ-020', 'First', 'Second', 'Third')
  for (const name of ['First', 'Second', 'Third'])
    expect((await change('Category', { name })).status).toBe(409)
})

test('a new name saves the pages that have the old one, and no others', async () => {
  await define(4000, 'REQ-020', 'Mass')
  await client.get(`${wiki}/misc/ENG/4000`)
  const before = new Map(versions() as [number, number][])
  expect((await change('Mass', { name: 'Weight' })).status).toBe(200)
  expect(versions()).toEqual([...before].map(([id, version]) => [id, id === 4000 ? version + 1 : version]))
  expect(store().table(pages).get(4000)?.definitions[0]?.properties).toMatchObject([{ key: 'Weight' }])
})

test('of the columns of an attachment those of properties get the new name', async () => {
  const column = { header: 'H', name: 'Category' } as const
  const roles = ['KEY', 'PROPERTY', 'DEPENDENCY', 'IGNORED'] as const
  const columns = roles.map((role, at) => ({ ...column, role, column: String.fromCharCode(65 + at) }))
  store().table(excelAttachments).update(9001, { columns })
  expect((await change('Category', { name: 'Kind' })).status).toBe(200)
  expect(
    store()
      .table(excelAttachments)
      .get(9001)
      ?.columns.map(({ name }) => name),
  ).toEqual(['Category', 'Kind', 'Category', 'Category'])
})

test.each([
  [19_990, '{{@Main\\ kind}}x'],
  [19_991, '{{@Category}}x'],
])(
  'a template with %i characters beside the name takes a name of ten that still fits',
  async (rest, begin) => {
    const content = `{{@Category}}${'x'.repeat(rest - '{{@}}'.length)}`
    store().table(templates).update(1, { content })
    expect((await change('Category', { name: 'Main kind' })).status).toBe(200)
    expect(store().table(templates).get(1)?.content.slice(0, begin.length)).toBe(begin)
  },
)

test('a world in which a space has a name twice is not imported', async () => {
  const document = JSON.parse(JSON.stringify(exportWorld(client.simulator.world)))
  const load = () => client.call('POST', '/_sim/import', { headers: control, body: document })
  expect((await load()).status).toBe(200)
  const [first] = document.stores.eu.propertyName
  document.stores.eu.propertyName.push({ ...first, id: 77 })
  expect(await load()).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('exists already') },
  })
})
