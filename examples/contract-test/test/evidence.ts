/** What the tests of a file leaned on: written to `report.md` at the end, and held to what this client may lean on. */
import { writeFile } from 'node:fs/promises'
import { checkReport, mergeReports, type Report, reportMarkdown } from 'reqsim'
import { expect } from 'vitest'

const reports: Report[] = []

/** Adds what the simulator of one test saw. */
export function collect(report: Report): void {
  reports.push(report)
}

/** Fails when a deprecated operation is used, or an address that the service does not have. */
export async function writeReport(): Promise<void> {
  const report = mergeReports(reports)
  const problems = checkReport(report, { maximumUnmatched: 0, forbidden: ['deprecated'] })
  await writeFile('report.md', reportMarkdown(report, problems))
  expect(problems).toEqual([])
}
