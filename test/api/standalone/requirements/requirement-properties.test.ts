import { beforeEach, expect, test } from 'vitest'
import { type StandaloneAuthor, startStandaloneAuthor } from '../../../support/standalone-author.ts'
import { refusal } from '../../../support/client.ts'

let author: StandaloneAuthor
beforeEach(async () => {
  author = await startStandaloneAuthor()
})

const of = (id: number, rest = '') => `/requirements/${id}/external-properties${rest}?applicationId=101`
const own = (rest = '') => of(6001, rest)
const list = async () => (await author.made('GET', own())).items
const externalOfWiki = async () =>
  (await author.done('GET', '/requirement2/ENG/REQ-001')).properties.filter(
    ({ type }: { type: string }) => type === 'EXTERNAL',
  )

test('a value is given, changed and taken away, as the wiki sees', async () => {
  const created = await author.made('POST', own(), { name: 'Supplier', value: 'Contoso & sons' })
  expect(created).toEqual({ id: 7002, name: 'Supplier', dataType: 'TEXT', value: 'Contoso & sons' })
  expect(await list()).toMatchObject([{ id: 7001, name: 'Cost', value: 100 }, { id: 7002 }])
  expect(await externalOfWiki()).toMatchObject([{ key: 'Cost' }, { key: 'Supplier' }])
  expect((await author.found("ext@Supplier = 'Contoso & sons'")).standalone).toEqual(['REQ-001'])
  expect(await author.made('PUT', own('/7002'), { value: 'Fabrikam' })).toMatchObject({ value: 'Fabrikam' })
  await author.made('DELETE', own('/7002'))
  expect(await list()).toMatchObject([{ id: 7001 }])
  expect(await externalOfWiki()).toHaveLength(1)
  expect((await author.events('REQ-001')).filter((event) => event === 'PROPERTY_SET alice')).toHaveLength(3)
})

test('frozen copies show the same value', async () => {
  await author.made('PUT', own('/7001'), { value: 150 })
  const copy = await author.made('GET', '/requirements/6021/external-properties?applicationId=101')
  expect(copy.items).toMatchObject([{ name: 'Cost', value: 150 }])
})

test('a list keeps its items, and metadata can be named by id', async () => {
  await author.made('DELETE', own('/7001'))
  expect(await author.made('POST', own(), { id: 7001, value: '12.5' })).toMatchObject({ value: 12.5 })
  const made = await author.made('POST', own(), { name: 'Sites', dataType: 'LIST', value: 'A, B' })
  expect(made).toMatchObject({ dataType: 'LIST', value: ['A', 'B'] })
  expect((await author.made('GET', `${own()}&sort=name,desc&limit=1`)).items).toMatchObject([
    { name: 'Sites' },
  ])
})

test.each([
  ['one that it has', 'POST', own(), { name: 'Cost', value: 1 }, 409, 'already'],
  ['another type', 'POST', of(6101), { name: 'Cost', dataType: 'TEXT', value: 'x' }, 409, 'DECIMAL'],
  ['a value of another type', 'PUT', own('/7001'), { value: 'much' }, 400, "'much'"],
  ['a blank value', 'PUT', own('/7001'), { value: ' ' }, 400, 'no text'],
  ['a value without text', 'POST', own(), { name: 'X', value: '<br/>' }, 400, "body field 'value'"],
  ['no name', 'POST', own(), { value: 1 }, 400, "body field 'name'"],
  ['an unknown id', 'POST', own(), { id: 77, value: 1 }, 404, "'77'"],
  ['id and another name', 'POST', own(), { id: 7001, name: 'X', value: 1 }, 400, "'X'"],
  ['one that it has not', 'PUT', own('/77'), { value: 1 }, 404, "'77'"],
  ['one that it has not', 'DELETE', own('/77'), undefined, 404, "'77'"],
  ['a DELETED requirement', 'POST', of(6099), { name: 'X', value: 1 }, 409, 'DELETED'],
  // The descriptions of these two operations lacked this refusal.
  ['a DELETED requirement', 'PUT', of(6099, '/7001'), { value: 1 }, 409, 'DELETED'],
  ['a DELETED requirement', 'DELETE', of(6099, '/7001'), undefined, 409, 'DELETED'],
  ['an unknown requirement', 'GET', of(77), undefined, 404, "'77'"],
] as const)('%s is refused: %s', async (_name, method, path, body, status, message) => {
  expect(await author.refused(method, path, body)).toMatchObject(refusal(status, message))
})
