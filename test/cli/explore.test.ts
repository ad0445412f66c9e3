// Exploring a command: its exit codes, of commands that end at once. test/languages/explore.test.ts finds a bug.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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

it('a command that does not end is killed, and that is the failure', async () => {
  const args = ['explore', '--timeout', '500ms', '--schedules', '1']
  const { code, out } = await run([...args, '--', process.execPath, '-e', 'setInterval(() => {}, 1000)'])
  expect(code).toBe(1)
  expect(out).toContain('Undisturbed: the client did not end within 500 milliseconds of real time')
})

it.each([
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
