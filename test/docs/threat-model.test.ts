// What docs/threat-model.md says is tried, is tried: every test that it names is there.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPage } from './support/pages.ts'

const project = resolve(import.meta.dirname, '../..')
const page = readPage('docs/threat-model.md')

interface Named {
  readonly file: string
  readonly name: string
}

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| What ') && !line.startsWith('| ---'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

/** The tests that a cell names: a file, then the names of tests in it. */
function testsIn(cell: string): Named[] {
  let file = ''
  return [...cell.matchAll(/`(test\/[^`]+)`|[*_]([^*_][^*]*?)[*_](?=;|$)/g)].flatMap(([, path, name]) => {
    if (path !== undefined) file = path
    return name === undefined ? [] : [{ file, name }]
  })
}

/** True where a file has a test, or a group of them, of this name. */
function hasTest({ file, name }: Named): boolean {
  const path = resolve(project, file)
  if (!existsSync(path)) return false
  const title = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const call = new RegExp(String.raw`(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*(['"\x60])${title}\1`)
  return call.test(readFileSync(path, 'utf8'))
}

describe('each row', () => {
  it.each(rows.map((row) => [row[1] ?? '', row] as const))('%s', (_threat, row) => {
    const [, threat = '', defence = '', tried = ''] = row
    expect([threat.length > 10, defence.length > 10]).toEqual([true, true])
    const named = testsIn(tried)
    expect(named).not.toEqual([])
    expect(named.filter((each) => !hasTest(each))).toEqual([])
    // Nothing of the cell is left over that was not understood.
    expect(tried.replaceAll(/`[^`]+`|[*_][^*]+[*_](?=;|$)|[:; ]/g, '')).toBe('')
  })
})

it('there are rows for what is worth a name', () => {
  expect(rows.length).toBeGreaterThanOrEqual(30)
  for (const word of [
    'DNS rebinding',
    'extends',
    '__proto__',
    'console',
    'export',
    'streams',
    'worlds',
    'slowloris',
  ])
    expect(rows.some((row) => row.join(' ').includes(word))).toBe(true)
})

it('every test of safety is named', () => {
  const files = globSync('test/security/*.test.ts', { cwd: project })
  expect(files.length).toBeGreaterThan(3)
  expect(files.filter((file) => !page.includes(file))).toEqual([])
})

it('a test that is not there is missed', () => {
  const file = 'test/docs/threat-model.test.ts'
  expect(hasTest({ file, name: 'a test that is not there is missed' })).toBe(true)
  expect(hasTest({ file, name: 'a test that is not there' })).toBe(false)
  expect(hasTest({ file: 'test/nowhere.test.ts', name: 'x' })).toBe(false)
})
