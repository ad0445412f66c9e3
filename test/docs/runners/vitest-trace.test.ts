/** Traces of failed tests, and explorations in a suite, in a run of Vitest as users have it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTrace } from '../../../src/adapters/trace.ts'
import { BLOB, githubVariables, readAnnotations, readRows } from '../../support/github.ts'
import { makeProject } from '../support/project.ts'

const CLIENT = (message: string) => `
export async function read(sim) {
  const headers = { Authorization: 'Bearer tok-alice' }
  const response = await sim.fetch('http://wiki.sim/rest/reqs/1/baseline/ENG', { headers })
  if (${message}) throw new Error('reading failed with ' + response.status)
}
`
const FAILING = `
import { describe } from 'vitest'
import { test } from 'reqsim/vitest'
import { read } from './client.js'
describe('baselines', () => {
  test('are read', ({ sim }) => read(sim))
  test('pass at the second attempt', { retry: 1 }, async ({ sim, task }) => {
    await sim.fetch('http://wiki.sim/rest/reqs/1/baseline/ENG')
    if (task.result.retryCount !== 1) throw new Error('first attempt in ' + import.meta.dirname + '/x')
  })
})
`
const EXPLORING = `
import { test } from 'reqsim/vitest'
import { read } from './client.js'
test.explore('reads although the service fails once', { schedules: 20, vary: { assumptions: false } }, (sim) => read(sim))
`
const CONFIG = `
import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { reporters: ['default', ['reqsim/vitest/reporter', { ctrf: 'ctrf.json' }]] } })
`

const project = await makeProject(['vitest'])
await project.write('vitest.config.js', CONFIG)
await project.write('baselines.test.ts', FAILING)
const traceFile = (name: string) => join(project.folder, 'reqsim-traces', `${name}.trace`)
const READ = traceFile('baselines.test.ts-baselines-are-read')
const RETRIED = traceFile('baselines.test.ts-baselines-pass-at-the-second-attempt')

describe('the trace of a failed test', () => {
  it('carries the test, its error and the line that threw, with paths from the root', async () => {
    await project.write('client.js', CLIENT('response.ok'))
    const { code, output } = await project.run('vitest run')
    expect(code, output).toBe(1)
    expect((await openTrace(readFileSync(READ))).failure).toEqual({
      runner: 'vitest',
      title: 'baselines > are read',
      file: 'baselines.test.ts',
      error: 'reading failed with 200',
      thrownAt: expect.stringMatching(/^client\.js:5:\d+$/),
    })
    const { failure } = await openTrace(readFileSync(RETRIED))
    expect(failure?.error).toBe('first attempt in x')
  })

  it('is deleted by the test when it passes, and not by another one', async () => {
    await project.write('client.js', CLIENT('false'))
    const { code, output } = await project.run('vitest run -t read')
    expect(code, output).toBe(0)
    // The attempt that failed in this run is evidence of a flaky test.
    expect([existsSync(READ), existsSync(RETRIED)]).toEqual([false, true])
  })
})

describe('an exploration in a suite', () => {
  let output = ''
  beforeAll(async () => {
    await project.write('client.js', CLIENT('!response.ok'))
    await project.write('explored.test.ts', EXPLORING)
    ;({ output } = await project.run('vitest run explored'))
  })

  it('counts as a test, with the exchanges of all its runs', () => {
    const [, runs] = /reqsim, 1 test with sim, 1 of them explored in (\d+) runs:/.exec(output) ?? []
    const [, exchanges] = /Requests +(\d+)/.exec(output) ?? []
    expect(Number(runs), output).toBeGreaterThanOrEqual(20)
    expect(Number(exchanges)).toBe(Number(runs))
    const { results } = JSON.parse(readFileSync(join(project.folder, 'ctrf.json'), 'utf8')) as {
      results: { tests: { extra?: { reqsim: object } }[] }
    }
    expect(results.tests[0]?.extra?.reqsim).toMatchObject({ runs: Number(runs), exchanges: Number(runs) })
  })

  it('fails with the sentence first, and with lines of the project alone', () => {
    expect(output).toMatch(
      /FAIL +explored\.test\.ts > reads although .*\n+Error: The connection of wiki\.baseline\.list was lost/,
    )
    const places = output.split('\n').flatMap((line) => /❯ (?:\S+ )?(\S+):\d+:\d+$/.exec(line)?.[1] ?? [])
    expect(places).toContain('client.js')
    expect(places.filter((place) => place.includes('reqsim') || place.includes('src/'))).toEqual([])
  })

  it('leaves a trace with its sentence and the test', async () => {
    const bytes = readFileSync(traceFile('explored.test.ts-reads-although-the-service-fails-once'))
    expect((await openTrace(bytes)).failure).toMatchObject({
      title: 'reads although the service fails once',
      file: 'explored.test.ts',
      error: expect.stringContaining('The connection of wiki.baseline.list was lost'),
      thrownAt: expect.stringMatching(/^client\.js:4:\d+$/),
    })
  })
})

describe('in a job of GitHub Actions', () => {
  const SUMMARY = join(project.folder, 'summary.md')
  const { PATH: _path, ...variables } = githubVariables(project.folder, SUMMARY)
  const shell = Object.entries(variables)
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ')
  const HOSTILE = 'reads | <b>%0A::error::"c"'

  beforeAll(async () => {
    await project.write('client.js', CLIENT('response.ok'))
    await project.write(
      'hostile.test.ts',
      `import { test } from 'reqsim/vitest'
import { read } from './client.js'
test(${JSON.stringify(HOSTILE)}, async ({ sim }) => {
  try { await read(sim) } catch (error) { throw new Error('sent tok-alice: ' + error.message) }
})
test('fails alone', () => { throw new Error('no simulator') })
`,
    )
  })

  it('annotates each failed test at the line that threw, and summarises the run', async () => {
    const { output } = await project.run(`${shell} vitest run hostile baselines -t 'read'`)
    const annotations = readAnnotations(output).toSorted((a, b) => (a.message < b.message ? -1 : 1))
    expect(annotations, output).toEqual([
      {
        command: 'error',
        properties: { file: 'client.js', line: '5', col: expect.any(String), title: 'baselines > are read' },
        message: expect.stringMatching(
          /^reading failed with 200\n\nLast exchange before the failure\n {2}step 1 {2}GET \/rest\/reqs\/1\/baseline\/ENG as alice → 200/,
        ),
      },
      {
        command: 'error',
        properties: { file: 'hostile.test.ts', line: '4', col: expect.any(String), title: HOSTILE },
        message: expect.stringMatching(
          /^sent \{token:eu:\d+\}: reading failed[\s\S]*\ntrace: reqsim-traces\/\S+ \(npx reqsim show/,
        ),
      },
    ])
    const summary = readFileSync(SUMMARY, 'utf8')
    expect(summary).toMatch(/^## reqsim: 2 failures in 2 tests with a simulator\n/)
    const rows = readRows(summary).slice(0, 2)
    expect(rows.map(([title]) => title).toSorted()).toEqual([
      `[baselines &#62; are read](${BLOB}/client.js#L5)`,
      `[reads \\| &#60;b&#62;%0A::error::"c"](${BLOB}/hostile.test.ts#L4)`,
    ])
  })

  it('annotates exceeded thresholds, and leaves errors to the reporter of Vitest if there is one', async () => {
    await project.write(
      'vitest.config.js',
      CONFIG.replace("'default'", "'default', 'github-actions'").replace(
        "ctrf: 'ctrf.json'",
        'thresholds: { minExercised: 300 }',
      ),
    )
    const { output } = await project.run(`${shell} vitest run`)
    const ours = readAnnotations(output).filter(
      ({ message, properties }) =>
        /Last exchange/.test(message) || properties['title'] === 'reqsim: a threshold',
    )
    expect(ours.map(({ command }) => command).toSorted(), output).toEqual([
      'error',
      'notice',
      'notice',
      'notice',
    ])
  })
})
