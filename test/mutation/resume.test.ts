/** A run that goes on in the folder of an earlier one does not do again what that has done. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Mutant } from './copy.ts'
import { measure } from './measure.ts'
import { readPending, writePending } from './pending.ts'

const folder = mkdtempSync(join(tmpdir(), 'reqsim-mutation-resume-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The steps that a run tells of; no test comes to the one mutant, so that none of them has anything to try. */
async function stepsOf(isLate: (told: readonly string[]) => boolean): Promise<readonly string[]> {
  const told: string[] = []
  const steps = (): readonly string[] => told.flatMap((line) => /^\{"(\w+)/.exec(line)?.[1] ?? [])
  await measure({
    folder,
    places: ['src/model'],
    workers: 1,
    kills: [],
    isLate: () => isLate(steps()),
    tell: (line) => void told.push(line),
  })
  return steps()
}

const readFrom = (file: string): string => readFileSync(join(folder, file), 'utf8')

beforeEach(() => {
  const mutant = { number: 0, file: 'src/model/price.ts', line: 1, mutator: 'Known', replacement: '0' }
  writeFileSync(join(folder, 'mutants.json'), JSON.stringify([mutant] satisfies Partial<Mutant>[]))
  writeFileSync(join(folder, 'tests.json'), '[]')
})

test('files are surveyed once', async () => {
  expect(await stepsOf((steps) => steps.length === 3)).toEqual(['files', 'tests', 'survey'])
  expect(readFrom('surveyed.json')).toBe('[3]')
  const others = await stepsOf(() => false)
  expect(others.slice(0, 3)).toEqual(['files', 'tests', 'tests'])
  expect(others).not.toContain('survey')
})

test('tests that changed have steps of their own, until these are made', async () => {
  writePending(folder, { cover: [], first: ['test/price.test.ts'], again: [[0, 'a test that is gone']] })
  expect(await stepsOf((steps) => steps.length === 3)).toEqual(['files', 'tests', 'changed'])
  expect(readPending(folder)).toEqual({ cover: [], first: ['test/price.test.ts'], again: [] })
  expect((await stepsOf(() => false)).filter((step) => step === 'changed').length).toBeGreaterThan(1)
  expect(readPending(folder).first).toEqual([])
  expect(await stepsOf(() => false)).not.toContain('changed')
})

test('what is to be tried again is so by the run that goes on, where there was no time', async () => {
  const pending = { cover: [], first: [], again: [[0, 'a test']] } as const
  writePending(folder, pending)
  await stepsOf(() => true)
  expect(readPending(folder)).toEqual(pending)
})
