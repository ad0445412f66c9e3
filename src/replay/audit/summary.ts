/** Adds up the calls of each handler, and says which handlers a simulator can replace. */
import { compareCodePoints } from '../../world/order.ts'
import type { AuditDifference } from './difference.ts'
import type { Need } from './needs.ts'
import type { Observation, ObservedCall } from './observation.ts'

/**
 * `safe`: the simulator responds the same to every call, but for further fields. `differs`: it does not. `outside`: no call is
 * for a simulated address. `unused`: there was no call.
 */
export const VERDICTS = ['safe', 'differs', 'outside', 'unused'] as const

export interface HandlerSummary {
  readonly handler: string
  readonly place?: string
  readonly verdict: (typeof VERDICTS)[number]
  readonly operations: readonly string[]
  readonly calls: number
  /** With the number of calls that differ so. */
  readonly differences: readonly (AuditDifference & { readonly calls: number })[]
  /** With the number of calls that need it. */
  readonly needs: readonly (Need & { readonly calls: number })[]
  /** The first tests whose calls differ. */
  readonly tests: readonly string[]
}

export interface AuditSummary {
  readonly handlers: readonly HandlerSummary[]
  readonly calls: number
  readonly safe: number
  readonly differs: number
  readonly outside: number
  readonly unused: number
}

const LISTED_TESTS = 5

export function auditSummary(observations: readonly Observation[]): AuditSummary {
  const byHandler = Map.groupBy(observations, ({ handler, place = '' }) => `${place}\n${handler}`)
  const handlers = [...byHandler].map(([, found]) => handlerSummary(found)).sort(compareHandlers)
  const count = (verdict: HandlerSummary['verdict']): number =>
    handlers.filter((each) => each.verdict === verdict).length
  return {
    handlers,
    calls: handlers.reduce((sum, { calls }) => sum + calls, 0),
    safe: count('safe'),
    differs: count('differs'),
    outside: count('outside'),
    unused: count('unused'),
  }
}

/** By file, line and name. */
function compareHandlers(left: HandlerSummary, right: HandlerSummary): number {
  const [leftFile, leftLine] = splitPlace(left)
  const [rightFile, rightLine] = splitPlace(right)
  return (
    compareCodePoints(leftFile, rightFile) ||
    leftLine - rightLine ||
    compareCodePoints(left.handler, right.handler)
  )
}

function splitPlace({ place = '' }: HandlerSummary): [file: string, line: number] {
  const [, file = place, line = '0'] = /^(.*):(\d+)$/.exec(place) ?? []
  return [file, Number(line)]
}

function handlerSummary(found: readonly Observation[]): HandlerSummary {
  const calls = found.flatMap(({ call }) => call ?? [])
  const [{ handler = '', place } = {}] = found
  const differing = calls.filter(isDifferent)
  return {
    handler,
    ...(place !== undefined && { place }),
    verdict: verdictOf(calls),
    operations: sorted(calls.flatMap(({ operation }) => operation ?? [])),
    calls: calls.length,
    differences: counted(calls.flatMap(({ differences }) => differences)),
    needs: counted(calls.flatMap(({ needs }) => needs)),
    tests: sorted(differing.flatMap(({ test }) => test ?? [])).slice(0, LISTED_TESTS),
  }
}

function verdictOf(calls: readonly ObservedCall[]): HandlerSummary['verdict'] {
  if (calls.length === 0) return 'unused'
  if (calls.every(({ isOutside }) => isOutside === true)) return 'outside'
  return calls.some((call) => call.isOutside === true || isDifferent(call)) ? 'differs' : 'safe'
}

/** Whether a test may notice the difference. The service has more fields than a handler writes down. */
function isDifferent({ differences, operation, isOutside }: ObservedCall): boolean {
  return isOutside !== true && (operation === null || differences.some(({ kind }) => kind !== 'added'))
}

/** Each once, with how often it was there, in the order of first appearance. */
function counted<T extends object>(all: readonly T[]): (T & { readonly calls: number })[] {
  return [...Map.groupBy(all, (each) => JSON.stringify(each)).values()].flatMap((same) =>
    same[0] === undefined ? [] : [{ ...same[0], calls: same.length }],
  )
}

function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort(compareCodePoints)
}
