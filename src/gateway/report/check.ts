/** Thresholds of a report: the maximum of undocumented behaviour that a run may use, and the minimum that it must exercise. */
import { type Degree, DEGREES, isBelow } from '../../api/ledger/entry.ts'
import type { Stability } from '../../api/framework/operation.ts'
import { checkFields, mendOf } from '../../model/input/option-checks.ts'
import { shown } from '../../model/refusal.ts'
import { type Report, STABILITIES } from './report.ts'
import { countText } from '../../world/count-text.ts'
import { didYouMean } from '../exchange/ignored-names.ts'
import type { UnknownReport, UnmatchedReport } from './parts.ts'

/** Absent thresholds do not apply. */
export interface ReportThresholds {
  /** The maximum number of assumptions that shaped responses, without those that shape every response of an interface. */
  readonly maximumAssumptions?: number | undefined
  /** Makes `maximumAssumptions` count only assumptions below this degree. Those without evidence are below every degree. */
  readonly assumptionsBelow?: Degree | undefined
  /** The minimum number of exercised operations. */
  readonly minimumExercised?: number | undefined
  /** The maximum number of unknown parameters and fields in requests. */
  readonly maximumUnknown?: number | undefined
  /** The maximum number of requests that match no operation. */
  readonly maximumUnmatched?: number | undefined
  /** The maximum number of requests over a rate limit, enforced or not. */
  readonly maximumRateLimited?: number | undefined
  /** Classes of operations that must not be used: `['internal', 'experimental', 'deprecated']`. */
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

/** The maximum number of names in a problem. */
const LISTED = 5

/** Throws TypeError for unknown and invalid thresholds. */
export function checkThresholds(thresholds: ReportThresholds): void {
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
}

/**
 * Checks a report against thresholds and returns the problems, one sentence each. Defects of the simulator and responses that
 * do not match their schema are always problems. Throws TypeError for unknown and invalid thresholds.
 */
export function checkReport(report: Report, thresholds: ReportThresholds = {}): string[] {
  checkThresholds(thresholds)
  const { forbidden = [], assumptionsBelow: bound } = thresholds
  const used = report.operations.filter(({ exercised }) => exercised > 0)
  const counted = report.assumptions.filter(
    ({ general, degree }) => !general && (bound === undefined || isBelow(degree, bound)),
  )
  const reliedOn = [...new Set(counted.map(({ id }) => id))]
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
      reliedOn.length,
      thresholds.maximumAssumptions,
      reliedOn,
    ),
    ...tooFew(used.length, thresholds.minimumExercised),
    ...above(
      'unknown name',
      'unknown names',
      report.unknown.length,
      thresholds.maximumUnknown,
      report.unknown.map(unknownText),
    ),
    ...above(
      'request that matches no operation',
      'requests that match no operation',
      report.unmatched,
      thresholds.maximumUnmatched,
      (report.unmatchedRequests ?? []).map(unmatchedText),
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

/** `field 'html' of wiki.requirement.update (did you mean htmlExcerpt?)`. */
export function unknownText({ operation, kind, name, suggestion }: UnknownReport): string {
  return `${kind} ${shown(name)} of ${operation}${didYouMean(suggestion)}`
}

/** `GET /wiki/rest/req (nearest: GET /wiki/rest/reqs/1/…)`. */
export function unmatchedText({ method, path, nearest: [first], times }: UnmatchedReport): string {
  const often = times === 1 ? '' : ` × ${times}`
  return `${method} ${path}${often}${first === undefined ? '' : ` (nearest: ${first})`}`
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
