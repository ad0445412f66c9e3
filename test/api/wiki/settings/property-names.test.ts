import { beforeEach, describe, expect, test } from 'vitest'
import { dashboards } from '../../../../src/model/records/service/dashboards.ts'
import { excelAttachments } from '../../../../src/model/records/wiki/excel.ts'
import { pages } from '../../../../src/model/records/wiki/pages.ts'
import { propertyNames } from '../../../../src/model/records/wiki/property-names.ts'
import { requirements } from '../../../../src/model/records/wiki/requirements.ts'
import { rules } from '../../../../src/model/records/wiki/rules.ts'
import { templates } from '../../../../src/model/records/wiki/templates.ts'
import { matrices, type MatrixColumn } from '../../../../src/model/records/wiki/matrices.ts'
import { containers } from '../../../../src/model/records/service/containers.ts'
import { exportWorld } from '../../../../src/world/transfer.ts'
import { client, startDemo, region, tableOf, refused } from '../../../support/demo.ts'

beforeEach(() => startDemo())

const wiki = '/wiki/rest/reqs/1'
const standalone = '/api/applications/101/projects/1001/variants'
const admin = { token: 'tok-admin' }

const names = async (space = 'ENG') => (await client.get(`${wiki}/propertynames/${space}`, admin)).body
const change = (name: string, body: object) =>
  client.put(`${wiki}/propertynames/ENG/${encodeURIComponent(name)}`, body)
async function keysOf(query: string): Promise<string[]> {
  const reply = await client.get(`${wiki}/requirement2/ENG?q=${encodeURIComponent(query)}`)
  return reply.body.results.map(({ key }: { key: string }) => key)
}
/** Lets a page define one more requirement with a property, and views it. */
async function define(page: number, key: string, property: string): Promise<void> {
  const properties = [{ key: property, value: 'x', dataType: 'BOOLEAN' }]
  const headers = { 'x-sim-control': '1' }
  const body = { define: [{ key, html: 'Text', properties }] }
  const edited = await client.put(`/_sim/pages/${page}`, body, { headers })
  expect(edited.status, edited.text).toBe(200)
  await client.get(`${wiki}/misc/ENG/${page}`)
}

describe('the names of a space', () => {
  test('are those registered and those in use', async () => {
    await define(4001, 'REQ-020', 'Ängström')
    const registered = await client.post(`${wiki}/propertynames/ENG`, { name: 'Owner', dataType: 'USER' })
    const owner = { name: 'Owner', dataType: 'USER', registered: true, count: 0 }
    expect(registered).toMatchObject({ status: 200, body: owner })
    expect(await names()).toEqual([
      { name: 'Category', dataType: 'TEXT', registered: true, count: 12 },
      owner,
      { name: 'Priority', dataType: 'TEXT', registered: true, count: 12 },
      { name: 'Ängström', dataType: 'BOOLEAN', registered: false, count: 1 },
    ])
    expect((await client.get(`${wiki}/propertynames/ENG`, { token: 'tok-bob' })).status).toBe(200)
  })

  test('leave out other variants and what is deleted', async () => {
    const table = tableOf(requirements)
    const property = { key: 'Old', value: 'x', dataType: 'TEXT' } as const
    const others = [...table.range('key', [1001])].filter(
      (row) => row.status !== 'ACTIVE' || row.variantId !== 5001,
    )
    expect(others.some((row) => row.status !== 'ACTIVE')).toBe(true)
    expect(others.some((row) => row.variantId !== 5001)).toBe(true)
    for (const row of others) table.put({ ...row, properties: [property] })
    expect((await names()).map(({ name }: { name: string }) => name)).toEqual(['Category', 'Priority'])
    expect((await change('Old', { name: 'New' })).status).toBe(404)
  })

  test('are registered once', async () => {
    const before = client.simulator.state('propertyName')
    const post = (body: object) => client.post(`${wiki}/propertynames/ENG`, body)
    expect(await post({ name: 'Category' })).toMatchObject(refused(409, "'Category'"))
    for (const name of [' ', 'a\u0000b', 'x'.repeat(256)]) expect((await post({ name })).status).toBe(400)
    expect((await post({ name: 'Owner', dataType: 'MONEY' })).status).toBe(400)
    expect(client.simulator.state('propertyName')).toEqual(before)
  })
})

