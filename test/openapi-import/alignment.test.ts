/** Where the paths of a description begin: whole segments count, never a part of one. */
import { describe, expect, test } from 'vitest'
import { importDescriptions } from '../../src/openapi-import/import.ts'
import { aligned } from '../../src/openapi-import/operations.ts'

const described = (...paths: readonly string[]) => ({
  openapi: '3.0.3',
  info: { title: 'The service', version: '1' },
  paths: Object.fromEntries(
    paths.map((path) => [path, { get: { responses: { 200: { description: 'fine' } } } }]),
  ),
})

test.each([
  ['/api/things', { without: '/api', before: '' }, '/things'],
  ['/api', { without: '/api', before: '' }, '/'],
  ['/apis/things', { without: '/api', before: '' }, undefined],
  ['/api-2', { without: '/api', before: '' }, undefined],
  ['/api/things', { without: '/api', before: '/rest/1' }, '/rest/1/things'],
  ['/things', { without: '', before: '/rest/1' }, '/rest/1/things'],
  ['/things', { without: '', before: '' }, '/things'],
])('the path %s with %j is %s', (path, alignment, below) => {
  expect(aligned(path, alignment)).toBe(below)
})

describe('a description of the wiki', () => {
  const wiki = async (...paths: readonly string[]) => {
    const { added, reports } = await importDescriptions([{ surface: 'wiki', document: described(...paths) }])
    return { added: added.map(({ path }) => path), report: reports[0] }
  }

  test('has operations only below the address of the interface', async () => {
    const known = '/rest/reqs/1/baseline/{spaceKey}'
    const { added, report } = await wiki(known, '/rest/reqs/1/new', '/rest/reqs/10/new', '/rest/reqs/1-2')
    expect(added).toEqual(['/new'])
    expect(report?.passedOver.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
      '/paths/~1rest~1reqs~110~1new/get is outside of /rest/reqs/1: skipped',
      '/paths/~1rest~1reqs~11-2/get is outside of /rest/reqs/1: skipped',
    ])
  })

  test('without a known operation has its paths below that address', async () => {
    expect((await wiki('/rest/reqs/10/new')).added).toEqual(['/rest/reqs/10/new'])
    expect((await wiki('/rest/reqs/1/new')).added).toEqual(['/new'])
  })
})
