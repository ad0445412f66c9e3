/** Saved matrices of the hosted wiki: one set of records with those of the embedded wiki. */
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { COLUMN_STEPS } from '../../../src/model/records/wiki/matrices.ts'
import { exportWorld } from '../../../src/world/transfer.ts'
import { hostedHeaders, SITES, TWO_REGIONS } from '../../support/hosted.ts'
import { column, first, type HostedWiki, startHostedWiki } from './wiki.ts'
import { pluck, refusal } from '../../support/client.ts'

let wiki: HostedWiki
beforeEach(async () => {
  wiki = await startHostedWiki()
})

const base = '/saved-matrices'
const json = (...columns: readonly unknown[]) => JSON.stringify({ columns: [first, ...columns], zoom: 2 })
const accumulator = { display: true, formula: 'SUM', dataType: 'NUMBER' }
const save = (body: object = {}, user = 'alice') =>
  wiki.done('POST', base, { name: 'Safety', spaceKey: 'ENG', ...body }, user)
const status = async (method: string, id: number, user: string, body?: object) =>
  (await wiki.call(method, `${base}/${id}`, body, user)).status
/** The status of a call of the embedded wiki by its administrator. */
const embedded = async (method: string, path: string, body?: object) =>
  (await wiki.client.call(method, `/wiki/rest/reqs/1${path}`, { token: 'tok-admin', body })).status
const find = async (body: object, user = 'alice', query = '') =>
  await wiki.done('POST', `${base}/search${query}`, body, user)
const names = ({ results }: { results: { name: string }[] }) => results.map(({ name }) => name)

test('the matrix of the demo world is there, with a text of its columns', async () => {
  const matrix = await wiki.done('GET', `${base}/1`)
  const embedded = await wiki.embedded('GET', '/traceability/ENG/1')
  expect(matrix).toEqual({
    id: 1,
    name: 'Coverage',
    description: embedded.description,
    spaceKey: 'ENG',
    type: 'COVERAGE',
    json: matrix.json,
    query: "key ~ 'REQ-%'",
    sharedLevel: 'SHARED_EDIT',
    status: 'ACTIVE',
    container: { id: 1001, key: 'ENG', name: 'Engineering' },
    ownerAccountId: embedded.ownerAccountId,
  })
  expect(JSON.parse(matrix.json)).toEqual({
    columns: embedded.columns.map(({ step, ...rest }: { step: object }) => ({
      ...rest,
      step: { value: '', ...step },
    })),
    query: embedded.query,
    variants: [],
    limit: 20,
    spaceKey: 'ENG',
    variables: Object.keys(embedded.variables).length === 0 ? undefined : embedded.variables,
  })
  const rendered = await wiki.done('POST', '/traceability/ENG', {
    traceabilityMatrix: JSON.parse(matrix.json),
  })
  expect(rendered.cells).toHaveLength(embedded.columns.length)
})

test('a matrix is saved for the caller, changed, and deleted softly', async () => {
  const sent = json(column(1, 'TO'))
  const saved = await save({ json: sent, query: "@Category = 'Safety'", ownerAccountId: 'somebody', id: 77 })
  expect(saved).toMatchObject({ name: 'Safety', json: sent, sharedLevel: 'NONE', status: 'ACTIVE' })
  expect(saved.id).not.toBe(77)
  expect(saved.ownerAccountId).toBe((await wiki.done('GET', `${base}/1`)).ownerAccountId)
  const own = await save({ ownerAccountId: 'FILLED_IN_BACKEND', container: { id: 1, key: 'X' } })
  expect(own).toMatchObject({ ownerAccountId: saved.ownerAccountId, container: saved.container })
  expect(await status('DELETE', own.id, 'alice')).toBe(204)
  const changed = await wiki.done('PUT', `${base}/${saved.id}`, {
    ...saved,
    name: 'Hazards',
    status: 'ARCHIVED',
  })
  expect(changed).toEqual({ ...saved, name: 'Hazards', status: 'ARCHIVED' })
  expect(await wiki.done('GET', `${base}/${saved.id}`)).toEqual(changed)
  expect(await status('DELETE', saved.id, 'alice')).toBe(204)
  for (const method of ['GET', 'DELETE']) expect(await status(method, saved.id, 'alice')).toBe(404)
  expect(await status('PUT', saved.id, 'alice', { name: 'x' })).toBe(404)
  expect(names(await find({ owned: true }))).toEqual(['Coverage'])
  const rows = exportWorld(wiki.client.simulator.world).stores['eu']
  expect(JSON.stringify(rows)).toContain('"name":"Hazards"')
})

