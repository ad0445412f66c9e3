/**
 * Mutants that no test comes to each time that it runs: what is done once, when modules are loaded or something is first
 * asked for, and what only tests come to that pass once. They are tried in whole files of tests, whose modules are loaded
 * anew for each.
 */
import { dirname } from 'node:path'
import type { Again } from './changes.ts'
import type { Mutant } from './copy.ts'
import { type CoveredTest, fromText, hasBit, type LoadJob } from './job.ts'
import { byCodePoint, SLOW_TEST, type Trial } from './plan.ts'
import { common, isKill, makeTrials, type Setting, verdictOf } from './rounds.ts'

/** Passes of mutated places that the tests of a file may take. */
const MOST_PASSES = 3_000_000
/** Milliseconds that the loading of a file's modules takes about. */
const LOADING = 300

interface TestFile {
  readonly file: string
  readonly passes: number
  /** Milliseconds. */
  readonly cost: number
  readonly names: readonly string[]
  /** Bits of the mutants that its tests come to each time. */
  readonly covered: Uint8Array
}

/** Tries those of these mutants that are left in files whose tests come most to what stands beside them, up to so many. */
export async function tryInFiles(
  setting: Setting,
  covered: readonly CoveredTest[],
  once: readonly Mutant[],
  until: number,
): Promise<void> {
  const files = testFilesOf(covered)
  const filesFor = neighbours(setting.mutants, files)
  const trials = once.flatMap(({ number, file }): Trial[] => {
    const verdict = setting.verdicts.get(number)
    if (isKill(verdict?.outcome)) return []
    const next = filesFor(file).slice(verdict?.files ?? 0, until)
    return next.map((one) => ({ mutant: number, test: one.file, file: one.file, cost: one.cost }))
  })
  const made = await makeLoads(setting, files, trials)
  for (const { mutant } of made) verdictOf(setting.verdicts, mutant).files = until
}

/** Tries mutants that are left in the whole file of tests that each is given with, however much its tests do. */
export async function tryInFilesAgain(
  setting: Setting,
  covered: readonly CoveredTest[],
  again: Again,
): Promise<void> {
  const files = testFilesOf(covered, Number.POSITIVE_INFINITY)
  const trials = again.flatMap(([mutant, name]): Trial[] => {
    const one = files.find(({ file }) => file === name)
    if (one === undefined || isKill(setting.verdicts.get(mutant)?.outcome)) return []
    return [{ mutant, test: name, file: name, cost: one.cost }]
  })
  await makeLoads(setting, files, trials)
}

function makeLoads(
  setting: Setting,
  files: readonly TestFile[],
  trials: readonly Trial[],
): ReturnType<typeof makeTrials> {
  const tests = Object.fromEntries(files.map(({ file, names }) => [file, names]))
  return makeTrials(setting, trials, (name, share): LoadJob => {
    return { kind: 'load', ...common(setting, name), trials: share.trials, tests }
  })
}

function testFilesOf(tests: readonly CoveredTest[], mostPasses = MOST_PASSES): readonly TestFile[] {
  const usable = tests.filter(
    ({ state, duration }) => (state === 'passed' || state === 'unrepeatable') && duration <= SLOW_TEST,
  )
  const files = [...Map.groupBy(usable, ({ file }) => file)].map(([file, own]): TestFile => {
    const covered = new Uint8Array(Math.max(...own.map((test) => fromText(test.covered).length)))
    for (const test of own)
      fromText(test.covered).forEach((bits, place) => (covered[place] = (covered[place] ?? 0) | bits))
    const passes = own.reduce((sum, test) => sum + test.passes, 0)
    const cost = own.reduce((sum, test) => sum + test.duration, LOADING)
    return { file, passes, cost, names: own.map(({ name }) => name), covered }
  })
  return files.filter(({ passes }) => passes <= mostPasses)
}

/** For a file of the source: files of tests, from the one that comes to most of it, else to most of its folder. */
function neighbours(
  mutants: readonly Mutant[],
  files: readonly TestFile[],
): (source: string) => readonly TestFile[] {
  const known = new Map<string, readonly TestFile[]>()
  const rank = (near: readonly Mutant[]): readonly TestFile[] => {
    const counted = files.map((file) => ({
      file,
      count: near.filter(({ number }) => hasBit(file.covered, number)).length,
    }))
    return counted
      .filter(({ count }) => count > 0)
      .sort(
        (left, right) =>
          right.count - left.count ||
          left.file.passes - right.file.passes ||
          byCodePoint(left.file.file, right.file.file),
      )
      .map(({ file }) => file)
  }
  return (source) => {
    const ranked = known.get(source) ?? [
      ...new Set([
        ...rank(mutants.filter(({ file }) => file === source)),
        ...rank(mutants.filter(({ file }) => dirname(file) === dirname(source))),
      ]),
    ]
    known.set(source, ranked)
    return ranked
  }
}
