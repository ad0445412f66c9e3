/** Thresholds of a report: the maximum of undocumented behaviour that a run may use, and the minimum that it must exercise. */
import { type Degree, DEGREES, isBelow } from '../../api/ledger/entry.ts'
import type { Stability } from '../../api/framework/operation.ts'
import { checkFields, suggestionFor } from '../../model/input/option-checks.ts'
import { quoted } from '../../model/input/refusal.ts'
import { type Report, STABILITIES } from './report.ts'
import { countText } from '../../world/count-text.ts'
import { didYouMean } from '../journal/ignored-names.ts'
import type { UnknownReport, UnmatchedReport } from './parts.ts'

/** Absent thresholds do not apply. The names are those of the flags of the command line. */
export interface ReportThresholds extends FormerThresholds {
  /** The maximum number of assumptions that shaped responses, without those that shape every response of an interface. */
  readonly maxAssumptions?: number | undefined
  /** Makes `maxAssumptions` count only assumptions below this degree. Those without evidence are below every degree. */
  readonly assumptionsBelow?: Degree | undefined
  /** The minimum number of exercised operations. */
  readonly minExercised?: number | undefined
  /** The maximum number of unknown parameters and fields in requests. */
  readonly maxUnknownFields?: number | undefined
  /** The maximum number of requests that match no operation. */
  readonly maxUnmatched?: number | undefined
  /** The maximum number of requests over a rate limit, enforced or not. */
  readonly maxRateLimited?: number | undefined
  /** Classes of operations that must not be used: `['internal', 'experimental', 'deprecated']`. */
  readonly forbid?: readonly Stability[] | undefined
}

/** The names of version 0.2, which the next minor version still takes. */
interface FormerThresholds {
  /** @deprecated Use `maxAssumptions`. */
  readonly maximumAssumptions?: number | undefined
  /** @deprecated Use `minExercised`. */
  readonly minimumExercised?: number | undefined
  /** @deprecated Use `maxUnknownFields`. */
  readonly maximumUnknown?: number | undefined
  /** @deprecated Use `maxUnmatched`. */
  readonly maximumUnmatched?: number | undefined
  /** @deprecated Use `maxRateLimited`. */
  readonly maximumRateLimited?: number | undefined
  /** @deprecated Use `forbid`. */
  readonly forbidden?: readonly Stability[] | undefined
}

export type CurrentThresholds = Omit<ReportThresholds, keyof FormerThresholds>

const THRESHOLDS = Object.keys({
  maxAssumptions: true,
  assumptionsBelow: true,
  minExercised: true,
  maxUnknownFields: true,
  maxUnmatched: true,
  maxRateLimited: true,
  forbid: true,
} satisfies Record<keyof CurrentThresholds, true>)

/** The present name of each former one. */
export const FORMER_THRESHOLDS = {
  maximumAssumptions: 'maxAssumptions',
  minimumExercised: 'minExercised',
  maximumUnknown: 'maxUnknownFields',
  maximumUnmatched: 'maxUnmatched',
  maximumRateLimited: 'maxRateLimited',
  forbidden: 'forbid',
} as const satisfies Record<keyof FormerThresholds, keyof CurrentThresholds>

/** Thresholds by their present names. Throws TypeError for one that has both names. */
export function currentThresholds(thresholds: ReportThresholds): CurrentThresholds {
  const current: Record<string, unknown> = { ...thresholds }
  for (const [former, name] of Object.entries(FORMER_THRESHOLDS)) {
    const value = current[former]
    delete current[former]
    if (value === undefined) continue
    if (current[name] !== undefined)
      throw new TypeError(`${former} is the former name of ${name}: give only ${name}`)
    current[name] = value
  }
  return current
}

/** The maximum number of names in a problem. */
const LISTED = 5

/** Throws TypeError for unknown and invalid thresholds. */
export function checkThresholds(thresholds: ReportThresholds): void {
  const known =
    typeof thresholds === 'object' && thresholds !== null ? currentThresholds(thresholds) : thresholds
  checkFields('thresholds', known, THRESHOLDS)
  const { forbid = [], assumptionsBelow: bound, ...numbers } = known
  if (bound !== undefined && !DEGREES.includes(bound))
    throw new TypeError(
      `assumptionsBelow: no degree ${quoted(bound)}: ${suggestionFor(String(bound), DEGREES)}`,
    )
  if (bound !== undefined && known.maxAssumptions === undefined)
    throw new TypeError('assumptionsBelow needs maxAssumptions')
  const unknown = forbid.find((stability) => !STABILITIES.includes(stability))
  if (unknown !== undefined)
    throw new TypeError(`forbid: no class ${quoted(unknown)}: ${suggestionFor(String(unknown), STABILITIES)}`)
  for (const [name, value] of Object.entries(numbers)) {
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 0))
      throw new TypeError(`${name} must be a whole number of at least 0, not ${quoted(value)}`)
  }
}

/**
 * Checks a report against thresholds and returns the problems, one sentence each. Defects of the simulator and responses that
 * do not match their schema are always problems. Throws TypeError for unknown and invalid thresholds.
 */
export function checkReport(report: Report, given: ReportThresholds = {}): string[] {
  checkThresholds(given)
  const thresholds = currentThresholds(given)
  const { forbid = [], assumptionsBelow: bound } = thresholds
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
      thresholds.maxAssumptions,
      reliedOn,
    ),
    ...tooFew(used.length, thresholds.minExercised),
    ...above(
      'unknown name',
      'unknown names',
      report.unknown.length,
      thresholds.maxUnknownFields,
      report.unknown.map(unknownText),
    ),
    ...above(
      'request that matches no operation',
      'requests that match no operation',
      report.unmatched,
      thresholds.maxUnmatched,
      (report.unmatchedRequests ?? []).map(unmatchedText),
    ),
    ...above(
      'request over the rate limit',
      'requests over the rate limit',
      report.rateLimited,
      thresholds.maxRateLimited,
      limited,
    ),
    ...forbid.flatMap((stability) => {
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
  return `${kind} ${quoted(name)} of ${operation}${didYouMean(suggestion)}`
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
  maximum: number | undefined,
  names: readonly string[],
): string[] {
  if (maximum === undefined || found <= maximum) return []
  return [
    `${countText(found, one, many)}, more than the maximum of ${maximum}${names.length === 0 ? '' : `: ${listed(names)}`}`,
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