describe('one world', () => {
  test('the embedded wiki shows and renders the columns of the text', async () => {
    const { id } = await save({ json: json(column(1, 'FROM', 'refines')), query: "key = 'REQ-001'" })
    const embedded = await wiki.embedded('GET', `/traceability/ENG/${id}`)
    expect(embedded).toMatchObject({ name: 'Safety', query: "key = 'REQ-001'", owner: 'alice' })
    expect(pluck(embedded.columns, 'step')).toEqual([
      { type: 'FIRST_COLUMN' },
      { type: 'FROM', value: 'refines' },
    ])
    const { cells } = await wiki.embedded('PUT', '/traceability/ENG/uiTraceability', { matrixId: id })
    expect(cells[1]).toHaveLength(2)
  })

  test('what the embedded wiki changes shows in the text, and nothing else of it changes', async () => {
    const { id, json: sent } = await save({ json: json(column(1, 'TO')) })
    await wiki.embedded('PUT', `/traceability/ENG/${id}`, { name: 'Renamed' })
    expect(await wiki.done('GET', `${base}/${id}`)).toMatchObject({ name: 'Renamed', json: sent })
    const columns = [first, column(1, 'PROPERTY', 'Category')]
    await wiki.embedded('PUT', `/traceability/ENG/${id}`, { columns })
    const shown = JSON.parse((await wiki.done('GET', `${base}/${id}`)).json)
    expect(shown).toMatchObject({ columns, zoom: 2 })
    await wiki.embedded('PUT', '/propertynames/ENG/Category', { name: 'Kind' })
    const renamed = JSON.parse((await wiki.done('GET', `${base}/${id}`)).json)
    expect(renamed.columns[1].step).toEqual({ type: 'PROPERTY', value: 'Kind' })
    await wiki.embedded('DELETE', `/traceability/ENG/${id}`)
    expect(await status('GET', id, 'alice')).toBe(404)
  })

  test('a matrix without a text has the first column; the query of a text counts where none is sent', async () => {
    const bare = await save()
    expect((await wiki.embedded('GET', `/traceability/ENG/${bare.id}`)).columns).toHaveLength(1)
    const text = JSON.stringify({ columns: [first], query: "key = 'REQ-001'", any: [1, { thing: null }] })
    expect(await save({ json: text })).toMatchObject({ query: "key = 'REQ-001'", json: text })
    expect(await save({ json: text, query: '' })).toMatchObject({ query: '' })
  })

  test('what only the text says of a column stays when the embedded wiki changes others', async () => {
    const step = { type: 'EXTERNAL_PROPERTY', value: 'Cost', accumulator, enumValues: { low: 1 } }
    const sent = json(
      { ...column(1, 'EXTERNAL_PROPERTY'), step, note: 'kept' },
      column(2, 'PROPERTY', 'Category'),
    )
    const { id } = await save({ json: sent })
    await wiki.embedded('PUT', '/propertynames/ENG/Category', { name: 'Kind' })
    const { columns } = JSON.parse((await wiki.done('GET', `${base}/${id}`)).json)
    expect(columns[1]).toMatchObject({ step, note: 'kept' })
    expect(columns[2].step.value).toBe('Kind')
    const other = [first, column(1, 'PROPERTY', 'Kind')]
    await wiki.embedded('PUT', `/traceability/ENG/${id}`, { columns: other })
    const replaced = JSON.parse((await wiki.done('GET', `${base}/${id}`)).json)
    expect(replaced.columns[1].step).toEqual({ type: 'PROPERTY', value: 'Kind' })
  })
})

