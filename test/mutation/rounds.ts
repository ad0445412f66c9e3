/** Tries mutants round by round: the best test of each first, more tests for those that are left. */
import { join } from 'node:path'
import type { Mutant } from './copy.ts'
import type { Outcome, TrialLine } from './job.ts'
import { byCodePoint, type Candidate, ROUNDS, type Share, sharesOf, testsOf, type Trial } from './plan.ts'
import { runTests } from './workers.ts'

/** What has been found out so far: by number of the mutant, its best outcome and the trials that it stood. */
export interface Verdict {
  outcome: Outcome
  trials: number
}

export interface Rounds {
  readonly folder: string
  readonly workers: number
  /** One more than the largest number of a mutant. */
  readonly numbers: number
  readonly mutants: readonly Mutant[]
  readonly candidates: readonly Candidate[]
  /** What is known already; is added to. */
  readonly verdicts: Map<number, Verdict>
  /** Called after each round. */
  after(round: number): void
}

export async function tryAll(rounds: Rounds): Promise<void> {
  const { mutants, candidates, verdicts } = rounds
  const tests = new Map(mutants.map(({ number }) => [number, testsOf(number, candidates)]))
  for (const [round, until] of ROUNDS.entries()) {
    const trials = mutants.flatMap(({ number }): Trial[] => {
      const verdict = verdicts.get(number)
      if (verdict !== undefined && isFinal(verdict.outcome)) return []
      const next = (tests.get(number) ?? []).slice(verdict?.trials ?? 0, until)
      return next.map((test) => ({ mutant: number, test }))
    })
    if (trials.length === 0) continue
    console.log(`round ${round + 1}: ${trials.length} trials`)
    const shares = sharesOf(trials, rounds.workers)
    const suspects = await Promise.all(
      shares.map((share, place) => runShare(rounds, share, `worker${place}`)),
    )
    await lookAgain(rounds, suspects.flat())
    // Tests that could not be run count as trials too: a mutant is not to wait for them.
    for (const { mutant } of trials) verdictOf(verdicts, mutant).trials = until
    rounds.after(round)
  }
}

export const isFinal = (outcome: Outcome): boolean => outcome === 'killed' || outcome === 'timeout'

function verdictOf(verdicts: Map<number, Verdict>, mutant: number): Verdict {
  const known = verdicts.get(mutant)
  if (known !== undefined) return known
  const verdict: Verdict = { outcome: 'unreached', trials: 0 }
  verdicts.set(mutant, verdict)
  return verdict
}

function learn(verdicts: Map<number, Verdict>, mutant: number, outcome: Outcome): void {
  const verdict = verdictOf(verdicts, mutant)
  if (isFinal(outcome) || verdict.outcome === 'unreached') verdict.outcome = outcome
}

/**
 * Makes the trials of a share; a process that is stuck or spoilt is followed by one with what is left. Answers the trials
 * that left tests failing.
 */
async function runShare(rounds: Rounds, share: Share, name: string): Promise<TrialLine[]> {
  const suspects: TrialLine[] = []
  let { trials, files } = share
  while (files.length > 0) {
    const { lines, stuck } = await runTests<TrialLine>(rounds.folder, name, files, {
      kind: 'try',
      mutants: rounds.numbers,
      results: join(rounds.folder, `${name}.jsonl`),
      current: join(rounds.folder, `${name}.current`),
      trials,
      fresh: false,
    })
    const made = [...lines]
    if (stuck !== undefined) made.push([...(JSON.parse(stuck) as [string, number]), 'timeout'])
    for (const line of made) {
      if (line[2] === 'suspect') suspects.push(line)
      else if (line[2] !== 'broken') learn(rounds.verdicts, line[1], line[2])
    }
    const ended = stuck === undefined && !lines.some(([, , outcome]) => outcome === 'suspect')
    if (ended || made.length === 0) break
    trials = leftOf(trials, made, rounds.verdicts)
    files = filesOf(rounds.candidates, trials)
  }
  return suspects
}

function leftOf(
  trials: Share['trials'],
  made: readonly TrialLine[],
  verdicts: ReadonlyMap<number, Verdict>,
): Record<string, readonly number[]> {
  const done = new Set(made.map(([test, mutant]) => `${test} ${mutant}`))
  const broken = new Set(made.filter(([, , outcome]) => outcome === 'broken').map(([test]) => test))
  const left: Record<string, readonly number[]> = {}
  for (const [test, mutants] of Object.entries(trials)) {
    const open = mutants.filter(
      (mutant) => !done.has(`${test} ${mutant}`) && !isFinal(verdicts.get(mutant)?.outcome ?? 'unreached'),
    )
    if (open.length > 0 && !broken.has(test)) left[test] = open
  }
  return left
}

const filesOf = (candidates: readonly Candidate[], trials: Share['trials']): string[] =>
  [...new Set(candidates.filter(({ id }) => trials[id] !== undefined).map(({ file }) => file))].sort(
    byCodePoint,
  )

/** Makes each of these trials again in modules that nothing was done to before: a failure there is the mutant's own. */
async function lookAgain(rounds: Rounds, suspects: readonly TrialLine[]): Promise<void> {
  for (const [test, mutant] of suspects) {
    if (isFinal(rounds.verdicts.get(mutant)?.outcome ?? 'unreached')) continue
    const trials = { [test]: [mutant] }
    const { lines, stuck } = await runTests<TrialLine>(
      rounds.folder,
      'again',
      filesOf(rounds.candidates, trials),
      {
        kind: 'try',
        mutants: rounds.numbers,
        results: join(rounds.folder, 'again.jsonl'),
        current: join(rounds.folder, 'again.current'),
        trials,
        fresh: true,
      },
    )
    if (stuck !== undefined) learn(rounds.verdicts, mutant, 'timeout')
    for (const [, tried, outcome] of lines) if (outcome !== 'broken') learn(rounds.verdicts, tried, outcome)
  }
}
