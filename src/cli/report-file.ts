/** Files with reports: the JSON of `sim.report()`, of `--report`, of the reporter for Vitest or of `/_sim/report`. */
import { readFileSync } from 'node:fs'
import { ruleAt } from '../model/input/schema-problems.ts'
import { reportSchema } from '../control/responses/report.ts'
import type { Report } from '../gateway/report/report.ts'
import { fileProblem, quoted, ToolFailure } from '../replay/failure.ts'

/** Reads the report of a file. Ends the command with wrong usage if there is no such file, or if it has no report. */
export function readReportFile(file: string): Report {
  const { success, data, error } = reportSchema().safeParse(parse(file, readText(file)))
  if (success) return data as Report
  const [rule = ''] = error.issues.map(ruleAt)
  throw notAReport(file, rule)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ToolFailure(2, fileProblem('read', file, error))
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw notAReport(file, (error as Error).message)
  }
}

function notAReport(file: string, why: string): ToolFailure {
  return new ToolFailure(2, `${quoted(file)} has no report of the simulator: ${why}`)
}