test('showing matrices reads none of their formulas again', async () => {
  // Saving reads them then.
  wiki = await startHostedWiki({ scenario: 'demo', config: { assumptions: { A242: 'whole' } } })
  const formula = `${'1 + '.repeat(200)}1`
  const sent = json(...Array.from({ length: 99 }, (_, index) => column(index + 1, 'CALCULATION', formula)))
  const beforeSaving = performance.now()
  for (let count = 0; count < 10; count++) await save({ json: sent })
  const saving = performance.now() - beforeSaving
  const showing: number[] = []
  // The quickest of some, as other work of the machine comes in between.
  for (let times = 0; times < 5; times++) {
    const begin = performance.now()
    const { results } = await find({ owned: true, name: 'safety' }, 'alice', '?limit=200')
    showing.push(performance.now() - begin)
    expect(results.filter((one: { json: string }) => one.json === sent)).toHaveLength(10)
  }
  expect(Math.min(...showing)).toBeLessThan(saving / 5)
})

test('a matrix with variables lists the assumptions about them, and one without does not', async () => {
  const assumptionsFor = async (query: string) => {
    const headers = { ...hostedHeaders('tok-alice', SITES.wiki), 'x-sim-explain': '1' }
    const body = { name: 'Safety', spaceKey: 'ENG', query }
    const path = `/eu/wiki/rest${base}`
    const reply = await wiki.client.call('POST', path, { token: null, headers, body })
    expect(reply.status, reply.text).toBe(200)
    return reply.headers['X-Sim-Assumptions']?.split(',')
  }
  expect(await assumptionsFor('@Category = $category')).toContain('A115')
  expect(await assumptionsFor("@Category = 'Safety'")).not.toContain('A115')
})

describe('a change', () => {
  test('replaces the whole record: what is left out is as in a new one', async () => {
    const whole = {
      name: 'Safety',
      description: 'Of the hull',
      spaceKey: 'ENG',
      type: 'COVERAGE',
      json: json(column(1, 'TO')),
      query: "key = 'REQ-001'",
      sharedLevel: 'SHARED_VIEW',
      status: 'ARCHIVED',
    }
    const { id, ownerAccountId, container } = await save(whole)
    const { description: _gone, ...rest } = whole
    const without = await wiki.done('PUT', `${base}/${id}`, rest)
    expect(without).toEqual({ id, ownerAccountId, container, ...rest })
    expect(await wiki.done('GET', `${base}/${id}`)).toEqual(without)
    expect(await wiki.done('PUT', `${base}/${id}`, { name: 'Bare' })).toMatchObject({
      name: 'Bare',
      type: 'TRACEABILITY',
      query: '',
      sharedLevel: 'NONE',
      status: 'ACTIVE',
    })
    expect((await wiki.embedded('GET', `/traceability/ENG/${id}`)).columns).toHaveLength(1)
  })

  test('without a name is refused', async () => {
    const reply = await wiki.call('PUT', `${base}/1`, { query: '' })
    expect(reply).toMatchObject(refusal(400, "'name'"))
  })

  test('merges where the ledger says so', async () => {
    wiki = await startHostedWiki({ scenario: 'demo', config: { assumptions: { A244: 'merge' } } })
    const { id, ...saved } = await save({ description: 'Of the hull', json: json(column(1, 'TO')) })
    const changed = await wiki.done('PUT', `${base}/${id}`, { sharedLevel: 'SHARED_VIEW' })
    expect(changed).toEqual({ id, ...saved, sharedLevel: 'SHARED_VIEW' })
  })
})

