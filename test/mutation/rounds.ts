/** Tries mutants in the tests that come to them: few tests of each first, more for those that are left. */
import { join } from 'node:path'
import type { Again } from './changes.ts'
import type { Mutant } from './copy.ts'
import { hasBit, type LoadJob, type Outcome, type TrialLine, type TryJob } from './job.ts'
import type { Learned } from './learned.ts'
import { type Neighbourhood, testsByTurns } from './nearby.ts'
import { type Candidate, rankedFor, type Share, sharesOf, testsWithin, type Trial } from './plan.ts'
import { runTests } from './workers.ts'

/** What has been found out about a mutant. */
export interface Verdict {
  outcome: Outcome
  /** The ids of the tests that it was given to. */
  tried: string[]
  /** How many of those a survey gave it to, which is more than any step does. */
  surveyed?: number
  /** The id of the test that killed it, or the file where a whole file of tests did. */
  killer?: string
  /** How many whole files of tests it was given to. */
  files: number
}

/** By number of the mutant. */
export type Verdicts = Map<number, Verdict>

export interface Setting {
  readonly folder: string
  readonly workers: number
  /** One more than the largest number of a mutant. */
  readonly numbers: number
  readonly mutants: readonly Mutant[]
  readonly candidates: readonly Candidate[]
  /** What is known already; is added to. */
  readonly verdicts: Verdicts
  /** Is added to with each trial, and says which tests come first in the next step. */
  readonly learned: Learned
  /** Whether the run is to end: what it is at is left. */
  isLate(): boolean
  tell(line: string): void
}

/** Milliseconds of a trial beside the test. */
const OVERHEAD = 3

export const isKill = (outcome: Outcome | undefined): boolean => outcome === 'killed' || outcome === 'timeout'

/**
 * Tries a few of the mutants that each file of the source has left in a test of every file that comes to them: what is
 * learned by that says where the others are tried.
 */
export async function survey(setting: Setting, ofEach: number): Promise<void> {
  const { mutants, candidates, verdicts, learned } = setting
  const left = Map.groupBy(
    mutants.filter(({ number }) => !isKill(verdicts.get(number)?.outcome)),
    ({ file }) => file,
  )
  const trials = [...left].flatMap(([source, own]) => {
    const ranked = rankedFor(source, candidates, learned)
    const step = Math.max(1, own.length / ofEach)
    const asked = Array.from(
      { length: Math.min(ofEach, own.length) },
      (_, place) => own[Math.floor(place * step)],
    )
    return asked.flatMap((mutant): Trial[] => {
      if (mutant === undefined) return []
      const tried = new Set(verdicts.get(mutant.number)?.tried)
      const coming = ranked.filter(
        ({ id, slow, covered }) => !slow && !tried.has(id) && hasBit(covered, mutant.number),
      )
      const ofFiles = new Map<string, Candidate>()
      for (const test of coming) if (!ofFiles.has(test.file)) ofFiles.set(test.file, test)
      return [...ofFiles.values()].map((test) => trialOf(mutant.number, test))
    })
  })
  await makeBeside(setting, trials)
}

/** Makes trials beside those of the steps that go by numbers of tests. */
async function makeBeside(setting: Setting, trials: readonly Trial[]): Promise<void> {
  const made = await makeTrials(setting, trials, (name, share): TryJob => {
    return { kind: 'try', ...common(setting, name), trials: share.trials, fresh: false }
  })
  for (const { mutant, test } of made) {
    const verdict = verdictOf(setting.verdicts, mutant)
    verdict.tried.push(test)
    verdict.surveyed = (verdict.surveyed ?? 0) + 1
  }
}

/** Tries killed mutants again, each in the test that killed it before something changed. */
export async function tryAgain(setting: Setting, again: Again): Promise<void> {
  const byId = new Map(setting.candidates.map((test) => [test.id, test]))
  const trials = again.flatMap(([mutant, id]): Trial[] => {
    const test = byId.get(id)
    const verdict = setting.verdicts.get(mutant)
    if (test === undefined || isKill(verdict?.outcome) || verdict?.tried.includes(id) === true) return []
    return [trialOf(mutant, test)]
  })
  await makeBeside(setting, trials)
}