describe('renaming a property of a space', () => {
  test('is seen by searches, the standalone interface, pages, history and matrices', async () => {
    const table = tableOf(matrices)
    const column = { label: 'C', columnIndex: 1, parentColumnIndex: 0 }
    const columns = [
      { label: 'Key', step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 },
      { ...column, step: { type: 'PROPERTY', value: 'Category' } },
      { ...column, columnIndex: 2, step: { type: 'EXTERNAL_PROPERTY', value: 'Category' } },
    ] as const
    table.update(1, { query: "@Category=='Safety' and ext@Category IS NULL", columns })
    const safe = await keysOf("@Category = 'Safety'")
    expect(safe).toHaveLength(6)

    const reply = await change('Category', { name: 'Main kind', description: 'What it is' })
    expect(reply.body).toEqual({
      name: 'Main kind',
      dataType: 'TEXT',
      description: 'What it is',
      registered: true,
      count: 12,
    })
    expect(await keysOf("@Main\\ kind = 'Safety'")).toEqual(safe)
    expect(await keysOf('@Category IS NOT NULL')).toEqual([])
    const { body } = await client.get(`${standalone}/current/requirements/REQ-002`)
    expect(body.properties[0]).toMatchObject({ label: 'Main kind', value: 'Safety', external: false })
    const shown = (await client.get(`${wiki}/requirement2/ENG/REQ-002`)).body
    expect(shown).toMatchObject({ htmlNeedsUpdating: false, page: { pageId: 4001, version: 2 } })
    const page = client.simulator.state('page').find(({ id }) => id === 4001)
    expect(page?.definitions[0]?.properties[0]).toMatchObject({ key: 'Main kind' })
    const history = (await client.get(`${wiki}/misc/ENG/history?reqs=REQ-002&expand=changes`)).body
    expect(history[0].events.at(-1)).toMatchObject({ event: 'PROPERTY_SET', by: 'alice' })
    const excel = await client.get(`${wiki}/excel/ENG/9001/config`)
    const namesOf = (role: string) =>
      excel.body.columns
        .filter((of: { role: string }) => of.role === role)
        .map(({ name }: { name: string }) => name)
    expect(namesOf('PROPERTY')).toContain('Main kind')
    expect(namesOf('PROPERTY')).not.toContain('Category')
    const matrix = table.get(1)
    expect(matrix?.query).toBe("@Main\\ kind=='Safety' and ext@Category IS NULL")
    expect(matrix?.columns.map(({ step }) => step.value)).toEqual([undefined, 'Main kind', 'Category'])
  })

  test('stays after the page is saved, and leaves frozen copies and other variants alone', async () => {
    const rows = () =>
      client.simulator
        .state('requirement')
        .filter((row) => row.projectContainerId !== 1001 || row.variantId !== 5001 || row.status !== 'ACTIVE')
    const before = rows()
    expect(before.some((row) => row.properties.some(({ key }) => key === 'Category'))).toBe(true)
    await change('Category', { name: 'Kind' })
    expect(rows()).toEqual(before)
    expect(await keysOf("@Category = 'Functional' AND baseline = 1")).toHaveLength(3)
    await define(4001, 'REQ-020', 'Kind')
    expect(await keysOf('@Kind IS NOT NULL')).toHaveLength(13)
  })

  test('is refused for a name that is taken, in use or on a page only, and changes nothing then', async () => {
    await define(4001, 'REQ-020', 'Used')
    const headers = { 'x-sim-control': '1' }
    const properties = [{ key: 'Defined', value: 'x' }]
    const body = { define: [{ key: 'REQ-021', html: 'Text', properties }] }
    await client.put('/_sim/pages/4002', body, { headers })
    const before = client.simulator.state('requirement')
    for (const name of ['Priority', 'Used', 'Defined']) {
      const reply = await change('Category', { name })
      expect(reply).toMatchObject(refused(409, `'${name}'`))
    }
    expect((await change('Nothing', { name: 'Kind' })).status).toBe(404)
    expect((await change('Category', { name: ' ' })).status).toBe(400)
    expect((await change('Category', {})).status).toBe(400)
    expect(client.simulator.state('requirement')).toEqual(before)
  })

  test('registers a name that was only in use when a type is given; the same name is no conflict', async () => {
    await define(4001, 'REQ-020', 'Used')
    expect((await change('Used', { name: 'Seen' })).body).toMatchObject({
      registered: false,
      count: 1,
    })
    const typed = await change('Seen', { name: 'Seen', dataType: 'TEXT' })
    expect(typed.body).toEqual({ name: 'Seen', dataType: 'TEXT', registered: true, count: 1 })
    expect((await change('Seen', { description: 'D' })).body).toMatchObject({ description: 'D' })
  })
})