describe('the status DELETED', () => {
  const isGone = async (id: number) => {
    expect((await wiki.call('GET', `${base}/${id}`)).status).toBe(404)
    expect(JSON.stringify(await find({ owned: false }))).not.toContain(`"id":${id}`)
    const rows = exportWorld(wiki.client.simulator.world).stores['eu']
    expect(JSON.stringify(rows)).toContain('"status":"DELETED"')
  }

  test('in a PUT deletes softly', async () => {
    const saved = await save({ description: 'Of the hull' })
    const deleted = await wiki.done('PUT', `${base}/${saved.id}`, { ...saved, status: 'DELETED' })
    expect(deleted).toEqual({ ...saved, status: 'DELETED' })
    await isGone(saved.id)
    await wiki.done('PUT', `${base}/1`, { status: 'DELETED' })
    await isGone(1)
    expect(await status('PUT', 1, 'alice', { ...saved, id: 1, status: 'ACTIVE' })).toBe(404)
  })

  test('in a POST deletes the matrix of its id softly', async () => {
    const saved = await save()
    const deleted = await wiki.done('POST', base, { ...saved, status: 'DELETED' })
    expect(deleted).toEqual({ ...saved, status: 'DELETED' })
    await isGone(saved.id)
    const born = await save({ status: 'DELETED' })
    expect(born.status).toBe('DELETED')
    await isGone(born.id)
  })

  test('deletes nothing of others', async () => {
    const saved = await save({ sharedLevel: 'SHARED_VIEW' })
    const body = { ...saved, status: 'DELETED' }
    expect((await wiki.call('POST', base, body, 'bob')).status).toBe(403)
    expect((await wiki.call('PUT', `${base}/${saved.id}`, body, 'bob')).status).toBe(403)
    const elsewhere = await wiki.done('POST', base, { ...body, spaceKey: 'OPS' })
    expect(elsewhere.id).not.toBe(saved.id)
    expect(await wiki.done('GET', `${base}/${saved.id}`)).toEqual(saved)
  })
})

describe('of a definition only the columns are checked', () => {
  const property = column(1, 'PROPERTY', 'Category')
  // What the embedded wiki has of the columns: all, or the first where they cannot be read.
  test.each([
    ['an unknown field', json(column(1, 'JIRAFIELD', 'colour')), 2],
    ['a formula that cannot be read', json(column(1, 'CALCULATION', '1 + (')), 2],
    ['a child of a property', json(property, column(2, 'TO', '', 1)), 3],
    ['a property without a name', json(column(1, 'PROPERTY', '')), 2],
    ['a gap', json(column(2, 'TO')), 1],
    ['an unknown type', json(column(1, 'NOPE')), 1],
    ['a child before its parent', json(column(1, 'TO', '', 2), column(2, 'TO')), 1],
    ['no columns of this kind', '{"columns":["old",null]}', 1],
    ['a list', '[7]', 1],
    ['very many columns', JSON.stringify({ columns: Array.from({ length: 101 }, () => 1) }), 1],
  ] as const)('%s is saved, and renders empty', async (_what, text, count) => {
    const saved = await save({ json: text, sharedLevel: 'SHARED_EDIT' })
    expect(saved.json).toBe(text)
    expect((await wiki.done('GET', `${base}/${saved.id}`)).json).toBe(text)
    expect(await wiki.done('PUT', `${base}/${saved.id}`, saved)).toEqual(saved)
    const path = `/traceability/ENG/${saved.id}`
    const { columns } = await wiki.embedded('GET', path)
    expect(columns).toHaveLength(count)
    const rendered = await wiki.embedded('PUT', '/traceability/ENG/uiTraceability', { matrixId: saved.id })
    expect(rendered.cells).toHaveLength(count)
    expect(rendered.cells[0]).toHaveLength(12)
    if (count > 1) expect(rendered.cells.at(-1)).toEqual([])
    if (count > 1) {
      const own = await wiki.done('POST', '/traceability/ENG', { traceabilityMatrix: JSON.parse(text) })
      expect(own.cells.at(-1)).toEqual([])
    }
    await everythingReads(saved.id, 200)
    expect(await wiki.embedded('PUT', path, { name: 'Renamed' })).toMatchObject({ name: 'Renamed' })
    expect((await wiki.done('GET', `${base}/${saved.id}`)).json).toBe(text)
  })

  test('a query that cannot be read is saved, and refused when it is rendered', async () => {
    const { id } = await save({ query: 'key =', sharedLevel: 'SHARED_EDIT' })
    expect(await wiki.embedded('GET', `/traceability/ENG/${id}`)).toMatchObject({ query: 'key =' })
    await everythingReads(id, 400)
    await wiki.embedded('PUT', `/traceability/ENG/${id}`, { name: 'Renamed' })
    await wiki.embedded('PUT', '/propertynames/ENG/Category', { name: 'Kind' })
    const migrated = await wiki.embedded('POST', '/misc/ENG/migrateUsersQueries', undefined, 'admin')
    expect(JSON.stringify(migrated)).toContain(`"id":${id}`)
    const wrong = await wiki.client.call('PUT', `/wiki/rest/reqs/1/traceability/ENG/${id}`, {
      token: 'tok-alice',
      body: { query: 'key = =' },
    })
    expect(wrong.status).toBe(400)
  })

  /** What else the embedded wiki does with saved matrices; rendering answers `expected`. */
  async function everythingReads(id: number, expected: number): Promise<void> {
    expect(await embedded('GET', `/rte/ENG/traceability/transform-to-html?id=${id}`)).toBe(expected)
    expect(await embedded('GET', '/misc/ENG/traceability/data')).toBe(200)
    expect(await embedded('GET', `/misc/ENG/traceability/data/${id}`)).toBe(expected)
    expect(await embedded('PUT', '/traceability/ENG/uiTraceability', { matrixId: id })).toBe(expected)
    const renamed = await embedded('PUT', '/propertynames/ENG/Priority', { name: 'Rank' })
    expect(renamed).toBe(200)
    expect(await embedded('POST', '/misc/ENG/migrateUsersQueries')).toBe(200)
  }

  test('all of it is checked where the ledger says so', async () => {
    wiki = await startHostedWiki({ scenario: 'demo', config: { assumptions: { A242: 'whole' } } })
    for (const [body, mentions] of [
      [{ query: 'key =' }, ['Syntax error at position 5']],
      [{ json: json(column(2, 'TO')) }, ['(in json)', 'columnIndex 2', '1 is missing']],
      [{ json: json(column(1, 'NOPE')) }, ['json: columns', '1.step.type']],
      [{ json: json(column(1, 'PROPERTY')) }, ['(in json)', 'PROPERTY needs a value']],
    ] as const) {
      const reply = await wiki.call('POST', base, { name: 'New', spaceKey: 'ENG', ...body })
      expect(reply.status).toBe(400)
      for (const mention of mentions) expect(reply.body.message).toContain(mention)
    }
    expect(await save({ json: '{}' })).toMatchObject({ json: '{}' })
  })
})

