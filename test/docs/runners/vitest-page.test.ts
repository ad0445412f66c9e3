// The page about Vitest: its snippets are made into files of tests, which pass.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { blocksOf } from '../support/pages.ts'
import { makeProject } from '../support/project.ts'

const blocks = blocksOf('docs/vitest.md', 'ts').map(({ text }) => text)
const snippets = blocks.filter((text) => !text.includes('defineConfig'))
const configurations = blocks.filter((text) => text.includes('defineConfig'))

const project = await makeProject(['vitest', 'msw'])
await project.run('reqsim init')

/** What holds where a snippet's `test` is used; a snippet without one has tests of its own. */
const HOLDS: readonly (readonly [mark: string, test: string])[] = [
  [
    "scenario: 'outage'",
    `  test('has both options', async ({ sim }) => {
    expect(sim.scenario.name).toBe('demo')
    for (let call = 0; call < 200; call++) await sim.fetch('http://api.sim/api/applications/101')
    expect((await sim.fetch('http://api.sim/api/applications/101')).status).toBe(429)
  })
})
test('has the scenario', ({ sim }) => expect(sim.scenario.name).toBe('outage'))`,
  ],
  ['loadScenarioFile', "test('has the scenario', ({ sim }) => expect(sim.scenario.name).toBe('first'))"],
  [
    'setupServer',
    `test('is answered', async ({ address }) => {
  const answer = await fetch(address + '/rest/reqs/1/requirement2/ENG', { headers: { Authorization: 'Bearer tok-bob' } })
  expect(answer.status).toBe(200)
})`,
  ],
]

function asFile(snippet: string): string {
  const [mark, test = ''] = HOLDS.find(([each]) => snippet.includes(each)) ?? ['', '']
  const imports =
    /test as base/.test(snippet) || mark === '' ? '' : "import { test as base } from 'reqsim/vitest'\n"
  // The test of a suite goes into it.
  return (
    imports + (test.includes('\n})\ntest(') ? snippet.replace(/\n\}\)$/, `\n${test}`) : `${snippet}\n${test}`)
  )
}

it('every snippet is a file of tests that pass', { timeout: 180_000 }, async () => {
  expect(snippets).toHaveLength(HOLDS.length + 1)
  for (const [index, snippet] of snippets.entries())
    await project.write(`page-${index}.test.ts`, asFile(snippet))
  expect(configurations).toHaveLength(1)
  await project.write('vitest.config.ts', configurations[0] ?? '')
  const { code, output } = await project.run('npx vitest run --globals page')
  expect(code, output).toBe(0)
  expect(output).toMatch(/Test Files +4 passed \(4\)/)
  expect(output).toMatch(/Tests +5 passed \(5\)/)
  expect(output).toMatch(/reqsim, 5 tests with sim:\n {2}Requests +204\n/)
  const report = await readFile(join(project.folder, 'reports/reqsim.md'), 'utf8')
  expect(report).toContain('| Requests | 204 |')
  const ctrf = JSON.parse(await readFile(join(project.folder, 'reports/ctrf.json'), 'utf8'))
  expect(ctrf.results.summary).toMatchObject({ tests: 5, passed: 5 })
})