/**
 * Tries each mutant that is left in more tests of files that changed, up to so many: first those that go a way near it which
 * no other test goes.
 */
export async function tryInChanged(
  setting: Setting,
  changed: ReadonlySet<string>,
  until: number,
): Promise<void> {
  const { mutants, candidates, verdicts, learned } = setting
  const [newer, older] = [true, false].map(
    (is) => new Set(candidates.filter(({ file }) => changed.has(file) === is).map(({ id }) => id)),
  )
  const trials = [...Map.groupBy(mutants, ({ file }) => file)].flatMap(([source, own]) => {
    const open = own.filter(({ number }) => !isKill(verdicts.get(number)?.outcome))
    if (open.length === 0) return []
    const ranked = rankedFor(source, candidates, learned)
    const neighbourhood = neighbourhoodOf(own, verdicts)
    return open.flatMap(({ number }): Trial[] => {
      const tried = verdicts.get(number)?.tried.filter((id) => newer?.has(id) === true) ?? []
      const tests = testsByTurns(number, ranked, new Set([...(older ?? []), ...tried]), neighbourhood)
      const next = testsWithin(until - tried.length, tests, tried.length > 0)
      return next.map((test) => trialOf(number, test))
    })
  })
  await makeBeside(setting, trials)
}

const trialOf = (mutant: number, test: Candidate): Trial => {
  return { mutant, test: test.id, file: test.file, cost: test.duration + OVERHEAD }
}

/** Tries each mutant that is left in more tests, up to so many. */
export async function tryInTests(setting: Setting, until: number): Promise<void> {
  const { mutants, candidates, verdicts, learned } = setting
  const trials = [...Map.groupBy(mutants, ({ file }) => file)].flatMap(([source, own]) => {
    const open = own.filter(({ number }) => !isKill(verdicts.get(number)?.outcome))
    if (open.length === 0) return []
    const ranked = rankedFor(source, candidates, learned)
    const neighbourhood = neighbourhoodOf(own, verdicts)
    return open.flatMap(({ number }): Trial[] => {
      const { tried = [], surveyed = 0 } = verdicts.get(number) ?? {}
      const tests = testsByTurns(number, ranked, new Set(tried), neighbourhood)
      const next = testsWithin(until - tried.length + surveyed, tests, tried.length > 0)
      return next.map((test) => trialOf(number, test))
    })
  })
  const made = await makeTrials(setting, trials, (name, share): TryJob => {
    return { kind: 'try', ...common(setting, name), trials: share.trials, fresh: false }
  })
  for (const { mutant, test } of made) verdictOf(verdicts, mutant).tried.push(test)
}

/** Of the mutants of a file. */
function neighbourhoodOf(own: readonly Mutant[], verdicts: Verdicts): Neighbourhood {
  const numbers = own.map(({ number }) => number)
  const killers = numbers.flatMap((number): [number, string][] => {
    const killer = verdicts.get(number)?.killer
    return killer === undefined ? [] : [[number, killer]]
  })
  return { from: Math.min(...numbers), to: Math.max(...numbers), killers: new Map(killers) }
}

/**
 * Makes the trials, if there are any, in as many processes as the setting says. Answers those that count as made: all, also
 * where a test could not be run, since a mutant is not to wait for it; but where the run is to end, only those that came to
 * an end before.
 */
export async function makeTrials(
  setting: Setting,
  trials: readonly Trial[],
  jobOf: (name: string, share: Share) => TryJob | LoadJob,
): Promise<readonly Trial[]> {
  if (trials.length === 0 || setting.isLate()) return []
  setting.tell(`${trials.length} trials …`)
  const shares = sharesOf(trials, setting.workers)
  const made = (
    await Promise.all(shares.map((share, place) => runShare(setting, share, `worker${place}`, jobOf)))
  ).flat()
  const suspects = made.filter(([, , outcome]) => outcome === 'suspect')
  for (const [test, mutant] of suspects) if (!setting.isLate()) await lookAgain(setting, trials, test, mutant)
  if (!setting.isLate()) return trials
  const done = new Set(made.map(([test, mutant]) => `${test} ${mutant}`))
  return trials.filter(({ test, mutant }) => done.has(`${test} ${mutant}`))
}

