/** `reqsim audit`: runs the tests with their own handlers, and says which of them a simulator can replace. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Observation } from '../../replay/audit/observation.ts'
import { auditSummary, type AuditSummary } from '../../replay/audit/summary.ts'
import { auditMarkdown, auditText } from '../../replay/audit/text.ts'
import { fileProblem, quoted, ToolFailure } from '../../replay/failure.ts'
import { runCommand } from '../exec/child.ts'
import { ExitStatus } from '../exec/exit-status.ts'
import type { AUDIT_FORMATS } from '../flags/audit.ts'

export interface AuditFlags {
  readonly format: (typeof AUDIT_FORMATS)[number]
  /** Short for the format `json`. */
  readonly json?: boolean
}

const WRITERS: Readonly<Record<AuditFlags['format'], (summary: AuditSummary) => string>> = {
  text: auditText,
  json: (summary) => `${JSON.stringify(summary, undefined, 2)}\n`,
  markdown: auditMarkdown,
}

/**
 * Prints the summary of a run: of the command, or of the files that an earlier one left in the folder. Ends with the exit code of
 * the command.
 */
export async function runAudit(
  folder: string | undefined,
  { format, json }: AuditFlags,
  words: readonly string[],
): Promise<void> {
  if (words.length === 0 && folder === undefined)
    throw new ToolFailure(
      2,
      'audit has no command and no folder: write reqsim audit -- npx vitest run, or the folder of an earlier run',
    )
  const used = folder === undefined ? mkdtempSync(join(tmpdir(), 'reqsim-audit-')) : resolve(folder)
  try {
    const isData = json === true || format !== 'text'
    const code = words.length === 0 ? 0 : await runAudited(words, used, isData)
    const observations = observationsIn(used, folder)
    if (observations.length === 0)
      throw new ToolFailure(
        code === 0 ? 1 : 2,
        'no handler was audited; do the tests use reqsim/vitest/setup, or another setup of reqsim?',
      )
    process.stdout.write(WRITERS[json === true ? 'json' : format](auditSummary(observations)))
    if (code !== 0) throw new ExitStatus(code)
  } finally {
    if (folder === undefined) rmSync(used, { recursive: true, force: true })
  }
}

/** Returns the exit code of the command. Data on the standard output stays alone there. */
async function runAudited(
  words: readonly string[],
  folder: string,
  toStandardError: boolean,
): Promise<number> {
  for (const file of filesIn(folder)) rmSync(join(folder, file))
  return runCommand(words, { ...process.env, REQSIM_AUDIT: folder }, { toStandardError }).ended
}

function filesIn(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d+-\d+\.jsonl$/.test(name))
        .sort()
    : []
}

function observationsIn(folder: string, named: string | undefined): Observation[] {
  if (named !== undefined && !existsSync(folder))
    throw new ToolFailure(2, `cannot read ${quoted(named)}: there is no such folder`)
  return filesIn(folder).flatMap((name) => {
    const file = join(folder, name)
    try {
      return readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Observation)
    } catch (error) {
      throw new ToolFailure(1, fileProblem('read', file, error))
    }
  })
}
