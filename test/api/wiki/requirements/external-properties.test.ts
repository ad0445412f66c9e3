import { beforeEach, describe, expect, test } from 'vitest'
import { requirements } from '../../../../src/model/records/wiki/requirements.ts'
import { demoWith } from '../../../support/client.ts'
import { findFrozenRow, frozenSets } from '../../../../src/model/finding/requirements/frozen.ts'
import { startStandaloneAuthor } from '../../../support/standalone-author.ts'
import { threadTime } from '../../../support/thread-time.ts'
import { client, startDemo, tableOf } from '../../../support/demo.ts'

const wiki = '/wiki/rest/reqs/1'
const standalone = '/api/applications/101/projects/1001/variants/current/requirements'

beforeEach(() => startDemo())

const put = (path: string, body: object, token = 'tok-alice') =>
  client.put(`${wiki}/${path}`, body, { token })
const query = (text: string) => `q=${encodeURIComponent(text)}`
/** The keys that a search of a wiki space finds. */
const keysOf = async (text: string, space = 'ENG') => {
  const { body } = await client.get(`${wiki}/requirement2/${space}?${query(text)}`, { token: 'tok-admin' })
  return body.results.map((row: { key: string }) => row.key)
}
/** An external property of a requirement, as the standalone interface shows it. */
const standaloneProperty = async (key: string, label: string, variant = 'current') => {
  const { body } = await client.get(`${standalone.replace('current', variant)}/${key}`)
  return body.properties.find((property: { label: string }) => property.label === label)
}
const sumOfCost = async () => {
  const body = { formula: 'SUM(ext@Cost)', selection: { projectContainerId: 1001 } }
  return (await client.post('/api/aggregations/execute?applicationId=101', body)).body.value
}

