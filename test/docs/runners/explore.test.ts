// The tutorial of explorations, followed to its end in a folder of its own.

import { expect, it } from 'vitest'
import { codeBlocks } from '../support/code-blocks.ts'
import { blocksOf, missingLine, pathOf, readPage } from '../support/pages.ts'
import { makeProject } from '../support/project.ts'

const project = await makeProject(['vitest'])

it('the client breaks, is mended, and the failure stays as a test', { timeout: 180_000 }, async () => {
  let output = ''
  let compared = 0
  const codes: number[] = []
  for (const block of codeBlocks(readPage('docs/tutorials/explore.md'))) {
    const path = pathOf(block)
    if (path !== undefined) await project.write(path, block.text)
    else if (block.language === 'sh') {
      const ran = await project.run(block.text)
      output = ran.output
      codes.push(ran.code)
    } else if (block.language === 'text') {
      expect(missingLine(block.text, output), output).toBeUndefined()
      compared += 1
    }
  }
  expect(codes).toEqual([1, 0])
  expect(compared).toBe(2)
})

it('the kept scenario runs without the client', { timeout: 60_000 }, async () => {
  const { code, output } = await project.run('npx reqsim run test/lost-response.scenario.yaml')
  expect(code, output).toBe(0)
})

const samples = blocksOf('docs/explore.md', 'ts')

it.each(samples)(
  'the page about exploring has a sample that passes: $text',
  { timeout: 60_000 },
  async (sample) => {
    const imports = "import { expect, test } from 'vitest'\n"
    const lines = sample.text.split('\n')
    const own = lines.filter((line) => line.startsWith('import '))
    const body = lines.filter((line) => !line.startsWith('import '))
    await project.write(
      'page.test.ts',
      [...own, imports, "test('page', async () => {", ...body, '}, 60_000)'].join('\n'),
    )
    const { code, output } = await project.run('npx vitest run page.test.ts')
    expect(code, output).toBe(0)
  },
)
