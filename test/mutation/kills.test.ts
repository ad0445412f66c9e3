/** What short runs found out is found again by a whole run, however its mutants are numbered. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Mutant } from './copy.ts'
import type { Outcome } from './job.ts'
import { addKills, killsOf, readKills, trialsOf } from './kills.ts'

const mutantOf = (number: number, line: number, replacement = 'true'): Mutant => {
  return {
    number,
    file: 'src/model/one.ts',
    line,
    text: 'if (one === two) return',
    above: '',
    mutator: 'ConditionalExpression',
    original: 'one === two',
    replacement,
  }
}

function pathOfKills(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reqsim-kills-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'kills.jsonl')
}

test('kills of several runs are tried again, each once, and of each mutant that looks the same', () => {
  const path = pathOfKills()
  const outcomes: readonly [Outcome, string][] = [
    ['killed', 'a test'],
    ['survived', 'a test'],
    ['timeout', 'another test'],
  ]
  const verdicts = new Map(
    outcomes.map(([outcome, killer], number) => [number, { outcome, killer, tried: [], files: 0 }]),
  )
  const kills = killsOf([mutantOf(0, 8), mutantOf(1, 8, 'false'), mutantOf(2, 8, '!one')], verdicts)
  expect(readKills(path)).toEqual([])
  addKills(path, kills)
  addKills(path, kills)
  const moved = [mutantOf(7, 30), mutantOf(8, 40), mutantOf(9, 30, 'false'), mutantOf(10, 31, '!one')]
  expect(trialsOf(readKills(path), moved)).toEqual([
    [7, 'a test'],
    [8, 'a test'],
    [10, 'another test'],
  ])
})

test('a line that is no kill is named', () => {
  const path = pathOfKills()
  writeFileSync(path, '\n{"file":"src/model/one.ts"}\n')
  expect(() => readKills(path)).toThrow(`${path}:2 is no kill: write the file by --kills`)
})
