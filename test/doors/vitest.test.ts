/** The `test` of `reqsim/vitest`, used as its users do. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import { openTrace } from '../../src/adapters/trace.ts'
import { it, test } from '../../src/adapters/vitest.ts'
import { run } from '../package/packed.ts'
import { compileCache } from '../support/compile-cache.ts'
import { temporaryFolder } from '../support/folder.ts'

const REQUIREMENT = '/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
const failing = `
import { expect } from ${JSON.stringify(join(import.meta.dirname, '../../node_modules/vitest/dist/index.js'))}
import { test } from ${JSON.stringify(join(import.meta.dirname, '../../src/adapters/vitest.ts'))}
import { handlers } from ${JSON.stringify(join(import.meta.dirname, '../../src/adapters/msw.ts'))}
import { setupServer } from ${JSON.stringify(join(import.meta.dirname, '../../node_modules/msw/lib/node/index.js'))}
test('asks for what is not there', async ({ sim }) => {
  const answer = await sim.fetch('/wiki/rest/reqs/1/requirement2/ENG/REQ-777', {
    headers: { Cookie: 'JSESSIONID=sess-alice' },
  })
  expect(answer.status).toBe(200)
})

test('calls another address', async ({ sim }) => {
  const server = setupServer(...handlers(sim, { base: { wiki: 'https://wiki.example.com/site' } }))
  server.listen()
  const headers = { Authorization: 'Bearer tok-alice' }
  const freeze = '/rest/reqs/1/baseline-actions/ENG/freeze/2?token=tok-alice'
  await fetch('https://wiki.example.com/site' + freeze, { method: 'POST', headers })
  sim.clock.advance('1h')
  server.close()
  expect(sim.state('issue')).toEqual([])
})

test('does much', async ({ sim }) => {
  for (let hour = 0; hour < 50; hour++) {
    sim.clock.advance('1h')
    await sim.fetch('/api/applications/101', { headers: { Authorization: 'Bearer tok-alice' } })
  }
  expect(sim.clock.now()).toBe('')
})
`

/** The lines that were printed for a failed test. */
function printed(output: string, test: string): string[] {
  const begin = output.indexOf(`reqsim, in '${test}':\n`)
  const [, ...lines] = output.slice(begin).split('\n')
  return lines.slice(0, lines.indexOf('')).map((line) => line.trim())
}

const asAlice = { headers: { Cookie: 'JSESSIONID=sess-alice' } }

describe('the fixture sim', () => {
  const seen = new Set<unknown>()

  test('answers with the demo', async ({ sim }) => {
    seen.add(sim)
    expect(sim.scenario.name).toBe('demo')
    sim.clock.advance('1d')
    expect((await sim.fetch(REQUIREMENT, asAlice)).status).toBe(200)
  })

  test('is another one in the next test, as the scenario begins', async ({ sim }) => {
    seen.add(sim)
    expect(sim.clock.now()).toBe('2026-01-05T09:00:00.000Z')
    expect(sim.journal.entries()).toEqual([])
  })

  afterAll(() => expect(seen.size).toBe(2))
})

describe('the options', () => {
  const quiet = test.extend({ simulatorOptions: { scenario: 'empty' } })

  quiet('choose the scenario', ({ sim }) => {
    expect(sim.scenario.name).toBe('empty')
  })

  describe('of a suite', () => {
    test.override({ simulatorOptions: { scenario: 'demo', seed: 7 } })

    it('change it from there', ({ sim }) => {
      expect(sim.scenario.seed).toBe('7')
    })
  })
})

describe('a test that fails', () => {
  const folder = temporaryFolder()

  it('is reported with the exchanges of its own simulator', async () => {
    folder.write('fails.test.ts', failing)
    const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
    // Node loads the source, as it loads the package of a user.
    const native = '--experimental.viteModuleRunner=false'
    const args = [vitest, 'run', '--root', folder.path, '--no-color', native]
    const { stdout, stderr } = await run(process.execPath, args, folder.path, compileCache)
    const output = `${stdout}${stderr}`
    expect(output).toContain("reqsim, in 'asks for what is not there':")
    expect(output).toMatch(
      /#1 2026-01-05T09:00:00\.000Z alice: GET \/wiki\/rest\/reqs\/1\/requirement2\/ENG\/REQ-777 → 404/,
    )
    expect(output).toContain("no requirement 'REQ-777'")

    expect(printed(output, 'calls another address')).toEqual([
      '#1 2026-01-05T09:00:00.000Z alice: POST https://wiki.example.com/site/rest/reqs/1/baseline-actions/ENG/freeze/2?token=(redacted) → 200, ignored: query token (wiki.baseline.freeze)',
      '2026-01-05T09:00:01.000Z job 3, baseline.freeze: 12 of 12 frozen',
      '2026-01-05T09:03:00.000Z job 1, integration.synchronise: 3 to the tracker: 3 DONE',
      '2026-01-05T09:06:00.000Z job 4, integration.synchronise: nothing waited (and 18 more like it, until 2026-01-05T10:00:00.000Z)',
      '2026-01-05T10:00:00.000Z clock moved to here, 21 jobs ran',
      expect.stringContaining('trace: reqsim-traces/fails.test.ts-calls-another-address.trace'),
    ])
    const many = printed(output, 'does much')
    expect(many[0]).toBe('(813 earlier events omitted)')
    expect(many).toHaveLength(42)
    const file = 'reqsim-traces/fails.test.ts-does-much.trace'
    expect(many.at(-1)).toBe(`trace: ${file} (npx reqsim show ${file})`)
    const trace = await openTrace(readFileSync(`${folder.path}/${file}`))
    expect(trace.notes).toEqual([])
    expect(trace.steps).toHaveLength(100)
    expect(trace.simulator.clock.now()).toBe('2026-01-07T11:00:00.000Z')
    expect(many.at(-2)).toBe(
      '#50 2026-01-07T11:00:00.000Z alice: GET /api/applications/101 → 200 (standalone.application.read)',
    )
  })
})
