// The page about Jest and node:test: its files of node:test are written into a project, and pass.

import { expect, it } from 'vitest'
import { compileCache } from '../../support/compile-cache.ts'
import { blocksOf, pathOf } from '../support/pages.ts'
import { makeProject } from '../support/project.ts'

const files = blocksOf('docs/jest-and-node-test.md', 'js').filter(({ text }) => text.includes('node:test'))

const project = await makeProject(['msw'])

it('every test passes, and one that fails prints its journal', { timeout: 60_000 }, async () => {
  for (const file of files) await project.write(pathOf(file) ?? '', file.text)
  const client = files.find((file) => pathOf(file) === 'client.test.js')?.text ?? ''
  await project.write('failing.test.js', client.replace("'Northwind Wiki'", "'Another'"))
  const { output } = await project.run(
    `NODE_COMPILE_CACHE='${compileCache.NODE_COMPILE_CACHE}' node --test --test-reporter=tap`,
  )
  expect(output).toMatch(/^# tests 5$/m)
  expect(output).toMatch(/^# pass 4$/m)
  expect(output).toMatch(/^# fail 1$/m)
  expect(output).toContain('alice: GET http://api.sim/api/applications/101 → 200 (')
  expect(files).toHaveLength(3)
})
