/** The report on the command line: its files, and the limits that fail a run. */
import { writeFileSync } from 'node:fs'
import type { Stability } from '../../api/framework/operation.ts'
import { checkReport, type ReportThresholds } from '../../gateway/report/check.ts'
import { reportWriter } from '../../gateway/report/formats.ts'
import { mergeReports } from '../../gateway/report/merge.ts'
import type { Report } from '../../gateway/report/report.ts'
import { fileProblem, quoted, ToolFailure } from '../../replay/failure.ts'
import type { ReportFlags, ReportFormat } from '../flags/report.ts'
import { countText } from '../../world/count-text.ts'
import { tellGithub } from '../output/github.ts'
import { readReportFile } from '../report-file.ts'

/**
 * Writes the files of the flags, and returns the exceeded limits, one sentence each; none without flags. Ends the command if a
 * file cannot be written.
 */
export function judgeReport(report: Report, flags: ReportFlags): string[] {
  const thresholds = thresholdsOf(flags)
  const isRequested =
    flags.report !== undefined || Object.values(thresholds).some((value) => value !== undefined)
  const problems = isRequested ? checkReport(report, thresholds) : []
  for (const file of flags.report ?? []) writeReport(report, file, problems)
  return problems
}

/** The thresholds of the flags, as `checkReport` takes them. */
function thresholdsOf(flags: ReportFlags): ReportThresholds {
  return {
    maxAssumptions: flags.maxAssumptions?.maximum,
    assumptionsBelow: flags.maxAssumptions?.below,
    minExercised: flags.minExercised,
    maxUnknownFields: flags.maxUnknownFields,
    maxUnmatched: flags.maxUnmatched,
    maxRateLimited: flags.maxRateLimited,
    forbid: flags.forbid as readonly Stability[] | undefined,
  }
}

/** Writes the report in the format of the file extension. Ends the command if the file cannot be written. */
export function writeReport(report: Report, file: string, problems: readonly string[] = []): void {
  const writer = reportWriter(file) ?? unknownEnding(file)
  try {
    writeFileSync(file, writer(report, problems))
  } catch (error) {
    throw new ToolFailure(1, fileProblem('write', file, error))
  }
}

function unknownEnding(file: string): never {
  throw new ToolFailure(2, `a report is a .json, .html or .md file, not ${quoted(file)}`)
}

export interface ReportCommandFlags extends ReportFlags {
  /** The format to print; absent: Markdown, unless the report is written to files. */
  readonly format?: ReportFormat
  /** Short for the format `json`. */
  readonly json?: boolean
}

const ENDINGS: Readonly<Record<ReportFormat, string>> = { markdown: '.md', html: '.html', json: '.json' }

/** Merges the reports of files, and prints or writes the result. Exits with 1 if a threshold is exceeded. */
export function runReport(files: readonly string[], flags: ReportCommandFlags): void {
  const report = mergeReports(files.map(readReportFile))
  const problems = checkReport(report, thresholdsOf(flags))
  for (const file of flags.report ?? []) writeReport(report, file, problems)
  const chosen = flags.json === true ? 'json' : flags.format
  const format = chosen ?? (flags.report === undefined ? 'markdown' : undefined)
  if (format !== undefined) process.stdout.write(reportWriter(ENDINGS[format])?.(report, problems) ?? '')
  tellGithub({
    heading: `reqsim report: ${outcomeOf(problems)}`,
    failures: [],
    problems,
    report,
  })
  if (problems.length > 0) throw new ToolFailure(1, problems.join('\nreqsim: '))
}

function outcomeOf(problems: readonly string[]): string {
  return problems.length === 0
    ? 'no threshold is exceeded'
    : `${countText(problems.length, 'threshold is', 'thresholds are')} exceeded`
}
