import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTrace } from '../../../src/adapters/trace.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { run } from '../cli.ts'

const { path: folder } = temporaryFolder()
const PATH = process.env['PATH'] ?? ''

/** Reads an application in a world of its own, and exits with a code. */
const client = (code: number) =>
  `const headers = { Authorization: 'Bearer ' + process.env.REQSIM_TOKEN_ALICE, 'X-Sim-World': 'worker-1' };
await fetch(process.env.REQSIM_API_URL + '/applications/101', { headers }).then((response) => response.text());
process.exit(${code})`

const exec = (traces: string, code: number, ...flags: string[]) =>
  run(
    ['exec', '--traces', traces, ...flags, '--', process.execPath, '--input-type=module', '-e', client(code)],
    { PATH },
  )

test('a failed command leaves a trace of each world that it used', async () => {
  const traces = `${folder}/failed`
  const { code, errors } = await exec(traces, 1)
  expect(code).toBe(1)
  expect(readdirSync(traces)).toEqual(['worker-1.trace'])
  expect(errors).toContain(`trace of world worker-1: ${traces}/worker-1.trace (reqsim show `)
  const trace = await openTrace(readFileSync(`${traces}/worker-1.trace`))
  expect(trace.notes).toEqual([])
  expect(trace.steps.map(({ title, status }) => [title, status])).toEqual([
    ['GET /api/applications/101 as alice', 200],
  ])
})

test('an exceeded threshold leaves a trace, a success does not', async () => {
  const [exceeded, passed] = [`${folder}/exceeded`, `${folder}/passed`]
  expect((await exec(exceeded, 0, '--min-exercised', '9')).code).toBe(1)
  expect(existsSync(`${exceeded}/worker-1.trace`)).toBe(true)
  expect((await exec(passed, 0)).code).toBe(0)
  expect(existsSync(passed)).toBe(false)
})
