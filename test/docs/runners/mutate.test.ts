// The tutorial of mutants, followed to its end in a folder of its own: each score on the page comes out of its command.

import { expect, it } from 'vitest'
import { codeBlocks } from '../support/code-blocks.ts'
import { missingLine, pathOf, readPage } from '../support/pages.ts'
import { makeProject, root } from '../support/project.ts'

const project = await makeProject(['vitest'])

// An installed package is loaded by Node, once for tests and mutants; the source must be too, which Vite would transform.
await project.write(
  'vitest.config.ts',
  `export default { test: { server: { deps: { external: [new RegExp(${JSON.stringify(`^(?:file://)?${root}/src/`)})] } } } }`,
)

it('the weak suite becomes one that notices nearly everything', { timeout: 300_000 }, async () => {
  let output = ''
  let compared = 0
  const codes: number[] = []
  for (const block of codeBlocks(readPage('docs/tutorials/mutate.md'))) {
    const path = pathOf(block)
    if (path !== undefined) await project.write(path, block.text)
    else if (block.language === 'sh') {
      const ran = await project.run(block.text)
      output = ran.output
      codes.push(ran.code)
    } else if (block.language === 'text') {
      expect(missingLine(withoutNumbers(block.text), withoutNumbers(output)), output).toBeUndefined()
      compared += 1
    }
  }
  expect(codes).toEqual([0, 0, 0, 0, 0])
  expect(compared).toBe(7)
})

/** The page also lists survivors without what stands around them. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/^\d+\. /gm, '')
}
