/** The test runners that `reqsim init` writes a first test for. */
import { SCENARIO_FILE } from './files.ts'

export const RUNNERS = ['vitest', 'jest', 'node', 'playwright'] as const
export type Runner = (typeof RUNNERS)[number]
/** The runners of other languages: Python, Go, and Java with Maven or Gradle. */
export const FOREIGN_RUNNERS = ['pytest', 'go', 'junit'] as const
export type ForeignRunner = (typeof FOREIGN_RUNNERS)[number]
/** The values of `--runner`. `none` writes only the scenario, for any other language. */
export const RUNNER_CHOICES = [...RUNNERS, ...FOREIGN_RUNNERS, 'none'] as const
export type RunnerChoice = (typeof RUNNER_CHOICES)[number]
/** The values of `--ci`. */
export const CI_CHOICES = ['github', 'none'] as const
export const LANGUAGES = ['ts', 'js'] as const
export type Language = (typeof LANGUAGES)[number]

export interface RunnerFiles {
  /** What it installs, besides `reqsim`. */
  readonly packages: readonly string[]
  /** The name of the first test in each language; without one for TypeScript, the runner needs a transformer for it. */
  readonly test: { readonly ts?: string; readonly js: string }
  /** The command that runs the tests below `reqsim/`; `file` is the first test. */
  command(file: string, language: Language): string
  readonly text: string
}

const SCENARIO_PATH = `reqsim/${SCENARIO_FILE}`

const HEADERS = `const DOC = 'http://wiki.sim/rest/reqs/1/requirement2/DOC'
const asAlice = { Authorization: 'Bearer tok-alice', 'Content-Type': 'application/json' }
const asBob = { Authorization: 'Bearer tok-bob', 'Content-Type': 'application/json' }
`

/** What a test is about, with an assertion of the runner. */
function body(equal: (actual: string, expected: string) => string, test: (title: string) => string): string {
  return `${test('the space DOC has the requirements of the scenario')}
  const { results } = await (await sim.fetch(DOC, { headers: asAlice })).json()
  ${equal('results.map(({ key }: { key: string }) => key)', "['DOC-1', 'DOC-2']")}
})

${test('only users with edit permission change it')}
  const change = { method: 'PUT', body: JSON.stringify({ htmlExcerpt: 'The manual shall be short.' }) }
  ${equal('(await sim.fetch(`${DOC}/DOC-1`, { ...change, headers: asBob })).status', '403')}
  ${equal('(await sim.fetch(`${DOC}/DOC-1`, { ...change, headers: asAlice })).status', '200')}
  const { htmlExcerpt } = await (await sim.fetch(\`\${DOC}/DOC-1\`, { headers: asBob })).json()
  ${equal('htmlExcerpt', "'The manual shall be short.'")}
})

${test('the rate limit resets after a minute of virtual time')}
  const left = async () => (await sim.fetch(DOC, { headers: asBob })).headers.get('X-Rate-Limit-Remaining')
  const atFirst = await left()
  ${equal('(await left()) === atFirst', 'false')}
  sim.clock.advance('1m')
  ${equal('await left()', 'atFirst')}
})
`
}

const expecting = (actual: string, expected: string) => `expect(${actual}).toEqual(${expected})`
const asserting = (actual: string, expected: string) => `assert.deepEqual(${actual}, ${expected})`

export const RUNNER_FILES: Readonly<Record<Runner, RunnerFiles>> = {
  vitest: {
    packages: ['vitest'],
    test: { ts: 'first.test.ts', js: 'first.test.js' },
    command: () => 'npx vitest run reqsim',
    text: `import { loadScenarioFile } from 'reqsim/node'
import { test as base } from 'reqsim/vitest'
import { expect } from 'vitest'

const scenario = await loadScenarioFile('${SCENARIO_PATH}')

// Each test gets a separate simulator: \`sim\` is a fork of this scenario.
const test = base.extend({ simulatorOptions: { scenario } })

${HEADERS}
${body(expecting, (title) => `test('${title}', async ({ sim }) => {`)}`,
  },
  jest: {
    packages: ['jest'],
    test: { js: 'first.test.mjs' },
    command: () => 'NODE_OPTIONS=--experimental-vm-modules npx jest reqsim',
    text: `import { afterEach, expect, test } from '@jest/globals'
import { createSimulator } from 'reqsim'
import { loadScenarioFile } from 'reqsim/node'

const sim = await createSimulator({ scenario: await loadScenarioFile('${SCENARIO_PATH}') })
// Each test begins with the scenario.
afterEach(() => sim.reset())

${HEADERS}
${body(expecting, (title) => `test('${title}', async () => {`)}`,
  },
  node: {
    packages: [],
    test: { ts: 'first.test.ts', js: 'first.test.mjs' },
    command: (file, language) =>
      language === 'ts' ? `node --experimental-strip-types --test ${file}` : `node --test ${file}`,
    text: `import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createSimulator } from 'reqsim'
import { loadScenarioFile } from 'reqsim/node'

const sim = await createSimulator({ scenario: await loadScenarioFile('${SCENARIO_PATH}') })
// Each test begins with the scenario.
afterEach(() => sim.reset())

${HEADERS}
${body(asserting, (title) => `test('${title}', async () => {`)}`,
  },
  playwright: {
    packages: ['@playwright/test'],
    test: { ts: 'first.spec.ts', js: 'first.spec.mjs' },
    command: () => 'npx playwright test reqsim',
    text: `import { expect, test as base } from '@playwright/test'
import { loadScenarioFile } from 'reqsim/node'
import { simulatorFixtures, type SimulatorFixtures } from 'reqsim/playwright'

// Each test gets a separate simulator: \`sim\` is a fork of this scenario.
const test = base.extend<SimulatorFixtures>({
  ...simulatorFixtures,
  simulatorOptions: async ({}, use) => use({ scenario: await loadScenarioFile('${SCENARIO_PATH}') }),
})
test.use({ simulatorRoutes: { base: 'https://requirements.test', as: 'alice' } })

const DOC = 'https://requirements.test/wiki/rest/reqs/1/requirement2/DOC'

test('a page reads the requirements of the scenario', async ({ page }) => {
  await page.goto(DOC)
  await expect(page.getByText('DOC-2')).toBeVisible()
})

test('a page sees what the service refuses', async ({ page, sim }) => {
  sim.faults.add({ operation: 'wiki.requirement.search', status: 503, times: 1 })
  const first = await page.goto(DOC)
  expect(first?.status()).toBe(503)
  const second = await page.goto(DOC)
  expect(second?.status()).toBe(200)
})
`,
  },
}

/** The text of the first test in a language. */
export function testText({ text }: RunnerFiles, language: Language): string {
  // The declarations of reqsim/node name types of Node, which TypeScript 7 includes only if the settings or a file ask for them.
  if (language === 'ts') return `/// <reference types="node" />\n${text}`
  return text
    .replace('({ key }: { key: string })', '({ key })')
    .replace(', type SimulatorFixtures', '')
    .replace('<SimulatorFixtures>', '')
}
