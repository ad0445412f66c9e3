/** Alternatives of assumptions: selects those to run a client with, and describes those that break it. */
import { type AssumptionId, assumptions } from '../api/framework/assumptions.ts'
import { compareAssumptionIds, degreeOf, DEGREES } from '../api/ledger/entry.ts'
import { suggestionFor } from '../model/input/option-checks.ts'
import { quoted } from '../model/input/refusal.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { ChangedValue } from './changed-value.ts'

export interface TriedAlternative {
  readonly value: string
  readonly behaviour: string
}

/** An alternative that breaks the client. */
export interface AssumptionFinding {
  readonly assumption: AssumptionId
  readonly title: string
  readonly alternative: string
  /** What the service does under the alternative. */
  readonly behaviour: string
  /** How well the default is supported: by open clients (`stated`, `likely`), or `assumed` by the simulator. */
  readonly degree: string
  /** The first value that the alternative changed in the last responses to the client; absent if only numbers changed. */
  readonly changed?: ChangedValue
  /** What the client threw or the check found. */
  readonly message: string
}

const RANKS: readonly string[] = ['assumed', ...DEGREES.toReversed()]

/** Throws TypeError for an assumption that does not exist. */
export function checkAssumptions(given: readonly string[]): void {
  const known = assumptions.map(({ id }): string => id)
  const unknown = given.find((id) => !known.includes(id))
  if (unknown !== undefined)
    throw new TypeError(
      `vary.assumptions: no assumption ${quoted(unknown)}: ${suggestionFor(unknown, known)}`,
    )
}

/** The alternatives of an assumption, except the one in force and families of values. */
export function alternativesOf(id: AssumptionId, { config }: ResolvedScenario): readonly TriedAlternative[] {
  const entry = assumptions.find((each) => each.id === id)
  if (entry === undefined) return []
  const inForce = config.assumptions?.[id] ?? entry.default
  const values = [
    ...(inForce === entry.default ? [] : [{ value: entry.default, behaviour: entry.behaviour }]),
    ...entry.alternatives.filter(({ pattern, value }) => pattern === undefined && value !== inForce),
  ]
  return values.map(({ value, behaviour }) => ({ value, behaviour }))
}

export function findingOf(
  id: AssumptionId,
  { value, behaviour }: TriedAlternative,
  changed: ChangedValue | undefined,
  message: string,
): AssumptionFinding {
  const entry = assumptions.find((each) => each.id === id)
  return {
    assumption: id,
    title: entry?.title ?? id,
    alternative: value,
    behaviour,
    degree: degreeOf(entry?.evidence) ?? 'assumed',
    ...(changed === undefined ? {} : { changed }),
    message,
  }
}

/** The least certain assumption first. */
export function ranked(findings: readonly AssumptionFinding[]): readonly AssumptionFinding[] {
  return [...findings].sort(
    (one, other) =>
      RANKS.indexOf(one.degree) - RANKS.indexOf(other.degree) ||
      compareAssumptionIds(one.assumption, other.assumption),
  )
}
