/** A short run: mutants of a few files, each in every test of some files that comes to it, until one kills it. */
import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { makeCopy, type Mutant, PROJECT } from './copy.ts'
import { tryInFiles } from './loads.ts'
import { Learned } from './learned.ts'
import { cover, onceOf } from './measure.ts'
import type { Measured } from './page.ts'
import { candidatesOf, type Trial } from './plan.ts'
import { common, makeTrials, type Setting, type Verdicts } from './rounds.ts'
import { LEFT_OUT } from './tests.ts'
import { writeParts } from './workers.ts'
import { hasBit } from './job.ts'

export interface Naming {
  /** Where everything happens. */
  readonly folder: string
  /** What is mutated, from the project's folder on. */
  readonly places: readonly string[]
  /** The files of tests. */
  readonly files: readonly string[]
  /** Processes at a time. */
  readonly workers: number
  /** Which mutants are tried. */
  readonly isMeant: (mutant: Mutant) => boolean
  /** Is given a line for each step. */
  tell(line: string): void
}

/** Rejects where there is nothing to mutate. */
export async function measureNamed(naming: Naming): Promise<Measured> {
  const { folder, places, files, workers, isMeant, tell } = naming
  const all = await makeCopy(folder, places)
  const mutants = all.filter(isMeant)
  if (mutants.length === 0) throw new Error(`there is nothing to mutate in ${places.join(' and ')}`)
  const numbers = Math.max(...all.map(({ number }) => number)) + 1
  tell(`${mutants.length} mutants`)
  writeParts(folder)
  const tests = await cover(folder, numbers, workers, tell, files)
  for (const { file, name, state, reason } of tests)
    if (state === 'failed') tell(`fails without a mutant: ${file} ${name}: ${reason ?? ''}`)
  const candidates = candidatesOf(tests, new Map())
  const verdicts: Verdicts = new Map()
  const setting: Setting = {
    folder,
    workers,
    numbers,
    mutants,
    candidates,
    verdicts,
    learned: new Learned(),
    isLate: () => false,
    tell,
  }
  const trials = candidates.flatMap(({ id, file, duration, covered }) =>
    mutants
      .filter(({ number }) => hasBit(covered, number))
      .map(({ number }): Trial => ({ mutant: number, test: id, file, cost: duration })),
  )
  await makeTrials(setting, trials, (name, share) => {
    return { kind: 'try', ...common(setting, name), trials: share.trials, fresh: false }
  })
  const once = onceOf(mutants, tests, candidates)
  const isOnce = (number: number): boolean =>
    once.has(number) || verdicts.get(number)?.outcome === 'unreached'
  await tryInFiles(
    setting,
    tests,
    mutants.filter(({ number }) => isOnce(number)),
    files.length,
  )
  return { mutants, verdicts, tests, once, left: [] }
}

/** The files of tests that are meant: each name is a file or a folder of them. Throws for one that names none. */
export function namedTests(names: readonly string[], folder = PROJECT): readonly string[] {
  const all = globSync('test/**/*.test.ts', { cwd: folder }).map((file) => file.replaceAll('\\', '/'))
  const found = names.flatMap((name) => {
    const place = name.trim().replace(/^\.\//, '').replace(/\/+$/, '')
    const own = all.filter((file) => file === place || file.startsWith(`${place}/`))
    const shown = `--tests '${name.slice(0, 100)}'`
    if (own.length === 0)
      throw new Error(
        `${shown} is no file of tests and no folder with one: write it from test/ on, with its ending`,
      )
    const usable = own.filter((file) => reasonAgainst(file) === undefined)
    if (usable.length === 0)
      throw new Error(`${shown} cannot try mutants: its tests ${reasonAgainst(own[0] ?? '')}; name others`)
    return usable
  })
  return [...new Set(found)].sort()
}

const reasonAgainst = (file: string): string | undefined =>
  LEFT_OUT.find(([pattern]) => matchesGlob(file, pattern))?.[1]
