/** What changes of the source and of tests left to do, in a file of the folder: it may be ended before all is done. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Again, ChangedTests } from './changes.ts'
import { byCodePoint } from './plan.ts'

export interface Pending extends ChangedTests {
  /** Mutants to be tried first. */
  readonly again: Again
}

const pathIn = (folder: string): string => join(folder, 'pending.json')

export function readPending(folder: string): Pending {
  const path = pathIn(folder)
  if (!existsSync(path)) return { cover: [], first: [], again: [] }
  return JSON.parse(readFileSync(path, 'utf8')) as Pending
}

export function writePending(folder: string, pending: Pending): void {
  writeFileSync(pathIn(folder), JSON.stringify(pending))
}

/** Adds to what is left to do. */
export function notePending(folder: string, { cover, first, again }: Pending): void {
  const known = readPending(folder)
  const both = (left: readonly string[], right: readonly string[]): readonly string[] =>
    [...new Set([...left, ...right])].sort(byCodePoint)
  writePending(folder, {
    cover: both(known.cover, cover),
    first: both(known.first, first),
    again: [...known.again, ...again],
  })
}
