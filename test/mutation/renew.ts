/**
 * Brings the folder of an earlier run up to date with the project, so that a run goes on with what still holds. What is left
 * to do stands in a file of its own until it is done: a run may be ended at any time.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { changedTests, foundAgain, keptVerdicts, mergedTests, movedTests, renumbered } from './changes.ts'
import { chosenOf, copyOne, instrumented, type Mutant, PROJECT, trackedFiles } from './copy.ts'
import type { CoveredTest } from './job.ts'
import { cover } from './measure.ts'
import { notePending, readPending, writePending } from './pending.ts'
import type { Verdict } from './rounds.ts'
import { testFiles } from './tests.ts'
import { writeParts } from './workers.ts'

export interface Renewing {
  readonly folder: string
  /** What is mutated, from the project's folder on. */
  readonly places: readonly string[]
  /** Processes at a time. */
  readonly workers: number
  /** Is given a line for each step. */
  tell(line: string): void
}

/** Does nothing where no earlier run has covered its tests. */
export async function renew(renewing: Renewing): Promise<void> {
  const { folder, tell } = renewing
  if (!['mutants.json', 'tests.json'].every((file) => existsSync(join(folder, file)))) return
  const files = trackedFiles()
  const chosen = chosenOf(files, renewing.places)
  tell('looking for changes …')
  const changed = await renewSource(folder, chosen)
  const others = files.filter((file) => !chosen.includes(file))
  const below = others.filter((file) => differs(folder, file))
  const gone = goneFrom(folder, files)
  tell(
    `changed since: ${changed.length} files that are mutated and ${below.length} others; ${gone.length} are gone`,
  )
  const own = others.filter((file) => file.startsWith('test/') && file.endsWith('.test.ts'))
  const first = changedTests(own, new Set([...below, ...gone]), (file) => readFrom(PROJECT, file))
  notePending(folder, { cover: first, first, again: [] })
  for (const file of below) copyOne(folder, file)
  for (const file of gone) rmSync(join(folder, file))
  await renewTests(renewing)
}

/** Writes files of the source anew that changed, with the numbers of their mutants; answers those files. */
async function renewSource(folder: string, chosen: readonly string[]): Promise<readonly string[]> {
  const before = readJson<readonly Mutant[]>(folder, 'mutants.json')
  const fresh = await instrumented(PROJECT, chosen)
  const now = renumbered(before, (file) => readFrom(folder, file), fresh)
  const tests = readTests(folder)
  // What comes to a new file is not known.
  const all = now.added.length > 0 ? [...new Set(tests.map(({ file }) => file))] : []
  notePending(folder, { cover: all, first: [], again: foundAgain(now, readVerdicts(folder)) })
  writeTests(folder, movedTests(tests, now))
  writeFileSync(join(folder, 'mutants.json'), JSON.stringify(now.mutants))
  for (const [file, text] of now.texts) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return [...now.texts.keys()]
}

/** Covers the tests again that are to be, and keeps what still holds. */
async function renewTests({ folder, workers, tell }: Renewing): Promise<void> {
  const mutants = readJson<readonly Mutant[]>(folder, 'mutants.json')
  const numbers = new Set(mutants.map(({ number }) => number))
  const pending = readPending(folder)
  const files = testFiles(folder)
  const again = { ...pending, cover: pending.cover.filter((file) => files.includes(file)) }
  writeParts(folder)
  const covered =
    again.cover.length === 0 ? [] : await cover(folder, Math.max(...numbers) + 1, workers, tell, again.cover)
  const merged = mergedTests(readTests(folder), covered, files, again)
  const kept = keptVerdicts(readVerdicts(folder), numbers, pending.again, merged)
  writeFileSync(join(folder, 'verdicts.json'), JSON.stringify([...kept.verdicts]))
  writePending(folder, { cover: again.cover, first: merged.first, again: kept.again })
  writeTests(folder, merged.tests)
  writePending(folder, { cover: [], first: merged.first, again: kept.again })
  if (merged.first.length + kept.again.length > 0)
    tell(`${merged.first.length} files of tests changed, ${kept.again.length} killed mutants are tried again`)
}

const readJson = <T>(folder: string, file: string): T =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as T

const readTests = (folder: string): readonly CoveredTest[] => readJson(folder, 'tests.json')

function writeTests(folder: string, tests: readonly CoveredTest[]): void {
  writeFileSync(join(folder, 'tests.json'), JSON.stringify(tests))
}

function readVerdicts(folder: string): Map<number, Verdict> {
  return new Map(JSON.parse(readFrom(folder, 'verdicts.json') ?? '[]') as [number, Verdict][])
}

function readFrom(folder: string, file: string): string | undefined {
  const path = join(folder, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function differs(folder: string, file: string): boolean {
  const path = join(folder, file)
  return !existsSync(path) || !readFileSync(path).equals(readFileSync(join(PROJECT, file)))
}

/** Files of the source and of tests that the project does not have any more. */
function goneFrom(folder: string, files: readonly string[]): readonly string[] {
  const are = new Set(files)
  return globSync('{src,test}/**/*.ts', { cwd: folder, exclude: ['**/node_modules/**'] })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !are.has(file))
}
