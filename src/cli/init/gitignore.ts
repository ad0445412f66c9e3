/** The entry for traces in the `.gitignore` of a project: failed tests write them. */
import { appendFileSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = '.gitignore'
const FOLDER = 'reqsim-traces'
const ENTRY = /^\/?(?:\*\*\/)?reqsim-traces\/?[ \t]*$/m

/** Writes the file, or adds the entry to the end of it, and reports which. A link is left alone. */
export function ignoreTraces(folder: string): string {
  const path = join(folder, FILE)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) {
    writeFileSync(path, `${FOLDER}/\n`, { flag: 'wx' })
    return `wrote ${FILE}`
  }
  if (!found.isFile()) return `kept ${FILE}: add ${FOLDER}/ to it`
  const text = readFileSync(path, 'utf8')
  if (ENTRY.test(text)) return `kept ${FILE}`
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  appendFileSync(path, `${text === '' || text.endsWith('\n') ? '' : end}${FOLDER}/${end}`)
  return `added ${FOLDER}/ to ${FILE}`
}
