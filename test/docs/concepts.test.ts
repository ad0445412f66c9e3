// The code on the pages about concepts runs, and gives the values that its comments tell; `sim` is a simulator of the demo where a snippet does not make its own.

import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { codeBlocks } from './support/code-blocks.ts'
import { runSnippet } from './support/snippets.ts'

const folder = resolve(import.meta.dirname, '../../docs/concepts')
const snippets = readdirSync(folder)
  .sort()
  .flatMap((page) =>
    codeBlocks(readFileSync(resolve(folder, page), 'utf8')).map((block) => ({ page, ...block })),
  )
  .filter(({ language }) => language === 'ts')

it.each(snippets)('$page: $text', async ({ text }) => {
  const values = await runSnippet(text)
  for (const { line, actual, told } of values) expect(JSON.stringify(actual), line).toBe(JSON.stringify(told))
})

it('their comments tell values', async () => {
  const told = await Promise.all(snippets.map(({ text }) => runSnippet(text)))
  expect(told.flat().length).toBeGreaterThan(10)
})

it('every page shows some', () => {
  expect(new Set(snippets.map(({ page }) => page))).toEqual(new Set(readdirSync(folder)))
})
