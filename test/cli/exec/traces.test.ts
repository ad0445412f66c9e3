import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTrace } from '../../../src/adapters/trace.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { run } from '../cli.ts'

const { path: folder } = temporaryFolder()
const PATH = process.env['PATH'] ?? ''

/** Reads an application in a world of its own, and exits with a code. */
const client = (code: number) =>
  `console.log('reading application 101'); console.error('sent ' + process.env.REQSIM_TOKEN_ALICE);
const headers = { Authorization: 'Bearer ' + process.env.REQSIM_TOKEN_ALICE, 'X-Sim-World': 'worker-1' };
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

test('a trace carries the command, its exit code and the end of its output, without tokens', async () => {
  const traces = `${folder}/carried`
  const { out, errors } = await exec(traces, 3)
  expect([out, errors]).toEqual([
    expect.stringContaining('reading application 101'),
    expect.stringContaining('sent tok-alice'),
  ])
  const { failure } = await openTrace(readFileSync(`${traces}/worker-1.trace`))
  expect(failure).toMatchObject({
    runner: 'reqsim exec',
    title: expect.stringContaining('--input-type=module') as unknown,
    error: 'the command ended with exit code 3',
    exitCode: 3,
  })
  expect(failure?.output?.split('\n').toSorted()).toEqual([
    '',
    'reading application 101',
    'sent {token:eu:2}',
  ])
})

test('a success deletes the trace that an earlier failure left', async () => {
  const traces = `${folder}/mended`
  await exec(traces, 1)
  expect(existsSync(`${traces}/worker-1.trace`)).toBe(true)
  await exec(traces, 0)
  expect(existsSync(`${traces}/worker-1.trace`)).toBe(false)
})

test('an exceeded threshold leaves a trace, a success does not', async () => {
  const [exceeded, passed] = [`${folder}/exceeded`, `${folder}/passed`]
  expect((await exec(exceeded, 0, '--min-exercised', '9')).code).toBe(1)
  const { failure } = await openTrace(readFileSync(`${exceeded}/worker-1.trace`))
  expect(failure).toMatchObject({ error: expect.stringContaining('9') as unknown, exitCode: 0 })
  expect((await exec(passed, 0)).code).toBe(0)
  expect(existsSync(passed)).toBe(false)
})
