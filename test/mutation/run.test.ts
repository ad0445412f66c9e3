/**
 * A whole run over a project of one file, whose mutants are written here as the instrumenter writes them: known ones are
 * killed, run without end, survive, are come to by nothing, only when modules are loaded, or only by a test that passes once.
 */
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Mutant, PROJECT } from './copy.ts'
import { measure } from './measure.ts'
import { fateOf } from './results.ts'
import { switched } from './switch.ts'

const SOURCE = `
const RATES = stryMutAct_9fa48("0") ? [] : (stryCov_9fa48("0"), [2, 3])
export function priceOf(count: number): number {
  let price = stryMutAct_9fa48("1") ? 1 : (stryCov_9fa48("1"), 0)
  for (let i = 0; stryMutAct_9fa48("2") ? true : (stryCov_9fa48("2"), i < count); i++) price += RATES[0] ?? 0
  return stryMutAct_9fa48("3") ? price + 0 : (stryCov_9fa48("3"), price)
}
export const unused = () => stryMutAct_9fa48("4") ? 1 : (stryCov_9fa48("4"), 2)
let last = 0
export function next(): number {
  return stryMutAct_9fa48("5") ? 7 : (stryCov_9fa48("5"), ++last)
}
`

const TESTS = `
import { afterEach, beforeEach, expect, test } from 'vitest'
import { next, priceOf } from '../src/model/price.ts'
let bought: number[]
beforeEach(() => void (bought = []))
afterEach(() => expect(bought.length).toBeLessThan(2))
test('three cost six', () => {
  bought.push(priceOf(3))
  expect(bought).toEqual([6])
})
test('is one once', () => expect(next()).toBe(1))
`

const folder = mkdtempSync(join(tmpdir(), 'reqsim-mutation-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

test('each mutant meets its fate', { timeout: 120_000 }, async () => {
  write('src/model/price.ts', switched(SOURCE))
  write('test/price.test.ts', TESTS)
  write('package.json', '{ "type": "module" }')
  for (const tool of globSync('test/mutation/*.ts', { cwd: PROJECT })) {
    mkdirSync(join(folder, 'test/mutation'), { recursive: true })
    copyFileSync(join(PROJECT, tool), join(folder, 'test/mutation', basename(tool)))
  }
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
  const mutants = [2, 4, 5, 6, 8, 11].map((line, number): Mutant => {
    return {
      number,
      file: 'src/model/price.ts',
      line,
      text: '',
      above: '',
      mutator: 'Known',
      original: '',
      replacement: String(number),
    }
  })
  write('mutants.json', JSON.stringify(mutants))

  const { tests, verdicts, once } = await measure({
    folder,
    places: ['src/model'],
    workers: 1,
    kills: [],
    isLate: () => false,
    tell: () => {},
  })
  expect(tests.map(({ name, state }) => [name, state])).toEqual([
    ['three cost six', 'passed'],
    ['is one once', 'unrepeatable'],
  ])
  expect(verdicts.get(2)?.outcome).toBe('timeout')
  expect([...once]).toEqual([0, 5])
  expect(mutants.map((mutant) => fateOf(mutant, verdicts))).toEqual([
    'killed',
    'killed',
    'killed',
    'survived',
    'uncovered',
    'killed',
  ])
})
