// What the page about faults says of its examples holds.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { codeBlocks } from '../../docs/support/code-blocks.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/concepts/fault.md'), 'utf8')
const [first, second] = codeBlocks(page).filter(({ language }) => language === 'ts')

async function run(code: string, result: string): Promise<unknown> {
  const sim = await createSimulator({ scenario: 'demo' })
  return runInNewContext(`(async () => {\n${code}\nreturn ${result}\n})()`, { sim })
}

test('the first example gets through at the third time', async () => {
  const statuses = await run(first?.text ?? '', 'answers.map(({ status }) => status).join()')
  expect(statuses).toBe('503,503,200')
})

test('the second example has done what it got no answer to', async () => {
  expect(await run(second?.text ?? '', 'issues.map(({ issueKey }) => issueKey).join()')).toBe('DRN-3')
})
