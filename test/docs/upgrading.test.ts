/** What the pages about versions say of this one. */
import { expect, test } from 'vitest'
import { operations } from '../../src/api/operations.ts'
import { VERSION } from '../../src/version.ts'
import { readPage } from './support/pages.ts'

const ids = new Set(operations.map(({ id }) => id))

/** The ids of a cell, in which those after the first leave out what they share with it. */
function idsOf(cell: string): string[] {
  const [first = '', ...others] = [...cell.matchAll(/`([\w.-]+)`/g)].map(([, id]) => id as string)
  const beginning = first.slice(0, first.lastIndexOf('.') + 1)
  return [first, ...others.map((other) => beginning + other)]
}

test('each operation id that is gone has a successor, and none of them is back', () => {
  const rows = readPage('docs/upgrading.md').matchAll(/^\| (`wiki\.[^|]+)\| ([^|]+)\|$/gm)
  const pairs = [...rows].flatMap(([, before = '', now = '']) => {
    const successors = idsOf(now)
    return idsOf(before).map((id, position) => [id, successors[position]] as const)
  })
  expect(pairs).toHaveLength(14)
  expect(pairs.filter(([id]) => ids.has(id))).toEqual([])
  expect(pairs.filter(([, id]) => !ids.has(id ?? ''))).toEqual([])
  expect(readPage('docs/versions.md')).toContain('14 operation ids are gone')
})

test('the test record and the changelog are of this version', () => {
  expect(readPage('docs/test-record.md')).toContain(`version ${VERSION}`)
  expect(readPage('CHANGELOG.md')).toContain(`\n## [${VERSION}]`)
})
