/** What `reqsim draft` writes, and says of it. */
import { existsSync, writeFileSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import { filledText } from '../../draft/text.ts'
import { fileProblem, quoted, ToolFailure } from '../../replay/failure.ts'
import type { ScenarioFile } from '../../scenario/format/format.ts'
import type { DraftFlags } from '../flags/draft.ts'

/** The maximum gaps and responses that the report lists; JSON has all of them. */
export const LISTED = 20

export function refuseExisting(file: string): void {
  if (existsSync(file))
    throw new ToolFailure(2, `${quoted(file)} exists: name a file that does not exist yet`)
}

export function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    throw new ToolFailure(1, fileProblem('write', file, error))
  }
}

/** Writes the proposed entries, if there are any and a flag names a file for them. */
export function writeGaps({ gaps, out }: DraftFlags, filled: ScenarioFile | undefined): void {
  if (gaps === undefined || filled === undefined) return
  const path = relative(dirname(gaps), out)
  write(gaps, filledText({ ...filled, extends: [path.startsWith('.') ? path : `./${path}`] }))
}

/** The name of a scenario by its file. */
export function nameOf(file: string): string {
  return basename(file).replace(/\.(?:ya?ml|json)$/, '')
}

/** `users 5, spaces 3, requirements 16`. */
export function contentOf(file: ScenarioFile): string {
  const { us, ...eu } = file.world ?? {}
  const counts = new Map<string, number>()
  for (const region of [eu, us ?? {}])
    for (const [section, entries] of Object.entries(region))
      if (Array.isArray(entries)) counts.set(section, (counts.get(section) ?? 0) + entries.length)
  return counts.size === 0
    ? 'nothing'
    : [...counts].map(([section, count]) => `${section} ${count}`).join(', ')
}