describe('one requirement', () => {
  test('keeps the white space of a text, which came back collapsed', async () => {
    const note = (value: string) => put('external-properties/ENG/REQ-001', { key: 'Note', value })
    expect((await note('one  two\n three')).status).toBe(200)
    expect(await standaloneProperty('REQ-001', 'Note')).toMatchObject({ value: 'one  two\n three' })
    expect(await keysOf("ext@Note = 'one  two\n three'")).toEqual(['REQ-001'])
    await note('<p>one  two</p> three')
    expect(await standaloneProperty('REQ-001', 'Note')).toMatchObject({ value: 'one two three' })
    await note(' \n ')
    expect(await standaloneProperty('REQ-001', 'Note')).toBeUndefined()
  })

  test('gets a value that every interface shows at once', async () => {
    const reply = await put('external-properties/ENG/REQ-001', { key: 'Cost', value: '1100.5' })
    expect(reply).toMatchObject({ status: 200, body: { spaceKey: 'ENG', key: 'REQ-001' } })
    expect(reply.body).not.toHaveProperty('baseline')
    expect(await standaloneProperty('REQ-001', 'Cost')).toEqual({
      label: 'Cost',
      value: 1100.5,
      external: true,
      dataType: 'DECIMAL',
    })
    expect(await keysOf('ext@Cost = 1100.5')).toEqual(['REQ-001'])
    expect(await keysOf('ext@Cost = 100')).toEqual([])
    expect(await sumOfCost()).toBe(7800 - 100 + 1100.5)
    const { body } = await client.get(`${wiki}/requirement2/ENG/REQ-001`)
    expect(body.properties).toContainEqual({
      key: 'Cost',
      value: '1100.5',
      type: 'EXTERNAL',
      dataType: 'DECIMAL',
      display: '1100.5',
      indexation: { text: '1100.5' },
    })
  })

  test('loses it by a value that is null, absent or blank', async () => {
    const values: readonly object[] = [{ value: null }, {}, { value: ' <p> </p>' }]
    for (const [position, value] of values.entries()) {
      const key = `REQ-00${position + 1}`
      expect((await put(`external-properties/ENG/${key}`, { key: 'Cost', ...value })).status).toBe(200)
      expect(await standaloneProperty(key, 'Cost')).toBeUndefined()
    }
    expect(await sumOfCost()).toBe(7800 - 600)
    const listed = await client.get(`${standalone}?externalPropertyMetadataId=7001`)
    expect(listed.body.total).toBe(9)
  })

  test('records changes in its history, and nothing without a change', async () => {
    await put('external-properties/ENG/REQ-001', { key: 'Cost', value: '7' })
    await put('external-properties/ENG/REQ-001', { key: 'Cost', value: '7.0' }, 'tok-admin')
    await put('external-properties/ENG/REQ-001', { key: 'Cost', value: null }, 'tok-admin')
    const { body } = await client.get(`${wiki}/misc/ENG/history?reqs=REQ-001&expand=changes`)
    const set = body[0].events.filter((entry: { event: string }) => entry.event === 'PROPERTY_SET')
    expect(set).toMatchObject([
      { requirementId: 6001, by: 'alice', changes: [{ field: 'ext@Cost', before: '100', after: '7' }] },
      { requirementId: 6001, by: 'admin', changes: [{ field: 'ext@Cost', before: '7' }] },
    ])
  })

  test('the older form names the property in the path', async () => {
    const path = 'requirement/ENG/REQ-002/external-properties/Cost'
    expect(await put(path, { value: 5 })).toMatchObject({
      status: 200,
      body: { spaceKey: 'ENG', key: 'REQ-002' },
    })
    expect(await standaloneProperty('REQ-002', 'Cost')).toMatchObject({ value: 5 })
    const other = await put(path, { key: 'Risk', value: 5 })
    expect(other.status).toBe(400)
    expect(other.body.message).toContain("'Risk'")
    const blank = await put('requirement/ENG/REQ-002/external-properties/%20', { value: 5 })
    expect(blank.status).toBe(404)
  })

  test('takes what a requirement showed, as it was shown', async () => {
    const { body } = await client.get(`${wiki}/requirement2/ENG/REQ-003`)
    const shown = body.properties.find((property: { type: string }) => property.type === 'EXTERNAL')
    expect((await put('external-properties/ENG/REQ-004', shown)).status).toBe(200)
    expect(await standaloneProperty('REQ-004', 'Cost')).toMatchObject({ value: 300 })
    expect(client.simulator.journal.entries().at(-2)?.unknownFields).toEqual([])
  })

  test('another variant of the space keeps its value', async () => {
    const table = tableOf(requirements)
    const other = { ...table.get(6001)!, id: 99_001, variantId: 5002 }
    table.insert(other)
    await put('external-properties/ENG/REQ-001', { key: 'Cost', value: '7' })
    expect(await standaloneProperty('REQ-001', 'Cost')).toMatchObject({ value: 7 })
    expect(client.simulator.state('requirement', { variantId: 5002 })).toContainEqual(other)
  })

  test('a key with special characters is encoded in the path', async () => {
    const key = 'A/B Ünit?'
    tableOf(requirements).update(6012, { key })
    const path = `external-properties/ENG/${encodeURIComponent(key)}`
    const reply = await put(path, { key: 'Main Cost', value: '3' })
    expect(reply).toMatchObject({ status: 200, body: { spaceKey: 'ENG', key } })
    expect(await keysOf('ext@Main\\ Cost = 3')).toEqual([key])
  })

  test.each([
    ['external-properties/XXX/REQ-001', { key: 'Cost', value: '7' }, 404, "'XXX'"],
    ['external-properties/ENG/REQ-555', { key: 'Cost', value: '7' }, 404, "'REQ-555'"],
    ['external-properties/ENG/REQ-099', { key: 'Cost', value: '7' }, 409, 'DELETED'],
    ['external-properties/ENG/REQ-001?v=Nope', { key: 'Cost', value: '7' }, 404, "'Nope'"],
    ['external-properties/ENG/REQ-012?v=1', { key: 'Cost', value: '7' }, 404, "'REQ-012'"],
    ['external-properties/ENG/REQ-001', { key: 'Cost', value: '7', dataType: 'TEXT' }, 409, 'DECIMAL'],
    ['external-properties/ENG/REQ-001', { key: 'Cost', value: '7', type: 'INLINE' }, 400, "'type'"],
    ['external-properties/ENG/REQ-001', { key: ' ', value: '7' }, 400, "'key'"],
    ['external-properties/ENG/REQ-001', { value: '7' }, 400, "'key'"],
    ['external-properties/ENG/REQ-001', { key: 'x'.repeat(256), value: '7' }, 400, "'key'"],
    ['external-properties/ENG/REQ-001', { key: 'Cost', value: 'x'.repeat(10_001) }, 400, "'value'"],
  ])('refusal %$: %s', async (path, body, status, mention) => {
    const before = client.simulator.state('requirement')
    const reply = await put(path, body)
    expect(reply.status).toBe(status)
    expect(reply.body.message).toContain(mention)
    expect(client.simulator.state('requirement')).toEqual(before)
    expect(client.simulator.state('externalPropertyMetadata')).toHaveLength(1)
  })
})

