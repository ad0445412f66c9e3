/** Finds the alternatives of the ledger that explain a recording: tries each in a fork of the scenario's world. */
import { type Assumption, assumptions } from '../api/framework/assumptions.ts'
import { type Outcome, play, type Session } from './session.ts'
import type { Overrides, ScenarioTarget } from './target.ts'

/** An alternative of an assumption. */
export interface Override {
  readonly id: string
  readonly value: string
  readonly title: string
}

/** A single override, on top of those of the scenario. */
export interface Trial extends Override {
  /** Numbers of the exchanges whose response is as recorded only with it. */
  readonly agree: readonly number[]
  /** Numbers of the exchanges that differ less with it, but still differ. */
  readonly closer: readonly number[]
  /** Numbers of the exchanges that differ more with it. */
  readonly differ: readonly number[]
}

export interface Explanation {
  /** Overrides that together remove differences and cause none. */
  readonly chosen: readonly Override[]
  /** The number of exchanges that still differ with all of them. */
  readonly left: number
  /** Each override with which a response is as recorded, or closer to it. */
  readonly trials: readonly Trial[]
  /** The number of alternatives that were not tried because the session is long. */
  readonly untried: number
}

/** The default limit of work, which takes seconds, not minutes. */
const MAXIMUM_WORK = 400_000
const MAXIMUM_ROUNDS = 8
/** The maximum numbers of recorded words, of values combined from them, and of tried values per alternative. */
const MAXIMUM_WORDS = 6
const MAXIMUM_FORMS = 10_000
const MAXIMUM_FILLED = 40
/** A different status outweighs all other differences. */
const STATUS_WEIGHT = 10_000

/**
 * Tries alternatives one by one, then the helpful ones together. `outcomes` is the result without any; `mostWork` limits the
 * number of exchanges and kilobytes of bodies.
 */
export async function explain(
  session: Session,
  target: ScenarioTarget,
  outcomes: readonly Outcome[],
  mostWork = MAXIMUM_WORK,
): Promise<Explanation> {
  const candidates = candidatesOf(outcomes, target.chosen)
  const affordable = Math.floor(mostWork / workOf(session))
  const search = { session, target, left: affordable }
  const before = outcomes.map(weightOf)
  const first = await tryEach(search, candidates.slice(0, affordable), {})
  const chosen: Override[] = []
  let weights: readonly number[] = before
  let tried = first
  for (let round = 0; round < MAXIMUM_ROUNDS; round++) {
    const best = bestOf(tried, weights)
    if (best === undefined) break
    chosen.push(best.override)
    weights = best.weights
    const others = first
      .map(({ override }) => override)
      .filter(({ id }) => chosen.every((one) => one.id !== id))
      .filter((override) => helps(first, override, before))
    tried = await tryEach(search, others, overridesOf(chosen))
  }
  return {
    chosen,
    left: weights.filter((weight) => weight > 0).length,
    trials: first
      .map((attempt) => trialOf(attempt, before, outcomes))
      .filter(({ agree, closer }) => agree.length + closer.length > 0),
    untried: Math.max(0, candidates.length - affordable),
  }
}

/** Alternatives of the assumptions that the session relied on: first those in exchanges with differences, then by number. */
function candidatesOf(outcomes: readonly Outcome[], chosen: Overrides): Override[] {
  const different = new Set(
    outcomes.filter(({ differences }) => differences.length > 0).flatMap((outcome) => outcome.assumptions),
  )
  const reliedOn = new Set(outcomes.flatMap((outcome) => outcome.assumptions))
  const words = exchangedWords(outcomes)
  const known = assumptions.filter(({ id }) => reliedOn.has(id))
  return [
    ...known.filter(({ id }) => different.has(id)),
    ...known.filter(({ id }) => !different.has(id)),
  ].flatMap((entry) => alternativesOf(entry, chosen[entry.id] ?? entry.default, words))
}

/** Alternatives with a free value are tried with words of the recording. */
function alternativesOf(
  { id, title, default: usual, alternatives }: Assumption,
  inForce: string,
  words: readonly string[],
): Override[] {
  const values = alternatives.flatMap(({ value, pattern }) =>
    pattern === undefined
      ? [value]
      : [...new Set(filledIn(value, words))]
          .filter((filled) => new RegExp(pattern).test(filled))
          .slice(0, MAXIMUM_FILLED),
  )
  return [...new Set([usual, ...values])]
    .filter((value) => value !== inForce)
    .map((value) => ({ id, value, title }))
}

