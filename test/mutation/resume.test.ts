/** A run that goes on in the folder of an earlier one does not do again what that has done. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Mutant } from './copy.ts'
import { measure } from './measure.ts'

const folder = mkdtempSync(join(tmpdir(), 'reqsim-mutation-resume-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The steps that a run tells of; no test comes to the one mutant, so that none of them has anything to try. */
async function stepsOf(isLate: () => boolean): Promise<readonly string[]> {
  const told: string[] = []
  const tell = (line: string): void => void told.push(line)
  await measure({ folder, places: ['src/model'], workers: 1, isLate, tell })
  return told.flatMap((line) => /^\{"(\w+)/.exec(line)?.[1] ?? [])
}

test('files are surveyed once', async () => {
  const mutant = { number: 0, file: 'src/model/price.ts', line: 1, mutator: 'Known', replacement: '0' }
  writeFileSync(join(folder, 'mutants.json'), JSON.stringify([mutant] satisfies Partial<Mutant>[]))
  writeFileSync(join(folder, 'tests.json'), '[]')
  let steps = 0
  expect(await stepsOf(() => steps++ === 3)).toEqual(['files', 'tests', 'survey'])
  expect(readFileSync(join(folder, 'surveyed.json'), 'utf8')).toBe('[3]')
  const others = await stepsOf(() => false)
  expect(others.slice(0, 3)).toEqual(['files', 'tests', 'tests'])
  expect(others).not.toContain('survey')
})
