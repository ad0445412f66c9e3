/** The `test` of `reqsim/vitest`, used as its users do. */
import { join } from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import { it, test } from '../../src/adapters/vitest.ts'
import { run } from '../package/packed.ts'
import { temporaryFolder } from '../support/folder.ts'

const REQUIREMENT = '/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
const failing = `
import { expect } from ${JSON.stringify(join(import.meta.dirname, '../../node_modules/vitest/dist/index.js'))}
import { test } from ${JSON.stringify(join(import.meta.dirname, '../../src/adapters/vitest.ts'))}
test('asks for what is not there', async ({ sim }) => {
  const answer = await sim.fetch('/wiki/rest/reqs/1/requirement2/ENG/REQ-777', {
    headers: { Cookie: 'JSESSIONID=sess-alice' },
  })
  expect(answer.status).toBe(200)
})
`
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

  it('is told with the exchanges of its own simulator', async () => {
    folder.write('fails.test.ts', failing)
    const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--root', folder.path, '--no-color']
    const { stdout, stderr } = await run(process.execPath, args, folder.path)
    const said = `${stdout}${stderr}`
    expect(said).toContain("reqsim, in 'asks for what is not there':")
    expect(said).toMatch(
      /#1 2026-01-05T09:00:00\.000Z alice: GET \/wiki\/rest\/reqs\/1\/requirement2\/ENG\/REQ-777 → 404/,
    )
    expect(said).toContain("no requirement 'REQ-777'")
  })
})
