import { writeFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { temporaryFolder } from '../support/folder.ts'
import { run, start } from './cli.ts'

const { path: folder, write } = temporaryFolder()
const file = `${folder}/run.trace`

beforeAll(async () => {
  const sim = await createSimulator()
  await sim.call('wiki.baseline.freeze', { as: 'alice', path: { spaceKey: 'ENG', version: 2 } })
  sim.clock.advance('3m')
  writeFileSync(file, await sim.trace())
})

test('show serves the world of a trace at any step until it is stopped', async () => {
  const shown = start(['show', file])
  const [, url = ''] = await shown.seen(/reqsim listening on (\S+)/)
  const status = async (world: string) => {
    const headers = { 'X-Sim-World': world }
    const response = await fetch(`${url}/_sim/state/baseline?number=2`, { headers })
    const { items } = (await response.json()) as { items: readonly { readonly status: string }[] }
    return items[0]?.status
  }
  expect(await status('default')).toBe('DONE')
  expect(await status('default@1')).toBe('IN_CREATION')
  expect(await status('default@0')).toBe('PREVIEW')
  const { code, out } = await shown.stop()
  expect(code).toBe(0)
  expect(out).toContain('A trace of scenario demo, seed 1: 2 steps, written by reqsim')
})

test('--json lists the steps', async () => {
  const { code, out } = await run(['show', file, '--json'])
  const { steps, notes, missing } = JSON.parse(out) as { steps: { title: string }[] } & Record<
    string,
    unknown
  >
  expect([code, notes, missing]).toEqual([0, [], 0])
  expect(steps.map(({ title }) => title)).toEqual([
    'POST /rest/reqs/1/baseline-actions/ENG/freeze/2 as alice',
    'advance to 2026-01-05T09:03:00.000Z',
  ])
})

test('--step prints the request, the response and what changed', async () => {
  const { code, out } = await run(['show', file, '--step', '1'])
  expect(code).toBe(0)
  expect(out).toContain('step 1 of 2: POST /rest/reqs/1/baseline-actions/ENG/freeze/2 as alice')
  expect(out).toContain('request\n  POST http://wiki.sim/rest/reqs/1/baseline-actions/ENG/freeze/2')
  expect(out).toContain('response\n  200\n')
  expect(out).toMatch(/eu baseline \d+: status "PREVIEW" → "IN_CREATION"/)
  expect(out).not.toContain('sess-alice')
  const clock = await run(['show', file, '--step', '2'])
  expect(clock.out).toMatch(/clock at 2026.*\n\nchanged records\n/)
})

test.each([
  [['show', file, '--step', '3'], '--step: the trace has no step 3: it has steps 1 to 2'],
  [
    ['show', `${folder}/absent.trace`],
    `cannot read '${folder}/absent.trace': no such file or directory (ENOENT)\n`,
  ],
  [['show', write('text.trace', 'hello')], 'not a trace of reqsim: it is not compressed with gzip'],
])('%j is refused', async (args, message) => {
  const { code, errors } = await run(args)
  expect(code).toBe(2)
  expect(errors).toContain(message)
})
