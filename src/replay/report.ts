/** What a replay found, as text, as JSON and as JUnit's XML. Nothing in it is of the wall clock: the same again reads the same. */
import { escaped } from './text.ts'
import { visible } from './text.ts'
import type { ReplayReporterName } from './options.ts'
import type { Explanation, Trial } from './overrides.ts'
import type { Outcome, Session } from './session.ts'
import { countText } from '../world/count-text.ts'

/** All that is told. */
export interface ReplayResult {
  readonly session: Session
  readonly outcomes: readonly Outcome[]
  /** Undefined where nothing differs, and where no scenario was asked. */
  readonly explanation: Explanation | undefined
  /** What the user should know besides. */
  readonly hints: readonly string[]
}

/** Differences of one exchange that are told. */
const TOLD = 20
/** Exchanges that are listed behind an override. */
const LISTED = 10

export const REPLAY_WRITERS: Readonly<Record<ReplayReporterName, (result: ReplayResult) => string>> = {
  tty: writtenAsText,
  json: writtenAsJson,
  junit: writtenAsJunit,
}

/** `5 replayed, 1 answered differently, 2 left out: 1 answered by a fault, 1 not of the service`. */
export function summaryOf({ session, outcomes }: ReplayResult): string {
  const different = outcomes.filter(({ differences }) => differences.length > 0).length
  const reasons = [...session.leftOut].map(([reason, count]) => `${count} ${reason}`)
  const count = [...session.leftOut.values()].reduce((sum, each) => sum + each, 0)
  const leftOut = count === 0 ? '' : `, ${count} left out: ${reasons.join(', ')}`
  return `${outcomes.length} replayed, ${different} answered differently${leftOut}`
}

function writtenAsText(result: ReplayResult): string {
  const { outcomes, explanation, hints } = result
  const lines = outcomes
    .filter(({ differences }) => differences.length > 0)
    .flatMap((outcome) => [
      titleOf(outcome),
      ...toldDifferences(outcome).map((text) => `  ${text}`),
      ...agreements(outcome.number, explanation).map((text) => `  ${text}`),
    ])
  return [...lines, ...overrideLines(explanation), ...hints].map(printable).join('')
}

/** A line for a terminal: what comes from files and servers moves no cursor. */
function printable(line: string): string {
  return `${line.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')}\n`
}

function titleOf({ number, method, url }: Outcome): string {
  return `#${number} ${method} ${url.slice(0, 300)}`
}

function toldDifferences({ differences }: Outcome): string[] {
  const more = differences.length - TOLD
  return [
    ...differences.slice(0, TOLD).map(({ place, text }) => `${place}: ${text}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

/** Under which overrides an exchange answers as recorded or nearly so, and what that costs elsewhere. */
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
    left === 0 ? 'all answers agree' : `${countText(left, 'answer differs', 'answers differ')} still`
  return [
    ...(chosen.length === 0
      ? []
      : [
          `with these overrides of assumptions ${rest}:`,
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
    const texts = [...toldDifferences(outcome), ...agreements(outcome.number, explanation)].map(visible)
    if (outcome.differences.length === 0) return `${head}/>\n`
    const failure = `<failure message="${escaped(texts[0] ?? '')}">${escaped(texts.join('\n'))}</failure>`
    return `${head}>\n      ${failure}\n    </testcase>\n`
  })
  const suite = `  <testsuite name="${escaped(session.archive.file)}"${counts} time="0.000">\n${cases.join('')}  </testsuite>\n`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="reqsim replay"${counts}>\n${suite}</testsuites>\n`
}
