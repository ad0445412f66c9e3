/** Shrinks a schedule that breaks the client to the fewest and mildest disturbances that still break it the same way. */
import { type Disturbance, FAULT_KINDS, type FaultName, isFault, type Schedule } from './disturbance.ts'

/** The maximum number of runs that shrink one schedule. */
const MAXIMUM_RUNS = 200

/** `fails` runs the client under a schedule, and returns whether it fails the same way; `kinds` are those to use. */
export async function shrink(
  schedule: Schedule,
  fails: (candidate: Schedule) => Promise<boolean>,
  kinds: readonly string[],
): Promise<Schedule> {
  let runs = 0
  const holds = async (candidate: Schedule) => runs++ < MAXIMUM_RUNS && (await fails(candidate))
  let smallest = await withoutNeedless(schedule, holds)
  for (let index = 0; index < smallest.length; index++) {
    for (const milder of milderThan(smallest[index] as Disturbance)) {
      if (!kinds.includes(milder.kind)) continue
      const candidate = smallest.with(index, milder)
      if (!(await holds(candidate))) continue
      smallest = candidate
      break
    }
  }
  return withoutNeedless(smallest, holds)
}

/** Leaves out one disturbance after another, the last first, as long as the client still fails. */
async function withoutNeedless(
  schedule: Schedule,
  holds: (candidate: Schedule) => Promise<boolean>,
): Promise<Schedule> {
  let smallest = schedule
  for (let index = schedule.length - 1; index >= 0 && smallest.length > 1; index--) {
    const candidates = without(smallest, index)
    let smaller: Schedule | undefined
    for (const candidate of candidates) {
      if (!(await holds(candidate))) continue
      smaller = candidate
      break
    }
    if (smaller === undefined) continue
    smallest = smaller
    // A disturbance that was needed before may be needless now.
    index = smallest.length
  }
  return smallest
}

/** Without one disturbance; as a retry that it caused is then missing, also with the later ones a call earlier. */
function without(schedule: Schedule, index: number): readonly Schedule[] {
  const { at } = schedule[index] as Disturbance
  const rest = schedule.toSpliced(index, 1)
  const earlier = rest.map((each) => (each.at > at ? ({ ...each, at: each.at - 1 } as Disturbance) : each))
  return rest.some((each) => each.at > at) ? [rest, earlier] : [rest]
}

/** Disturbances in place of another, the mildest first. */
function milderThan(disturbance: Disturbance): readonly Disturbance[] {
  const { at, kind } = disturbance
  if (isFault(kind)) {
    const names = Object.keys(FAULT_KINDS) as FaultName[]
    return names
      .slice(0, names.indexOf(kind))
      .filter(isSubstitute)
      .map((name) => ({ at, kind: name }))
  }
  if (disturbance.kind === 'outage')
    return (Object.keys(FAULT_KINDS) as FaultName[]).filter(isSubstitute).map((name) => ({ at, kind: name }))
  if (disturbance.kind !== 'clock') return []
  const moves = ['1s', '1m', '1h']
  const index = moves.indexOf(disturbance.advance)
  return moves.slice(0, Math.max(index, 0)).map((advance) => ({ at, kind: 'clock', advance }))
}

/** A short page is a response like any other: what it breaks is another bug than what a failure breaks. */
function isSubstitute(name: FaultName): boolean {
  return name !== 'short-page'
}
