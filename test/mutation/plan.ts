/** Which tests try which mutant, and in what order: all of it follows from what the tests come to. */
import { type CoveredTest, fromText, hasBit } from './job.ts'

/** A test that can try mutants. */
export interface Candidate {
  readonly id: string
  readonly file: string
  /** How often it passes mutated places: what it costs, without the noise of a clock. */
  readonly passes: number
  /** Bits of the mutants that it comes to each time. */
  readonly covered: Uint8Array
  /** How many those are. */
  readonly reach: number
}

/** Tests of one mutant in one round, from the best: how many have tried it after the round. */
export const ROUNDS = [1, 3, 8, 20, 40, 60]
/** Passes of mutated places that all tests of one mutant may take together, some seconds. */
export const MOST_PASSES = 4_000_000
/** What a test costs that passes no mutated place. */
const BASE_PASSES = 3000
/** Milliseconds that a test may take: dearer ones find little that cheaper ones do not. */
export const LONGEST_TEST = 300

/**
 * The tests that can be used, from the best: those that come to few mutants tell most about each, and cheap ones come
 * before dear ones.
 */
export function candidatesOf(tests: readonly CoveredTest[]): readonly Candidate[] {
  const usable = tests.filter(({ state, duration }) => state === 'passed' && duration <= LONGEST_TEST)
  const candidates = usable.map(({ id, file, passes, covered }): Candidate => {
    const bits = fromText(covered)
    return { id, file, passes, covered: bits, reach: countOf(bits) }
  })
  const worth = ({ reach, passes }: Candidate): number => reach * (passes + BASE_PASSES)
  return candidates.sort((left, right) => worth(left) - worth(right) || byCodePoint(left.id, right.id))
}

/**
 * The tests that try a mutant, in order: the best of each file first, then the second of each. All of them together stay
 * within the bounds; there is one, however dear, where the mutant is come to.
 */
export function testsOf(mutant: number, candidates: readonly Candidate[]): readonly Candidate[] {
  const most = ROUNDS.at(-1) ?? 0
  const ofFile = new Map<string, number>()
  const ranked = candidates
    .filter(({ covered }) => hasBit(covered, mutant))
    .map((candidate) => {
      const turn = ofFile.get(candidate.file) ?? 0
      ofFile.set(candidate.file, turn + 1)
      return { candidate, turn }
    })
    .sort((left, right) => left.turn - right.turn)
  const chosen: Candidate[] = []
  let passes = 0
  for (const { candidate } of ranked) {
    passes += candidate.passes + BASE_PASSES
    if (chosen.length === most || (passes > MOST_PASSES && chosen.length > 0)) break
    chosen.push(candidate)
  }
  return chosen
}

/** A trial that is still to be made. */
export interface Trial {
  readonly mutant: number
  readonly test: Candidate
}

/** What one process does: the files it loads, and by test the mutants that it tries. */
export interface Share {
  readonly files: readonly string[]
  readonly trials: Readonly<Record<string, readonly number[]>>
}

/** Splits trials by the file of their test, so that the shares cost about the same. */
export function sharesOf(trials: readonly Trial[], workers: number): readonly Share[] {
  const costs = new Map<string, number>()
  for (const { test } of trials) costs.set(test.file, (costs.get(test.file) ?? 0) + test.passes + BASE_PASSES)
  const dearest = [...costs].sort(([left, a], [right, b]) => b - a || byCodePoint(left, right))
  const shares = Array.from({ length: workers }, () => ({ cost: 0, files: [] as string[] }))
  for (const [file, cost] of dearest) {
    const least = shares.reduce((best, share) => (share.cost < best.cost ? share : best))
    least.files.push(file)
    least.cost += cost
  }
  return shares
    .filter(({ files }) => files.length > 0)
    .map(({ files }) => ({ files: files.sort(byCodePoint), trials: trialsOf(trials, new Set(files)) }))
}

function trialsOf(trials: readonly Trial[], files: ReadonlySet<string>): Record<string, number[]> {
  const byTest: Record<string, number[]> = {}
  for (const { mutant, test } of trials) if (files.has(test.file)) (byTest[test.id] ??= []).push(mutant)
  return byTest
}

export const byCodePoint = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

function countOf(bits: Uint8Array): number {
  let count = 0
  for (const byte of bits) for (let rest = byte; rest !== 0; rest &= rest - 1) count += 1
  return count
}
