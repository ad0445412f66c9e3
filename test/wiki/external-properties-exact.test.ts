/** Values of external properties to the letter: what the history says, their order, and copies that no requirement carries. */
import { expect, test } from 'vitest'
import { findFrozenRow, frozenSets } from '../../src/model/requirements/frozen.ts'
import { requirements } from '../../src/model/requirements/records.ts'
import { startStandaloneAuthor } from '../support/standalone-author.ts'

const valuesOf = (id: number) => `/requirements/${id}/external-properties?applicationId=101`

test('the history of a value says what it was, whatever other values there are', async () => {
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

test('a property that is deleted leaves no value, not even in a requirement whose key another has now', async () => {
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

test('a property that is deleted is gone from what a baseline froze, where other values stay', async () => {
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
