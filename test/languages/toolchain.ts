/** Tests of clients in other languages. If this machine lacks a program, they report loudly that they were skipped. */
import { accessSync, constants, existsSync } from 'node:fs'
import { basename, delimiter, isAbsolute, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The first executable file of this name on the path, or undefined. */
export function findProgram(name: string): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      continue
    }
  }
  return undefined
}

/** Defines tests that need these programs on the path, such as `python3`, or these files, such as a library. */
export function describeWithPrograms(
  title: string,
  programs: readonly [string, ...string[]],
  define: () => void,
): void {
  const absent = programs.filter((name) =>
    isAbsolute(name) ? !existsSync(name) : findProgram(name) === undefined,
  )
  const shown = programs.map((name) => basename(name)).join(' and ')
  test(`${shown} are on this machine, or nobody requires them`, () => {
    if (absent.length > 0) console.error(`NOT TESTED: ${title}, for lack of ${absent.join(', ')}`)
    expect(process.env['REQSIM_REQUIRE_LANGUAGES'] === '1' ? absent : []).toEqual([])
  })
  describe.skipIf(absent.length > 0)(`${title}, with ${shown}`, () => {
    define()
  })
}
