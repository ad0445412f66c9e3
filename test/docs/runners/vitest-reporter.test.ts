/** The reporter of `reqsim/vitest/reporter`, in a run of Vitest as users have it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Report } from '../../../src/index.ts'
import { makeProject } from '../support/project.ts'

const call = (sim: string, path: string) =>
  `await ${sim}.fetch('http://api.sim/api${path}', { headers: { Authorization: 'Bearer tok-alice' } })`

const FIRST = `
import { expect } from 'vitest'
import { test } from 'reqsim/vitest'
test('reads', async ({ sim }) => {
  ${call('sim', '/applications/101')}
  ${call('sim', '/applications?organizationId=1&limt=2')}
})
test('forks', async ({ sim }) => {
  ${call('sim', '/applications/101')}
  const fork = sim.fork()
  ${call('fork', '/applications/102')}
  ${call('fork.fork()', '/applications/102')}
})
`
const SECOND = `
import { describe, expect } from 'vitest'
import { test } from 'reqsim/vitest'
let attempts = 0
describe('flaky', () => {
  test('passes at the second attempt', { retry: 1 }, async ({ sim }) => {
    ${call('sim', '/applications/101')}
    ${call('sim', '/nowhere')}
    expect(++attempts).toBe(2)
  })
})
test('freezes', async ({ sim }) => {
  await sim.call('wiki.baseline.freeze', { as: 'alice', path: { spaceKey: 'ENG', version: 2 } })
  sim.clock.advance('1m')
})
test.skip('is skipped', ({ sim }) => sim)
test('does without', () => {})
`
const config = (options: string) => `
import { defineConfig } from 'vitest/config'
export default defineConfig({
  test: { pool: 'forks', maxWorkers: 2, reporters: ['default', ['reqsim/vitest/reporter', ${options}]] },
})
`

const project = await makeProject(['vitest'])
await project.write('first.test.ts', FIRST)
await project.write('second.test.ts', SECOND)

const read = async (path: string) => readFile(join(project.folder, path), 'utf8')

describe('a run within its thresholds', () => {
  let result: { readonly code: number; readonly output: string }
  beforeAll(async () => {
    await project.write(
      'vitest.config.js',
      config(`{
        report: ['out/reqsim.json', 'out/reqsim.md'],
        ctrf: 'out/ctrf.json',
        thresholds: { maxUnknownFields: 1, maxUnmatched: 1, minExercised: 3, maxAssumptions: 100 },
      }`),
    )
    result = await project.run('vitest run')
  })

  it('passes, and prints the summary', () => {
    expect(result.code, result.output).toBe(0)
    expect(result.output).toMatch(
      /reqsim, 4 tests with sim:\n {2}Requests +8\n {2}Operations exercised +3 of/,
    )
    expect(result.output).toContain(
      "ignored: parameter 'limt' of standalone.application.list (did you mean limit?), in 'reads'",
    )
    expect(result.output).not.toContain('more than the maximum')
  })

  it('adds up all workers and forks, and of a retried test the last attempt', async () => {
    const report = JSON.parse(await read('out/reqsim.json')) as Report & { problems: string[] }
    expect(report).toMatchObject({
      exchanges: 8,
      unmatched: 1,
      unknown: [
        {
          operation: 'standalone.application.list',
          kind: 'parameter',
          name: 'limt',
          suggestion: 'limit',
          times: 1,
        },
      ],
      problems: [],
    })
    const used = report.operations.filter(({ exercised }) => exercised > 0)
    expect(used.map(({ operation, exercised, statuses }) => ({ operation, exercised, statuses }))).toEqual([
      { operation: 'standalone.application.list', exercised: 1, statuses: { 200: 1 } },
      { operation: 'standalone.application.read', exercised: 5, statuses: { 200: 5 } },
      { operation: 'wiki.baseline.freeze', exercised: 1, statuses: { 200: 1 } },
    ])
    expect(report.operations.length).toBeGreaterThan(300)
    const freezing = report.machines.find(({ machine }) => machine === 'baseline')
    expect(freezing?.states).toContainEqual({ state: 'DONE', visited: true })
    expect(freezing?.states).toContainEqual({ state: 'ERROR', visited: false })
    expect(report.assumptions.find(({ id }) => id === 'A12')).toMatchObject({
      times: expect.any(Number),
      behaviour: expect.stringMatching(/\w/),
    })
    expect(await read('out/reqsim.md')).toContain('| standalone.application.read |')
  })

  it('writes the results in the Common Test Report Format', async () => {
    const { reportFormat, specVersion, results, extra } = JSON.parse(await read('out/ctrf.json'))
    expect({ reportFormat, specVersion, extra }).toEqual({
      reportFormat: 'CTRF',
      specVersion: '0.1.0',
      extra: { reqsim: { problems: [] } },
    })
    const { start, stop, ...counts } = results.summary
    expect(counts).toEqual({ tests: 6, passed: 5, failed: 0, skipped: 1, pending: 0, other: 0, flaky: 1 })
    expect(stop).toBeGreaterThan(start)
    expect(results.tool).toEqual({ name: 'vitest', version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
    const named = (name: string) => results.tests.find((test: { name: string }) => test.name === name)
    expect(named('passes at the second attempt')).toMatchObject({
      status: 'passed',
      suite: ['flaky'],
      filePath: 'second.test.ts',
      retries: 1,
      flaky: true,
      extra: { reqsim: { exchanges: 2, operations: ['standalone.application.read'] } },
    })
    expect(named('is skipped')).toEqual({
      name: 'is skipped',
      status: 'skipped',
      duration: expect.any(Number),
      filePath: 'second.test.ts',
    })
    expect(named('does without')).not.toHaveProperty('extra')
    expect(Number.isInteger(named('reads').duration)).toBe(true)
  })
})

it('a run beyond a threshold fails, with a line for each, though its tests pass', async () => {
  const options = `{ ctrf: 'ctrf.json', thresholds: { maxUnknownFields: 0, maxUnmatched: 0, minExercised: 3 } }`
  await project.write('vitest.config.js', config(options))
  const { code, output } = await project.run('vitest run')
  expect(output).toMatch(/Tests +5 passed \| 1 skipped/)
  const problems = [
    "1 unknown name, more than the maximum of 0: parameter 'limt' of standalone.application.list (did you mean limit?)",
    '1 request that matches no operation, more than the maximum of 0: GET /api/nowhere',
  ]
  expect(output.split('\n').filter((line) => line.startsWith('reqsim: '))).toEqual(
    problems.map((problem) => `reqsim: ${problem}`),
  )
  expect(JSON.parse(await read('ctrf.json')).extra.reqsim.problems).toEqual(problems)
  expect(code).toBe(1)
})

it.each(['-t freezes', 'second.test.ts', '--shard 1/2'])(
  'a run of some tests (%s) does not have to exercise as much as all tests',
  async (selection) => {
    await project.write(
      'vitest.config.js',
      config('{ thresholds: { minExercised: 3, maxUnknownFields: 1 } }'),
    )
    const { code, output } = await project.run(`vitest run ${selection}`)
    expect(output).toContain('This run leaves tests out, so that minExercised is not checked.')
    expect(code, output).toBe(0)
  },
)

it('in watch mode, files that are not run again count with their last run', async () => {
  const options = `{ report: 'watched.json', ctrf: 'watched-ctrf.json', thresholds: { minExercised: 3 } }`
  await project.write('vitest.config.js', config(options))
  await project.write(
    'watch.mjs',
    `
import { resolve } from 'node:path'
import { startVitest } from 'vitest/node'
const vitest = await startVitest('test', [], { watch: true })
await vitest.rerunFiles([resolve('first.test.ts')])
await vitest.close()
`,
  )
  const { code, output } = await project.run('node watch.mjs')
  expect(code, output).toBe(0)
  expect(output).toMatch(/Tests +2 passed \(2\)/)
  expect(output.match(/reqsim, 4 tests with sim:\n {2}Requests +8\n/g)).toHaveLength(2)
  expect(output).not.toContain('fewer than the minimum')
  expect(JSON.parse(await read('watched.json'))).toMatchObject({ exchanges: 8, problems: [] })
  expect(JSON.parse(await read('watched-ctrf.json')).results.summary).toMatchObject({ tests: 6, passed: 5 })
})
