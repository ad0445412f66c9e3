// The recipe for Jest of docs/jest-and-node-test.md, with the packed package and a pinned Jest.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, inject, it } from 'vitest'
import { installPinned } from '../../scripts/install-pinned.ts'
import { blocksOf, pathOf } from '../docs/support/pages.ts'
import { project, run } from './packed.ts'

const PAGE = 'docs/jest-and-node-test.md'
const folder = join(inject('packed').consumer, 'jest-page')
const jest = join(project, 'test/package/jest/node_modules/jest/bin/jest.js')
const recipe = blocksOf(PAGE, 'js').find(({ text }) => text.includes('@jest/globals'))

beforeAll(async () => {
  await installPinned(new URL('jest/', import.meta.url), 'Jest')
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  if (recipe === undefined) throw new Error(`${PAGE} shows no test of Jest`)
  await writeFile(join(folder, pathOf(recipe) ?? ''), recipe.text)
}, 120_000)

it('the test passes with the flag of the page', async () => {
  const [command] = blocksOf(PAGE, 'sh').map(({ text }) => text)
  const [, flag = ''] = /^NODE_OPTIONS=(\S+) npx jest$/.exec(command ?? '') ?? []
  const { exitCode, stderr } = await run(process.execPath, [flag, jest], folder)
  expect(exitCode, stderr).toBe(0)
  expect(stderr).toContain('Tests:       1 passed, 1 total')
})

it('a failed test prints its requests', async () => {
  const failing = join(inject('packed').consumer, 'jest-failing')
  await mkdir(failing)
  await writeFile(join(failing, 'package.json'), '{ "private": true, "type": "module" }\n')
  const text = recipe?.text
    .replace('applications/101', 'applications/101?limt=1')
    .replace("toBe('", "toBe('x")
  await writeFile(join(failing, 'client.test.mjs'), text ?? '')
  const { exitCode, stdout, stderr } = await run(
    process.execPath,
    ['--experimental-vm-modules', jest],
    failing,
  )
  expect(exitCode).toBe(1)
  expect(stdout + stderr).toContain(
    'alice: GET http://api.sim/api/applications/101?limt=1 → 200, ignored: query limt',
  )
})

it('the test that `reqsim init` writes passes', async () => {
  const project = join(inject('packed').consumer, 'jest-init')
  await mkdir(project)
  const begun = await run('npx', ['reqsim', 'init', '--runner', 'jest'], project)
  expect(begun.exitCode, begun.stderr).toBe(0)
  await writeFile(join(project, 'package.json'), '{ "private": true }\n')
  const { exitCode, stderr } = await run(
    process.execPath,
    ['--experimental-vm-modules', jest, '--rootDir', project],
    project,
  )
  expect(exitCode, stderr).toBe(0)
  expect(stderr).toContain('Tests:       3 passed, 3 total')
})

it('without it, Jest reports what the page says', async () => {
  const { exitCode, stderr } = await run(process.execPath, [jest], folder)
  expect(exitCode).toBe(1)
  expect(stderr).toContain('Must use import to load ES Module')
})
