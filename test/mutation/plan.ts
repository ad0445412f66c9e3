/** Which tests try which mutant, and in what order: all of it follows from what the tests come to. */
import { type CoveredTest, fromText } from './job.ts'
import type { Learned } from './learned.ts'

/** A test that can try mutants. */
export interface Candidate {
  readonly id: string
  readonly file: string
  readonly name: string
  /** How often it passes mutated places: what it costs, without the noise of a clock. */
  readonly passes: number
  /** Milliseconds: what it costs now and here. */
  readonly duration: number
  /** Whether it takes so long that it comes last. */
  readonly slow: boolean
  /** Bits of the mutants that it comes to each time. */
  readonly covered: Uint8Array
  /** How many those are. */
  readonly reach: number
  /** Files of the source that its file names: it is about them. */
  readonly about: ReadonlySet<string>
}

/** By file of tests: the files of the source that it names. */
export type Subjects = ReadonlyMap<string, ReadonlySet<string>>

/** Passes of mutated places that all tests of one mutant may take together, about a second. */
export const MOST_PASSES = 8_000_000
/** Of a slow test, whose time goes elsewhere. */
const PASSES_A_MILLISECOND = 8000
/** What a test costs that passes no mutated place. */
const BASE_PASSES = 30_000
/** Milliseconds after which a test comes after all others, and after which it is not used. */
export const SLOW_TEST = 300
export const LONGEST_TEST = 5000

const costOf = ({ passes }: Pick<Candidate, 'passes'>): number => passes + BASE_PASSES

/** The tests that can be used. */
export function candidatesOf(tests: readonly CoveredTest[], subjects: Subjects): readonly Candidate[] {
  const usable = tests.filter(({ state, duration }) => state === 'passed' && duration <= LONGEST_TEST)
  return usable.map(({ id, file, name, passes, duration, covered }): Candidate => {
    const bits = fromText(covered)
    const slow = duration > SLOW_TEST
    const about = subjects.get(file) ?? new Set()
    return { id, file, name, passes, duration, slow, covered: bits, reach: countOf(bits), about }
  })
}

/** What a word is worth that the path of a test shares with that of the source, beside one that shares none. */
const SHARED_WORD = 8
/** What a test is worth whose file names the source, beside one whose file does not. */
const ABOUT = 100

/**
 * For a file of the source: the tests that try its mutants, from the best. That is one whose file names it, whose path
 * shares words with its path, that comes to many mutants (those that come to few are mostly refused at the door), that is cheap, and in whose
 * file mutants of this source were killed before. Slow ones come after all others.
 */
export function rankedFor(
  source: string,
  candidates: readonly Candidate[],
  learned: Learned,
): readonly Candidate[] {
  const worthOf = new Map<string, number>()
  for (const { file, about } of candidates)
    if (!worthOf.has(file)) worthOf.set(file, nearness(source, file, about) * learned.worth(source, file))
  const rated = candidates.map((candidate) => {
    const worth = ((worthOf.get(candidate.file) ?? 0) * candidate.reach) / costOf(candidate)
    return { candidate, worth }
  })
  return rated
    .sort(
      (left, right) =>
        Number(left.candidate.slow) - Number(right.candidate.slow) ||
        right.worth - left.worth ||
        byCodePoint(left.candidate.id, right.candidate.id),
    )
    .map(({ candidate }) => candidate)
}

/** What a file of tests is worth for a source by its name, and by what it names. */
function nearness(source: string, file: string, about: ReadonlySet<string>): number {
  const words = wordsOf(source)
  const shared = [...wordsOf(file)].filter((word) => words.has(word)).length
  return (about.has(source) ? ABOUT : 1) * (1 + SHARED_WORD * shared)
}

const wordsOf = (path: string): Set<string> =>
  new Set(
    path
      .replace(/(?:\.test)?\.ts$/, '')
      .split(/[^a-z]+/)
      .slice(1)
      .map((word) => word.replace(/(?:ies|y|s)$/, '')),
  )

/**
 * At most so many tests of those that come to a mutant and have not tried it, in their order. All of them together stay
 * within the bound of passes, but for one, however dear, of a mutant that none has tried.
 */
export function testsWithin(most: number, tests: Iterable<Candidate>, isTried = false): readonly Candidate[] {
  const chosen: Candidate[] = []
  let cost = 0
  if (most > 0)
    for (const test of tests) {
      cost += test.slow ? Math.max(costOf(test), PASSES_A_MILLISECOND * test.duration) : costOf(test)
      if (cost > MOST_PASSES && (isTried || chosen.length > 0)) break
      chosen.push(test)
      if (chosen.length >= most) break
    }
  return chosen
}

/** A trial that is to be made. */
export interface Trial {
  readonly mutant: number
  /** The id of the test, or the file where all of its tests make it. */
  readonly test: string
  readonly file: string
  /** Milliseconds that it takes about: which process makes a trial changes nothing of what comes out. */
  readonly cost: number
}

/** What one process does. */
export interface Share {
  readonly files: readonly string[]
  /** By test: the mutants that it tries. */
  readonly trials: Readonly<Record<string, readonly number[]>>
  /** By test. */
  readonly fileOf: Readonly<Record<string, string>>
}

/** Splits trials by the file of their test, so that the shares cost about the same. */
export function sharesOf(trials: readonly Trial[], workers: number): readonly Share[] {
  const costs = new Map<string, number>()
  for (const { file, cost } of trials) costs.set(file, (costs.get(file) ?? 0) + cost)
  const dearest = [...costs].sort(([left, a], [right, b]) => b - a || byCodePoint(left, right))
  const shares = Array.from({ length: workers }, () => ({ cost: 0, files: new Set<string>() }))
  for (const [file, cost] of dearest) {
    const least = shares.reduce((best, share) => (share.cost < best.cost ? share : best))
    least.files.add(file)
    least.cost += cost
  }
  return shares.filter(({ files }) => files.size > 0).map(({ files }) => shareOf(trials, files))
}

function shareOf(trials: readonly Trial[], files: ReadonlySet<string>): Share {
  const byTest: Record<string, number[]> = {}
  const fileOf: Record<string, string> = {}
  for (const { mutant, test, file } of trials) {
    if (!files.has(file)) continue
    ;(byTest[test] ??= []).push(mutant)
    fileOf[test] = file
  }
  return { files: [...files].sort(byCodePoint), trials: byTest, fileOf }
}

export const byCodePoint = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

function countOf(bits: Uint8Array): number {
  let count = 0
  for (const byte of bits) for (let rest = byte; rest !== 0; rest &= rest - 1) count += 1
  return count
}
