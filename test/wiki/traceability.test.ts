/** Saved matrices of a space. */
import { beforeEach, describe, expect, test } from 'vitest'
import { startAuthor, type WikiAuthor } from '../support/wiki-author.ts'

let wiki: WikiAuthor
beforeEach(async () => {
  wiki = await startAuthor()
})

const base = '/traceability/ENG'
const first = { label: 'R', step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 }
const as = (token: string) => ({ token: `tok-${token}` })
const names = ({ body }: { body: { results: { name: string }[] } }) => body.results.map(({ name }) => name)

test('the demo world has one', async () => {
  const list = await wiki.done('GET', `${base}/`)
  expect(list).toMatchObject({ total: 1, results: [{ id: 1, name: 'Coverage', spaceKey: 'ENG' }] })
  expect(await wiki.done('GET', base)).toEqual(list)
  expect(await wiki.done('GET', `${base}/1`)).toEqual(list.results[0])
})

test('a matrix is created, changed in part, and deleted softly', async () => {
  const created = await wiki.done('POST', base, {
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
  await wiki.control('POST', '/clock/advance', { by: '1m' })
  const changed = await wiki.done('PUT', `${base}/2`, {
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
  expect(names(await wiki.call('GET', base))).toEqual(['Coverage', 'Hazards'])
  expect(await wiki.call('DELETE', `${base}/2`)).toMatchObject({ status: 204, text: '' })
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? { name: 'x' } : undefined
    const reply = await wiki.call(method, `${base}/2`, body)
    expect([method, reply.status, reply.body.message]).toEqual([method, 404, expect.stringContaining("'2'")])
  }
  expect(names(await wiki.call('GET', base))).toEqual(['Coverage'])
  expect((await wiki.call('PUT', `${base}/uiTraceability`, { matrixId: 2 })).status).toBe(404)
  expect((await wiki.call('GET', '/rte/ENG/traceability/transform-to-html?id=2')).status).toBe(404)
  expect(await wiki.state('matrix', 'id=2')).toMatchObject([{ status: 'DELETED', name: 'Hazards' }])
  expect((await wiki.done('POST', base, { name: 'Next', columns: [first] })).id).toBe(3)
})

describe('refusals', () => {
  test.each([
    ['GET', '/traceability/NONE/', 404, "spaceKey 'NONE'"],
    ['GET', `${base}/77`, 404, "'77'"],
    ['GET', '/traceability/OPS/1', 404, "space 'OPS' has no traceability matrix '1'"],
    ['GET', '/traceability/LAB/', 403, "user 'alice' may not read space 'LAB'"],
  ])('%s %s is %d', async (method, path, status, message) => {
    const reply = await wiki.call(method, path)
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(message)])
  })

  test.each([
    [{ columns: [first] }, 'name'],
    [{ name: '', columns: [first] }, 'name'],
    [{ name: 'x'.repeat(256), columns: [first] }, 'name'],
    [{ name: 'x' }, 'columns'],
    [{ name: 'x', columns: [first], type: 'OTHER' }, 'type'],
    [{ name: 'x', columns: [first], sharedLevel: 'ALL' }, 'sharedLevel'],
    [{ name: 'x', columns: [first], status: 'DELETED' }, 'status: takes ACTIVE or ARCHIVED'],
    [
      { name: 'x', columns: [first], spaceKey: 'OPS' },
      "body field 'spaceKey' 'OPS': must be that of the path, 'ENG'",
    ],
    [{ name: 'x', columns: [first], variables: { a: { b: 1 } } }, 'variables'],
    [{ name: 'x', columns: [first], variables: { a: null } }, 'variables'],
  ])('%j is 400', async (body, message) => {
    const before = wiki.everything()
    const reply = await wiki.call('POST', base, body)
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(message)])
    expect(wiki.everything()).toBe(before)
  })

  test('a change must name its own matrix', async () => {
    const reply = await wiki.call('PUT', `${base}/1`, { id: 2, name: 'x' })
    expect([reply.status, reply.body.message]).toEqual([400, "body field 'id' '2': must be that of the path, 1"])
    expect((await wiki.call('PUT', `${base}/1`, { spaceKey: 'LAB' })).status).toBe(400)
  })

  test('reading takes read on the space, writing edit', async () => {
    const body = { name: 'x', columns: [first] }
    const calls = [
      ['GET', `${base}/`, undefined, 200],
      ['GET', `${base}/1`, undefined, 200],
      ['POST', base, body, 403],
      ['PUT', `${base}/1`, body, 403],
      ['DELETE', `${base}/1`, undefined, 403],
    ] as const
    for (const [method, path, sent, forBob] of calls) {
      expect([method, (await wiki.call(method, path, sent, as('bob'))).status]).toEqual([method, forBob])
      expect([method, (await wiki.call(method, path, sent, as('eve'))).status]).toEqual([method, 403])
      expect([method, (await wiki.call(method, path, sent, { token: null })).status]).toEqual([method, 401])
    }
    expect(await wiki.state('matrix')).toHaveLength(1)
  })
})

