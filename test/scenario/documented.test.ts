/** The examples on the page of the scenario format are scenarios that load. */
import { frozenSetsOf } from '../../src/model/finding/requirements/frozen.ts'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { codeBlocks } from '../docs/support/code-blocks.ts'
import { problemsOfText, worldOfText } from './support.ts'

const text = readFileSync(resolve(import.meta.dirname, '../../docs/scenario-format/README.md'), 'utf8')
const examples = codeBlocks(text)
  .filter(({ language }) => language === 'yaml')
  .map((block) => block.text)

test.each(examples)('%s', async (example) => {
  expect(await problemsOfText(example)).toEqual([])
})

test('the release holds what it lists', async () => {
  const example = examples.find((one) => one.includes('baselines:')) ?? ''
  const [copies] = frozenSetsOf((await worldOfText(example)).region('eu'), 1001, 4)
  expect(copies?.sources.map(({ key }) => key)).toEqual(['REQ-007', 'REQ-008', 'REQ-009'])
})
