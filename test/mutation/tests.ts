/** Which test files are run over a copy. */
import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'

/** Left out, each with the reason that the page tells. */
export const LEFT_OUT: readonly (readonly [pattern: string, reason: string])[] = [
  ['test/{cli,docs,package}/**', 'run processes, or read what a copy of the source does not have'],
  ['test/console/**', 'run a browser, or are about its page'],
  ['test/security/{drive-by.browser,outside,terminal}.test.ts', 'run a browser and processes'],
  ['test/security/exhaustion.test.ts', 'runs a process, and sends thousands of exchanges to servers'],
  ['test/security/leaks.test.ts', 'does once, before all of its tests, what they look at'],
  ['test/security/audit.test.ts', 'is about a script'],
  ['test/doors/**', 'send one table of cases through one server after the other: no case can be sent twice'],
  ['test/faults/chromium.test.ts', 'runs a browser'],
  ['test/determinism.test.ts', 'runs two processes'],
  ['test/lint/**', 'runs the linter'],
  ['test/fuzz/parsers.test.ts', 'mutates texts for longer than a trial may take'],
  [
    'test/{model/late-jobs,library/loading}.test.ts',
    'load modules anew, and come so to what others come to once',
  ],
  ['test/mutation/**', 'is about the tool'],
]

/** The files of tests that are run, from the folder of the project on. */
export function testFiles(folder: string): readonly string[] {
  const files = globSync('test/**/*.test.ts', { cwd: folder }).map((file) => file.replaceAll('\\', '/'))
  return files.filter((file) => !LEFT_OUT.some(([pattern]) => matchesGlob(file, pattern))).sort()
}
