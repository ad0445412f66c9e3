// Exploring a command, a process for each schedule: what is printed and written.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run } from '../cli/cli.ts'
import { temporaryFolder } from '../support/folder.ts'

const { path: folder } = temporaryFolder()

/** Freezes a baseline; a retry does not notice that the first call has worked. */
const CLIENT = `
const headers = { Authorization: 'Bearer ' + process.env.REQSIM_TOKEN_ALICE }
const freeze = () => fetch(process.env.REQSIM_WIKI_URL + '/rest/reqs/1/baseline-actions/ENG/freeze/2', { method: 'POST', headers })
const first = await freeze().catch(() => undefined)
const { status } = first?.ok ? first : await freeze()
if (status !== 200) {
  console.log('refused with ' + status)
  process.exit(7)
}
`
const command = ['--', process.execPath, '--input-type=module', '-e', CLIENT]
const faults = ['--without', 'clock,edits,outages,jobs,messages,assumptions']

describe('a command with a bug', () => {
  it('ends with 1, and the failure is printed and written', async () => {
    const out = join(folder, 'failures')
    const junit = join(folder, 'explore.xml')
    const args = ['explore', ...faults, '--schedules', '12', '--jobs', '2', '--out', out, '--junit', junit]
    const finished = await run([...args, 'demo', ...command])
    expect(finished.code).toBe(1)
    expect(finished.out).toContain(
      'The response to wiki.baseline.freeze was lost after it had worked; the retry got 409: the client threw "the command ended with exit code 7: refused with 409"',
    )
    expect(finished.out).toContain('refused with 409')
    expect(readFileSync(junit, 'utf8')).toMatch(
      /<testsuites name="reqsim explore" tests="\d+" failures="[1-9]/,
    )
    const kept = finished.out.split('\n').findIndex((line) => /^\d\. The response to .* was lost/.test(line))
    const number = finished.out.split('\n')[kept]?.charAt(0)
    const file = join(out, `failure-${number}.scenario.yaml`)
    const replayed = await run(['run', file])
    expect(replayed.code, replayed.errors).toBe(0)
    expect(replayed.out).toContain('→ 409')
  })
})

it('finds the same over HTTP for the same seed, byte for byte', async () => {
  const once = () => run(['explore', ...faults, '--schedules', '12', '--json', 'demo', ...command])
  const [first, second] = [await once(), await once()]
  expect(first.code).toBe(1)
  expect(second.out).toBe(first.out)
})
