import { describe, expect, test } from 'vitest'
import { packagedPages } from '../../src/adapters/node/documentation.ts'
import { documentationQuery, sectionsOf } from '../../src/console/palette/documentation-text.ts'
import { clockMoveOf, type Command, rank, requestOf } from '../../src/console/palette/ranking.ts'
import { loadLibrary } from '../../src/docs/library.ts'
import { respondFromSite } from '../../src/docs/site.ts'

const command = (title: string, hint = ''): Command => ({
  id: title,
  group: 'Go to',
  title,
  hint,
  run: () => undefined,
})

const titles = (commands: readonly Command[]) => commands.map(({ title }) => title)

describe('the commands for a text', () => {
  const all = [
    command('Worlds and snapshots'),
    command('wiki.baseline.freeze', 'POST /rest/reqs/1/baseline-actions'),
    command('Freezing fails at 40 %', 'fault'),
    command('Requests', 'Watch'),
  ]

  test('have all of its words, in whatever order and case', () => {
    expect(titles(rank(all, 'FREEZE wiki', 10))).toEqual(['wiki.baseline.freeze'])
    expect(titles(rank(all, 'journal snapshots', 10))).toEqual([])
  })

  test('begin with those that begin with it, then those with a word that does, then those whose hint has it', () => {
    expect(titles(rank([command('Unfreeze'), command('A fault', 'freez'), ...all], 'freez', 10))).toEqual([
      'Freezing fails at 40 %',
      'wiki.baseline.freeze',
      'Unfreeze',
      'A fault',
    ])
    expect(rank(all, '', 2)).toHaveLength(2)
  })
})

test.each([
  ['3m', { by: '3m' }],
  ['+90s', { by: '90s' }],
  ['10 jobs', { jobs: 10 }],
  ['2026-02-01', { to: '2026-02-01T00:00:00Z' }],
  ['2026-02-01 09:30', { to: '2026-02-01T09:30:00Z' }],
  ['2026-02-01T09:30:10Z', { to: '2026-02-01T09:30:10Z' }],
  ['2026-13-01', undefined],
  ['3', undefined],
  ['m', undefined],
])('%j moves the clock: %j', (text, step) => {
  expect(clockMoveOf(text)?.step).toEqual(step)
})

test.each([
  ['get /wiki/rest/reqs/1/baseline/ENG', { method: 'GET', path: '/wiki/rest/reqs/1/baseline/ENG' }],
  ['POST /wiki/x {"a": 1}', { method: 'POST', path: '/wiki/x', body: '{"a": 1}' }],
  ['GET wiki', undefined],
  ['getting /wiki', undefined],
])('%j is a request: %j', (text, request) => {
  expect(requestOf(text)).toEqual(request)
})

test.each([
  ['docs freeze task', { words: 'freeze task', only: true }],
  ['Documentation: A17', { words: 'A17', only: true }],
  ['docs', { words: '', only: true }],
  ['doctor', { words: 'doctor', only: false }],
  [' freeze ', { words: 'freeze', only: false }],
])('%j asks the documentation for %j', (text, query) => {
  expect(documentationQuery(text)).toEqual(query)
})

test('the list that the search of the documentation returns is read whole', async () => {
  const library = await loadLibrary(packagedPages())
  const request = { path: 'search', query: 'freeze', isBrowser: false }
  const response = await respondFromSite(library, request)
  if ('location' in response) throw new Error('the search leads elsewhere')
  const found = sectionsOf(response.body)
  expect(found.length).toBe(response.body.split('\n').filter((line) => line.startsWith('- ')).length)
  expect(found.map(({ address }) => address)).toContain('wiki.baseline.freeze')
  expect(found.every(({ title }) => title !== '')).toBe(true)
})
