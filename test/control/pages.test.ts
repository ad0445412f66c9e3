import { expect, test } from 'vitest'
import { createControlClient } from './client.ts'

test('a page is created, edited, viewed and removed', async () => {
  const client = createControlClient()
  const created = await client.write('POST', '/pages', {
    title: 'Landing gear',
    parent: 4000,
    content: [{ key: 'REQ-014', html: '<p>The drone shall land.</p>' }],
  })
  expect(created).toMatchObject({
    status: 201,
    body: {
      title: 'Landing gear',
      spaceKey: 'ENG',
      applicationId: 101,
      parent: 4000,
      version: 1,
      requirements: [{ key: 'REQ-014', status: 'ACTIVE', htmlNeedsUpdating: true }],
    },
  })
  const id = created.body['id'] as unknown as number
  const edited = await client.write('PUT', `/pages/${id}`, {
    define: [
      {
        key: 'REQ-015',
        html: '<p>The drone shall brake.</p>',
        properties: { Category: 'Safety', Weight: 3, Checked: true, Tags: ['a', 'b'] },
        dependencies: [
          { relationship: 'refines', key: 'REQ-014' },
          { key: 'SEC-1', spaceKey: 'LAB' },
        ],
      },
    ],
    links: [{ spaceKey: 'ENG', key: 'REQ-001' }],
  })
  expect(edited.body).toMatchObject({ version: 2, links: [{ spaceKey: 'ENG', key: 'REQ-001' }] })
  expect((await client.get('/state/requirement?key=REQ-015')).body.items).toMatchObject([
    { html: '', dependencies: [] },
  ])
  const viewed = await client.write('POST', `/pages/${id}/view`)
  expect(viewed).toMatchObject({ status: 200, body: { gathered: ['REQ-014', 'REQ-015'], version: 2 } })
  expect((await client.get('/state/requirement?key=REQ-015')).body.items).toMatchObject([
    {
      text: 'The drone shall brake.',
      htmlNeedsUpdating: false,
      properties: [
        { key: 'Category', value: 'Safety', dataType: 'TEXT' },
        { key: 'Weight', value: '3', dataType: 'NUMBER' },
        { key: 'Checked', value: 'true', dataType: 'BOOLEAN' },
        { key: 'Tags', value: 'a, b', dataType: 'LIST', multivalues: ['a', 'b'] },
      ],
      dependencies: [
        { relationship: 'refines', spaceKey: 'ENG', key: 'REQ-014' },
        { relationship: 'Dependency', spaceKey: 'LAB', key: 'SEC-1' },
      ],
    },
  ])
  expect((await client.get(`/pages/${id}`)).body['version']).toBe(2)
  expect((await client.write('DELETE', `/pages/${id}`)).status).toBe(204)
  expect((await client.get(`/pages/${id}`)).status).toBe(404)
  expect((await client.get('/state/requirement?key=REQ-015')).body.items).toMatchObject([
    { status: 'DELETED' },
  ])
})

