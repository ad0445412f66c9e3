// The code on the pages about concepts runs; `sim` is a simulator of the demo where a snippet does not make its own.

import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import * as reqsim from '../../src/index.ts'
import { codeBlocks } from './code-blocks.ts'

const folder = resolve(import.meta.dirname, '../../docs/concepts')
const snippets = readdirSync(folder)
  .sort()
  .flatMap((page) =>
    codeBlocks(readFileSync(resolve(folder, page), 'utf8')).map((block) => ({ page, ...block })),
  )
  .filter(({ language }) => language === 'ts')

it.each(snippets)('$page: $text', async ({ text }) => {
  const sim = await reqsim.createSimulator({ scenario: 'demo' })
  await expect(runInNewContext(`(async () => {\n${text}\n})()`, { ...reqsim, sim })).resolves.toBeUndefined()
})

it('every page shows some', () => {
  expect(new Set(snippets.map(({ page }) => page))).toEqual(new Set(readdirSync(folder)))
})
