// Exploring a command: its exit codes, of commands that end at once. test/languages/explore.test.ts finds a bug.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorLine } from '../../src/cli/explore/error-line.ts'
import { temporaryFolder } from '../support/folder.ts'
import { run } from './cli.ts'

const { path: folder } = temporaryFolder()

it('a command that no schedule breaks ends with 0, and nothing is written', async () => {
  const out = join(folder, 'none')
  const { code, out: text } = await run([
    'explore',
    '--schedules',
    '20',
    '--out',
    out,
    '--',
    process.execPath,
    '-e',
    '',
  ])
  expect(code).toBe(0)
  expect(text).toContain('1 schedule, 0 failures: nothing new was left to try.')
  expect(text).toContain('The client sent no request to the simulator')
  expect(existsSync(out)).toBe(false)
})

it('a command that gives up without any disturbance, as --may-fail allows, says so', async () => {
  const command = [process.execPath, '-e', "console.error('no token'); process.exit(3)"]
  const args = ['explore', '--schedules', '2', '--may-fail', 'exit 3']
  const { code, out } = await run([...args, '--', ...command])
  expect(code).toBe(0)
  expect(out).toMatch(
    /\nWithout any disturbance, the client already gives up, as it may: ".*exit code 3: no token"\.\n/,
  )
  const { out: json } = await run([...args, '--json', '--', ...command])
  expect(JSON.parse(json).gaveUp).toContain('no token')
})

it('a command that does not end is killed, and that is the failure', async () => {
  const args = ['explore', '--timeout', '500ms', '--schedules', '1']
  const { code, out } = await run([...args, '--', process.execPath, '-e', 'setInterval(() => {}, 1000)'])
  expect(code).toBe(1)
  expect(out).toContain('Undisturbed: the client did not end within 500 milliseconds of real time')
})

describe('the line that says what went wrong', () => {
  it.each([
    [
      'of Node',
      "file:///a.mjs:1\nthrow new Error('x')\n      ^\n\nError: x\n    at a.mjs:1\n\nNode.js v24.1.0\n",
      'Error: x',
    ],
    [
      'with a code',
      'TypeError [ERR_INVALID_URL]: Invalid URL\n    at x',
      'TypeError [ERR_INVALID_URL]: Invalid URL',
    ],
    [
      'of Python',
      'Traceback (most recent call last):\n  File "x"\nrequests.exceptions.HTTPError: 503\n',
      'requests.exceptions.HTTPError: 503',
    ],
    [
      'of Java',
      'Exception in thread "main" java.lang.IllegalStateException: no\n\tat A',
      'Exception in thread "main" java.lang.IllegalStateException: no',
    ],
    ['of Go', 'panic: no baseline\n\ngoroutine 1 [running]:\n', 'panic: no baseline'],
    ['of a command without a class of errors', 'starting\nno baseline 2\n', 'no baseline 2'],
  ])('%s', (_language, stderr, line) => {
    expect(errorLine({ stderr, stdout: 'other' })).toBe(line)
  })

  it('is looked for on the standard output if the error stream has none', () => {
    const stdout = 'x.py F\nE       AssertionError: assert 1 == 2\n=== 1 failed in 0.1s ===\n'
    expect(errorLine({ stderr: '', stdout })).toBe('E       AssertionError: assert 1 == 2')
    expect(errorLine({ stderr: '', stdout: '' })).toBe('')
  })
})

it.each([
  [
    ['explore', '--faults', 'lost-responses', '--', 'true'],
    2,
    "There is no fault 'lost-responses': did you mean 'lost-response'?",
  ],
  [
    ['explore', '--may-fail', 'exit 300', '--', 'true'],
    2,
    "An exit code is a number from 1 to 255, not '300'",
  ],
  [['explore', '--', join(folder, 'nowhere')], 127, 'cannot be run'],
  [['explore'], 2, 'explore has no command: write it after --, as in reqsim explore demo -- pytest'],
  [['explore', '--without', 'fault', '--', 'true'], 2, "'fault' is not varied: did you mean 'faults'?"],
  [
    ['explore', '--budget', 'soon', '--', 'true'],
    2,
    "'soon' is invalid. It must be a duration such as '10s', '3m' or 'PT3M', of at least 1ms.",
  ],
  [['explore', '--timeout', '0s', '--', 'true'], 2, "'0s' is invalid. It must be a duration"],
  [['explore', 'dem', '--', 'true'], 2, "did you mean 'demo'?"],
])('%j ends with %i', async (args, expected, message) => {
  const { code, errors } = await run(args)
  expect(code).toBe(expected)
  expect(errors).toContain(message)
})
