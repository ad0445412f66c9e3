// The exit code of `reqsim exec`, case by case: none of them is a false green.

import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { serveForSuite } from '../../support/serve.ts'
import { run } from '../cli.ts'

const { path: folder, write } = temporaryFolder()
const environment = { PATH: process.env['PATH'] ?? '' }
const exec = (...args: string[]) => run(['exec', ...args], environment)

const taken = await serveForSuite(await createSimulator())
const notExecutable = write('not-executable', '#!/bin/sh\nexit 0\n')
const noInterpreter = write('no-interpreter', '#!/no/such/interpreter\n')
chmodSync(noInterpreter, 0o755)
const faulty = write('faulty.yaml', 'extends: [demo]\nclock: { mode: fast }\n')
const failing = write(
  'failing.yaml',
  'extends: [demo]\ntimeline: [{ step: first, as: alice, call: GET /api/applications/101, expect: { status: 404 } }]\n',
)

/** Calls addresses that are relative to variables, such as `REQSIM_API_URL /applications/101`, as alice. */
function calling(...addresses: readonly string[]): string[] {
  const script = `for (const address of ${JSON.stringify(addresses)}) {
    const [name, rest] = address.split(' ')
    const headers = { authorization: 'Bearer ' + process.env.REQSIM_TOKEN_ALICE }
    const method = rest.startsWith('/reset') ? 'POST' : 'GET'
    const control = { 'content-type': 'application/json', 'x-sim-control': '1' }
    const { status } = method === 'GET'
      ? await fetch(process.env[name] + rest, { headers })
      : await fetch(process.env[name] + rest, { method, headers: control, body: '{"worlds":"all"}' })
    if (status !== 200) process.exit(9)
  }`
  return [process.execPath, '--input-type=module', '-e', script]
}
const RESET = 'REQSIM_CONTROL_URL /reset'
const APPLICATION = 'REQSIM_API_URL /applications/101'

