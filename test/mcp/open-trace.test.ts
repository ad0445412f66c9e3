// An agent opens the trace of a failed test, and no other file.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { readTraceBelow } from '../../src/cli/serving/trace-file.ts'
import { createSimulator } from '../../src/index.ts'
import { temporaryFolder } from '../support/folder.ts'
import { connectInProcess } from './connect.ts'

const { path: folder, write } = temporaryFolder()
const project = `${folder}/project`
const WIKI = 'http://wiki.sim/rest/reqs/1'
const headers = { authorization: 'Bearer tok-alice' }

beforeAll(async () => {
  const sim = await createSimulator()
  await sim.exchange({ method: 'GET', url: `${WIKI}/baseline/ENG?colour=red`, headers })
  await sim.exchange({ method: 'POST', url: `${WIKI}/baseline-actions/ENG/freeze/99`, headers })
  const failure = { runner: 'vitest', title: 'freezes once', error: 'expected 404 to be 200' }
  const trace = await sim.trace('default', { failure })
  mkdirSync(`${project}/reqsim-traces`, { recursive: true })
  writeFileSync(`${project}/reqsim-traces/freeze.trace`, trace)
  writeFileSync(`${project}/text.trace`, 'hello')
  writeFileSync(`${folder}/outside.trace`, trace)
  symlinkSync(`${folder}/outside.trace`, `${project}/link.trace`)
  mkdirSync(`${project}/folder.trace`)
  write('other.txt', 'secret')
})

const connect = () =>
  connectInProcess({ scenario: 'demo' }, { readTrace: (path) => readTraceBelow(project, path) })

describe('open_trace', () => {
  it('says why the run failed, and opens its world at any step', async () => {
    const { call } = await connect()
    const { isError, text, data } = await call('open_trace', { path: 'reqsim-traces/freeze.trace' })
    expect([isError, text]).toEqual([
      false,
      [
        'Opened as world trace: 2 steps.',
        'Failed: freezes once (vitest)',
        '  expected 404 to be 200',
        '',
        'Last exchange before the failure',
        '  step 2  POST /rest/reqs/1/baseline-actions/ENG/freeze/99 as alice → 404 (wiki.baseline.freeze)',
        '    ! got 404, and no later call of wiki.baseline.freeze succeeded',
        '',
        'Suspicious steps',
        '  step 1  GET /rest/reqs/1/baseline/ENG as alice → 200 (wiki.baseline.list)',
        '    ! ignored: query colour',
      ].join('\n'),
    ])
    expect(data).toMatchObject({
      world: 'trace',
      failure: { title: 'freezes once' },
      lastExchange: { step: 2, answer: { status: 404 } },
      suspicious: [{ step: 1, reasons: ['ignored: query colour'] }, { step: 2 }],
    })
    const past = await call('get_state', { world: 'trace@1', table: 'baseline', where: { number: 2 } })
    expect(past.data).toMatchObject({ items: [{ status: 'PREVIEW' }] })
    expect((await call('get_state', { world: 'trac@1' })).text).toContain("there is no 'trac@1'")
  })

  it('is refused where no files can be read', async () => {
    const { call } = await connectInProcess()
    const { isError, text } = await call('open_trace', { path: 'a.trace' })
    expect([isError, text]).toEqual([true, 'path: this server reads no files'])
  })

  it.each([
    ['../outside.trace', 'is outside of the folder in which the server was started'],
    [`${folder}/outside.trace`, 'is outside of the folder in which the server was started'],
    ['link.trace', 'is outside of the folder in which the server was started'],
    ['../other.txt', "a trace is a file such as 'a.trace'"],
    ['../absent.trace', 'is outside of the folder in which the server was started'],
    [
      'reqsim-traces/freez.trace',
      "there is no file 'reqsim-traces/freez.trace'; the folder has 'freeze.trace'",
    ],
    ['folder.trace', 'is not a file of at most 24 MB'],
    ['text.trace', 'not a trace of reqsim: it is not compressed with gzip'],
  ])('%s is refused with the reason, and no world is made', async (path, message) => {
    const { call, simulator, defects } = await connect()
    const { isError, text } = await call('open_trace', { path })
    expect([isError, text]).toEqual([true, expect.stringContaining(message)])
    expect([simulator.worldNames(), defects]).toEqual([['default'], []])
  })
})
