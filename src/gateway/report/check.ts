/** Thresholds of a report: what a run may lean on, and what it must have exercised. */
import { type Degree, DEGREES, isBelow } from '../../api/ledger/entry.ts'
import type { Stability } from '../../api/framework/operation.ts'
import { checkFields, mendOf } from '../../model/input/option-checks.ts'
import { shown } from '../../model/refusal.ts'
import { type Report, STABILITIES } from './report.ts'
import { countText } from '../../world/count-text.ts'

/** What is absent does not limit. */
export interface ReportThresholds {
  /** The most entries of the ledger that may have shaped answers, those that shape every answer of an interface apart. */
  readonly maximumAssumptions?: number | undefined
  /** Makes `maximumAssumptions` count only entries less certain than this; assumed ones are below every degree. */
  readonly assumptionsBelow?: Degree | undefined
  /** The fewest operations that must have been exercised. */
  readonly minimumExercised?: number | undefined
  /** The most names of parameters and fields that were sent and that nothing reads. */
  readonly maximumUnknown?: number | undefined
  /** The most exchanges that matched no operation. */
  readonly maximumUnmatched?: number | undefined
  /** The most exchanges that a rate limit refused, or would have refused. */
  readonly maximumRateLimited?: number | undefined
  /** Classes of operations that may not be used: `['internal', 'experimental', 'deprecated']`. */
  readonly forbidden?: readonly Stability[] | undefined
}

const THRESHOLDS = Object.keys({
  maximumAssumptions: true,
  assumptionsBelow: true,
  minimumExercised: true,
  maximumUnknown: true,
  maximumUnmatched: true,
  maximumRateLimited: true,
  forbidden: true,
} satisfies Record<keyof ReportThresholds, true>)

/** Names that one problem lists. */
const LISTED = 5

/**
 * What is wrong with a report, one sentence each; nothing where all is well. Defects of the simulator and answers that do
 * not meet their schema are always problems. Throws TypeError for thresholds that there are not, or that are no whole
 * numbers from 0.
 */
export function checkReport(report: Report, thresholds: ReportThresholds = {}): string[] {
  checkFields('thresholds', thresholds, THRESHOLDS)
  const { forbidden = [], assumptionsBelow: bound, ...numbers } = thresholds
  if (bound !== undefined && !DEGREES.includes(bound))
    throw new TypeError(`assumptionsBelow: no degree ${shown(bound)}: ${mendOf(String(bound), DEGREES)}`)
  if (bound !== undefined && thresholds.maximumAssumptions === undefined)
    throw new TypeError('assumptionsBelow needs maximumAssumptions')
  const unknown = forbidden.find((stability) => !STABILITIES.includes(stability))
  if (unknown !== undefined)
    throw new TypeError(`forbidden: no class ${shown(unknown)}: ${mendOf(String(unknown), STABILITIES)}`)
  for (const [name, value] of Object.entries(numbers)) {
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 0))
      throw new TypeError(`${name} must be a whole number of at least 0, not ${shown(value)}`)
  }
  const used = report.operations.filter(({ exercised }) => exercised > 0)
  const counted = report.assumptions.filter(
    ({ general, degree }) => !general && (bound === undefined || isBelow(degree, bound)),
  )
  const leaned = [...new Set(counted.map(({ id }) => id))]
  const below = bound === undefined ? '' : ` below ${bound}`
  const invalid = used.filter((operation) => operation.invalid > 0)
  const limited = used.filter(({ rateLimited }) => rateLimited > 0).map(({ operation }) => operation)
  return [
    ...(report.defects === 0
      ? []
      : [`${countText(report.defects, 'defect')} of the simulator: please report them`]),
    ...(invalid.length === 0
      ? []
      : [`responses do not match their schema: ${listed(invalid.map(({ operation }) => operation))}`]),
    ...above(
      `assumption${below}`,
      `assumptions${below}`,
      leaned.length,
      thresholds.maximumAssumptions,
      leaned,
    ),
    ...tooFew(used.length, thresholds.minimumExercised),
    ...above(
      'unknown name',
      'unknown names',
      report.unknown.length,
      thresholds.maximumUnknown,
      report.unknown.map(({ operation, kind, name }) => `${kind} ${shown(name)} of ${operation}`),
    ),
    ...above(
      'request that matches no operation',
      'requests that match no operation',
      report.unmatched,
      thresholds.maximumUnmatched,
      [],
    ),
    ...above(
      'request over the rate limit',
      'requests over the rate limit',
      report.rateLimited,
      thresholds.maximumRateLimited,
      limited,
    ),
    ...forbidden.flatMap((stability) => {
      const names = used
        .filter((operation) => operation.stability === stability)
        .map(({ operation }) => operation)
      return names.length === 0
        ? []
        : [`${countText(names.length, `${stability} operation`)} used: ${listed(names)}`]
    }),
  ]
}

function above(
  one: string,
  many: string,
  found: number,
  most: number | undefined,
  names: readonly string[],
): string[] {
  if (most === undefined || found <= most) return []
  return [
    `${countText(found, one, many)}, more than the maximum of ${most}${names.length === 0 ? '' : `: ${listed(names)}`}`,
  ]
}

function tooFew(found: number, least: number | undefined): string[] {
  return least === undefined || found >= least
    ? []
    : [`${countText(found, 'operation')} exercised, fewer than the minimum of ${least}`]
}

function listed(names: readonly string[]): string {
  const more = names.length - LISTED
  return more > 0 ? `${names.slice(0, LISTED).join(', ')} and ${more} more` : names.join(', ')
}
