// The page about several wikis: its scenario loads, and its snippets give the values that their comments state.

import { expect, it } from 'vitest'
import { resolveText } from '../scenario/support.ts'
import { blocksOf, pathOf } from './support/pages.ts'
import { expectValues } from './support/snippets.ts'

const PAGE = 'docs/several-wikis.md'
const files = new Map(blocksOf(PAGE, 'yaml').map((block) => [pathOf(block), block.text]))
const snippets = blocksOf(PAGE, 'ts').map(({ text }) => text)

it.each(snippets)('%s', async (text) => {
  const loadScenarioFile = (path: string) => resolveText(files.get(path) ?? '')
  expect(await expectValues(text, { loadScenarioFile })).toBeGreaterThan(0)
})