const anything = fc.object({ values: [fc.string(), fc.boolean(), fc.integer(), fc.constant(null)] })
const anyColumn = fc.record(
  {
    label: fc.constantFrom('', 'x', null),
    columnIndex: fc.constantFrom(0, 1, 2, 3, -1, 1.5),
    parentColumnIndex: fc.constantFrom(0, 1, 2, 9),
    step: fc.record(
      {
        type: fc.constantFrom(...COLUMN_STEPS, 'NOPE'),
        value: fc.constantFrom('', '$x', '${', '$$', '1 +', "'", 'Category', '@', 'x'.repeat(300)),
        accumulator: anything,
      },
      { requiredKeys: ['type'] },
    ),
  },
  { requiredKeys: ['step'] },
)
const numbered = fc.array(anyColumn, { maxLength: 5 }).map((columns) => [
  first,
  ...columns.map((one, index) => ({
    ...one,
    columnIndex: index + 1,
    parentColumnIndex: (one.parentColumnIndex ?? 0) % (index + 1),
  })),
])

test('whatever columns are saved, the embedded wiki reads and renders them without a defect', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(numbered, fc.array(fc.oneof(anyColumn, anything), { minLength: 1 })),
      fc.constantFrom('', 'key =', '$', "'${", '@Category = $x', "key ~ 'REQ-%'"),
      async (columns, query) => {
        const text = JSON.stringify({ columns })
        const { id } = await save({ json: text, query, sharedLevel: 'SHARED_EDIT' })
        expect(await embedded('GET', `/traceability/ENG/${id}`)).toBe(200)
        expect((await wiki.done('GET', `${base}/${id}`)).json).toBe(text)
        for (const path of ['/traceability/ENG/uiTraceability', '/misc/ENG/uiTraceability'])
          expect(await embedded('PUT', path, { matrixId: id, variables: { x: 'y' } })).toBeLessThan(500)
        expect(await embedded('GET', `/rte/ENG/traceability/transform-to-html?id=${id}`)).toBeLessThan(500)
        expect(await embedded('GET', `/misc/ENG/traceability/data/${id}`)).toBeLessThan(500)
        expect(await embedded('PUT', `/traceability/ENG/${id}`, { name: 'Renamed' })).toBe(200)
        expect(await embedded('PUT', '/propertynames/ENG/Category', { name: 'Kind' })).toBe(200)
        expect(await embedded('PUT', '/propertynames/ENG/Kind', { name: 'Category' })).toBe(200)
        expect(await embedded('POST', '/misc/ENG/migrateUsersQueries')).toBe(200)
        expect((await wiki.call('GET', `${base}/${id}`)).status).toBe(200)
        await wiki.call('DELETE', `${base}/${id}`)
      },
    ),
    { numRuns: 15 },
  )
})

