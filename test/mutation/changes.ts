/**
 * What of an earlier run still holds after changes of the source and of tests. Only compares: what is read and written is
 * elsewhere.
 */
import { dirname, join } from 'node:path/posix'
import type { Instrumented, Mutant } from './copy.ts'
import { type CoveredTest, fromText, hasBit, toText } from './job.ts'
import { byCodePoint } from './plan.ts'
import { isKill, type Verdicts } from './rounds.ts'
import { numbersIn, shifted } from './switch.ts'

/** Files of tests above which what they all import is no part of what each is about. */
const WIDELY = 20

/** Mutants with the test that killed them, each to be tried in it again: `[mutant, id of the test]`. */
export type Again = readonly (readonly [mutant: number, test: string])[]

/** By how much numbers of mutants are larger in the second of two instrumented texts; undefined where more differs. */
export function shiftBetween(before: string, after: string): number | undefined {
  const [[first = 0], [next = 0]] = [numbersIn(before), numbersIn(after)]
  return shifted(before, next - first) === after ? next - first : undefined
}

/** What stands in the copy from now on. */
export interface Renumbered {
  readonly mutants: readonly Mutant[]
  /** Of the files that changed or are new: what is to be written. */
  readonly texts: ReadonlyMap<string, string>
  /** By new number of a mutant that was there before, in a file that changed: the number that it had. */
  readonly earlier: ReadonlyMap<number, number>
  /** Files that are new. */
  readonly added: readonly string[]
}

/**
 * Gives mutants of files that did not change the numbers that they had, and those of others numbers above all earlier ones:
 * what tests came to is known by number.
 *
 * @param before The mutants of the earlier run.
 * @param textOf What stands in the copy, by file of the source.
 * @param fresh The source as it is now, with numbers of its own.
 */
export function renumbered(
  before: readonly Mutant[],
  textOf: (file: string) => string | undefined,
  fresh: Instrumented,
): Renumbered {
  const known = new Set(before.map(({ number }) => number))
  const old = Map.groupBy(before, ({ file }) => file)
  const earlier = new Map<number, number>()
  let next = Math.max(-1, ...known) + 1
  const mutants: Mutant[] = []
  const texts = new Map<string, string>()
  const byFile = Map.groupBy(fresh.mutants, ({ file }) => file)
  for (const [file, text] of fresh.texts) {
    const own = byFile.get(file) ?? []
    const numbers = own.map(({ number }) => number)
    const there = textOf(file)
    const kept = there === undefined ? undefined : shiftBetween(text, there)
    const isKept = kept !== undefined && numbers.every((number) => known.has(number + kept))
    const shift = isKept ? kept : next - Math.min(...numbers, Number.MAX_SAFE_INTEGER)
    const shiftedOwn = own.map((mutant) => ({ ...mutant, number: mutant.number + shift }))
    mutants.push(...shiftedOwn)
    if (isKept) continue
    for (const [now, number] of sameIn(old.get(file) ?? [], shiftedOwn)) earlier.set(now, number)
    texts.set(file, shifted(text, shift))
    next = Math.max(next, ...numbers.map((number) => number + shift + 1))
  }
  return { mutants, texts, earlier, added: [...texts.keys()].filter((file) => !old.has(file)) }
}

/** By number of a mutant now: that of the same change of the same text in a line of the same text, in their order. */
function sameIn(before: readonly Mutant[], now: readonly Mutant[]): ReadonlyMap<number, number> {
  const nameOf = ({ text, mutator, original, replacement }: Mutant): string =>
    JSON.stringify([text, mutator, original, replacement])
  const named = Map.groupBy(before, nameOf)
  return new Map(
    [...Map.groupBy(now, nameOf)].flatMap(([name, own]) =>
      own.flatMap(({ number }, place): [number, number][] => {
        const same = named.get(name)?.[place]
        return same === undefined ? [] : [[number, same.number]]
      }),
    ),
  )
}

