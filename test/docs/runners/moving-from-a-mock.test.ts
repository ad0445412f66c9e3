// The tests on the page about moving from a mock, each run as a project of its own has them: before and after.

import { expect, it } from 'vitest'
import { blocksOf, pathOf } from '../support/pages.ts'
import { makeProject } from '../support/project.ts'

const files = blocksOf('docs/moving-from-a-mock.md', 'ts').flatMap((block) => {
  const path = pathOf(block)
  return path === undefined ? [] : [{ path, text: block.text }]
})

const project = await makeProject(['vitest', 'msw', '@mswjs/data'])
for (const { path, text } of files) await project.write(path, text)

it('all of them pass', { timeout: 180_000 }, async () => {
  expect(files.map(({ path }) => path)).toEqual(['before.test.ts', 'after.test.ts', 'factory.test.ts'])
  const { code, output } = await project.run('npx vitest run')
  expect(code, output).toBe(0)
  expect(output).toMatch(/Tests +3 passed \(3\)/)
})

it('the first version of the client does not pass with the simulator', { timeout: 180_000 }, async () => {
  const [before = '', after = ''] = files.map(({ text }) => text)
  const call = /^ {2}await fetch\(url, \{ method: 'PUT'.+$/m.exec(before)?.[0] ?? ''
  expect(call).toContain('html:')
  await project.write('both.test.ts', after.replace(/^ {2}await fetch\(url, \{ method: 'PUT'.+$/m, call))
  const { code, output } = await project.run('npx vitest run both.test.ts')
  expect(code).toBe(1)
  expect(output).toContain("AssertionError: expected 'The drone shall take off and land")
})
