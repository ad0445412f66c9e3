/** The fields that open clients read of answers, where no other test names all of them. */
import { expect, test } from 'vitest'
import type { CallOptions } from '../support/client.ts'
import { startClient } from '../support/client.ts'
import { hostedHeaders, SITES } from '../support/hosted.ts'

const hosted: CallOptions = { token: null, headers: hostedHeaders('tok-alice', SITES.wiki) }
const wiki = '/wiki/rest/reqs/1'

test.each<[name: string, path: string, fields: string, options?: CallOptions]>([
  ['an error of the standalone interface', '/api/nothing', 'message statusCode errors'],
  ['an error of the hosted interfaces', '/eu/wiki/rest/search?limit=0', 'message statusCode errors', hosted],
  ['a list of the standalone interface', '/api/applications/101/projects', 'items offset limit total'],
  ['an application', '/api/applications/101', 'id name type status baseUrl'],
  [
    'a requirement of the wiki',
    `${wiki}/requirement2/ENG/REQ-002?expand=references`,
    'genericUrl destinationUrl origin references properties dependencies reverseDependencies issues',
  ],
  ['a search of the wiki', `${wiki}/requirement2/ENG`, 'results count offset limit explanation'],
  [
    'a search of the hosted wiki',
    '/eu/wiki/rest/search',
    'results offset limit total hasNext humanReadable messageBean',
    hosted,
  ],
  ['the requirements of a page', `${wiki}/misc/ENG/4001`, 'settings requirements pageIndexing limitForPages'],
  ['the matrices of a space', `${wiki}/traceability/ENG`, 'results total'],
  [
    'a matrix of the wiki',
    `${wiki}/traceability/ENG/1`,
    'id name description spaceKey type query sharedLevel status ownerAccountId',
  ],
  [
    'a matrix of the hosted wiki',
    '/eu/wiki/rest/saved-matrices/1',
    'id name description spaceKey type json query sharedLevel status ownerAccountId',
    hosted,
  ],
])('%s', async (_name, path, fields, options) => {
  const client = await startClient()
  const { body } = await client.get(path, options)
  expect(Object.keys(body)).toEqual(expect.arrayContaining(fields.split(' ')))
})
