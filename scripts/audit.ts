// node scripts/audit.ts: asks the registry for known weaknesses of what users get, which are the dependencies that they
// install and the packages whose code is built into dist/. Exits with 1 where there are any; registries without that
// service are no reason to fail.

import { spawnSync } from 'node:child_process'
import { bundledPackages, consolePackages } from './bundled.ts'

/** What `npm audit --json` answers, as far as it is read. */
export interface AuditReport {
  /** Absent where the registry could not be asked. */
  readonly auditReportVersion?: number
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>
}

/**
 * The packages that users get and that have a known weakness, with its severity: all of those that they install, and those
 * of the whole tree that are bundled, which are dependencies of development to npm. Undefined where nobody could be asked.
 */
export function weakPackages(
  installed: AuditReport,
  whole: AuditReport,
  bundled: readonly string[],
): string[] | undefined {
  if (installed.auditReportVersion === undefined || whole.auditReportVersion === undefined) return undefined
  const built = Object.entries(whole.vulnerabilities ?? {}).filter(([name]) => bundled.includes(name))
  const all = new Map([...Object.entries(installed.vulnerabilities ?? {}), ...built])
  return [...all].map(([name, { severity }]) => `${name}: ${severity}`)
}

function audit(...flags: readonly string[]): AuditReport {
  const { stdout } = spawnSync('npm', ['audit', '--json', ...flags], { encoding: 'utf8' })
  return JSON.parse(stdout) as AuditReport
}

if (import.meta.main) {
  const weak = weakPackages(audit('--omit=dev'), audit(), [...bundledPackages, ...consolePackages])
  if (weak === undefined) console.log('npm audit could not be asked; going on without it.')
  else if (weak.length > 0) {
    console.error(`These packages have known weaknesses, which npm audit tells more of:\n${weak.join('\n')}`)
    process.exitCode = 1
  }
}