describe('who may do what', () => {
  const ACTIONS = ['GET', 'PUT', 'DELETE'] as const
  // alice edits ENG, bob reads it, admin administers the wiki.
  test.each([
    ['NONE', 'bob', [403, 403, 403]],
    ['SHARED_VIEW', 'bob', [200, 403, 403]],
    ['SHARED_EDIT', 'bob', [200, 403, 403]],
    ['NONE', 'admin', [200, 200, 204]],
  ] as const)('%s lets %s read, change and delete with %j', async (sharedLevel, user, expected) => {
    const { id } = await save({ sharedLevel })
    const seen: number[] = []
    for (const method of ACTIONS)
      seen.push(await status(method, id, user, method === 'PUT' ? { name: 'x' } : undefined))
    expect(seen).toEqual(expected)
    const isDeleted = expected[2] === 204
    expect(names(await find({ owned: false }, user)).includes('Safety')).toBe(
      expected[0] === 200 && !isDeleted,
    )
  })

  test('a reader of the space owns, changes and shares; editors change what is shared for editing', async () => {
    const { id, ownerAccountId } = await save({ name: 'Mine' }, 'bob')
    expect(await status('GET', id, 'alice')).toBe(403)
    expect(await status('PUT', id, 'bob', { name: 'Mine', sharedLevel: 'SHARED_VIEW' })).toBe(200)
    expect(await status('GET', id, 'alice')).toBe(200)
    expect(await status('PUT', id, 'alice', { name: 'Ours' })).toBe(403)
    expect(await status('PUT', id, 'bob', { name: 'Mine', sharedLevel: 'SHARED_EDIT' })).toBe(200)
    const whole = { name: 'Ours', sharedLevel: 'SHARED_EDIT', ownerAccountId: 'FILLED_IN_BACKEND' }
    const changed = await wiki.done('PUT', `${base}/${id}`, whole)
    expect(changed).toMatchObject({ name: 'Ours', ownerAccountId })
    expect(names(await find({ owned: true }, 'bob'))).toEqual(['Ours'])
    expect(await status('DELETE', id, 'alice')).toBe(204)
    expect(await status('GET', id, 'bob')).toBe(404)
  })

  test('a space that the caller may not read hides its matrices', async () => {
    const { id } = await save({ spaceKey: 'LAB', sharedLevel: 'SHARED_EDIT' }, 'admin')
    for (const method of ACTIONS)
      expect(await status(method, id, 'alice', method === 'PUT' ? {} : undefined)).toBe(403)
    expect(names(await find({ owned: false }))).toEqual(['Coverage'])
    expect((await wiki.call('POST', base, { name: 'x', spaceKey: 'LAB' })).status).toBe(403)
    expect((await wiki.call('POST', base, { name: 'x', spaceKey: 'NONE' })).status).toBe(404)
  })
})

