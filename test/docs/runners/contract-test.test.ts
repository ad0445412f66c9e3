// The tutorial of the integrator, followed to its end in a folder of its own.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { codeBlocks } from '../support/code-blocks.ts'
import { missingLine, pathOf, readPage } from '../support/pages.ts'
import { makeProject } from '../support/project.ts'

const page = readPage('docs/tutorials/contract-test.md')
const blocks = codeBlocks(page)

const project = await makeProject(['vitest', 'msw'])

it(
  'every file can be written, every command run, and comes out as it is shown',
  { timeout: 180_000 },
  async () => {
    let compared = 0
    let output = ''
    for (const block of blocks) {
      const path = pathOf(block)
      if (path !== undefined) await project.write(path, block.text)
      // The first commands make the project, which is here already.
      else if (block.language === 'sh' && !block.text.includes('npm install'))
        ({ output } = await project.run(block.text))
      else if (block.language === 'text') {
        expect(missingLine(block.text, output), output).toBeUndefined()
        compared += 1
      }
    }
    expect(compared).toBe(4)
  },
)

it('the step of the build server leaves what it uploads', { timeout: 180_000 }, async () => {
  const workflow = parse(blocks.find(({ language }) => language === 'yaml')?.text ?? '') as {
    jobs: { contract: { steps: { run?: string; with?: { path?: string } }[] } }
  }
  const { steps } = workflow.jobs.contract
  const tests = steps.find(({ run }) => run?.includes('vitest'))?.run ?? ''
  const { code, output } = await project.run(tests)
  expect(code, output).toBe(0)
  const uploaded = steps.at(-1)?.with?.path ?? ''
  for (const file of ['junit.xml', 'client.md', 'freezing.md'])
    expect(existsSync(join(project.folder, uploaded, file)), file).toBe(true)
})
