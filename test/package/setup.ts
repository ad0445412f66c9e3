// Packs and installs the package once for all tests of it, and the tools that judge it.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { installPinned } from '../../scripts/install-pinned.ts'
import { packAndInstall, type Packed } from './packed.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The packed package, installed. */
    packed: Packed
  }
}

export async function setup(tests: TestProject): Promise<() => Promise<void>> {
  await installPinned(
    new URL('./tools/', import.meta.url),
    'publint, Are the types wrong? and earlier compilers',
  )
  const folder = await mkdtemp(join(tmpdir(), 'reqsim-package-'))
  tests.provide('packed', await packAndInstall(folder))
  return () => rm(folder, { recursive: true, force: true })
}