describe('the parts that a new name of a property leaves unchanged', () => {
  const column = { label: 'C', columnIndex: 1, parentColumnIndex: 0 }
  const stepsOf = (...steps: readonly MatrixColumn['step'][]): MatrixColumn[] =>
    steps.map((step, columnIndex) => ({ ...column, columnIndex, step }))

  test('is all that another space has', async () => {
    const store = region()
    const inOps = { id: 9901, projectContainerId: 1002 }
    const owner = { ...inOps, name: 'Other', createdAt: 1, updatedAt: 1 }
    const matrix = store.table(matrices).get(1)
    const dashboard = store.table(dashboards).get(1)
    const template = store.table(templates).get(1)
    const rule = store.table(rules).get(1)
    const attachment = store.table(excelAttachments).get(9001)
    if (!matrix || !dashboard || !template || !rule || !attachment)
      throw new Error('the demo lacks something')
    const widgets = [{ type: 'REQUIREMENTS', title: 'All', query: "@Category = 'x'" }] as const
    const columns = stepsOf({ type: 'FIRST_COLUMN' }, { type: 'PROPERTY', value: 'Category' })
    const others = [
      store.table(matrices).insert({ ...matrix, ...owner, query: "@Category = 'x'", columns }),
      store.table(dashboards).insert({ ...dashboard, ...owner, isDefault: false, widgets }),
      store.table(templates).insert({ ...template, ...owner, content: '{{@Category}}' }),
      store.table(rules).insert({ ...rule, ...owner, property: 'Category', external: false }),
      store.table(excelAttachments).insert({ ...attachment, ...inOps }),
    ]
    expect((await change('Category', { name: 'Kind' })).status).toBe(200)
    expect([
      store.table(matrices).get(9901),
      store.table(dashboards).get(9901),
      store.table(templates).get(9901),
      store.table(rules).get(9901),
      store.table(excelAttachments).get(9901),
    ]).toEqual(others)
    expect(store.table(excelAttachments).get(9001)).not.toEqual(attachment)
  })

  test('is what names something else, and when it was changed', async () => {
    const store = region()
    const [matrix, dashboard, template, rule] = [
      store.table(matrices).update(1, {
        query: "@Priority = 'High'",
        columns: stepsOf(
          { type: 'FIRST_COLUMN' },
          { type: 'PROPERTY', value: 'Priority' },
          { type: 'PROPERTY', value: '$Category' },
          { type: 'CALCULATION', value: 'IF(@Priority = "Category", 1, 2)' },
          { type: 'DESCRIPTION' },
          { type: 'EXTERNAL_PROPERTY', value: 'Category' },
        ),
      }),
      store.table(dashboards).update(1, {
        widgets: [{ type: 'REQUIREMENTS', title: 'Category', query: "@Priority = 'Category'" }],
      }),
      store.table(templates).update(1, { content: '{{@Priority}} Category' }),
      store.table(rules).update(1, { property: 'Priority', external: false }),
    ]
    const names = () =>
      store
        .table(excelAttachments)
        .get(9001)
        ?.columns.map(({ role, name }) => `${role} ${name}`)
    const before = names()
    client.simulator.clock.advance('1h')
    expect((await change('Category', { name: 'Kind' })).status).toBe(200)
    expect([
      store.table(matrices).get(1),
      store.table(dashboards).get(1),
      store.table(templates).get(1),
      store.table(rules).get(1),
    ]).toEqual([matrix, dashboard, template, rule])
    expect(names()).toEqual(before?.map((name) => (name === 'PROPERTY Category' ? 'PROPERTY Kind' : name)))
  })

  test('is a deleted matrix, and a page that defines nothing of the name', async () => {
    const store = region()
    const columns = stepsOf({ type: 'FIRST_COLUMN' }, { type: 'CALCULATION', value: '@Category + 1' })
    const deleted = store.table(matrices).update(1, { status: 'DELETED', columns })
    await define(4002, 'REQ-020', 'Used')
    const version = () => store.table(pages).get(4002)?.version
    const before = version()
    expect((await change('Priority', { name: 'Rank' })).status).toBe(200)
    expect((await change('Category', { name: 'Kind' })).status).toBe(200)
    const touched = version()
    expect((await change('Used', { name: 'Seen' })).status).toBe(200)
    expect([version(), store.table(matrices).get(1)?.columns]).toEqual([(touched ?? 0) + 1, deleted?.columns])
    expect(touched).toBeGreaterThanOrEqual(before ?? 0)
    store.table(matrices).update(1, { status: 'ACTIVE' })
    expect((await change('Kind', { name: 'Category' })).status).toBe(200)
    expect((await change('Category', { name: 'Kind' })).status).toBe(200)
    expect(store.table(matrices).get(1)?.columns[1]?.step.value).toBe('@Kind + 1')
  })
})

