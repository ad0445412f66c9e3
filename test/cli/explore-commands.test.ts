// Exploring commands: which failures are several, which are allowed, and what a check finds.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { run } from './cli.ts'

const { path: folder } = temporaryFolder()

const only = ['--without', 'clock,edits,outages,jobs,messages,assumptions']
const node = (code: string) => ['--', process.execPath, '--input-type=module', '-e', code]
const READ = `
const headers = { Authorization: 'Bearer ' + process.env.REQSIM_TOKEN_ALICE }
const read = (path) => fetch(process.env.REQSIM_URL + path, { headers })
const baselines = '/wiki/rest/reqs/1/baseline/ENG'
const requirements = '/wiki/rest/reqs/1/requirement2/ENG'
`
const failed = (out: string) => out.split('\n').filter((line) => /^\d+\. /.test(line))

describe('failures of a command', () => {
  it('are told apart by exit code, operation and error, and numbers do not tell them apart', async () => {
    const client = `${READ}
for (const path of [baselines, requirements])
  for (let attempt = 1; attempt <= 2; attempt++) {
    const { status } = await read(path)
    if (status === 503) process.exit(3)
    if (status === 500) process.exit(4)
    if (status === 429) throw new TypeError('limited in ' + process.pid + ' at ' + process.env.REQSIM_URL)
  }`
    const faults = ['--faults', 'unavailable,server-error,rate-limited']
    const { code, out } = await run(['explore', ...only, ...faults, '--schedules', '14', ...node(client)])
    expect(code).toBe(1)
    const how = {
      503: 'exit code 3',
      429: /exit code 1: TypeError: limited in \d+ at REQSIM_URL/,
      500: 'exit code 4',
    }
    expect(failed(out).map((line) => line.replace(/^\d+\. /, '').toLowerCase())).toEqual(
      expect.arrayContaining(
        ['wiki.baseline.list', 'wiki.requirement.search'].flatMap((operation) => [
          expect.stringMatching(`${operation} got 503: the client threw .*${how[503]}`),
          expect.stringMatching(`${operation} got 500 and did nothing: the client threw .*${how[500]}`),
          expect.stringMatching(
            `${operation} got 429 with retry-after: .*exit code 1: typeerror: limited in .* at reqsim_url`,
          ),
        ]),
      ),
    )
    expect(failed(out)).toHaveLength(6)
  })

  it('with an exit code or a text on the error stream that --may-fail names are none', async () => {
    const client = `${READ}
const { status } = await read(baselines)
if (status === 503) process.exit(3)
if (status === 500) {
  console.error('GAVE UP: ' + status)
  process.exit(1)
}
if (status === 429) process.exit(30)`
    const args = ['explore', ...only, '--faults', 'unavailable,server-error,rate-limited', '--schedules', '6']
    const allowed = await run([...args, '--may-fail', 'exit 3', '--may-fail', 'GAVE UP', ...node(client)])
    expect(failed(allowed.out)).toEqual([expect.stringContaining('exit code 30')])
    const all = await run([...args, '--may-fail', 'exit 30', ...node(client)])
    expect(failed(all.out)).toHaveLength(2)
  })

  it('that a check finds come first: it gets the world, the exit code and what the command printed', async () => {
    const client = `${READ}
const first = await read(baselines)
if (!first.ok) process.exit(3)
const list = await read(requirements)
console.log(list.ok ? (await list.json()).results.length : 0)`
    const check = join(folder, 'check.mjs')
    writeFileSync(
      check,
      `import { readFileSync } from 'node:fs'
const printed = readFileSync(0, 'utf8').trim()
if (process.env.REQSIM_EXIT_CODE === '3' && printed === '') process.exit(0)
const journal = await (await fetch(process.env.REQSIM_CONTROL_URL + '/journal')).json()
if (journal.items.length < 2) throw new Error('no journal')
if (printed !== '12') throw new Error(printed + ' requirements')`,
    )
    const { code, out } = await run([
      'explore',
      ...only,
      '--faults',
      'unavailable',
      '--schedules',
      '6',
      '--check',
      `"${process.execPath}" "${check}"`,
      ...node(client),
    ])
    expect(code).toBe(1)
    expect(failed(out)).toEqual([
      expect.stringContaining(
        'wiki.requirement.search got 503: the check found "the check ended with exit code 1: Error: 0 requirements"',
      ),
      expect.stringContaining('wiki.baseline.list got 503: the client threw'),
    ])
    expect(out).toContain('It leaves wrong data.')
  })
})

it('a check that cannot be run ends with 127', async () => {
  const { code, errors } = await run(['explore', '--check', 'no-such-check-here', ...node('')])
  expect([code, errors]).toEqual([127, expect.stringContaining("'no-such-check-here' cannot be run")])
})
