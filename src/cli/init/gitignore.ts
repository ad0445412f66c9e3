/** The entries for traces in the `.gitignore` of a project: failed tests write them. */
import { appendFileSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = '.gitignore'

/** Writes the file, or adds the missing folders to the end of it, and reports which. A link is left alone. */
export function ignoreTraces(folder: string, ignored: readonly string[]): string {
  const path = join(folder, FILE)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) {
    writeFileSync(path, linesOf(ignored, '\n'), { flag: 'wx' })
    return `wrote ${FILE}`
  }
  if (!found.isFile()) return `kept ${FILE}: add ${listed(ignored)} to it`
  const text = readFileSync(path, 'utf8')
  const present = text.split(/\r?\n/).map((line) => line.trimEnd().replace(/^\/?(?:\*\*\/)?|\/$/g, ''))
  const missing = ignored.filter((name) => !present.includes(name))
  if (missing.length === 0) return `kept ${FILE}`
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  appendFileSync(path, `${text === '' || text.endsWith('\n') ? '' : end}${linesOf(missing, end)}`)
  return `added ${listed(missing)} to ${FILE}`
}

function linesOf(names: readonly string[], end: string): string {
  return names.map((name) => `${name}/${end}`).join('')
}

function listed(names: readonly string[]): string {
  return names.map((name) => `${name}/`).join(' and ')
}
