/** Merges the reports of several simulators, worlds or test workers. */
import type { GeneratedReport } from './described.ts'
import {
  type AssumptionReport,
  classReports,
  compareUnknown,
  featureReports,
  type MachineReport,
  machineReport,
  type OperationReport,
  type Report,
  unmatchedReports,
} from './report.ts'
import type { FeatureReport, UnknownReport, UnmatchedReport } from './parts.ts'
import { mergeRights } from './rights.ts'

/**
 * Merges reports of the same version of the package into one. An assumption with different alternatives in force is listed once
 * for each. Throws TypeError without any report.
 */
export function mergeReports(reports: readonly Report[]): Report {
  const [first] = reports
  if (first === undefined) throw new TypeError('mergeReports takes one report or more')
  if (reports.length === 1) return first
  const operations = groups(
    reports.flatMap((report) => report.operations),
    ({ operation }) => operation,
  ).map(mergeOperation)
  const total = (of: (report: Report) => number) => sum(reports.map(of))
  return {
    exchanges: total((report) => report.exchanges),
    faulted: total((report) => report.faulted),
    unmatched: total((report) => report.unmatched),
    ...unmatchedReports(
      groups(
        reports.flatMap(({ unmatchedRequests = [] }) => unmatchedRequests),
        ({ method, path }) => `${method} ${path}`,
      ).map(mergeTimes<UnmatchedReport>),
    ),
    defects: total((report) => report.defects),
    operations,
    ...classReports(operations),
    unknown: groups(
      reports.flatMap((report) => report.unknown),
      ({ operation, kind, name }) => `${operation} ${kind} ${name}`,
    )
      .map(mergeTimes<UnknownReport>)
      .toSorted(compareUnknown),
    assumptions: groups(
      reports.flatMap((report) => report.assumptions),
      ({ id, inForce }) => `${id} ${inForce}`,
    )
      .map(mergeTimes<AssumptionReport>)
      .toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1))),
    ...featureReports(
      groups(
        reports.flatMap(({ features = [] }) => features),
        ({ user, feature }) => JSON.stringify([user, feature]),
      ).map(mergeTimes<FeatureReport>),
    ),
    ...mergeRights(reports),
    rateLimited: total((report) => report.rateLimited),
    machines: groups(
      reports.flatMap((report) => report.machines),
      ({ machine }) => machine,
    ).map(mergeMachine),
    ...mergeDescribed(reports),
  }
}

/** The results of OpenAPI descriptions, which are the same in every simulator of a run. */
function mergeDescribed(reports: readonly Report[]): Pick<Report, 'generated' | 'descriptions'> {
  if (reports.every(({ descriptions }) => descriptions === undefined)) return {}
  return {
    generated: groups(
      reports.flatMap(({ generated = [] }) => generated),
      ({ operation }) => operation,
    ).map((same) => ({ ...mergeTimes<GeneratedReport>(same), statuses: mergeStatuses(same) })),
    descriptions: groups(
      reports.flatMap(({ descriptions = [] }) => descriptions),
      ({ surface, file, version }) => `${surface} ${file} ${version}`,
    ).map(([first]) => first),
  }
}

/** Groups items by key, in the order of first occurrence. */
function groups<T>(items: readonly T[], keyOf: (item: T) => string): (readonly [T, ...T[]])[] {
  return [...Map.groupBy(items, keyOf).values()] as [T, ...T[]][]
}

function mergeTimes<T extends { readonly times: number }>(same: readonly [T, ...T[]]): T {
  return { ...same[0], times: sum(same.map(({ times }) => times)) }
}

function mergeOperation(same: readonly [OperationReport, ...OperationReport[]]): OperationReport {
  const total = (of: (report: OperationReport) => number) => sum(same.map(of))
  return {
    ...same[0],
    exercised: total((report) => report.exercised),
    statuses: mergeStatuses(same),
    validated: total((report) => report.validated),
    invalid: total((report) => report.invalid),
    stateful: total((report) => report.stateful),
    faulted: total((report) => report.faulted),
    rateLimited: total((report) => report.rateLimited),
    gaps: same[0].gaps.filter((status) => same.every(({ gaps }) => gaps.includes(status))),
  }
}

function mergeStatuses(
  same: readonly { readonly statuses: Readonly<Record<string, number>> }[],
): Record<string, number> {
  const statuses = new Map<number, number>()
  for (const report of same)
    for (const [status, times] of Object.entries(report.statuses))
      statuses.set(Number(status), (statuses.get(Number(status)) ?? 0) + times)
  return Object.fromEntries(statuses)
}

function mergeMachine(same: readonly [MachineReport, ...MachineReport[]]): MachineReport {
  const transitions = groups(
    same.flatMap((report) => report.transitions),
    ({ from, event, to }) => `${from} ${event} ${to}`,
  ).map(mergeTimes<MachineReport['transitions'][number]>)
  return machineReport(
    same[0].machine,
    same[0].states.map(({ state }) => state),
    transitions,
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