/** What all jobs of a process say. */
export const common = (
  { folder, numbers }: Setting,
  name: string,
): { readonly numbers: number; readonly results: string; readonly current: string } => {
  return { numbers, results: join(folder, `${name}.jsonl`), current: join(folder, `${name}.current`) }
}

export function verdictOf(verdicts: Verdicts, mutant: number): Verdict {
  const known = verdicts.get(mutant)
  if (known !== undefined) return known
  const verdict: Verdict = { outcome: 'unreached', tried: [], files: 0 }
  verdicts.set(mutant, verdict)
  return verdict
}

function learn(verdicts: Verdicts, [test, mutant, outcome]: TrialLine): void {
  const verdict = verdictOf(verdicts, mutant)
  if (isKill(verdict.outcome)) return
  if (isKill(outcome)) verdict.killer = test
  if (isKill(outcome) || verdict.outcome === 'unreached') verdict.outcome = outcome
}

/** Makes the trials of a share; a process that is stuck or spoilt is followed by one with what is left. */
async function runShare(
  setting: Setting,
  share: Share,
  name: string,
  jobOf: (name: string, share: Share) => TryJob | LoadJob,
): Promise<TrialLine[]> {
  const all: TrialLine[] = []
  const sourceOf = new Map(setting.mutants.map(({ number, file }) => [number, file]))
  let left = share
  while (left.files.length > 0) {
    const { lines, stuck } = await runTests<TrialLine>(
      setting.folder,
      name,
      left.files,
      jobOf(name, left),
      () => setting.isLate(),
    )
    const made = [...lines]
    if (stuck !== undefined) made.push([...(JSON.parse(stuck) as [string, number]), 'timeout'])
    for (const line of made) {
      const [test, mutant, outcome] = line
      if (outcome !== 'suspect' && outcome !== 'broken') learn(setting.verdicts, line)
      const [source, file] = [sourceOf.get(mutant), share.fileOf[test]]
      if (source !== undefined && file !== undefined) setting.learned.note(source, file, isKill(outcome))
    }
    all.push(...made)
    const isEnd = stuck === undefined && !lines.some(([, , outcome]) => outcome === 'suspect')
    if (isEnd || made.length === 0 || setting.isLate()) break
    left = leftOf(left, made, setting.verdicts)
  }
  return all
}

/** What of a share is not made yet, without tests that fail by themselves and mutants that are killed. */
function leftOf(share: Share, made: readonly TrialLine[], verdicts: Verdicts): Share {
  const done = new Set(made.map(([test, mutant]) => `${test} ${mutant}`))
  const broken = new Set(made.filter(([, , outcome]) => outcome === 'broken').map(([test]) => test))
  const trials: Record<string, readonly number[]> = {}
  for (const [test, mutants] of Object.entries(share.trials)) {
    if (broken.has(test)) continue
    const open = mutants.filter((one) => !done.has(`${test} ${one}`) && !isKill(verdicts.get(one)?.outcome))
    if (open.length > 0) trials[test] = open
  }
  const files = new Set(Object.keys(trials).map((test) => share.fileOf[test]))
  return { files: share.files.filter((file) => files.has(file)), trials, fileOf: share.fileOf }
}

/** Makes a trial again in modules that nothing was done to before: a failure there is the mutant's own. */
async function lookAgain(
  setting: Setting,
  trials: readonly Trial[],
  test: string,
  mutant: number,
): Promise<void> {
  const file = trials.find((trial) => trial.test === test)?.file
  if (file === undefined || isKill(setting.verdicts.get(mutant)?.outcome)) return
  const { lines, stuck } = await runTests<TrialLine>(setting.folder, 'again', [file], {
    kind: 'try',
    ...common(setting, 'again'),
    trials: { [test]: [mutant] },
    fresh: true,
  })
  if (stuck !== undefined) learn(setting.verdicts, [test, mutant, 'timeout'])
  for (const line of lines) if (line[2] !== 'broken') learn(setting.verdicts, line)
}
