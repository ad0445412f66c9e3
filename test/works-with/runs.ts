/** With which versions each row last worked, and when; likewise the cells of the table of rate limits. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Cell, RetryingClient, Situation } from './rate-limits.ts'
import { FOLDERS, type PinnedFolder, type TriedRow } from './row.ts'

export interface Run {
  /** By package. */
  readonly versions: Readonly<Record<string, string>>
  /** The day, as `2026-11-29`. */
  readonly on: string
}

export interface Runs {
  readonly rows: Readonly<Record<string, Run>>
  readonly rateLimits: Readonly<
    Record<RetryingClient, Run & { readonly cells: Readonly<Record<Situation, Cell>> }>
  >
}

const FILE = resolve(import.meta.dirname, 'runs.json')
const ROOT = resolve(import.meta.dirname, '../..')

export function readRuns(): Runs {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Runs
}

export function writeRuns(runs: Runs): void {
  writeFileSync(FILE, `${JSON.stringify(runs, null, 2)}\n`)
}

/** The versions that are installed. Throws for a package of Debian that is not. */
export function installedVersions({
  from,
  packages,
}: Pick<TriedRow, 'from'> & { readonly packages: readonly string[] }): Run['versions'] {
  return Object.fromEntries(
    packages.map((name) => [name, from === 'debian' ? debianVersion(name) : npmVersion(from, name)]),
  )
}

/** Whether this machine has them; those of npm are installed before. */
export function areInstalled(needed: Pick<TriedRow, 'from' | 'packages'>): boolean {
  try {
    installedVersions(needed)
    return true
  } catch (error) {
    if (needed.from === 'debian') return false
    throw error
  }
}

function debianVersion(name: string): string {
  const version = execFileSync('dpkg-query', ['-W', '-f', '${Version}', name], {
    encoding: 'utf8',
    stdio: 'pipe',
  })
  // Debian's own number follows the version of the program.
  return version.replace(/[-+].*$/, '')
}

function npmVersion(folder: PinnedFolder, name: string): string {
  const path = resolve(ROOT, FOLDERS[folder], 'node_modules', name, 'package.json')
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string }).version
}

/** The packages that a client of the table of rate limits needs. */
export function packagesOf(client: RetryingClient): Pick<TriedRow, 'from' | 'packages'> {
  if (client === 'urllib3' || client === 'tenacity')
    return { from: 'debian', packages: [`python3-${client}`] }
  return { from: 'http', packages: client === 'axios-retry' ? [client, 'axios'] : [client] }
}