/** Recorded words in the places of different ones, with these: the possible names of something. */
function exchangedWords(outcomes: readonly Outcome[]): readonly string[] {
  const pairs = outcomes.flatMap(({ differences }) =>
    differences.flatMap(({ text }) => {
      const [, replayed, recorded] = /^"([\w-]{1,40})" instead of "([\w-]{1,40})"$/.exec(text) ?? []
      return replayed === undefined || recorded === undefined ? [] : [{ replayed, recorded }]
    }),
  )
  const [recorded, replayed] = [pairs.map((pair) => pair.recorded), pairs.map((pair) => pair.replayed)]
  return [...new Set(recorded)].slice(0, MAXIMUM_WORDS).concat([...new Set(replayed)].slice(0, MAXIMUM_WORDS))
}

/** A value of the form `<name>/<name>` with every combination of words. */
function filledIn(form: string, words: readonly string[]): string[] {
  return form
    .split(/<[^<>]*>/)
    .reduce<string[]>(
      (begun, literal, at) =>
        at === 0
          ? [literal]
          : begun.flatMap((text) => words.map((word) => `${text}${word}${literal}`)).slice(0, MAXIMUM_FORMS),
      [],
    )
}

function workOf({ calls }: Session): number {
  return calls.reduce(
    (sum, { exchange: { body = '', responseBody = '' } }) =>
      sum + 1 + (body.length + responseBody.length) / 1024,
    1,
  )
}

interface Search {
  readonly session: Session
  readonly target: ScenarioTarget
  /** How many more runs through the session are possible. */
  left: number
}

interface Attempt {
  readonly override: Override
  /** By exchange. */
  readonly weights: readonly number[]
}

async function tryEach(search: Search, overrides: readonly Override[], over: Overrides): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  for (const override of overrides) {
    if (search.left < 1) break
    search.left--
    const target = search.target.fork({ ...over, [override.id]: override.value })
    attempts.push({ override, weights: (await play(search.session, target)).map(weightOf) })
  }
  return attempts
}

/** With a different status, no other difference counts. */
function weightOf({ differences }: Outcome): number {
  return differences.some(({ place }) => place === 'status') ? STATUS_WEIGHT : differences.length
}

/** The override that removes the most differences and causes none; the first of equal ones. */
function bestOf(attempts: readonly Attempt[], before: readonly number[]): Attempt | undefined {
  let best: Attempt | undefined
  for (const attempt of attempts) {
    if (attempt.weights.some((weight, at) => weight > (before[at] ?? 0))) continue
    if (sum(attempt.weights) < sum(best?.weights ?? before)) best = attempt
  }
  return best
}

function helps(attempts: readonly Attempt[], override: Override, before: readonly number[]): boolean {
  return attempts.some(
    (attempt) =>
      attempt.override === override && attempt.weights.some((weight, at) => weight < (before[at] ?? 0)),
  )
}

function sum(weights: readonly number[]): number {
  return weights.reduce((total, weight) => total + weight, 0)
}

function trialOf(
  { override, weights }: Attempt,
  before: readonly number[],
  outcomes: readonly Outcome[],
): Trial {
  const numbersOf = (holds: (weight: number, was: number) => boolean) =>
    outcomes.filter((_outcome, at) => holds(weights[at] ?? 0, before[at] ?? 0)).map(({ number }) => number)
  return {
    ...override,
    agree: numbersOf((weight, was) => weight === 0 && was > 0),
    closer: numbersOf((weight, was) => weight > 0 && weight < was),
    differ: numbersOf((weight, was) => weight > was),
  }
}

function overridesOf(chosen: readonly Override[]): Overrides {
  return Object.fromEntries(chosen.map(({ id, value }) => [id, value]))
}

/** The selected overrides as a scenario file that others can extend. */
export function overridesText({ chosen }: Explanation): string {
  const lines = chosen.map(({ id, value, title }) => `    ${id}: ${JSON.stringify(value)} # ${title}\n`)
  return `# Alternatives of the ledger that explain differences from a recording.
# Use it in a scenario with extends, or copy its lines.
config:
  assumptions:${lines.length === 0 ? ' {}' : ''}\n${lines.join('')}`
}
