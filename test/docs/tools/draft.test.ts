// The page about drafts: its recording and its table are drafted by its commands, in their order, with what it shows as output and as file.

import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { codeBlocks } from '../support/code-blocks.ts'
import { readPage } from '../support/pages.ts'
import { makeProject } from '../support/project.ts'

const blocks = codeBlocks(readPage('docs/draft.md')).filter(({ reason }) => reason === undefined)

const project = await makeProject([])

it('docs/draft.md', async () => {
  const commands: string[] = []
  for (const [index, { language, text }] of blocks.entries()) {
    if (language === 'json') await project.write('session.har', text)
    if (language === 'csv') await project.write('brakes.csv', text)
    if (language === 'yaml') {
      const [, file = '', rest] = /^# (\S+)\n([^]*)$/.exec(text) ?? []
      expect(parse((await project.run(`cat ${file}`)).output)).toEqual(parse(rest ?? ''))
    }
    if (language !== 'sh') continue
    commands.push(text)
    const { code, output } = await project.run(text)
    const shown = blocks[index + 1]
    expect(shown?.language).toBe('text')
    expect(output.trim()).toBe(shown?.text)
    expect(code).toBe(0)
  }
  expect(commands).toHaveLength(3)
})
