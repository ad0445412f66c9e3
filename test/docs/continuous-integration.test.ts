/** docs/continuous-integration.md: its workflow is the example, which is what `init` writes, and its annotation is one. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { annotationLine } from '../../src/adapters/github/annotation.ts'
import { run } from '../cli/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { readAnnotations } from '../support/github.ts'
import { blocksOf, pathOf } from './support/pages.ts'

const PAGE = 'docs/continuous-integration.md'
const { path: folder } = temporaryFolder()

test.each(blocksOf(PAGE, 'yaml'))('the page shows the file $text', (block) => {
  const [, ...lines] = block.text.split('\n')
  const path = resolve(import.meta.dirname, '../..', pathOf(block) ?? 'unnamed')
  expect(lines).toEqual(readFileSync(path, 'utf8').trimEnd().split('\n'))
})

test.each(blocksOf(PAGE, 'sh'))('the command writes a workflow: $text', async ({ text }) => {
  const [, words = ''] = /^npx reqsim (.+)$/.exec(text) ?? []
  const { code } = await run([...words.split(' '), folder])
  expect([code, existsSync(`${folder}/.github/workflows/reqsim.yaml`)]).toEqual([0, true])
})

test.each(blocksOf(PAGE, 'text'))('the annotation is as we write it: $text', ({ text }) => {
  const [{ properties, message } = { properties: {}, message: '' }, ...more] = readAnnotations(text)
  const { file = '', line, col, title = '' }: Readonly<Record<string, string>> = properties
  const place = { file, line: Number(line), column: Number(col) }
  expect(annotationLine({ level: 'error', title, message, place })).toBe(text)
  expect(more).toEqual([])
})
