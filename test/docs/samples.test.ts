// Nothing that a page shows as code goes untried: each block is run by a test, or the page or the list here says why not.

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeBlocks } from './support/code-blocks.ts'
import { PAGES, readPage } from './support/pages.ts'

const project = resolve(import.meta.dirname, '../..')

/** A page, or the folder of several, which ends in a slash; the languages of its blocks; and a test or a reason. */
type Rule = readonly [at: string, languages: readonly string[], text: string]

/** Which test runs which blocks. */
const RUN: readonly Rule[] = [
  ['README.md', ['ts', 'json', 'sh'], 'test/docs/readme.test.ts'],
  ['docs/first-steps.md', ['ts', 'json', 'yaml', 'sh'], 'test/docs/readme.test.ts'],
  ['docs/concepts/', ['ts'], 'test/docs/snippets.test.ts'],
  ['docs/concepts/timeline.md', ['yaml'], 'test/scenario/timeline/timeline-docs.test.ts'],
  ['docs/concepts/timeline.md', ['sh'], 'test/docs/commands.test.ts'],
  ['docs/concepts/report.md', ['sh'], 'test/docs/commands.test.ts'],
  ['docs/concepts/verification.md', ['sh'], 'test/docs/commands.test.ts'],
  ['docs/bundle.md', ['sh'], 'test/bundle/bundle.browser.test.ts'],
  ['docs/containers.md', ['yaml'], 'test/docs/containers.test.ts'],
  ['docs/continuous-integration.md', ['sh', 'yaml', 'text'], 'test/docs/continuous-integration.test.ts'],
  ['docs/control-api/', ['sh', 'json'], 'test/docs/commands.test.ts'],
  ['docs/command-line.md', ['text'], 'test/adapters/node/request-log.test.ts'],
  ['docs/executable.md', ['sh'], 'test/executable/page.test.ts'],
  ['docs/explore.md', ['ts'], 'test/docs/runners/explore.test.ts'],
  ['docs/exec.md', ['sh', 'python', 'js', 'go'], 'test/languages/exec.test.ts'],
  ['docs/exec.md', ['text'], 'test/cli/request-log.test.ts'],
  ['docs/formula-language.md', ['calculation', 'aggregation'], 'test/docs/languages.test.ts'],
  ['docs/https.md', ['sh', 'ts'], 'test/docs/https.test.ts'],
  ['docs/go.md', ['go', 'text'], 'test/languages/go.test.ts'],
  ['docs/hot-reload.md', ['ts', 'js'], 'test/docs/runners/hot-reload.test.ts'],
  ['docs/java.md', ['java', 'properties', 'text'], 'test/languages/java.test.ts'],
  ['docs/jest-and-node-test.md', ['js'], 'test/docs/runners/jest-and-node-test.test.ts'],
  ['docs/jest-and-node-test.md', ['js', 'sh'], 'test/package/jest.test.ts'],
  ['docs/library.md', ['ts'], 'test/docs/snippets.test.ts'],
  ['docs/mcp.md', ['json'], 'test/docs/tools/mcp.test.ts'],
  ['docs/moving-from-a-mock.md', ['ts', 'yaml'], 'test/docs/snippets.test.ts'],
  ['docs/mutate.md', ['ts', 'text', 'yaml'], 'test/cli/mutate/page.test.ts'],
  [
    'docs/moving-from-a-mock.md',
    ['ts', 'sh', 'text', 'yaml'],
    'test/docs/runners/moving-from-a-mock.test.ts',
  ],
  ['docs/opentelemetry.md', ['sh'], 'test/otlp/page.test.ts'],
  ['docs/page-tools.md', ['ts', 'css'], 'test/docs/runners/page-tools.test.ts'],
  ['docs/own-openapi.md', ['json', 'sh', 'text', 'ts'], 'test/openapi-import/page.test.ts'],
  ['docs/python.md', ['py', 'sh', 'text'], 'test/languages/python.test.ts'],
  ['docs/query-language.md', ['query'], 'test/docs/languages.test.ts'],
  ['docs/rate-limits.md', ['ts'], 'test/docs/snippets.test.ts'],
  ['docs/record.md', ['sh', 'text'], 'test/docs/tools/record.test.ts'],
  ['docs/scenario-format/', ['yaml'], 'test/scenario/documented.test.ts'],
  ['docs/draft.md', ['csv', 'json', 'sh', 'text', 'yaml'], 'test/docs/tools/draft.test.ts'],
  ['docs/replay.md', ['json', 'sh', 'text', 'yaml'], 'test/docs/tools/replay.test.ts'],
  ['docs/several-wikis.md', ['ts', 'yaml'], 'test/docs/several-wikis.test.ts'],
  ['docs/setups.md', ['json', 'ts'], 'test/docs/setups.test.ts'],
  ['docs/setups.md', ['ts'], 'test/adapters/setup/suite.test.ts'],
  ['docs/settings.md', ['ts', 'yaml'], 'test/docs/snippets.test.ts'],
  ['docs/spreadsheets.md', ['ts'], 'test/docs/snippets.test.ts'],
  ['docs/story-of-a-message.md', ['sh', 'json'], 'test/docs/story-of-a-message.test.ts'],
  [
    'docs/tutorials/contract-test.md',
    ['ts', 'sh', 'text', 'yaml'],
    'test/docs/runners/contract-test.test.ts',
  ],
  ['docs/traces.md', ['ts', 'sh', 'text'], 'test/docs/tools/traces.test.ts'],
  ['docs/tutorials/explore.md', ['ts', 'sh', 'text', 'yaml'], 'test/docs/runners/explore.test.ts'],
  ['docs/tutorials/front-end.md', ['ts', 'js', 'html', 'sh', 'text'], 'test/docs/runners/front-end.test.ts'],
  ['docs/tutorials/mutate.md', ['ts', 'sh', 'text'], 'test/docs/runners/mutate.test.ts'],
  ['docs/tutorials/presenter.md', ['sh', 'text'], 'test/docs/presenter.test.ts'],
  ['docs/troubleshooting.md', ['ts', 'sh'], 'test/docs/troubleshooting.test.ts'],
  ['docs/typed-clients.md', ['ts', 'sh', 'text'], 'test/api/openapi/tools/typed-clients.test.ts'],
  ['docs/upgrading.md', ['ts', 'yaml'], 'test/docs/snippets.test.ts'],
  ['docs/versions.md', ['ts'], 'test/docs/snippets.test.ts'],
  ['docs/vite.md', ['ts', 'yaml', 'js', 'text'], 'test/docs/runners/vite-page.test.ts'],
  ['docs/vitest.md', ['ts'], 'test/docs/runners/vitest-page.test.ts'],
  ['docs/what-this-does-not-prove.md', ['ts'], 'test/docs/snippets.test.ts'],
  ['docs/works-with.md', ['python'], 'test/works-with/page.test.ts'],
  ['docs/troubleshooting.md', ['ts'], 'test/docs/runners/troubleshooting.test.ts'],
  ['examples/agents/README.md', ['sh', 'json'], 'test/package/agents.test.ts'],
  ['examples/', ['sh'], 'test/package/examples.test.ts'],
]

