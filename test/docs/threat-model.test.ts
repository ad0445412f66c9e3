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

/** What somebody may try, what stands against it, and the tests that try it. */
const entries = [...page.matchAll(/^- \*\*(.+?)\.\*\* (.+)\n((?: {2}- .+\n)+)/gm)].map(
  ([, threat = '', defence = '', tests = '']) => ({
    threat,
    defence,
    tests: tests
      .trim()
      .split(/\n? *- /)
      .slice(1),
  }),
)

/** The tests that a line names: a file, then the names of tests in it. */
function testsIn(line: string): Named[] {
  let file = ''
  return [...line.matchAll(/`(test\/[^`]+)`|[*_]([^*_][^*]*?)[*_](?=;|$)/g)].flatMap(([, path, name]) => {
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

describe('each entry', () => {
  it.each(entries)('$threat', ({ threat, defence, tests }) => {
    expect([threat.length > 10, defence.length > 10]).toEqual([true, true])
    for (const line of tests) {
      const named = testsIn(line)
      expect(named).not.toEqual([])
      expect(named.filter((each) => !hasTest(each))).toEqual([])
      // Nothing of the line is left over that was not understood.
      expect(line.replaceAll(/`[^`]+`|[*_][^*]+[*_](?=;|$)|[:; ]/g, '')).toBe('')
    }
  })
})

it('there are entries for what is worth a name', () => {
  expect(entries.flatMap(({ tests }) => tests).length).toBe(page.match(/^ {2}- `test\//gm)?.length)
  expect(entries.length).toBeGreaterThanOrEqual(30)
  for (const word of [
    'DNS rebinding',
    'extends',
    '__proto__',
    'console',
    'export',
    'streams',
    'worlds',
    'slowloris',
    'reqsim exec',
    'reqsim record',
    'reqsim mcp',
    '--tls-ca',
    'executable',
    'client for Python',
  ])
    expect(entries.some(({ threat, defence }) => `${threat} ${defence}`.includes(word))).toBe(true)
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
