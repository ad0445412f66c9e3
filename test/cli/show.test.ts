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

const failed = `${folder}/failed.trace`

/** A client freezes twice with a misspelt name, and its test fails. */
beforeAll(async () => {
  const sim = await createSimulator()
  const freeze = { as: 'alice', path: { spaceKey: 'ENG', version: 2 } } as const
  const headers = { authorization: 'Bearer tok-alice' }
  await sim.exchange({ method: 'GET', url: 'http://wiki.sim/rest/reqs/1/baseline/ENG?colour=red', headers })
  await sim.call('wiki.baseline.freeze', freeze)
  await sim.call('wiki.baseline.freeze', freeze).catch(() => undefined)
  const failure = {
    runner: 'vitest',
    title: 'releases > freezes once',
    file: 'test/freeze.test.ts',
    error: 'expected 409 to be 200 \u001B[2J',
    thrownAt: 'test/freeze.test.ts:12:5',
  }
  writeFileSync(failed, await sim.trace('default', { failure }))
})

const SUMMARY = [
  'Failed: releases > freezes once (vitest)',
  '  expected 409 to be 200',
  '  at test/freeze.test.ts:12:5',
  '',
  'Last exchange before the failure',
  '  step 3  POST /rest/reqs/1/baseline-actions/ENG/freeze/2 as alice → 409 (wiki.baseline.freeze)',
].join('\n')

test('show prints the test, its error and the last exchange before it serves', async () => {
  const shown = start(['show', failed])
  await shown.seen(/reqsim listening on (\S+)/)
  const { out } = await shown.stop()
  expect(out.startsWith(SUMMARY), out).toBe(true)
  expect(out).toContain('Suspicious steps\n  step 1  GET /rest/reqs/1/baseline/ENG as alice → 200')
  expect(out).toContain('    ! ignored: query colour\n')
  expect(out).toMatch(/Open http:\S+\/_sim\/ to see the failure/)
})

test('--text prints the failure and the steps, and ends', async () => {
  const { code, out } = await run(['show', failed, '--text'])
  expect(code).toBe(0)
  expect(out.startsWith(SUMMARY), out).toBe(true)
  expect(out).toMatch(
    /\n! +1 {2}2026\S+ {2}GET \S+ as alice → 200 \(wiki\.baseline\.list\)\n +ignored: query colour\n {6}2 /,
  )
})

test('--json has the failure, and the reasons of suspicious steps', async () => {
  const { out } = await run(['show', failed, '--json'])
  expect(JSON.parse(out)).toMatchObject({
    failure: { title: 'releases > freezes once', thrownAt: 'test/freeze.test.ts:12:5' },
    lastExchange: 3,
    steps: [{ suspicious: [{ kind: 'ignored', reason: 'ignored: query colour' }] }, {}, {}],
  })
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
