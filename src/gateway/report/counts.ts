/** What one of many reports counted, small enough to pass it on for each test; the rest is the same in every report. */
import type { AssumptionId } from '../../api/framework/assumptions.ts'
import { loadedAssumption } from '../../api/framework/ledger.ts'
import { mergeReports } from './merge.ts'
import { assumptionReport, type Report } from './report.ts'

/** The counts of a report, as plain JSON. */
export interface ReportCounts extends Omit<
  Report,
  'stabilities' | 'provenances' | 'assumptions' | 'descriptions'
> {
  readonly assumptions: readonly {
    readonly id: AssumptionId
    readonly inForce: string
    readonly times: number
  }[]
}

/** The report without what did not occur, the prose of the ledger and the descriptions. */
export function countsOf(report: Report): ReportCounts {
  const { stabilities: _s, provenances: _p, descriptions: _d, ...counts } = report
  return {
    ...counts,
    operations: report.operations.filter(({ exercised, faulted }) => exercised > 0 || faulted > 0),
    ...(report.permissions && {
      permissions: report.permissions.filter(({ allowed, refused }) => allowed > 0 || refused > 0),
    }),
    assumptions: report.assumptions.map(({ id, inForce, times }) => ({ id, inForce, times })),
    machines: report.machines
      .map((machine) => ({
        ...machine,
        states: [],
        transitions: machine.transitions.filter(({ times }) => times > 0),
      }))
      .filter(({ transitions }) => transitions.length > 0),
  }
}

/**
 * The report of all counts. `unused` is that of a simulator without exchanges; all operations are loaded.
 * `descriptions` are those of the simulators that counted.
 */
export function reportOfCounts(
  counts: readonly ReportCounts[],
  unused: Report,
  descriptions: Report['descriptions'],
): Report {
  const reports = counts.map((each) => ({
    ...unused,
    ...each,
    assumptions: each.assumptions.map(({ id, inForce, times }) =>
      assumptionReport(loadedAssumption(id), times, inForce),
    ),
    ...(descriptions === undefined ? {} : { descriptions }),
  }))
  return mergeReports([unused, ...reports])
}