describe('sharedLevel', () => {
  const save = async (sharedLevel: string) =>
    (await wiki.done('POST', base, { name: sharedLevel, columns: [first], sharedLevel })).id as number

  test('NONE is for the owner and administrators', async () => {
    const id = await save('NONE')
    const reply = await wiki.call('GET', `${base}/${id}`, undefined, as('bob'))
    expect([reply.status, reply.body.message]).toEqual([403, expect.stringContaining(`matrix ${id}`)])
    expect(names(await wiki.call('GET', base, undefined, as('bob')))).toEqual(['Coverage'])
    const render = { matrixId: id }
    expect((await wiki.call('PUT', `${base}/uiTraceability`, render, as('bob'))).status).toBe(403)
    expect((await wiki.call('PUT', `${base}/uiTraceability`, render)).status).toBe(200)
    expect(names(await wiki.call('GET', base, undefined, as('admin')))).toEqual(['Coverage', 'NONE'])
    expect((await wiki.call('PUT', `${base}/${id}`, { name: 'y' }, as('admin'))).body.owner).toBe('alice')
  })

  test('SHARED_VIEW is read by all and changed by the owner and administrators', async () => {
    const reply = await wiki.call(
      'POST',
      base,
      { name: 'of the administrator', columns: [first], sharedLevel: 'SHARED_VIEW' },
      as('admin'),
    )
    const path = `${base}/${reply.body.id}`
    expect((await wiki.call('GET', path)).status).toBe(200)
    const refused = await wiki.call('PUT', path, { name: 'y' })
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('SHARED_VIEW')])
    expect((await wiki.call('DELETE', path)).status).toBe(403)
    await wiki.call('PUT', path, { sharedLevel: 'SHARED_EDIT' }, as('admin'))
    expect((await wiki.call('PUT', path, { name: 'y' })).status).toBe(200)
    expect((await wiki.call('DELETE', path)).status).toBe(204)
  })
})

describe('the deprecated stored data', () => {
  const data = '/misc/ENG/traceability/data'

  test('is for administrators, and says that it is deprecated', async () => {
    for (const path of [data, `${data}/1`]) {
      expect((await wiki.call('GET', path)).status).toBe(403)
      const reply = await wiki.call('GET', path, undefined, as('admin'))
      expect([reply.status, reply.headers['Deprecation']]).toEqual([200, 'true'])
    }
    expect((await wiki.call('GET', '/misc/NONE/traceability/data', undefined, as('admin'))).status).toBe(404)
    expect((await wiki.call('GET', `${data}/2`, undefined, as('admin'))).status).toBe(404)
    expect((await wiki.call('GET', `${data}/x`, undefined, as('admin'))).status).toBe(404)
  })

  test('lists what is stored, and the rows of one matrix', async () => {
    await wiki.done('POST', base, { name: 'Second', columns: [first], query: "key = 'REQ-003'" })
    const list = (await wiki.call('GET', `${data}?limit=1`, undefined, as('admin'))).body
    expect(list).toMatchObject({ total: 2, results: [{ id: 1, name: 'Coverage' }] })
    const one = (await wiki.call('GET', `${data}/2`, undefined, as('admin'))).body
    expect(JSON.parse(one.data)).toEqual({
      query: "key = 'REQ-003'",
      columns: [{ ...first, hidden: false }],
      variables: {},
    })
    expect(one).toMatchObject({
      total: 1,
      rows: [{ spaceKey: 'ENG', key: 'REQ-003', values: [['REQ-003']] }],
    })
    const coverage = (await wiki.call('GET', `${data}/1`, undefined, as('admin'))).body
    expect(coverage.rows[0]).toEqual({
      spaceKey: 'ENG',
      key: 'REQ-001',
      values: [['REQ-001'], ['REQ-002', 'REQ-003'], ['High'], ['DRN-1', 'DRN-2']],
    })
  })
})