test('a space has at most a thousand registered names, each with its description', async () => {
  const table = tableOf(propertyNames)
  const space = { applicationId: 101, projectContainerId: 1002, dataType: 'TEXT' } as const
  for (let place = 1; place < 1000; place++) table.insert({ id: 10_000 + place, name: `N${place}`, ...space })
  const post = (name: string) =>
    client.post(`${wiki}/propertynames/OPS`, { name, description: `About ${name}` })
  expect(await post('Last')).toMatchObject({ status: 200, body: { name: 'Last', description: 'About Last' } })
  expect(await post('More')).toMatchObject({
    status: 409,
    body: { message: "space 'OPS' has 1000 property names registered already" },
  })
  expect((await client.post(`${wiki}/propertynames/ENG`, { name: 'More' })).body).not.toHaveProperty(
    'description',
  )
})

describe('names of all spaces', () => {
  test('are changed in each space that has them, or in none', async () => {
    const put = (body: object) => client.put(`${wiki}/propertynames/Category`, body, { token: 'tok-admin' })
    await client.post(`${wiki}/propertynames/OPS`, { name: 'Category', dataType: 'NUMBER' })
    await client.post(`${wiki}/propertynames/OPS`, { name: 'Kind' })
    expect((await put({ name: 'Kind' })).status).toBe(409)
    expect(await keysOf('@Category IS NOT NULL')).toHaveLength(12)
    const both = await put({ name: 'Sort' })
    expect(both.body).toMatchObject([
      { spaceKey: 'ENG', name: 'Sort', dataType: 'TEXT', count: 12 },
      { spaceKey: 'OPS', name: 'Sort', dataType: 'NUMBER', count: 0 },
    ])
    expect((await put({ name: 'Sort' })).status).toBe(404)
  })

  test('are unregistered everywhere; values stay', async () => {
    await client.post(`${wiki}/propertynames/OPS`, { name: 'Category' })
    const remove = () => client.delete(`${wiki}/propertynames/Category`, { token: 'tok-admin' })
    expect((await remove()).status).toBe(204)
    expect((await names())[0]).toMatchObject({ name: 'Category', registered: false, count: 12 })
    expect(await names('OPS')).toEqual([])
    expect((await remove()).status).toBe(404)
  })
})

const control = { 'x-sim-control': '1' }

const rename = (name: string, body: object) =>
  client.put(`${wiki}/propertynames/ENG/${encodeURIComponent(name)}`, body)
const everywhere = (method: string, name: string, body?: object) =>
  client.call(method, `${wiki}/propertynames/${name}`, { ...admin, body })
const write = async (key: string, ...properties: [key: string, value: string, dataType: string][]) => {
  const body = { properties: properties.map(([name, value, dataType]) => ({ key: name, value, dataType })) }
  const reply = await client.put(`${wiki}/requirement2/ENG/${key}`, body)
  expect(reply.status, reply.text).toBe(200)
}
const defineWith = async (page: number, key: string, ...names: string[]) => {
  const properties = names.map((name) => ({ key: name, value: 'x' }))
  const body = { define: [{ key, html: 'Text', properties }] }
  const reply = await client.put(`/_sim/pages/${page}`, body, { headers: control })
  expect(reply.status, reply.text).toBe(200)
}
const versions = () => [...tableOf(pages).scan()].map(({ id, version }) => [id, version])

