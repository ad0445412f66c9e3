// What docs/threat-model.md says is prevented, is tried: threats.tsv names the tests of each entry, and every one is there.

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

/** What somebody may try, and what prevents it. */
const [defended = ''] = page.split('\n## What is not defended\n')
const entries = [...defended.matchAll(/^- \*\*(.+?)\.\*\* (.+)$/gm)].map(([, threat = '', defence = '']) => ({
  threat,
  defence,
}))

/** The tests of each threat: threat, test file and test title, separated by tabs. */
const rows = readFileSync(resolve(import.meta.dirname, 'threats.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
const tests = Map.groupBy(
  rows.map((line) => line.split('\t')),
  ([threat = '']) => threat,
)

/** True where a file has a test, or a group of them, of this name. */
function hasTest({ file, name }: Named): boolean {
  const path = resolve(project, file)
  if (!existsSync(path)) return false
  const title = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const call = new RegExp(String.raw`(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*(['"\x60])${title}\1`)
  return call.test(readFileSync(path, 'utf8'))
}

describe('each entry', () => {
  it.each(entries)('$threat', ({ threat, defence }) => {
    expect(defence.length).toBeGreaterThan(10)
    const named = (tests.get(threat) ?? []).map(([, file = '', name = '']) => ({ file, name }))
    expect(named).not.toEqual([])
    expect(named.filter((each) => !hasTest(each))).toEqual([])
  })
})

it('each test is of an entry', () => {
  const threats = new Set(entries.map(({ threat }) => threat))
  expect([...tests.keys()].filter((threat) => !threats.has(threat))).toEqual([])
  expect(rows.length).toBeGreaterThan(150)
})

it('there are entries for what is worth a name', () => {
  expect(entries.length).toBe(defended.match(/^- /gm)?.length)
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
  const named = new Set(rows.map((line) => line.split('\t')[1]))
  expect(files.filter((file) => !named.has(file))).toEqual([])
})

it('a test that is not there is missed', () => {
  const file = 'test/docs/threat-model.test.ts'
  expect(hasTest({ file, name: 'a test that is not there is missed' })).toBe(true)
  expect(hasTest({ file, name: 'a test that is not there' })).toBe(false)
  expect(hasTest({ file: 'test/nowhere.test.ts', name: 'x' })).toBe(false)
})
