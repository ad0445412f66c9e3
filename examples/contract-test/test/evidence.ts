/** Collects the reports of the tests of a file, writes them to `report.md`, and checks their limits. */
import { writeFile } from 'node:fs/promises'
import { checkReport, mergeReports, type Report, reportMarkdown } from 'reqsim'
import { expect } from 'vitest'

const reports: Report[] = []

/** Adds the report of the simulator of one test. */
export function collect(report: Report): void {
  reports.push(report)
}

/** Fails if a deprecated operation or an unknown address is used. */
export async function writeReport(): Promise<void> {
  const report = mergeReports(reports)
  const problems = checkReport(report, { maxUnmatched: 0, forbid: ['deprecated'] })
  await writeFile('report.md', reportMarkdown(report, problems))
  expect(problems).toEqual([])
}
