// Nothing that a page shows as code goes untried: each block is run by a test, or the page or the list here says why not.

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeBlocks } from './support/code-blocks.ts'
import { PAGES, readPage } from './support/pages.ts'

const project = resolve(import.meta.dirname, '../..')

interface Rule {
  /** A page, or the folder of several, which ends in a slash. */
  readonly at: string
  readonly languages: readonly string[]
}

/** Which test runs which blocks. */
const RUN: readonly (Rule & { readonly by: string })[] = [
  { at: 'README.md', languages: ['ts', 'json', 'sh'], by: 'test/docs/readme.test.ts' },
  { at: 'docs/first-steps.md', languages: ['ts', 'json', 'yaml', 'sh'], by: 'test/docs/readme.test.ts' },
  { at: 'docs/assumptions/', languages: ['yaml'], by: 'test/docs/snippets.test.ts' },
  { at: 'docs/concepts/', languages: ['ts'], by: 'test/docs/snippets.test.ts' },
  {
    at: 'docs/concepts/timeline.md',
    languages: ['yaml'],
    by: 'test/scenario/timeline/timeline-docs.test.ts',
  },
  { at: 'docs/concepts/timeline.md', languages: ['sh'], by: 'test/docs/commands.test.ts' },
  { at: 'docs/concepts/report.md', languages: ['sh'], by: 'test/docs/commands.test.ts' },
  { at: 'docs/concepts/verification.md', languages: ['sh'], by: 'test/docs/commands.test.ts' },
  { at: 'docs/control-api/', languages: ['sh', 'json'], by: 'test/docs/commands.test.ts' },
  {
    at: 'docs/formula-language.md',
    languages: ['calculation', 'aggregation'],
    by: 'test/docs/languages.test.ts',
  },
  { at: 'docs/hot-reload.md', languages: ['ts', 'js'], by: 'test/docs/runners/hot-reload.test.ts' },
  { at: 'docs/jest-and-node-test.md', languages: ['js'], by: 'test/docs/runners/jest-and-node-test.test.ts' },
  { at: 'docs/jest-and-node-test.md', languages: ['js', 'sh'], by: 'test/package/jest.test.ts' },
  { at: 'docs/library.md', languages: ['ts'], by: 'test/docs/snippets.test.ts' },
  { at: 'docs/moving-from-a-mock.md', languages: ['ts', 'yaml'], by: 'test/docs/snippets.test.ts' },
  {
    at: 'docs/own-openapi.md',
    languages: ['json', 'sh', 'text', 'ts'],
    by: 'test/openapi-import/page.test.ts',
  },
  { at: 'docs/query-language.md', languages: ['query'], by: 'test/docs/languages.test.ts' },
  { at: 'docs/rate-limits.md', languages: ['ts'], by: 'test/docs/snippets.test.ts' },
  { at: 'docs/scenario-format/', languages: ['yaml'], by: 'test/scenario/documented.test.ts' },
  { at: 'docs/replay.md', languages: ['json', 'sh', 'text', 'yaml'], by: 'test/docs/replay.test.ts' },
  { at: 'docs/several-wikis.md', languages: ['ts', 'yaml'], by: 'test/docs/several-wikis.test.ts' },
  { at: 'docs/settings.md', languages: ['ts', 'yaml'], by: 'test/docs/snippets.test.ts' },
  { at: 'docs/story-of-a-message.md', languages: ['sh', 'json'], by: 'test/docs/story-of-a-message.test.ts' },
  {
    at: 'docs/tutorials/contract-test.md',
    languages: ['ts', 'sh', 'text', 'yaml'],
    by: 'test/docs/runners/contract-test.test.ts',
  },
  {
    at: 'docs/tutorials/front-end.md',
    languages: ['ts', 'js', 'html', 'sh', 'text'],
    by: 'test/docs/runners/front-end.test.ts',
  },
  { at: 'docs/tutorials/presenter.md', languages: ['sh', 'json', 'text'], by: 'test/docs/presenter.test.ts' },
  { at: 'docs/troubleshooting.md', languages: ['ts', 'sh'], by: 'test/docs/troubleshooting.test.ts' },
  { at: 'docs/versions.md', languages: ['ts'], by: 'test/docs/snippets.test.ts' },
  { at: 'docs/vitest.md', languages: ['ts'], by: 'test/docs/runners/vitest-page.test.ts' },
  { at: 'docs/what-this-does-not-prove.md', languages: ['ts'], by: 'test/docs/snippets.test.ts' },
  { at: 'examples/', languages: ['sh'], by: 'test/package/examples.test.ts' },
]

/** What is not run, and why; single blocks say it on their page, in a comment before them: `<!-- not run: … -->`. */
const NOT_RUN: readonly (Rule & { readonly why: string })[] = [
  { at: 'CONTRIBUTING.md', languages: ['sh'], why: 'installs and tests the project, which is what runs now' },
  { at: 'CONTRIBUTING.md', languages: ['mermaid'], why: 'is a picture' },
  {
    at: 'docs/command-line.md',
    languages: ['sh'],
    why: 'tells how commands are written, from their declarations',
  },
  { at: 'docs/concepts/integration.md', languages: ['mermaid'], why: 'is drawn from the machine' },
  { at: 'docs/state-machines.md', languages: ['mermaid'], why: 'is drawn from the machines' },
  { at: 'docs/story-of-a-message.md', languages: ['mermaid'], why: 'is drawn from the exchanges' },
]

const within = ({ at }: Rule, page: string) => (at.endsWith('/') ? page.startsWith(at) : page === at)

const samples = PAGES.flatMap((page) => codeBlocks(readPage(page)).map((block) => ({ page, ...block })))

it('every block is run, or there is a reason why not', () => {
  const rules = [...RUN, ...NOT_RUN]
  const untried = samples.filter(
    ({ page, language, reason }) =>
      reason === undefined && !rules.some((rule) => within(rule, page) && rule.languages.includes(language)),
  )
  expect(untried.map(({ page, language, text }) => `${page}: ${language}: ${text}`)).toEqual([])
})

it('reasons are given for what is there, and are as few as these', () => {
  const given = samples.flatMap(({ page, reason }) => (reason === undefined ? [] : [`${page}: ${reason}`]))
  expect(given).toMatchInlineSnapshot(`
    [
      "README.md: the tests run in such a checkout, and serve the same",
      "README.md: it is what runs this",
      "README.md: asks a registry; the tests of the package begin a project like this from what they packed",
      "docs/docker.md: needs Docker; what it starts is tried without, in test/package/docker.test.ts",
      "docs/docker.md: needs a container; test/package/docker.test.ts asks the same of what it starts",
      "docs/docker.md: needs Docker; what it starts is tried without, in test/package/docker.test.ts",
      "docs/docker.md: needs Docker Compose",
      "docs/moving-from-a-mock.md: nock is no dependency of this project",
      "docs/moving-from-a-mock.md: json-server is no dependency of this project",
      "docs/mutation-testing.md: takes minutes",
      "docs/playwright.md: the example of a front end has this test, and runs it",
      "docs/replay.md: asks a server of your own; the tests replay against one on the loopback address",
    ]
  `)
})

describe('every rule', () => {
  it.each([...RUN, ...NOT_RUN])('meets what it names: $at $languages', (rule) => {
    for (const language of rule.languages)
      expect(samples.some((sample) => within(rule, sample.page) && sample.language === language)).toBe(true)
  })

  it.each(RUN)('has a test that reads the page: $by, $at', ({ at, by }) => {
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
