// Pages whose snippets state values in comments: each value is compared. timeline-docs.test.ts runs the YAML of concepts.

import { expect, it } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { resolveText } from '../scenario/support.ts'
import { loadEntries } from '../../src/docs/entries.ts'
import { codeBlocks } from './support/code-blocks.ts'
import { blocksOf, PAGES as DOCUMENTATION, pathOf, readPage } from './support/pages.ts'
import { expectValues } from './support/snippets.ts'

const CONCEPTS = DOCUMENTATION.filter((page) => page.startsWith('docs/concepts/'))
const PAGES = [
  ...CONCEPTS,
  'docs/library.md',
  'docs/moving-from-a-mock.md',
  'docs/rate-limits.md',
  'docs/settings.md',
  'docs/spreadsheets.md',
  'docs/upgrading.md',
  'docs/versions.md',
  'docs/what-this-does-not-prove.md',
]

const snippets = PAGES.flatMap((page) =>
  blocksOf(page, 'ts')
    .filter((block) => pathOf(block) === undefined && block.reason === undefined)
    .map(({ text }) => ({ page, text })),
)

let ofConcepts = 0

it.each(snippets)('$page: $text', async ({ page, text }) => {
  const compared = await expectValues(text)
  const isConcept = CONCEPTS.includes(page)
  if (isConcept) ofConcepts += compared
  expect(compared).toBeGreaterThanOrEqual(isConcept ? 0 : 1)
})

it('the pages of concepts state values', () => expect(ofConcepts).toBeGreaterThan(10))

it('every page tells some', () => {
  expect(new Set(snippets.map(({ page }) => page))).toEqual(new Set(PAGES))
})

const scenarios = PAGES.slice(CONCEPTS.length).flatMap((page) =>
  blocksOf(page, 'yaml').map(({ text }) => ({ page, text })),
)

it.each(scenarios)('$page: the scenario loads: $text', async ({ text }) => {
  const sim = await createSimulator({ scenario: await resolveText(text) })
  expect((await sim.fetch('/_sim/health')).status).toBe(200)
  expect(scenarios.length).toBeGreaterThan(1)
})

const switches = [...(await loadEntries()).values()]
  .filter(({ kind }) => kind !== 'operation')
  .flatMap(({ text }) => codeBlocks(text()).map((block) => block.text))

it.each(switches)('an assumption is switched by: %s', async (text) => {
  const sim = await createSimulator({ scenario: await resolveText(`extends: [demo]\n${text}`) })
  const [, chosen = '', value = ''] = /assumptions: \{ (A\d+|preset): ["']?([\w.-]+)/.exec(text) ?? []
  const { items, presets: named } = await (await sim.fetch('/_sim/assumptions')).json()
  const preset = named.find(({ name }: { name: string }) => name === value)
  const expected: [string, string][] =
    chosen === 'preset' ? Object.entries(preset.alternatives) : [[chosen, value]]
  for (const [id, alternative] of expected) {
    const entry = items.find((one: { id: string }) => one.id === id)
    expect(entry.inForce).toContain(alternative)
  }
})

it('documented limits are those of the page', async () => {
  const { RATE_LIMITS, RATE_WINDOW } = await import('../../src/gateway/exchange/rate-limit.ts')
  const page = readPage('docs/rate-limits.md')
  for (const [name, limit] of Object.entries(RATE_LIMITS))
    expect(page).toMatch(new RegExp(`\\| \`${name}\` +\\| ${limit} `))
  expect(RATE_WINDOW).toBe(60_000)
})