describe('the search', () => {
  test('filters by owner, name, type, space and id, page by page', async () => {
    await save({ name: 'Battery life', sharedLevel: 'SHARED_VIEW' })
    await save({ name: 'battery COST', type: 'MODIFICATION', sharedLevel: 'SHARED_VIEW', status: 'ARCHIVED' })
    const last = await save({ name: 'Range', spaceKey: 'OPS', sharedLevel: 'SHARED_VIEW' })
    await save({ name: 'Bobs', sharedLevel: 'SHARED_VIEW' }, 'bob')
    const all = ['Coverage', 'Battery life', 'battery COST', 'Range']
    expect(names(await find({ owned: true }))).toEqual(all)
    await save({ name: 'Secret' }, 'bob')
    expect(names(await find({ owned: false }))).toEqual([...all, 'Bobs'])
    expect(names(await find({ owned: false }, 'bob'))).toEqual([...all.slice(0, 3), 'Bobs', 'Secret'])
    expect(names(await find({ owned: true, name: 'BATTERY' }))).toEqual(['Battery life', 'battery COST'])
    expect(names(await find({ owned: true, matrixType: 'MODIFICATION' }))).toEqual(['battery COST'])
    expect(names(await find({ owned: true, spaceKey: 'OPS' }))).toEqual(['Range'])
    expect(names(await find({ owned: true, spaceKey: 'NONE' }))).toEqual([])
    expect(names(await find({ owned: true, id: last.id }))).toEqual(['Range'])
    expect(names(await find({ owned: true, id: last.id, spaceKey: 'ENG' }))).toEqual([])
    const page = await find({ owned: true }, 'alice', '?offset=1&limit=2')
    expect([names(page), page.total]).toEqual([all.slice(1, 3), 4])
    expect(await find({ owned: true }, 'alice', '?offset=9')).toEqual({ results: [], total: 4 })
  })

  test('needs to know whose', async () => {
    const reply = await wiki.call('POST', `${base}/search`, {})
    expect(reply).toMatchObject(refusal(400, "'owned'"))
  })
})

describe('what is wrong is refused by name, and nothing is saved', () => {
  test.each([
    [{ name: 'x'.repeat(256) }, ["'name'", '255']],
    [{ name: '' }, ["'name'"]],
    [{ type: 'ESTIMATION' }, ["'type'", '"COVERAGE"', "'ESTIMATION'"]],
    [{ sharedLevel: 'ALL' }, ["'sharedLevel'", "'ALL'"]],
    [{ status: 'GONE' }, ["'status'", '"DELETED"', "'GONE'"]],
    [{ query: 'x'.repeat(8193) }, ["'query'", '8192']],
    [{ json: '{' }, ['json', "'{'"]],
    [{ json: '{}' }, ['json: columns']],
    [{ json: '{"columns":[]}' }, ['json: columns']],
    [{ json: '{"columns":null}' }, ['json: columns']],
    [{ json: '{"columns":{"0":{}}}' }, ['json: columns']],
    [{ json: '[]' }, ['json: columns']],
    [{ json: '7' }, ['json: columns']],
    [{ json: { columns: [] } }, ["'json'", 'text']],
    [{ json: 'x'.repeat(100_001) }, ["'json'", '100000']],
    [
      { json: '{"__proto__":{"columns":7},"constructor":1,"columns":7,"x":{"__proto__":{"a":1}}}' },
      ['json: columns'],
    ],
  ] as const)('%j', async (body, mentions) => {
    const { id } = await save({ name: 'Before' })
    const before = await wiki.done('GET', `${base}/${id}`)
    const created = await wiki.call('POST', base, { name: 'New', spaceKey: 'ENG', ...body })
    const changed = await wiki.call('PUT', `${base}/${id}`, { name: 'New', ...body })
    expect([created.status, changed.status]).toEqual([400, 400])
    for (const mention of mentions) {
      expect(created.body.message).toContain(mention)
      expect(changed.body.message).toContain(mention)
    }
    expect(await wiki.done('GET', `${base}/${id}`)).toEqual(before)
    expect(names(await find({ owned: true }))).toEqual(['Coverage', 'Before'])
  })

  test('id and space stay', async () => {
    const wrong = await wiki.call('PUT', `${base}/1`, { id: 2 })
    expect(wrong).toMatchObject(refusal(400, "'2': must be that of the path, 1"))
    const moved = await wiki.call('PUT', `${base}/1`, { spaceKey: 'OPS' })
    expect(moved).toMatchObject(refusal(400, "'OPS': must stay 'ENG'"))
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })
})

