/** Which line of what a command printed says what went wrong. */
import { expect, test } from 'vitest'
import { errorLine } from '../../../src/cli/explore/error-line.ts'

test.each([
  [
    'the error of JavaScript',
    'at work\nTypeError: no key\n    at run (a.ts:1)\n\nNode.js v24.1.0\n',
    'TypeError: no key',
  ],
  ['the last of several errors', 'Error: first\nRangeError: last\n', 'RangeError: last'],
  ['the error of Python', 'Traceback:\n  File "a.py"\nKeyError: 5\n', 'KeyError: 5'],
  [
    'the error of pytest',
    'E   AssertionError: 1 is not 2\n1 failed in 2 s\n',
    'E   AssertionError: 1 is not 2',
  ],
  ['the error of Go', 'panic: no key\n\ngoroutine 1 [running]:\n', 'panic: no key'],
  ['the last line, without an error', 'one\n  two  \n\n', 'two'],
  ['the line before that of Node', 'one\nNode.js v24.1.0\n', 'one'],
  ['a long line, shortened', `error ${'x'.repeat(300)}`, `error ${'x'.repeat(194)}…`],
  ['nothing', '\n \n', ''],
])('it is %s', (_what, stderr, line) => {
  expect(errorLine({ stderr, stdout: '' })).toBe(line)
})

test('it is that of the error stream, unless that has nothing', () => {
  expect(errorLine({ stdout: 'Error: out', stderr: 'Error: err' })).toBe('Error: err')
  expect(errorLine({ stdout: 'Error: out', stderr: 'a warning' })).toBe('Error: out')
  expect(errorLine({ stdout: 'the end', stderr: '' })).toBe('the end')
})