describe('types', () => {
  test.each([
    ['12', 'DECIMAL', 12],
    [12, 'DECIMAL', 12],
    ['-1.5e2', 'DECIMAL', -150],
    [true, 'BOOLEAN', true],
    ['False', 'BOOLEAN', false],
    ['2024-02-29', 'DATE', '2024-02-29'],
    ['2023-02-29', 'TEXT', '2023-02-29'],
    ['a &lt; <b>b</b>', 'TEXT', 'a < b'],
  ])('a new name whose first value is %j is %s', async (value, dataType, stored) => {
    expect((await put('external-properties/ENG/REQ-001', { key: 'New', value })).status).toBe(200)
    expect(await standaloneProperty('REQ-001', 'New')).toEqual({
      label: 'New',
      value: stored,
      external: true,
      dataType,
    })
    const metadata = client.simulator.state('externalPropertyMetadata', { name: 'New' })
    expect(metadata).toMatchObject([{ applicationId: 101, dataType }])
    const listed = await client.get(`${standalone}?externalPropertyMetadataId=${metadata[0]?.id}`)
    expect(listed.body.items).toMatchObject([{ key: 'REQ-001' }])
  })

  test('a value that is taken away makes no name known', async () => {
    await put('external-properties/ENG/REQ-001', { key: 'New', value: null, dataType: 'DATE' })
    await put(`external-properties/ENG?${query("key = 'nothing'")}`, { key: 'New', value: '1' })
    expect(client.simulator.state('externalPropertyMetadata', { name: 'New' })).toEqual([])
  })

  test.each([
    ['NUMBER', '1.5'],
    ['NUMBER', '9007199254740993'],
    ['NUMBER', 'many'],
    ['DECIMAL', '1,5'],
    ['DECIMAL', '1e400'],
    ['DATE', '2026-02-30'],
    ['DATE', '05.01.2026'],
    ['DATE', '2026-01-05T09:00:00Z'],
    ['BOOLEAN', 'yes'],
    ['USER', 'nobody'],
    ['LIST', ', ,'],
    ['LIST', Array.from({ length: 1001 }, (_, index) => index).join()],
  ])('%s does not take some values: %#', async (dataType, value) => {
    const reply = await put('external-properties/ENG/REQ-001', { key: 'Strict', value, dataType })
    expect(reply.status).toBe(400)
    for (const mention of ["'Strict'", dataType, value.slice(0, 90)])
      expect(reply.body.message).toContain(mention)
    expect(client.simulator.state('externalPropertyMetadata')).toHaveLength(1)
  })

  test('a list is found by each of its items', async () => {
    await put('external-properties/ENG/REQ-001', { key: 'Tags', value: 'red, blue,,red', dataType: 'LIST' })
    await put('external-properties/ENG/REQ-002', { key: 'Tags', value: 'blue' })
    expect(await keysOf("ext@Tags = 'red'")).toEqual(['REQ-001'])
    expect(await keysOf("ext@Tags = 'blue'")).toEqual(['REQ-001', 'REQ-002'])
    expect(await keysOf("ext@Tags = 'red, blue'")).toEqual([])
    expect(await standaloneProperty('REQ-001', 'Tags')).toMatchObject({
      value: ['red', 'blue'],
      dataType: 'LIST',
    })
    const { body } = await client.get(`${wiki}/requirement2/ENG/REQ-001`)
    expect(body.properties).toContainEqual({
      key: 'Tags',
      value: 'red, blue',
      type: 'EXTERNAL',
      dataType: 'LIST',
      display: 'red, blue',
      indexation: { multivalues: ['red', 'blue'] },
    })
    await put('external-properties/ENG/REQ-001', { key: 'Tags', value: 'blue' })
    expect(await keysOf("ext@Tags = 'red'")).toEqual([])
  })

  test('a user is found by what the name stands for', async () => {
    await put('external-properties/ENG/REQ-001', { key: 'Owner', value: 'bob', dataType: 'USER' })
    expect(await keysOf("ext@Owner = user('bob')")).toEqual(['REQ-001'])
  })
})