test('a name that is registered without a type takes that of the first requirement that has it', async () => {
  await write('REQ-002', ['Mass', 'a', 'BOOLEAN'])
  await write('REQ-001', ['Size', 'b', 'NUMBER'], ['Mass', 'z', 'USER'])
  await write('REQ-003', ['Mass', 'm', 'DATE'])
  const reply = await client.post(`${wiki}/propertynames/ENG`, { name: 'Mass' })
  expect(reply.body).toEqual({ name: 'Mass', dataType: 'USER', registered: true, count: 3 })
})

test('a name that is only in use is known, and stays unregistered when it is renamed', async () => {
  await write('REQ-001', ['Mass', 'a', 'NUMBER'])
  tableOf(pages).update(4001, { definitions: [] })
  expect((await rename('Category', { name: 'Mass' })).status).toBe(409)
  expect((await everywhere('PUT', 'Mass', { name: 'Weight' })).body).toEqual([
    { spaceKey: 'ENG', name: 'Weight', dataType: 'NUMBER', registered: false, count: 1 },
  ])
})

test('a description alone registers a name, and a new name leaves the description', async () => {
  await write('REQ-001', ['Mass', 'a', 'NUMBER'])
  const described = { dataType: 'NUMBER', description: 'In kg', registered: true, count: 1 }
  expect((await rename('Mass', { description: 'In kg' })).body).toEqual({ name: 'Mass', ...described })
  expect((await rename('Mass', { name: 'Weight' })).body).toEqual({ name: 'Weight', ...described })
})

test('names of another wiki are not listed', async () => {
  const space = { applicationId: 201, projectContainerId: 2900 }
  tableOf(containers).insert({
    id: 2900,
    ...space,
    type: 'SPACE',
    level: 'PROJECT',
    name: 'Far',
    key: 'FAR',
    createdAt: 0,
  })
  tableOf(propertyNames).insert({ id: 90, ...space, name: 'Far', dataType: 'TEXT' })
  expect((await everywhere('PUT', 'Far', { name: 'Near' })).status).toBe(404)
  expect((await everywhere('DELETE', 'Far')).status).toBe(404)
})

test('a name that is unregistered leaves the others', async () => {
  expect((await everywhere('DELETE', 'Category')).status).toBe(204)
  expect(client.simulator.state('propertyName').map(({ name }) => name)).toEqual(['Priority'])
})

test('a name that stands on a page among others is taken', async () => {
  await defineWith(4002, 'REQ-020', 'First', 'Second', 'Third')
  for (const name of ['First', 'Second', 'Third'])
    expect((await rename('Category', { name })).status).toBe(409)
})

test('a new name saves the pages that have the old one, and no others', async () => {
  await defineWith(4000, 'REQ-020', 'Mass')
  await client.get(`${wiki}/misc/ENG/4000`)
  const before = new Map(versions() as [number, number][])
  expect((await rename('Mass', { name: 'Weight' })).status).toBe(200)
  expect(versions()).toEqual([...before].map(([id, version]) => [id, id === 4000 ? version + 1 : version]))
  expect(tableOf(pages).get(4000)?.definitions[0]?.properties).toMatchObject([{ key: 'Weight' }])
})

test('of the columns of an attachment those of properties get the new name', async () => {
  const column = { header: 'H', name: 'Category' } as const
  const roles = ['KEY', 'PROPERTY', 'DEPENDENCY', 'IGNORED'] as const
  const columns = roles.map((role, at) => ({ ...column, role, column: String.fromCharCode(65 + at) }))
  tableOf(excelAttachments).update(9001, { columns })
  expect((await rename('Category', { name: 'Kind' })).status).toBe(200)
  expect(
    tableOf(excelAttachments)
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
    tableOf(templates).update(1, { content })
    expect((await rename('Category', { name: 'Main kind' })).status).toBe(200)
    expect(tableOf(templates).get(1)?.content.slice(0, begin.length)).toBe(begin)
  },
)

test('a world in which a space has a name twice is not imported', async () => {
  const document = JSON.parse(JSON.stringify(exportWorld(client.simulator.world)))
  const load = () => client.post('/_sim/import', document, { headers: control })
  expect((await load()).status).toBe(200)
  const [first] = document.stores.eu.propertyName
  document.stores.eu.propertyName.push({ ...first, id: 77 })
  expect(await load()).toMatchObject(refused(400, 'exists already'))
})
