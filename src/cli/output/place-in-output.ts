/** The line of a project's file that the output of a failed command names. */
import { statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { isOfProject } from '../../adapters/shared/runner-failure.ts'

/** `test_client.py:12: AssertionError`, `client_test.go:34: …`, `at file:///app/a.test.js:4:27`, `(a.ts:1:2)`. */
const PLACE =
  /(?:^|[\s("'@])(?:file:\/\/)?((?:[A-Za-z]:)?[^\s()"':]{1,300}\.\w{1,10}):(\d{1,7})(?::(\d{1,7}))?\b/gm
const MAXIMUM_PLACES = 200

/**
 * `/app/tests/test_client.py:12`, of a file below the folder `within`; paths are from the working directory. Undefined if the
 * output names none. The first one is most likely that of the test.
 */
export function placeInOutput(output: string, within: string): string | undefined {
  let tried = 0
  for (const [, file = '', line, column] of output.matchAll(PLACE)) {
    if (++tried > MAXIMUM_PLACES) return undefined
    const path = resolve(file)
    const inside = relative(within, path)
    if (inside.startsWith('..') || isAbsolute(inside) || !isOfProject(path)) continue
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue
    return `${path}:${line}${column === undefined ? '' : `:${column}`}`
  }
  return undefined
}
