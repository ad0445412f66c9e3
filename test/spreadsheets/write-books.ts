/** Has the programs of the folder `writers` write workbooks. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BookSpecification } from './kinds.ts'

const WRITERS = resolve(import.meta.dirname, 'writers')
/** Debian's, as its packages are not there for another. */
export const PYTHON = '/usr/bin/python3'
const PYTHON_PACKAGES = '/usr/lib/python3/dist-packages'

/** What must be there to write with Python. */
export const PYTHON_FILES = [
  PYTHON,
  `${PYTHON_PACKAGES}/openpyxl/__init__.py`,
  `${PYTHON_PACKAGES}/xlsxwriter/__init__.py`,
] as const

/** Writes into `folder`, or one of its own, which it returns. Throws if a program fails. */
export function writeBooks(
  books: readonly BookSpecification[],
  folder = mkdtempSync(join(tmpdir(), 'reqsim-books-')),
): string {
  const specification = join(mkdtempSync(join(tmpdir(), 'reqsim-books-')), 'books.json')
  writeFileSync(specification, JSON.stringify(books))
  run(process.execPath, ['javascript.mjs', specification, folder])
  if (books.some(({ writer }) => /^(?:openpyxl|xlsxwriter)/.test(writer)))
    run(PYTHON, ['python.py', specification, folder])
  return folder
}

function run(program: string, parameters: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, parameters, {
    cwd: WRITERS,
    encoding: 'utf8',
    // Writers that take a day in local time mean the day of this one.
    env: { ...process.env, TZ: 'UTC', PYTHONDONTWRITEBYTECODE: '1' },
  })
  if (status !== 0) throw new Error(`${program} ${parameters[0]}: ${error?.message ?? stderr}`)
}
