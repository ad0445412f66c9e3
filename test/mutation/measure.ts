/** A whole run: copy, cover, try. What is found out is kept in the folder, so that a run that was ended can go on. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCopy, type Mutant } from './copy.ts'
import { type CoveredTest, fromText, hasBit } from './job.ts'
import { tryInFiles, tryInFilesAgain } from './loads.ts'
import { type Kill, trialsOf } from './kills.ts'
import { Learned, type LearnedLine } from './learned.ts'
import type { Measured } from './page.ts'
import { byCodePoint, type Candidate, candidatesOf, sharesOf, type Subjects } from './plan.ts'
import { readPending, writePending } from './pending.ts'
import {
  isKill,
  type Setting,
  survey,
  tryAgain,
  tryInChanged,
  tryInTests,
  type Verdict,
  type Verdicts,
} from './rounds.ts'
import { testFiles } from './tests.ts'
import { runTests, writeParts } from './workers.ts'

/**
 * Steps of a run, each for what those before it left: in up to so many tests, or whole files of them. Where tests changed
 * since an earlier run, some steps are for these alone.
 */
const STEPS = [
  { files: 1 },
  { tests: 4 },
  { changed: 4 },
  { survey: 3 },
  { tests: 8 },
  { tests: 12 },
  { tests: 16 },
  { tests: 20 },
  { changed: 12 },
  { files: 2 },
  { tests: 28 },
  { changed: 40 },
  { tests: 40 },
  { files: 4 },
  { tests: 56 },
  { tests: 72 },
] as const

/** After it, tests that changed are tests as others are. */
const LAST_OF_CHANGED = STEPS.findLast((step) => 'changed' in step)

export interface Measuring {
  /** Where everything happens; what an earlier run left there is gone on with. */
  readonly folder: string
  /** What is mutated, from the project's folder on. */
  readonly places: readonly string[]
  /** Processes at a time. */
  readonly workers: number
  /** What short runs found out. */
  readonly kills: readonly Kill[]
  /** Whether the run is to end: asked again and again. */
  isLate(): boolean
  /** Is given a line for each step. */
  tell(line: string): void
}

export async function measure({
  folder,
  places,
  workers,
  kills,
  isLate,
  tell,
}: Measuring): Promise<Measured> {
  const mutants = await kept(folder, 'mutants.json', () => makeCopy(folder, places))
  if (mutants.length === 0) throw new Error(`there is nothing to mutate in ${places.join(' and ')}`)
  const numbers = Math.max(...mutants.map(({ number }) => number)) + 1
  tell(`${mutants.length} mutants`)
  writeParts(folder)
  const tests = await kept(folder, 'tests.json', () => cover(folder, numbers, workers, tell))
  const candidates = candidatesOf(tests, subjectsOf(folder, tests))
  const once = onceOf(mutants, tests, candidates)
  const known = await kept(folder, 'verdicts.json', () => Promise.resolve<[number, Verdict][]>([]))
  const verdicts: Verdicts = new Map(known)
  const learned = new Learned(await kept(folder, 'learned.json', () => Promise.resolve<LearnedLine[]>([])))
  const setting: Setting = { folder, workers, numbers, mutants, candidates, verdicts, learned, isLate, tell }
  const isOnce = ({ number }: Mutant): boolean =>
    once.has(number) || verdicts.get(number)?.outcome === 'unreached'
  const surveyed = await kept(folder, 'surveyed.json', () => Promise.resolve<number[]>([]))
  const pending = readPending(folder)
  const changed = new Set(pending.first)
  const steps = STEPS.filter((step) => {
    if ('survey' in step) return !surveyed.includes(step.survey)
    return !('changed' in step) || changed.size > 0
  })
  const make = async (step: Step): Promise<void> => {
    if ('changed' in step) await tryInChanged(setting, changed, step.changed)
    else if ('tests' in step) await tryInTests(setting, step.tests)
    else if ('survey' in step) await survey(setting, step.survey)
    else await tryInFiles(setting, tests, mutants.filter(isOnce), step.files)
  }
  const keep = (name: string): void => {
    writeFileSync(join(folder, 'verdicts.json'), JSON.stringify([...verdicts]))
    writeFileSync(join(folder, 'learned.json'), JSON.stringify(learned.lines()))
    const killed = [...verdicts.values()].filter(({ outcome }) => isKill(outcome)).length
    tell(`${name}: ${killed} killed, ${mutants.length - killed} left`)
  }
  const again = [...pending.again, ...trialsOf(kills, mutants)]
  if (again.length > 0) {
    await tryAgain(setting, again)
    await tryInFilesAgain(setting, tests, again)
    if (!isLate()) writePending(folder, { ...pending, again: [] })
    keep('killed before')
  }
  let made = 0
  for (const step of steps) {
    if (isLate()) break
    await make(step)
    // What was found out before the end is kept; the step is made again by a run that goes on.
    if (isLate()) {
      keep('to the end')
      break
    }
    made += 1
    if (step === LAST_OF_CHANGED) writePending(folder, { ...readPending(folder), first: [] })
    if ('survey' in step)
      writeFileSync(join(folder, 'surveyed.json'), JSON.stringify([...surveyed, step.survey]))
    keep(JSON.stringify(step))
  }
  return { mutants, verdicts, tests, once, left: steps.slice(made).map(nameOf) }
}

