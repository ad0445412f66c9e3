// Builds the executable once for all tests of it, in a folder with what the Dockerfile copies, by the command that it runs.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { hostPlatform } from '../../scripts/executable/platforms.ts'
import { project, run } from '../package/packed.ts'
import { buildCommand } from './dockerfile.ts'

export interface Executable {
  /** The folder of the executable and of what belongs to it. */
  readonly folder: string
  readonly file: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The executable for this machine. */
    executable: Executable
  }
}

export async function setup(tests: TestProject): Promise<(() => void) | undefined> {
  // The setup runs for each project that needs the executable; the first one builds it for all.
  if (tests.getProvidedContext().executable !== undefined) return undefined
  const context = mkdtempSync(join(tmpdir(), 'reqsim-context-'))
  copyContext(context)
  const [program = '', ...args] = buildCommand.split(' ')
  const { exitCode, stdout, stderr } = await run(program, args, context)
  if (exitCode !== 0) throw new Error(`${buildCommand} failed:\n${stdout}\n${stderr}`)
  const folder = join(context, 'dist-exe')
  tests.vitest.provide('executable', { folder, file: join(folder, hostPlatform().file) })
  return () => rmSync(context, { recursive: true, force: true })
}

/** Copies what .dockerignore does not name; installed packages are those of this project. */
function copyContext(context: string): void {
  const lines = readFileSync(join(project, '.dockerignore'), 'utf8').split('\n')
  const names = new Set(lines.filter((line) => line !== '' && !/^#|\*/.test(line)))
  for (const name of readdirSync(project)) {
    if (names.has(name) || name === 'node_modules' || name.endsWith('.tgz')) continue
    const filter = (path: string) => !/\.generated\.ts$|\/node_modules$/.test(path)
    cpSync(join(project, name), join(context, name), { recursive: true, filter })
  }
  symlinkSync(join(project, 'node_modules'), join(context, 'node_modules'))
}
