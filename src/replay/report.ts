/**
 * The report of a replay as text, as JSON and as JUnit XML. It contains no wall-clock time, so that equal replays give equal
 * reports.
 */
import { escaped, visible } from './text.ts'
import type { ReplayReporterName } from './options.ts'
import type { Explanation, Trial } from './overrides.ts'
import type { Outcome, Session } from './session.ts'
import { countText } from '../world/count-text.ts'

/** The data of the report. */
export interface ReplayResult {
  readonly session: Session
  readonly outcomes: readonly Outcome[]
  /** Undefined if nothing differs, and for a server. */
  readonly explanation: Explanation | undefined
  /** Notes for the user. */
  readonly hints: readonly string[]
}

/** The maximum number of differences listed per exchange. */
const MAXIMUM_DIFFERENCES = 20
/** The maximum number of exchanges listed for an override. */
const LISTED = 10

export const REPLAY_WRITERS: Readonly<Record<ReplayReporterName, (result: ReplayResult) => string>> = {
  tty: writtenAsText,
  json: writtenAsJson,
  junit: writtenAsJunit,
}

/** `5 replayed, 1 different, 2 skipped: 1 with a fault, 1 not of the service`. */
export function summaryOf({ session, outcomes }: ReplayResult): string {
  const different = outcomes.filter(({ differences }) => differences.length > 0).length
  const reasons = [...session.leftOut].map(([reason, count]) => `${count} ${reason}`)
  const count = [...session.leftOut.values()].reduce((sum, each) => sum + each, 0)
  const leftOut = count === 0 ? '' : `, ${count} skipped: ${reasons.join(', ')}`
  const uncompared = outcomes.filter((outcome) => outcome.uncompared !== undefined).length
  const bodies =
    uncompared === 0 ? '' : `, ${countText(uncompared, 'body', 'bodies')} not in the archive and not compared`
  return `${outcomes.length} replayed, ${different} different${bodies}${leftOut}`
}

function writtenAsText(result: ReplayResult): string {
  const { outcomes, explanation, hints } = result
  const lines = outcomes
    .filter(({ differences }) => differences.length > 0)
    .flatMap((outcome) => [
      titleOf(outcome),
      ...listedDifferences(outcome).map((text) => `  ${text}`),
      ...agreements(outcome.number, explanation).map((text) => `  ${text}`),
    ])
  return [...lines, ...overrideLines(explanation), ...hints].map(printable).join('')
}

/** A line for a terminal. Text from files and servers must not move the cursor. */
function printable(line: string): string {
  return `${visible(line)}\n`
}

export function titleOf({ number, method, url }: Outcome): string {
  return `#${number} ${method} ${url.slice(0, 300)}`
}

/** Each difference in a line; the last one counts those that are left out. */
export function listedDifferences({ differences }: Outcome): string[] {
  const more = differences.length - MAXIMUM_DIFFERENCES
  return [
    ...differences.slice(0, MAXIMUM_DIFFERENCES).map(({ place, text }) => `${place}: ${text}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

/** The overrides with which a response is as recorded or closer, and the differences that they cause elsewhere. */
function agreements(number: number, explanation: Explanation | undefined): string[] {
  return trialsFor(number, explanation).map(({ id, value, agree, differ }) => {
    const cost =
      differ.length === 0 ? '' : `, but then ${listed(differ)} ${differ.length === 1 ? 'differs' : 'differ'}`
    return `${agree.includes(number) ? 'agrees' : 'closer'} with ${id}: ${value}${cost}`
  })
}

function trialsFor(number: number, explanation: Explanation | undefined): readonly Trial[] {
  return (
    explanation?.trials.filter(({ agree, closer }) => agree.includes(number) || closer.includes(number)) ?? []
  )
}

function overrideLines(explanation: Explanation | undefined): string[] {
  if (explanation === undefined) return []
  const { chosen, left, untried } = explanation
  const rest =
    left === 0
      ? 'all responses are as recorded'
      : `${countText(left, 'response still differs', 'responses still differ')}`
  return [
    ...(chosen.length === 0
      ? []
      : [
          `with these overrides, ${rest}:`,
          ...chosen.map(({ id, value, title }) => `  ${id}: ${value} (${title})`),
        ]),
    ...(untried === 0
      ? []
      : [
          `the session is long: ${countText(untried, 'alternative of assumptions was', 'alternatives of assumptions were')} not tried`,
        ]),
  ]
}

function listed(numbers: readonly number[]): string {
  const more = numbers.length - LISTED
  return `${numbers
    .slice(0, LISTED)
    .map((number) => `#${number}`)
    .join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function writtenAsJson(result: ReplayResult): string {
  const { session, outcomes, explanation, hints } = result
  const value = {
    archive: session.archive.file,
    replayed: outcomes.length,
    different: outcomes.filter(({ differences }) => differences.length > 0).length,
    leftOut: Object.fromEntries(session.leftOut),
    exchanges: outcomes.map((outcome) => ({
      number: outcome.number,
      method: outcome.method,
      url: outcome.url,
      operation: outcome.operation?.id ?? null,
      differences: outcome.differences,
      uncompared: outcome.uncompared ?? null,
      assumptions: outcome.assumptions,
      explainedBy: trialsFor(outcome.number, explanation).map(({ id, value: chosen, agree, differ }) => ({
        id,
        value: chosen,
        agrees: agree.includes(outcome.number),
        othersDiffer: differ,
      })),
    })),
    overrides: Object.fromEntries(explanation?.chosen.map(({ id, value: chosen }) => [id, chosen]) ?? []),
    differentWithOverrides: explanation?.left ?? null,
    hints,
  }
  return `${JSON.stringify(value, null, 2)}\n`
}

function writtenAsJunit(result: ReplayResult): string {
  const { session, outcomes, explanation } = result
  const failures = outcomes.filter(({ differences }) => differences.length > 0).length
  const counts = ` tests="${outcomes.length}" failures="${failures}" errors="0" skipped="0"`
  const cases = outcomes.map((outcome) => {
    const head = `    <testcase classname="${escaped(outcome.operation?.id ?? 'unknown')}" name="${escaped(titleOf(outcome))}" time="0.000"`
    const texts = [...listedDifferences(outcome), ...agreements(outcome.number, explanation)].map(visible)
    if (outcome.differences.length === 0) return `${head}/>\n`
    const failure = `<failure message="${escaped(texts[0] ?? '')}">${escaped(texts.join('\n'))}</failure>`
    return `${head}>\n      ${failure}\n    </testcase>\n`
  })
  const suite = `  <testsuite name="${escaped(session.archive.file)}"${counts} time="0.000">\n${cases.join('')}  </testsuite>\n`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="reqsim replay"${counts}>\n${suite}</testsuites>\n`
}
