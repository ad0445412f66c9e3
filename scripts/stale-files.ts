// Which generated files are not on disk as the sources lead to them.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export const PROJECT = resolve(import.meta.dirname, '..')

/** Paths of generated files whose content on disk is another, or missing. */
export function staleFiles(files: ReadonlyMap<string, string>): string[] {
  return [...files].filter(([path, content]) => contentOnDisk(path) !== content).map(([path]) => path)
}

function contentOnDisk(path: string): string | undefined {
  try {
    return readFileSync(resolve(PROJECT, path), 'utf8')
  } catch {
    return undefined
  }
}
