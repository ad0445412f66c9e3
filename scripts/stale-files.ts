// Generated files and what of them is on disk.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export const PROJECT = resolve(import.meta.dirname, '..')

/** Paths of generated files whose content on disk is another, or missing. */
export function staleFiles(files: ReadonlyMap<string, string>): string[] {
  return [...files].filter(([path, content]) => contentOnDisk(path) !== content).map(([path]) => path)
}

/** Writes those that are stale. */
export function writeFiles(files: ReadonlyMap<string, string>): void {
  for (const path of staleFiles(files)) {
    const target = resolve(PROJECT, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, files.get(path) ?? '')
    console.log(`wrote ${path}`)
  }
}

/** The text of a file of the project; undefined where there is none. */
export function contentOnDisk(path: string): string | undefined {
  try {
    return readFileSync(resolve(PROJECT, path), 'utf8')
  } catch {
    return undefined
  }
}
