// The test files of docs/troubleshooting.md pass in Vitest, with both versions of Mock Service Worker.

import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { blocksOf, pathOf } from '../support/pages.ts'
import { makeProject, root } from '../support/project.ts'

const project = await makeProject(['vitest', 'msw', 'jsdom', 'undici'])
const files = blocksOf('docs/troubleshooting.md', 'ts').flatMap((block) => {
  const path = pathOf(block)
  return path === undefined ? [] : [{ path, text: block.text }]
})
for (const { path, text } of files) await project.write(path, text)

it.each(['msw', 'msw2'])('they pass with %s', { timeout: 300_000 }, async (version) => {
  const place = join(project.folder, 'node_modules/msw')
  await rm(place)
  await symlink(join(root, 'node_modules', version), place)
  const { code, output } = await project.run('vitest run --testTimeout 60000')
  expect(code, output).toBe(0)
  for (const { path } of files) expect(output).toContain(path)
  expect(files).toHaveLength(3)
})