const cases: readonly (readonly [what: string, args: readonly string[], code: number, errors: RegExp])[] = [
  ['a command that succeeds', ['--', ...calling(APPLICATION)], 0, /^reqsim: listening on \S+ \(.*\)\n$/],
  ['a command that fails', ['--', 'sh', '-c', 'exit 7'], 7, /^reqsim: listening on/],
  ['a command that ends with 3', ['--', 'sh', '-c', 'exit 3'], 3, /^reqsim: listening on/],
  ['a command that a signal kills', ['--', 'sh', '-c', 'kill -9 $$'], 137, /^reqsim: listening on/],
  [
    'a command that is not on the path',
    ['--', 'no-such-command'],
    127,
    /'no-such-command' was not found on the PATH\n$/,
  ],
  ['a file that does not exist', ['--', join(folder, 'absent')], 127, /absent' was not found/],
  ['a script without its interpreter', ['--', noInterpreter], 127, /was not found, or the interpreter/],
  ['several words as one', ['--', 'npm test'], 127, /write the words of the command one by one/],
  ['a file that is not executable', ['--', notExecutable], 126, /not-executable' cannot be run: .*EACCES/],
  ['a folder', ['--', folder], 126, /cannot be run: .*EACCES/],
  ['a word with a null character', ['--', 'sh\0'], 126, /cannot be run: .*null bytes/],
  [
    'a port that is in use',
    ['--port', String(taken.port), '--', 'true'],
    3,
    /^reqsim: port \d+ of 127\.0\.0\.1 is in use/,
  ],
  [
    'an address of another machine',
    ['--host', '192.0.2.1', '--', 'true'],
    3,
    /is not an address of this machine/,
  ],
  ['an unknown scenario', ['dmeo', '--', 'true'], 3, /no ready scenario 'dmeo'; did you mean 'demo'\?/],
  ['a scenario file that does not exist', ['absent.yaml', '--', 'true'], 3, /absent\.yaml/],
  ['a scenario file with errors', [faulty, '--', 'true'], 3, /faulty\.yaml:2:\d+ clock\.mode: /],
  ['a timeline that fails', [failing, '--until', 'first', '--', 'true'], 3, /does not reach 'first'/],
  ['a step that does not exist', [failing, '--until', 'frist', '--', 'true'], 3, /did you mean 'first'\?/],
  [
    'a fault for an unknown operation',
    ['--fault', 'wiki.baseline.lst status=503', '--', 'true'],
    3,
    /^reqsim: --fault \(number 1\) operation: no operation 'wiki\.baseline\.lst'; did you mean 'wiki\.baseline\.list'\?\n$/,
  ],
  [
    'a fault with an unknown field',
    ['--fault', 'wiki.baseline.list stauts=503', '--', 'true'],
    2,
    /a fault has no field 'stauts': did you mean 'status'\?\n$/,
  ],
  ['an unknown flag', ['--prt', '1', '--', 'true'], 2, /unknown option '--prt'\n\(Did you mean --port\?\)/],
  ['no command', ['demo'], 2, /exec has no command: write it after --/],
  ['nothing after --', ['demo', '--'], 2, /exec has no command: write it after --/],
  ['a command before --', ['demo', 'pytest', '--', 'true'], 2, /too many arguments for 'exec'/],
  ['a command with flags and without --', ['pytest', '-x'], 2, /exec has no command: write it after --/],
  [
    'a threshold that is exceeded',
    ['--min-exercised', '2', '--', ...calling(APPLICATION)],
    1,
    /1 operation exercised, fewer than the minimum of 2\n/,
  ],
  [
    'a threshold that is kept',
    ['--min-exercised', '1', '--', ...calling(APPLICATION)],
    0,
    /^reqsim: listening on \S+ \(.*\)\n$/,
  ],
  [
    'a threshold and a command that fails',
    ['--min-exercised', '2', '--', 'sh', '-c', 'exit 7'],
    7,
    /fewer than the minimum of 2\n$/,
  ],
  [
    'a threshold that a call before a reset meets',
    ['--min-exercised', '1', '--', ...calling(APPLICATION, RESET)],
    0,
    /^reqsim: listening on/,
  ],
  [
    'a report that cannot be written',
    ['--report', join(folder, 'no', 'where.json'), '--', 'true'],
    1,
    /cannot write '.*where\.json'/,
  ],
]

test.each(cases)('%s', async (_what, args, code, errors) => {
  const outcome = await exec(...args)
  expect([outcome.code, outcome.out], outcome.errors).toEqual([code, ''])
  expect(outcome.errors).toMatch(errors)
})

describe('the report', () => {
  test('covers all worlds, and what was before a reset', async () => {
    const file = join(folder, 'report.json')
    const { code, errors } = await exec(
      '--report',
      file,
      '--',
      ...calling(APPLICATION, 'REQSIM_WORLD_PREFIX gw0/api/applications/101', RESET, APPLICATION),
    )
    expect(code, errors).toBe(0)
    const report = JSON.parse(readFileSync(file, 'utf8'))
    expect(report.exchanges).toBe(3)
    expect(report.operations).toContainEqual(
      expect.objectContaining({ operation: 'standalone.application.read', exercised: 3 }),
    )
  })

  test('has nothing of the timeline that ran before the command', async () => {
    const { code, errors } = await exec(
      'release-freeze',
      '--until',
      'morning',
      '--min-exercised',
      '1',
      '--',
      'true',
    )
    expect(code).toBe(1)
    expect(errors).toMatch(/warning: the command sent no request .*\nreqsim: 0 operations exercised/)
  })
})

test('a command that calls nothing is warned about', async () => {
  const { code, errors } = await exec('--', 'true')
  expect(code).toBe(0)
  expect(errors).toMatch(/\nreqsim: warning: the command sent no request to the simulator; .*REQSIM_URL/)
})

test('--until is where every world begins', async () => {
  const script = `for (const url of [process.env.REQSIM_URL, process.env.REQSIM_WORLD_PREFIX + 'gw0']) {
    const { next } = await (await fetch(url + '/_sim/timeline')).json()
    if (next !== 1) process.exit(9)
  }`
  const { code, errors } = await exec(
    'release-freeze',
    '--until',
    'morning',
    '--',
    process.execPath,
    '--input-type=module',
    '-e',
    script,
  )
  expect(code, errors).toBe(0)
})