/** Mutants that were killed and have another number now: each is to be tried again in the test that killed it. */
export function foundAgain({ earlier }: Pick<Renumbered, 'earlier'>, verdicts: Verdicts): Again {
  return [...earlier].flatMap(([now, number]): Again => {
    const { outcome, killer } = verdicts.get(number) ?? {}
    return isKill(outcome) && killer !== undefined ? [[now, killer]] : []
  })
}

/**
 * What tests come to of files of the source that changed, by their new numbers. A mutant that was not there before is taken
 * to be come to where the nearest one is that was: a trial shows whether it is.
 */
export function movedTests(
  tests: readonly CoveredTest[],
  { mutants, texts, earlier }: Renumbered,
): readonly CoveredTest[] {
  if (earlier.size === 0) return tests
  const like = new Map(
    [...texts.keys()].flatMap((file) => {
      const own = mutants.filter((mutant) => mutant.file === file).map(({ number }) => number)
      return own.flatMap((number): [number, number][] => {
        const nearest = nearestOf(number, own, earlier)
        return nearest === undefined ? [] : [[number, nearest]]
      })
    }),
  )
  const length = Math.ceil((Math.max(...mutants.map(({ number }) => number)) + 1) / 8)
  return tests.map((test) => {
    const [bits, once] = [fromText(test.covered), new Set(test.once)]
    const moved = new Uint8Array(length)
    moved.set(bits.subarray(0, length))
    for (const [now, number] of like)
      if (hasBit(bits, number)) moved[now >> 3] = (moved[now >> 3] ?? 0) | (1 << (now & 7))
    const first = [...like].flatMap(([now, number]) => (once.has(number) ? [now] : []))
    return { ...test, covered: toText(moved), once: [...test.once, ...first] }
  })
}

/** The earlier number of the mutant of a file that is nearest to one, of those that had one; of two, the first. */
function nearestOf(
  number: number,
  own: readonly number[],
  earlier: ReadonlyMap<number, number>,
): number | undefined {
  const place = own.indexOf(number)
  for (let far = 0; far < own.length; far++)
    for (const near of [own[place - far], own[place + far]]) {
      const found = near === undefined ? undefined : earlier.get(near)
      if (found !== undefined) return found
    }
  return undefined
}

/** What is to be done with files of tests. */
export interface ChangedTests {
  /** These are to be covered again. */
  readonly cover: readonly string[]
  /** Of these: the ones whose tests are others than before, and try what is left first. */
  readonly first: readonly string[]
}

/**
 * Files of tests that changed, or of which an import below `test/` did that is theirs: what many import is no part of what
 * each is about.
 *
 * @param files The files of tests as they are now.
 * @param changed What is new, different or gone below `test/`, of all files.
 * @param textOf The text of a file below `test/`; undefined where there is none.
 */
export function changedTests(
  files: readonly string[],
  changed: ReadonlySet<string>,
  textOf: (file: string) => string | undefined,
): readonly string[] {
  const importsOf = closures(textOf)
  const users = new Map<string, string[]>()
  for (const file of files)
    for (const one of importsOf(file)) if (changed.has(one)) users.set(one, [...(users.get(one) ?? []), file])
  const found = [...users].flatMap(([one, own]) =>
    own.length <= WIDELY ? own : own.filter((file) => file === one),
  )
  return [...new Set(found)].sort(byCodePoint)
}

/** For a file: itself and all that it imports below `test/`, directly or not. */
function closures(textOf: (file: string) => string | undefined): (file: string) => ReadonlySet<string> {
  const direct = new Map<string, readonly string[]>()
  const importsOf = (file: string): readonly string[] => {
    const known = direct.get(file)
    if (known !== undefined) return known
    const names = (textOf(file) ?? '').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
    const found = [...names].map(([, name = '']) => join(dirname(file), name))
    const own = found.filter((one) => one.startsWith('test/'))
    direct.set(file, own)
    return own
  }
  return (file) => {
    const all = new Set([file])
    for (const one of all) for (const next of importsOf(one)) all.add(next)
    return all
  }
}

