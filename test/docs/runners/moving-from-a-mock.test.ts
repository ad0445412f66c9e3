// The page about moving from a mock, followed from its suite to the last step in a project of its own; then its other tests.

import { beforeAll, describe, expect, it } from 'vitest'
import { codeBlocks } from '../support/code-blocks.ts'
import { blocksOf, missingLine, pathOf, readPage } from '../support/pages.ts'
import { makeProject, withNativeSource } from '../support/project.ts'

const page = readPage('docs/moving-from-a-mock.md')
const [before = '', ...steps] = page.slice(0, page.indexOf('## From nock')).split('\n## Step ')

const project = await makeProject(['vitest', 'msw', '@mswjs/data'])

/** Writes the files of a part of the page and runs its commands. Returns their exit codes, and how many outputs were compared. */
async function follow(
  text: string,
): Promise<{ readonly codes: readonly number[]; readonly compared: number }> {
  let output = ''
  let compared = 0
  const codes: number[] = []
  for (const block of codeBlocks(text)) {
    const path = pathOf(block)
    if (path !== undefined) await project.write(path, asFile(path, block.text))
    else if (block.language === 'sh') {
      const ran = await project.run(block.text)
      output = ran.output
      codes.push(ran.code)
    } else if (block.language === 'text') {
      expect(missingLine(block.text, output), output).toBeUndefined()
      compared += 1
    }
  }
  return { codes, compared }
}

function asFile(path: string, text: string): string {
  if (path === 'vitest.config.ts') return withNativeSource(text)
  // A snapshot begins with its version.
  return path.endsWith('.snap') ? text.replace(/^.*\n/, '') : text
}

describe('the suite of the page', () => {
  beforeAll(async () => {
    await project.write('vitest.config.ts', withNativeSource('export default { test: {} }'))
    await follow(before)
  })

  it('passes before the first step', { timeout: 600_000 }, async () => {
    const { code, output } = await project.run('npx vitest run')
    expect(code, output).toBe(0)
    expect(output).toMatch(/Tests +4 passed \(4\)/)
  })

  it.each(steps.map((text) => [text.split('\n', 1)[0] ?? '', text] as const))(
    'goes on with step %s',
    { timeout: 600_000 },
    async (title, text) => {
      const { codes, compared } = await follow(text)
      // The mock hid a mistake of the client, which this step corrects.
      const isCorrection = title.startsWith('5')
      expect(codes).toEqual(title.startsWith('6') ? [] : isCorrection ? [1, 0] : [0])
      expect(compared).toBe(codes.length)
      if (codes.length > 0) return
      const { code, output } = await project.run('npx vitest run')
      expect(code, output).toBe(0)
    },
  )
})

it('the tests of the rest of the page pass', { timeout: 600_000 }, async () => {
  const files = blocksOf('docs/moving-from-a-mock.md', 'ts').filter(
    (block) => pathOf(block) === 'factory.test.ts',
  )
  expect(files).toHaveLength(1)
  for (const block of files) await project.write('factory.test.ts', block.text)
  const { code, output } = await project.run('npx vitest run factory')
  expect(code, output).toBe(0)
})
