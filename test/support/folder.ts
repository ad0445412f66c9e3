/** A temporary folder, removed after the tests of the file or suite that makes it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

export interface TemporaryFolder {
  readonly path: string
  /** Writes a file, with the folders above it, and returns its path. */
  write(name: string, text: string): string
}

export function temporaryFolder(): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'reqsim-')))
  afterAll(() => rmSync(path, { recursive: true, force: true }))
  return {
    path,
    write(name, text) {
      const file = join(path, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
      return file
    },
  }
}