test.each([
  ['PUT', '/pages/9', {}, 404],
  ['PUT', '/pages/0', {}, 404],
  ['PUT', '/pages/x', {}, 404],
  ['PUT', '/pages/99999999999999999999', {}, 404],
  ['PUT', '/pages/4001?region=us', {}, 404],
  ['PUT', '/pages/4001?region=eu', { region: 'us' }, 400],
  ['PUT', '/pages/4001', { region: 'mars' }, 400],
  ['PUT', '/pages/4001', { define: [{ key: 'a b' }] }, 400],
  ['PUT', '/pages/4001', { define: [{ key: '<script>' }] }, 400],
  ['PUT', '/pages/4001', { define: [{ key: 'A', properties: { x: null } }] }, 400],
  ['PUT', '/pages/4001', { define: [{ key: 'A', properties: 5 }] }, 400],
  ['PUT', '/pages/4001', { define: [{ key: 'A', dependencies: [{ relationship: '', key: 'B' }] }] }, 400],
  ['PUT', '/pages/4001', { define: [{ key: 'A', text: 'x' }] }, 400],
  ['PUT', '/pages/4001', { define: {} }, 400],
  ['PUT', '/pages/4001', { undefine: ['NOPE'] }, 404],
  ['PUT', '/pages/4001', { content: [], define: [] }, 400],
  ['PUT', '/pages/4001', undefined, 400],
  ['POST', '/pages', { title: 'x' }, 400],
  ['POST', '/pages', { title: 'x', spaceKey: '__proto__' }, 404],
  ['POST', '/pages', { title: 'x', parent: 9 }, 404],
  ['POST', '/pages', { title: 'x', parent: 1e308 }, 400],
  ['POST', '/pages/9/view', {}, 404],
  ['DELETE', '/pages/9', undefined, 404],
  ['PUT', '/pages/4001', { title: 'Lost', define: [{ key: 'NEW-1' }, { key: 'REQ-007' }] }, 409],
  ['GET', '/pages/4001?version=2', undefined, 404],
  ['GET', '/pages/4001?version=0', undefined, 400],
  ['GET', '/pages/9?version=1', undefined, 404],
  ['PUT', '/pages/4001', { as: 'nobody' }, 404],
  ['PUT', '/pages/4001', { as: 1 }, 400],
  ['POST', '/pages', { title: 'x', spaceKey: 'ENG', as: '__proto__' }, 404],
  ['POST', '/pages/4001/view', { as: 'nobody' }, 404],
  ['DELETE', '/pages/4001?as=nobody', undefined, 404],
] as const)('%s %s %j is refused with %i, and nothing is written', async (method, path, body, status) => {
  const client = createControlClient()
  const reply = method === 'GET' ? await client.get(path) : await client.write(method, path, body)
  expect([reply.body.message, reply.status]).toEqual([expect.any(String), status])
  expect((await client.get('/pages/4001')).body).toMatchObject({ version: 1, title: 'Flight control' })
  expect((await client.get('/state/requirement?key=NEW-1')).body.total).toBe(0)
})

test("names of an object's own workings are ordinary names of properties and keys", async () => {
  const client = createControlClient()
  const body =
    '{"define":[{"key":"constructor","html":"x","properties":{"constructor":"a","__proto__":"b","toString":"c"}}]}'
  expect((await client.write('PUT', '/pages/4001', body)).status).toBe(200)
  expect((await client.write('POST', '/pages/4001/view', {})).status).toBe(200)
  const { body: state } = await client.get('/state/requirement?key=constructor')
  expect(state.items).toMatchObject([{ key: 'constructor', status: 'ACTIVE', text: 'x' }])
  expect(({} as Record<string, unknown>)['b']).toBeUndefined()
})

test('a page lists its children and versions, with the content of each', async () => {
  const client = createControlClient()
  expect((await client.get('/pages/4000')).body).toMatchObject({ children: [4001, 4002], versions: [1] })
  await client.write('PUT', '/pages/4001', { title: 'Flying', undefine: ['REQ-002'], as: 'alice' })
  await client.write('PUT', '/pages/4001', { links: [{ spaceKey: 'ENG', key: 'REQ-007' }] })
  const { body } = await client.get('/pages/4001')
  expect(body).toMatchObject({ children: [], version: 3, versions: [1, 2, 3], title: 'Flying' })
  const first = await client.get('/pages/4001?version=1')
  expect(first.body).toMatchObject({ id: 4001, title: 'Flight control', version: 1, links: [] })
  expect((first.body['definitions'] as unknown as { key: string }[]).map(({ key }) => key)).toEqual([
    'REQ-001',
    'REQ-002',
  ])
  const second = await client.get('/pages/4001?version=2')
  expect(second.body).toMatchObject({
    title: 'Flying',
    definitions: [{ key: 'REQ-001' }],
    savedBy: 'alice',
    savedAt: '2026-01-05T09:00:00.000Z',
  })
  const third = await client.get('/pages/4001?version=3')
  expect(third.body).toMatchObject({ links: body['links'], definitions: body['definitions'] })
  expect(third.body).not.toHaveProperty('savedBy')
  expect((await client.get('/pages/4001?version=4')).body.message).toContain("no version '4'")
})

test('the user who edits and views is the one that the history names', async () => {
  const client = createControlClient()
  await client.write('PUT', '/pages/4001', { define: [{ key: 'REQ-013', html: 'x' }], as: 'alice' })
  await client.write('POST', '/pages/4001/view', { as: 'bob' })
  await client.write('DELETE', '/pages/4001?as=admin')
  const [row] = (await client.get('/state/requirement?key=REQ-013')).body.items
  const history = await client.get(`/state/historyEntry?requirementId=${String(row?.['id'])}`)
  expect(history.body.items.map(({ event, by }) => [event, by])).toEqual([
    ['DEFINED', 2],
    ['GATHERED', 3],
    ['REMOVED', 1],
  ])
})
