/** A copy of the project to break: the working tree as it is, with hard links of what is installed. */
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders of the project that no test over the source reads. */
const LEFT_OUT = new Set(['.git', '.stryker-tmp', 'coverage', 'dist', 'dist-exe', 'reports', 'reqsim-traces'])

/** Copies `root` into a new temporary folder, and returns that. */
export function copyProject(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'reqsim-sabotage-'))
  for (const name of readdirSync(root)) {
    if (name !== 'node_modules' && !LEFT_OUT.has(name)) copyInto(join(root, name), join(copy, name), 'copied')
  }
  copyInto(join(root, 'node_modules'), join(copy, 'node_modules'), 'linked')
  return copy
}

export function removeCopy(copy: string): void {
  rmSync(copy, { recursive: true, force: true, maxRetries: 3 })
}

function copyInto(from: string, to: string, how: 'copied' | 'linked'): void {
  const entries = entriesOf(from)
  if (entries === undefined) return putFile(from, to, how)
  mkdirSync(to)
  for (const entry of entries) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    // What is installed below a folder of tests or examples is read only; caches belong to the original.
    if (entry.isDirectory() && entry.name === 'node_modules') copyInto(source, target, 'linked')
    else if (entry.isDirectory() && !/^\.(?:cache|vite|vite-temp|vitest)$/.test(entry.name))
      copyInto(source, target, how)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isFile()) putFile(source, target, how)
  }
}

function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}

function putFile(from: string, to: string, how: 'copied' | 'linked'): void {
  if (how === 'linked') {
    try {
      return linkSync(from, to)
    } catch {
      // Another file system, or one without hard links.
    }
  }
  copyFileSync(from, to)
}
