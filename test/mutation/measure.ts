/** A whole run: copy, cover, try. What is found out is kept in the folder, so that a run that was ended can go on. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCopy, type Mutant } from './copy.ts'
import { type CoveredTest, fromText, hasBit } from './job.ts'
import { tryInFiles } from './loads.ts'
import { Learned, type LearnedLine } from './learned.ts'
import type { Measured } from './page.ts'
import { byCodePoint, type Candidate, candidatesOf, sharesOf, type Subjects } from './plan.ts'
import { isKill, type Setting, survey, tryInTests, type Verdict, type Verdicts } from './rounds.ts'
import { testFiles } from './tests.ts'
import { runTests, writeParts } from './workers.ts'

/** Steps of a run, each for what those before it left: in up to so many tests, or whole files of them. */
const STEPS = [
  { files: 1 },
  { tests: 4 },
  { survey: 3 },
  { tests: 8 },
  { tests: 12 },
  { tests: 16 },
  { tests: 20 },
  { files: 2 },
  { tests: 28 },
  { tests: 40 },
  { files: 4 },
  { tests: 56 },
  { tests: 72 },
] as const

export interface Measuring {
  /** Where everything happens; what an earlier run left there is gone on with. */
  readonly folder: string
  /** What is mutated, from the project's folder on. */
  readonly places: readonly string[]
  /** Processes at a time. */
  readonly workers: number
  /** Asked before each step. */
  isLate(): boolean
  /** Is given a line for each step. */
  tell(line: string): void
}

export async function measure({ folder, places, workers, isLate, tell }: Measuring): Promise<Measured> {
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
  const setting: Setting = { folder, workers, numbers, mutants, candidates, verdicts, learned, tell }
  const isOnce = ({ number }: Mutant): boolean =>
    once.has(number) || verdicts.get(number)?.outcome === 'unreached'
  const surveyed = await kept(folder, 'surveyed.json', () => Promise.resolve<number[]>([]))
  let made = 0
  for (const step of STEPS) {
    if (isLate()) break
    made += 1
    if ('survey' in step && surveyed.includes(step.survey)) continue
    if ('tests' in step) await tryInTests(setting, step.tests)
    else if ('survey' in step) await survey(setting, step.survey)
    else await tryInFiles(setting, tests, mutants.filter(isOnce), step.files)
    if ('survey' in step)
      writeFileSync(join(folder, 'surveyed.json'), JSON.stringify([...surveyed, step.survey]))
    writeFileSync(join(folder, 'verdicts.json'), JSON.stringify([...verdicts]))
    writeFileSync(join(folder, 'learned.json'), JSON.stringify(learned.lines()))
    const killed = [...verdicts.values()].filter(({ outcome }) => isKill(outcome)).length
    tell(`${JSON.stringify(step)}: ${killed} killed, ${mutants.length - killed} left`)
  }
  const left = STEPS.slice(made).map((step) =>
    'tests' in step
      ? `${step.tests} tests`
      : 'survey' in step
        ? `a test of every file for ${step.survey} of each source`
        : `${step.files} whole ${step.files === 1 ? 'file' : 'files'} of tests`,
  )
  return { mutants, verdicts, tests, once, left }
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