describe('frozen copies', () => {
  test('show the value that the requirement has, whichever row is written', async () => {
    expect((await client.get(`${wiki}/requirement2/ENG/REQ-001?v=1`)).body.status).toBe('ARCHIVED')
    for (const [v, value] of [
      ['', '7'],
      ['?v=1', '8'],
      ['?v=Release%201.0', '9'],
      ['?v=', '10'],
    ]) {
      const reply = await put(`external-properties/ENG/REQ-001${v}`, { key: 'Cost', value })
      expect(reply.status).toBe(200)
      expect(reply.body.baseline).toBe(v === '' || v === '?v=' ? undefined : 1)
      for (const version of ['', '?v=1']) {
        const { body } = await client.get(`${wiki}/requirement2/ENG/REQ-001${version}`)
        expect(body.properties).toContainEqual(expect.objectContaining({ key: 'Cost', value }))
      }
      const both = await client.get(
        `${wiki}/requirement2/ENG?includeArchived=true&${query(`ext@Cost = ${value}`)}`,
      )
      expect(both.body.results.map((row: { status: string }) => row.status).sort()).toEqual([
        'ACTIVE',
        'ARCHIVED',
      ])
      expect(await sumOfCost()).toBe(7800 - 100 + Number(value))
    }
    const noted = client.simulator.state('historyEntry').filter((entry) => entry.event === 'PROPERTY_SET')
    expect(noted.map((entry) => entry.requirementId)).toEqual([6001, 6001, 6001, 6001])
  })

  test.each([
    ['deleted', () => client.delete(`${wiki}/requirement2/ENG/REQ-001`)],
    ['moved', () => put('requirement2/ENG/REQ-001', { newKey: 'REQ-100' })],
  ])('stay with their requirement once it was %s and its key is used again', async (_, leave) => {
    const costOf = async (v: string) =>
      (await client.get(`${wiki}/requirement2/ENG/REQ-001${v}`)).body.properties.find(
        ({ key }: { key: string }) => key === 'Cost',
      )?.value
    await leave()
    expect((await client.post(`${wiki}/requirement2/ENG/REQ-001`, {})).status).toBe(200)
    expect([await costOf(''), await costOf('?v=1')]).toEqual([undefined, '100'])
    await put('external-properties/ENG/REQ-001', { key: 'Cost', value: '7' })
    expect([await costOf(''), await costOf('?v=1')]).toEqual(['7', '100'])
    await put('external-properties/ENG/REQ-001?v=1', { key: 'Cost', value: '8' })
    expect([await costOf(''), await costOf('?v=1')]).toEqual(['7', '8'])
    expect((await client.get('/api/requirements/6001?applicationId=101')).body.properties).toContainEqual(
      expect.objectContaining({ label: 'Cost', value: 8 }),
    )
  })

  test('of a scenario stay with the requirement that has their key when the world begins', async () => {
    const copy = { space: 'ENG', key: 'REQ-012', status: 'ARCHIVED', baseline: 1, html: 'Then', page: 4002 }
    await startDemo(demoWith({ world: { requirements: [copy] } }))
    await client.delete(`${wiki}/requirement2/ENG/REQ-012`)
    await client.post(`${wiki}/requirement2/ENG/REQ-012`, {})
    const { body } = await client.get(`${wiki}/requirement2/ENG/REQ-012?v=1`)
    expect(body).toMatchObject({ htmlExcerpt: 'Then', properties: [{ key: 'Cost', value: '1200' }] })
  })

  test('a query over copies updates the requirements', async () => {
    await put(`external-properties/ENG?${query('baseline = 1')}`, { key: 'Cost', value: '1' })
    expect(await keysOf('ext@Cost = 1')).toEqual([
      'REQ-001',
      'REQ-002',
      'REQ-003',
      'REQ-004',
      'REQ-005',
      'REQ-006',
    ])
  })
})

