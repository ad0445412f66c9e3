// Mutants of later pages, with the offset in the query and in the body.

import { expect, test } from 'vitest'
import { mutated } from './mutated.ts'

const SEARCH = '/wiki/rest/reqs/1/misc/ENG/uiSearch'
const inQuery = (offset: string) => ({ path: `/api/applications?${offset}&organizationId=1&limit=2` })
const inBody = (offset: number, query = '') => ({
  path: `${SEARCH}${query}`,
  method: 'PUT',
  body: { q: "key ~ 'REQ-%'", limit: 2, offset },
})
const ids = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id)
const keys = ({ searchResult }: { searchResult: { results: readonly { key: string }[] } }) =>
  searchResult.results.map(({ key }) => key)

test('page-repeated returns the items of the first page on a later one', async () => {
  const id = 'standalone.application.list:response:page-repeated'
  const { body, plain, reached } = await mutated(id, inQuery('offset=1'))
  expect(ids(plain.body.items)).toEqual([102, 103])
  expect(ids(body.items)).toEqual([101, 102])
  expect({ ...body, items: [] }).toEqual({ items: [], offset: 1, limit: 2, total: 3 })
  expect(reached).toBe(1)
})

test.each(['offset=0', 'limit=2', 'o%66fset=0'])('the first page stays: %s', async (offset) => {
  for (const kind of ['page-repeated', 'page-skips']) {
    const { text, plain, reached } = await mutated(
      `standalone.application.list:response:${kind}`,
      inQuery(offset),
    )
    expect([text, reached]).toEqual([plain.text, 0])
  }
})

test('an offset with a percent-encoded name is one too', async () => {
  const { body } = await mutated('standalone.application.list:response:page-repeated', inQuery('o%66fset=1'))
  expect(ids(body.items)).toEqual([101, 102])
})

test('page-skips leaves out the first item of a later page', async () => {
  const { body } = await mutated('standalone.application.list:response:page-skips', inQuery('offset=1'))
  expect(ids(body.items)).toEqual([103])
})

test('a page past the end gets the items of the first', async () => {
  const { body } = await mutated('standalone.application.list:response:page-repeated', inQuery('offset=9'))
  expect(ids(body.items)).toEqual([101, 102])
})

test('an offset in the body counts, and overrides that of the query', async () => {
  const later = await mutated('wiki.requirement.uiSearchByBody:response:page-repeated', inBody(2))
  expect(keys(later.plain.body)).toEqual(['REQ-003', 'REQ-004'])
  expect(keys(later.body)).toEqual(['REQ-001', 'REQ-002'])
  const first = await mutated('wiki.requirement.uiSearchByBody:response:page-skips', inBody(0, '?offset=2'))
  expect([first.text, first.reached]).toEqual([first.plain.text, 0])
})

test('reading the first page leaves no trace in the world', async () => {
  const { headers, plain } = await mutated(
    'standalone.application.list:response:page-repeated',
    inQuery('offset=1'),
  )
  expect(headers).toEqual(plain.headers)
})
