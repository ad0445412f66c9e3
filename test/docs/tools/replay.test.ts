// The page about replaying: its recording is replayed by its commands, in their order, with what it shows as output.

import { expect, it } from 'vitest'
import { codeBlocks } from '../support/code-blocks.ts'
import { readPage } from '../support/pages.ts'
import { makeProject } from '../support/project.ts'

const blocks = codeBlocks(readPage('docs/replay.md')).filter(({ reason }) => reason === undefined)

const project = await makeProject([])

it('docs/replay.md', async () => {
  const commands: string[] = []
  for (const [index, { language, text }] of blocks.entries()) {
    if (language === 'json') await project.write('session.har', text)
    if (language === 'yaml') await project.write(/^# (\S+)\n/.exec(text)?.[1] ?? '', text)
    if (language !== 'sh') continue
    commands.push(text)
    const { code, output } = await project.run(text)
    const shown = blocks[index + 1]
    expect(shown?.language).toBe('text')
    expect(output.trim()).toBe(shown?.text)
    expect(code).toBe(commands.length === 1 ? 1 : 0)
  }
  expect(commands).toHaveLength(2)
})