/** What is not run, and why; single blocks say it on their page, in a comment before them: `<!-- not run: … -->`. */
const NOT_RUN: readonly Rule[] = [
  ['CONTRIBUTING.md', ['sh'], 'installs and tests the project, which is what runs now'],
  ['CONTRIBUTING.md', ['mermaid'], 'is a picture'],
  ['docs/command-line.md', ['sh'], 'tells how commands are written, from their declarations'],
  ['docs/state-machines.md', ['mermaid'], 'is drawn from the machines'],
  ['docs/story-of-a-message.md', ['mermaid'], 'is drawn from the exchanges'],
]

const within = ([at]: Rule, page: string) => (at.endsWith('/') ? page.startsWith(at) : page === at)

const samples = PAGES.flatMap((page) => codeBlocks(readPage(page)).map((block) => ({ page, ...block })))

it('every block is run, or there is a reason why not', () => {
  const rules = [...RUN, ...NOT_RUN]
  const untried = samples.filter(
    ({ page, language, reason }) =>
      reason === undefined && !rules.some((rule) => within(rule, page) && rule[1].includes(language)),
  )
  expect(untried.map(({ page, language, text }) => `${page}: ${language}: ${text}`)).toEqual([])
})

it('reasons are given for what is there, and are as few as these', () => {
  const reasons = samples.flatMap(({ page, reason }) => (reason === undefined ? [] : [`${page}: ${reason}`]))
  expect(reasons).toMatchInlineSnapshot(`
    [
      "README.md: the tests run in such a checkout, and serve the same",
      "README.md: it is what runs this",
      "README.md: asks a registry; the tests of the package begin a project like this from what they packed",
      "docs/containers.md: needs Docker; test/executable/docker.test.ts runs the same commands without it",
      "docs/containers.md: needs a container; test/executable/docker.test.ts sends the same request",
      "docs/containers.md: needs Docker; test/executable/docker.test.ts runs the same commands without it",
      "docs/containers.md: needs Docker and Testcontainers",
      "docs/containers.md: needs Docker and Testcontainers",
      "docs/containers.md: needs Docker and Testcontainers",
      "docs/exec.md: Maven loads its plugins from a registry",
      "docs/executable.md: test/executable/setup.ts builds by the same command",
      "docs/executable.md: needs macOS",
      "docs/executable.md: needs macOS and a Developer ID",
      "docs/executable.md: needs Windows",
      "docs/explore.md: takes as long as its budget; test/cli/explore.test.ts explores commands",
      "docs/many-machines.md: test/languages/nginx.test.ts starts the same on free ports",
      "docs/moving-from-a-mock.md: nock is no dependency of this project",
      "docs/moving-from-a-mock.md: json-server is no dependency of this project",
      "docs/mutate.md: takes one run of the tests for each mutant; test/cli/mutate/command.test.ts runs commands",
      "docs/mutation-testing.md: takes minutes",
      "docs/playwright.md: needs the runner of Playwright; the example of a front end has the longer form below, and runs it",
      "docs/playwright.md: the example of a front end has this test, and runs it",
      "docs/replay.md: asks a server of your own; the tests replay against one on the loopback address",
      "docs/typed-clients.md: the versions that are tested are installed already",
    ]
  `)
})

describe('every rule', () => {
  it.each([...RUN, ...NOT_RUN].map((rule) => ({ rule })))('meets what it names: $rule', ({ rule }) => {
    for (const language of rule[1])
      expect(samples.some((sample) => within(rule, sample.page) && sample.language === language)).toBe(true)
  })

  it.each(RUN)('has a test that reads the page: %s, %j, %s', (at, _languages, by) => {
    expect(existsSync(resolve(project, by))).toBe(true)
    const source = readFileSync(resolve(project, by), 'utf8')
    const named = at.replace(/\/$/, '').split('/').at(-1) ?? ''
    expect(source).toContain(named)
  })
})

it('no block escapes by the way it is fenced', () => {
  for (const page of PAGES) {
    const fences = readPage(page).match(/^\s*(?:`{3,}|~{3,})/gm) ?? []
    expect(fences.length, page).toBe(2 * codeBlocks(readPage(page)).length)
  }
})