describe('all matches of a query', () => {
  const safety = query("@Category = 'Safety'")
  const countOf = (space: string, text: string, token = 'tok-alice') =>
    client.get(`${wiki}/external-properties/${space}/count?${text}`, { token })

  test('are counted, and get the value', async () => {
    expect((await countOf('ENG', safety)).body).toEqual({ count: 6 })
    const reply = await put(`external-properties/ENG?${safety}`, { key: 'Due', value: '2026-03-01' })
    expect(reply.body).toEqual({
      key: 'Due',
      value: '2026-03-01',
      type: 'EXTERNAL',
      dataType: 'DATE',
      display: '2026-03-01',
      indexation: { text: '2026-03-01' },
    })
    expect((await countOf('ENG', query("ext@Due < '2026-04-01'"))).body).toEqual({ count: 6 })
    expect((await countOf('ENG', query('ext@Due IS NULL'))).body).toEqual({ count: 6 })
    const gone = await put(`external-properties/ENG?${safety}`, { key: 'Due', value: null })
    expect(gone.body).toEqual({ key: 'Due', type: 'EXTERNAL', dataType: 'DATE' })
    expect((await countOf('ENG', query('ext@Due IS NULL'))).body).toEqual({ count: 12 })
  })

  test('lie in the space when spaces are isolated', async () => {
    expect((await countOf('LAB', '', 'tok-admin')).body).toEqual({ count: 1 })
    await put('external-properties/LAB', { key: 'Cost', value: '4' }, 'tok-admin')
    expect(await keysOf('ext@Cost = 4', '*')).toEqual(['SEC-001'])
  })

  test('may be DELETED if the query selects them', async () => {
    await put(`external-properties/ENG?${query("status = 'DELETED'")}`, { key: 'Cost', value: '4' })
    expect(await keysOf("ext@Cost = 4 AND status IN ('ACTIVE', 'DELETED')")).toEqual(['REQ-099'])
    await put('external-properties/ENG', { key: 'Cost', value: '5' })
    expect(await keysOf("ext@Cost = 5 AND status IN ('ACTIVE', 'DELETED')")).toHaveLength(12)
  })

  test('of null lie anywhere, for administrators only', async () => {
    const admin = await put('external-properties/null', { key: 'Cost', value: '4' }, 'tok-admin')
    expect(admin.status).toBe(200)
    expect(await keysOf('ext@Cost = 4', '*')).toHaveLength(13)
    expect((await countOf('null', query('ext@Cost = 4'), 'tok-admin')).body).toEqual({ count: 13 })
    for (const reply of [
      await put('external-properties/null', { key: 'Cost', value: '5' }),
      await countOf('null', ''),
    ]) {
      expect(reply.status).toBe(403)
      expect(reply.body.message).toContain("'alice'")
    }
  })

  test('that the caller may not edit refuse all of it', async () => {
    await startDemo(
      demoWith({
        config: { isolateSpaces: false },
        world: {
          spaces: [
            {
              container: 1005,
              spaceId: 505,
              site: 'wiki',
              key: 'PUB',
              name: 'Public',
              grants: { read: ['alice'] },
            },
          ],
          requirements: [{ space: 'PUB', key: 'PUB-1', text: 'All read this.' }],
        },
      }),
    )
    const before = client.simulator.state('requirement')
    expect((await countOf('ENG', '')).body).toEqual({ count: 13 })
    const refused = await put('external-properties/ENG', { key: 'Cost', value: '4' })
    expect(refused.status).toBe(403)
    expect(refused.body.message).toContain("'PUB'")
    expect(client.simulator.state('requirement')).toEqual(before)
    const allowed = await put(`external-properties/ENG?${query("space = 'ENG'")}`, {
      key: 'Cost',
      value: '4',
    })
    expect(allowed.status).toBe(200)
    expect(await keysOf('ext@Cost = 4', '*')).toHaveLength(12)
  })

  test('a query that cannot be read is 400 and says where', async () => {
    for (const reply of [
      await countOf('ENG', query('key =')),
      await put(`external-properties/ENG?${query('key =')}`, { key: 'Cost', value: '1' }),
    ]) {
      expect(reply.status).toBe(400)
      expect(reply.body.message).toMatch(/^Syntax error at position 5: /)
    }
  })

  test('of which there are 100,000', { timeout: 60_000 }, async () => {
    await startDemo({ scenario: 'large' })
    const started = threadTime()
    expect((await put('external-properties/BIG', { key: 'Cost', value: '1' })).status).toBe(200)
    expect(threadTime() - started).toBeLessThan(30_000)
    expect((await countOf('BIG', query('ext@Cost = 1'))).body).toEqual({ count: 100_000 })
  })
})

const valuesOf = (id: number) => `/requirements/${id}/external-properties?applicationId=101`

test('the history of a value has the former value, independent of other values', async () => {
  const author = await startStandaloneAuthor()
  await author.made('POST', valuesOf(6001), { name: 'Supplier', value: 'Contoso' })
  await author.made('PUT', '/requirements/6001/external-properties/7002?applicationId=101', {
    value: 'Fabrikam',
  })
  await author.made('DELETE', '/requirements/6001/external-properties/7002?applicationId=101')
  const [{ events }] = await author.done('GET', '/misc/ENG/history?reqs=REQ-001&expand=changes')
  expect(events.slice(-3).map(({ changes }: { changes: object[] }) => changes)).toEqual([
    [{ field: 'ext@Supplier', after: 'Contoso' }],
    [{ field: 'ext@Supplier', before: 'Contoso', after: 'Fabrikam' }],
    [{ field: 'ext@Supplier', before: 'Fabrikam' }],
  ])
})