/** The tests that are known, and what became of earlier ones. */
export interface MergedTests {
  readonly tests: readonly CoveredTest[]
  /** Files whose tests are others than before. */
  readonly first: readonly string[]
  /** The id that a test has now; undefined where it is gone or may be another one. */
  isKept(id: string): boolean
  /** The test of the same file and name, for a test that is not kept. */
  successorOf(id: string): string | undefined
}

/**
 * Puts what was covered again in the place of what was known. Tests of a file are the same as before where they are called
 * the same, in the same order, and neither the file nor what only few import is changed.
 *
 * @param files The files of tests as they are now.
 * @param again Those that were covered again.
 */
export function mergedTests(
  before: readonly CoveredTest[],
  covered: readonly CoveredTest[],
  files: readonly string[],
  again: ChangedTests,
): MergedTests {
  const [are, anew] = [new Set(files), new Set(again.cover)]
  const namesOf = (tests: readonly CoveredTest[] = []): string =>
    JSON.stringify(tests.map(({ id, name }) => `${id} ${name}`).sort(byCodePoint))
  const [earlier, now] = [Map.groupBy(before, ({ file }) => file), Map.groupBy(covered, ({ file }) => file)]
  const others = again.cover.filter((file) => namesOf(earlier.get(file)) !== namesOf(now.get(file)))
  const first = new Set([...again.first, ...others].filter((file) => are.has(file)))
  // Those that an earlier change left to try first, and no later one changed, have been put in their places already.
  const isSame = (file: string): boolean => are.has(file) && !(first.has(file) && anew.has(file))
  const tests = [...before.filter(({ file }) => are.has(file) && !anew.has(file)), ...covered]
  const known = new Map(before.map((test) => [test.id, test]))
  return {
    tests: tests.sort((left, right) => byCodePoint(left.file, right.file) || byCodePoint(left.id, right.id)),
    first: [...first].sort(byCodePoint),
    isKept: (id) => {
      const test = known.get(id)
      if (test !== undefined) return isSame(test.file)
      // A whole file of tests that killed a mutant; what else is called otherwise was tried before tests were told apart.
      return !id.startsWith('test/') || isSame(id)
    },
    successorOf: (id) => {
      const test = known.get(id)
      if (test === undefined) return undefined
      const place = (earlier.get(test.file) ?? [])
        .filter(({ name }) => name === test.name)
        .findIndex((one) => one.id === id)
      return now.get(test.file)?.filter(({ name }) => name === test.name)[place]?.id
    },
  }
}

/** What is known of mutants after the change of tests. */
export interface Kept {
  readonly verdicts: Verdicts
  readonly again: Again
}

/**
 * Keeps what tests showed that are the same. A mutant that another one killed is to be tried again in what came of it; for
 * one that survived, others count as not tried.
 *
 * @param numbers Mutants that are there.
 * @param again Found so far.
 */
export function keptVerdicts(
  verdicts: Verdicts,
  numbers: ReadonlySet<number>,
  again: Again,
  { isKept, successorOf }: Pick<MergedTests, 'isKept' | 'successorOf'>,
): Kept {
  const kept: Verdicts = new Map()
  const anew: (readonly [number, string])[] = []
  const tryAgain = (mutant: number, killer: string): void => {
    const test = isKept(killer) ? killer : successorOf(killer)
    if (numbers.has(mutant) && test !== undefined) anew.push([mutant, test])
  }
  for (const [mutant, killer] of again) tryAgain(mutant, killer)
  for (const [number, verdict] of verdicts) {
    if (!numbers.has(number)) continue
    const { killer, tried, surveyed = 0 } = verdict
    if (killer !== undefined && !isKept(killer)) {
      tryAgain(number, killer)
      continue
    }
    const left = tried.filter(isKept)
    const fewer = Math.max(0, surveyed - (tried.length - left.length))
    kept.set(number, { ...verdict, tried: left, ...(surveyed === 0 ? {} : { surveyed: fewer }) })
  }
  return { verdicts: kept, again: anew }
}