test('each wiki of each region has its own', async () => {
  const two = await startHostedWiki({ scenario: TWO_REGIONS })
  const at = (region: string, key: string, site: string, id = 1) =>
    two.client.call('GET', `/${region}/wiki/rest/saved-matrices/${id}`, {
      token: null,
      headers: hostedHeaders(key, site),
    })
  expect((await at('eu', 'tok-alice', SITES.wiki)).status).toBe(200)
  expect((await at('eu', 'tok-dana', SITES.contoso)).status).toBe(404)
  expect((await at('us', 'tok-uma', SITES.usWiki)).status).toBe(404)
  expect((await at('eu', 'tok-eve', SITES.wiki)).status).toBe(403)
  expect((await at('eu', 'tok-old', SITES.wiki)).status).toBe(401)
})

interface Known {
  readonly id: number
  readonly owner: string
  name: string
  level: string
  deleted: boolean
}

const people = fc.constantFrom('alice', 'bob', 'admin')
const level = fc.constantFrom('NONE', 'SHARED_VIEW', 'SHARED_EDIT')
const step = fc.oneof(
  fc.record({ kind: fc.constant('save' as const), user: people, level, pick: fc.nat() }),
  fc.record({ kind: fc.constant('change' as const), user: people, level, pick: fc.nat() }),
  fc.record({ kind: fc.constant('delete' as const), user: people, level, pick: fc.nat() }),
  fc.record({ kind: fc.constant('embedded' as const), user: people, level, pick: fc.nat() }),
)

test('a random walk of three people leaves what a plain list of matrices says', async () => {
  const sees = (known: Known, user: string) =>
    !known.deleted && (user === 'admin' || known.owner === user || known.level !== 'NONE')
  const may = (known: Known, user: string) =>
    sees(known, user) &&
    (user === 'admin' || known.owner === user || (user === 'alice' && known.level === 'SHARED_EDIT'))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      wiki = await startHostedWiki()
      const all: Known[] = [{ id: 1, owner: 'alice', name: 'Coverage', level: 'SHARED_EDIT', deleted: false }]
      for (const [index, { kind, user, level: sharedLevel, pick }] of steps.entries()) {
        const known = all[pick % all.length] as Known
        const name = `${kind} ${index}`
        if (kind === 'save') {
          const { id } = await save({ name, sharedLevel }, user)
          expect(all.map((other) => other.id)).not.toContain(id)
          all.push({ id, owner: user, name, level: sharedLevel, deleted: false })
        } else if (kind === 'embedded') {
          // The embedded wiki takes edit on the space of everyone.
          const path = `/wiki/rest/reqs/1/traceability/ENG/${known.id}`
          const reply = await wiki.client.call('PUT', path, {
            token: `tok-${user}`,
            body: { name, sharedLevel },
          })
          const allowed = may(known, user) && user !== 'bob'
          if (allowed) Object.assign(known, { name, level: sharedLevel })
          expect(reply.status === 200).toBe(allowed)
        } else {
          const allowed = may(known, user)
          const expected = known.deleted ? 404 : allowed ? (kind === 'change' ? 200 : 204) : 403
          const body = kind === 'change' ? { name, sharedLevel } : undefined
          expect(await status(kind === 'change' ? 'PUT' : 'DELETE', known.id, user, body)).toBe(expected)
          if (allowed && kind === 'change') Object.assign(known, { name, level: sharedLevel })
          if (allowed && kind === 'delete') known.deleted = true
        }
      }
      for (const user of ['alice', 'bob', 'admin']) {
        const seen = all.filter((known) => sees(known, user))
        const own = await find({ owned: true }, user, '?limit=200')
        expect(names(own)).toEqual(seen.filter(({ owner }) => owner === user).map(({ name }) => name))
        const others = await find({ owned: false }, user, '?limit=200')
        expect(names(others)).toEqual(seen.map(({ name }) => name))
        const embedded = await wiki.embedded('GET', '/traceability/ENG/', undefined, user)
        expect(names(embedded)).toEqual(seen.map(({ name }) => name))
      }
    }),
    { numRuns: 10 },
  )
})