test('values stand in the order in which their properties came to be known', async () => {
  const author = await startStandaloneAuthor()
  await author.made('POST', valuesOf(6101), { name: 'Supplier', value: 'Contoso' })
  await author.made('POST', valuesOf(6101), { name: 'Cost', value: 7 })
  const { items } = await author.made('GET', valuesOf(6101))
  expect(items.map(({ name }: { name: string }) => name)).toEqual(['Cost', 'Supplier'])
  const row = author.client.simulator.world.region('eu').table(requirements).get(6101)
  expect(row?.externalProperties.map(({ metadataId }) => metadataId)).toEqual([7001, 7002])
})

test('a copy of what never was carries its own values, which go with their property alone', async () => {
  const author = await startStandaloneAuthor()
  const store = author.client.simulator.world.region('eu')
  const table = store.table(frozenSets)
  const [set] = [...table.scan()]
  const source = { ...set!.sources.at(-1)!, id: 6790, key: 'ZZZ', externalProperties: [] }
  table.put({
    ...set!,
    sources: [...set!.sources, source],
    ids: [...set!.ids, 6791],
    pageVersions: [...set!.pageVersions, 0],
    copied: set!.copied + 1,
  })
  const rows = store.table(requirements).size
  const write = (key: string, value: string) =>
    author.done('PUT', `/external-properties/ENG?q=${encodeURIComponent("baseline = 1 AND key = 'ZZZ'")}`, {
      key,
      value,
    })
  await write('Cost', '7')
  await write('Supplier', 'Contoso')
  const values = () => findFrozenRow(store, 6791)?.externalProperties
  expect(values()).toEqual([
    { metadataId: 7001, value: 7 },
    { metadataId: 7002, value: 'Contoso' },
  ])
  expect(store.table(requirements).size).toBe(rows)
  await author.made('DELETE', '/external-properties/7001?applicationId=101')
  expect(values()).toEqual([{ metadataId: 7002, value: 'Contoso' }])
})

test.each([
  ['without a text', '', { key: 'New', value: ' ', dataType: 'NUMBER' }],
  ['without a text or a type', '', { key: 'New', value: '' }],
  ['of no requirement', "key = 'NONE'", { key: 'New', value: '1', dataType: 'NUMBER' }],
])('a value %s makes no property known', async (_what, query, body) => {
  const author = await startStandaloneAuthor()
  const before = author.everything()
  await author.done('PUT', `/external-properties/ENG?q=${encodeURIComponent(query)}`, body)
  expect(author.everything()).toBe(before)
})

test('a deleted property leaves no value, not even in a requirement whose key was reused', async () => {
  const author = await startStandaloneAuthor()
  await author.made('PUT', '/requirements/6001?applicationId=101', { key: 'NEW-1' })
  const made = await author.made('POST', '/requirements?applicationId=101', {
    containerId: 1001,
    key: 'REQ-001',
  })
  await author.made('POST', valuesOf(made.id), { name: 'Cost', value: 7 })
  const values = () =>
    author.client.simulator.state('requirement').flatMap((row) => row.externalProperties.map(() => row.id))
  expect(values()).toEqual(expect.arrayContaining([6001, made.id]))
  await author.made('DELETE', '/external-properties/7001?applicationId=101')
  expect(values()).toEqual([])
})

test('a deleted property is removed from frozen copies, which keep other values', async () => {
  const author = await startStandaloneAuthor()
  await author.made('POST', '/external-properties?applicationId=101', { name: 'Supplier' })
  const table = author.client.simulator.world.region('eu').table(frozenSets)
  const [set] = [...table.scan()]
  const supplier = { metadataId: 7002, value: 'Contoso' }
  const externalProperties = [{ metadataId: 7001, value: 1 }, supplier]
  table.put({ ...set!, sources: set!.sources.map((source) => ({ ...source, externalProperties })) })
  await author.made('DELETE', '/external-properties/7001?applicationId=101')
  for (const source of table.get(set!.id)!.sources) expect(source.externalProperties).toEqual([supplier])
})