type Step = (typeof STEPS)[number]

/** As the page tells a step that was not made. */
function nameOf(step: Step): string {
  if ('changed' in step) return `${step.changed} changed tests`
  if ('tests' in step) return `${step.tests} tests`
  if ('survey' in step) return `a test of every file for ${step.survey} of each source`
  return `${step.files} whole ${step.files === 1 ? 'file' : 'files'} of tests`
}

/** Which files of the source each file of tests imports, or names otherwise. */
function subjectsOf(folder: string, tests: readonly CoveredTest[]): Subjects {
  const files = new Set(tests.map(({ file }) => file))
  return new Map(
    [...files].map((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      return [file, new Set([...text.matchAll(/src\/[\w./-]+\.ts/g)].map(([path]) => path))]
    }),
  )
}

/** What an earlier run left in a file of the folder, or what is made now and left there. */
async function kept<T>(folder: string, file: string, make: () => Promise<T>): Promise<T> {
  const path = join(folder, file)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as T
  const made = await make()
  writeFileSync(path, JSON.stringify(made))
  return made
}

/** Runs each test twice, without a mutant. */
export async function cover(
  folder: string,
  numbers: number,
  workers: number,
  tell: (line: string) => void,
  files = testFiles(folder),
): Promise<readonly CoveredTest[]> {
  tell(`${files.length} files of tests …`)
  const sized = files.map((file) => ({
    mutant: 0,
    test: file,
    file,
    cost: statSync(join(folder, file)).size,
  }))
  const lines = await Promise.all(
    sharesOf(sized, workers).map(async ({ files: own }, place) => {
      const results = join(folder, `cover${place}.jsonl`)
      return (await runTests<CoveredTest>(folder, `cover${place}`, own, { kind: 'cover', numbers, results }))
        .lines
    }),
  )
  return lines
    .flat()
    .sort((left, right) => byCodePoint(left.file, right.file) || byCodePoint(left.id, right.id))
}

/** Mutants that some test came to, but none that can be run again and again. */
export function onceOf(
  mutants: readonly Mutant[],
  tests: readonly CoveredTest[],
  candidates: readonly Candidate[],
): ReadonlySet<number> {
  const once = new Set(tests.flatMap((test) => test.once))
  const others = tests.filter(({ state }) => state === 'unrepeatable').map(({ covered }) => fromText(covered))
  const numbers = mutants.map(({ number }) => number)
  return new Set(
    numbers.filter(
      (mutant) =>
        (once.has(mutant) || others.some((covered) => hasBit(covered, mutant))) &&
        !candidates.some(({ covered }) => hasBit(covered, mutant)),
    ),
  )
}
