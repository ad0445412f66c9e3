/**
 * Which tests try a mutant next, of those that come to it: one of each kind. What else a test comes to near the mutant
 * tells which way it goes there. Most tests go the same way, and one that goes another shows more than one more of them.
 */
import { hasBit } from './job.ts'
import type { Candidate } from './plan.ts'

/** Mutants before and after one that are near it: those of the branches around it. */
const NEAR = 10
/** Tests that are taken by rank before any other. */
const FIRST_BY_RANK = 2
/** Of so many tests, one in this turn is taken by rank and one in that for what it killed, the others for their kind. */
const TURNS = 4
const [BY_RANK, BY_KILLS] = [0, 2]

/** What is known of the file that a mutant is in. */
export interface Neighbourhood {
  /** Its first and last mutant. */
  readonly from: number
  readonly to: number
  /** By mutant of it that a test killed: the id of the test. */
  readonly killers: ReadonlyMap<number, string>
}

/** What makes a test one of a kind. */
type Sign = (test: Candidate) => string

/** Tests that are alike as far as was looked. */
interface Kind {
  /** From the best. */
  readonly tests: readonly Candidate[]
  /** How many of them have tried the mutant. */
  taken: number
  /** Told apart by the next sign, as soon as one is to be taken. */
  kinds?: readonly Kind[]
}

/**
 * Takes tests that come to a mutant, each once, until there is none left: some of the best by rank, some that killed
 * mutants near it, and of the kinds of which fewest were taken one of the rarest. Slow ones come after all others.
 *
 * @param ranked Tests from the best; those that do not come to the mutant are passed over.
 * @param tried Ids of tests that have tried it: they count for their kinds.
 */
export function* testsByTurns(
  mutant: number,
  ranked: readonly Candidate[],
  tried: ReadonlySet<string>,
  neighbourhood: Neighbourhood,
): Generator<Candidate, void> {
  const coming = ranked.filter(({ covered }) => hasBit(covered, mutant))
  for (const isSlow of [false, true])
    yield* alikeByTurns(
      mutant,
      coming.filter(({ slow }) => slow === isSlow),
      tried,
      neighbourhood,
    )
}

function* alikeByTurns(
  mutant: number,
  coming: readonly Candidate[],
  tried: ReadonlySet<string>,
  neighbourhood: Neighbourhood,
): Generator<Candidate, void> {
  const signs = signsFor(mutant, neighbourhood)
  const taken = new Set(coming.filter(({ id }) => tried.has(id)).map(({ id }) => id))
  const isLeft = ({ id }: Candidate): boolean => !taken.has(id)
  const root: Kind = { tests: coming, taken: taken.size }
  root.kinds = kindsOf(root, isLeft, signs[0]).toSorted(
    (left, right) => left.tests.length - right.tests.length,
  )
  const killers = killersNear(mutant, coming, neighbourhood)
  for (let place = tried.size; taken.size < coming.length; place++) {
    const turn = place < FIRST_BY_RANK ? BY_RANK : place % TURNS
    const own = turn === BY_RANK ? coming : turn === BY_KILLS ? killers : []
    const test = own.find(isLeft) ?? rarestOf(root, isLeft, signs)
    if (test === undefined) return
    taken.add(test.id)
    note(root, test, signs)
    yield test
  }
}

/** The way near the mutant, the way through its whole file, and the file of the test. */
function signsFor(mutant: number, { from, to }: Neighbourhood): readonly [Sign, Sign, Sign] {
  const first = Math.max(from, mutant - NEAR)
  const last = Math.min(to, mutant + NEAR)
  return [
    ({ covered }) => bitsWithin(covered, first, last),
    ({ covered }) => bitsWithin(covered, from, to),
    ({ file }) => file,
  ]
}

/** The bits from one place to another, as a text of one character for each byte. */
function bitsWithin(bits: Uint8Array, from: number, to: number): string {
  const [first, last] = [from >> 3, to >> 3]
  let text = ''
  for (let place = first; place <= last; place++) {
    const after = place === first ? 0xff << (from & 7) : 0xff
    const before = place === last ? 0xff >> (7 - (to & 7)) : 0xff
    text += String.fromCharCode((bits[place] ?? 0) & after & before)
  }
  return text
}

/** Tests that killed mutants near one, and come to it, from those of the nearest. */
function killersNear(
  mutant: number,
  coming: readonly Candidate[],
  { killers }: Neighbourhood,
): readonly Candidate[] {
  const places = Array.from({ length: 2 * NEAR }, (_, place) =>
    place % 2 === 0 ? mutant + place / 2 + 1 : mutant - (place + 1) / 2,
  )
  const ids = places.map((place) => killers.get(place)).filter((id) => id !== undefined)
  const byId = new Map(coming.map((test) => [test.id, test]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

/** Those of a kind that a sign tells apart, in the order of their best tests. */
function kindsOf({ tests }: Kind, isLeft: (test: Candidate) => boolean, sign: Sign): readonly Kind[] {
  return [...Map.groupBy(tests, sign).values()].map((own): Kind => {
    return { tests: own, taken: own.length - own.filter(isLeft).length }
  })
}

/** Counts a test that was taken in all kinds that it is of. */
function note(root: Kind, test: Candidate, signs: readonly Sign[]): void {
  root.taken += 1
  let kind = root
  for (const sign of signs) {
    const own = sign(test)
    const next = kind.kinds?.find(({ tests: [one] }) => one !== undefined && sign(one) === own)
    if (next === undefined) return
    next.taken += 1
    kind = next
  }
}

/** The best test that is left of the kinds of which fewest were taken; the first of these. */
function rarestOf(
  kind: Kind,
  isLeft: (test: Candidate) => boolean,
  [sign, ...others]: readonly Sign[],
): Candidate | undefined {
  if (sign === undefined) return kind.tests.find(isLeft)
  kind.kinds ??= kindsOf(kind, isLeft, sign)
  let least: Kind | undefined
  for (const one of kind.kinds) {
    if (one.taken === one.tests.length) continue
    if (least === undefined || one.taken < least.taken) least = one
  }
  return least && rarestOf(least, isLeft, others)
}
