// What the page about the integration says of its snippets is so: each value that a comment gives is compared.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { codeBlocks } from './code-blocks.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/concepts/integration.md'), 'utf8')
const snippets = codeBlocks(page).filter(({ language }) => language === 'ts')

/** An expression on a line of its own, with its value behind it. */
const TOLD = /^(?!const |await )(.+?) \/\/ (.+)$/gm

it.each(snippets.map(({ text }) => text))('%s', async (text) => {
  const sim = await createSimulator({ scenario: 'demo' })
  const values: [actual: unknown, told: unknown, line: string][] = []
  const tell = (actual: unknown, told: unknown, line: string) => values.push([actual, told, line])
  const script = text.replaceAll(
    TOLD,
    (line, code, value) => `;tell(${code}, ${value}, ${JSON.stringify(line)});`,
  )
  await runInNewContext(`(async () => {\n${script}\n})()`, { createSimulator, sim, tell })
  expect(values.length).toBeGreaterThan(0)
  for (const [actual, told, line] of values) expect(JSON.stringify(actual), line).toBe(JSON.stringify(told))
})

it('the demo ids that it names are those of the demo', async () => {
  const sim = await createSimulator({ scenario: 'demo' })
  const [integration] = sim.state('integration')
  for (const id of ['serviceId', 'wikiApplinkId', 'trackerApplinkId'] as const)
    expect(page).toContain(`\`${integration?.[id]}\``)
})
