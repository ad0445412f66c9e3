/** Scenario files on disk: what they may reach, and what they may not. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadScenarioFile } from '../../src/adapters/node/scenarios.ts'
import { problemsOf } from './support.ts'

let top: string
let root: string

beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'reqsim-scenarios-')))
  root = join(top, 'project')
  await mkdir(join(root, 'deep'), { recursive: true })
  const files = {
    'outside.yaml': 'name: outside',
    'project/base.json': '{ "seed": 3, "world": { "users": [{ "name": "ann" }] } }',
    'project/child.yaml': 'extends: [./base.json]\nworld: { users: [{ name: bob }] }',
    'project/named.yaml': 'extends: [base]',
    'project/demo.yaml': 'extends: [demo]\nworld: { users: [{ name: zoe }] }',
    'project/deep/up.yaml': 'extends: [../base.json]',
    'project/deep/broken.yaml': 'seed: 1\nextends: [../child.yaml]\nsead: 2',
    'project/escape.yaml': 'extends: [../outside.yaml]',
    'project/absolute.yaml': `extends: [${join(top, 'outside.yaml')}]`,
    'project/linked.yaml': 'extends: [./link.yaml]',
    'project/folder.yaml': 'extends: [./deep]',
    'project/missing.yaml': 'extends: [./nothing.yaml, ../nothing.yaml]',
    'project/other.yaml': 'extends: [./package.txt]',
    'project/package.txt': 'name: x',
  }
  for (const [path, text] of Object.entries(files)) await writeFile(join(top, path), text)
  await symlink(join(top, 'outside.yaml'), join(root, 'link.yaml'))
  await symlink(join(root, 'base.json'), join(root, 'deep', 'inner.json'))
})

afterAll(() => rm(top, { recursive: true }))

const load = (path: string) => loadScenarioFile(join(root, path), { root })

test('a file is named after itself and extends files beside and above it', async () => {
  expect(await load('child.yaml')).toMatchObject({
    name: 'child',
    seed: 3,
    world: { users: [{ name: 'ann' }, { name: 'bob' }] },
  })
  expect(await load('deep/up.yaml')).toMatchObject({ name: 'up', seed: 3 })
  expect(await load('deep/inner.json')).toMatchObject({ seed: 3 })
})

test('a plain name is a file beside, else a ready scenario', async () => {
  expect((await load('named.yaml')).world.users).toEqual([{ name: 'ann' }])
  const { users } = (await load('demo.yaml')).world
  expect(users?.map(({ name }) => name)).toEqual(['admin', 'alice', 'bob', 'eve', 'dana', 'zoe'])
})

test.each([
  ['escape.yaml', "escape.yaml:1:11 extends[0]: '../outside.yaml' is outside the project's folder"],
  ['absolute.yaml', 'is absolute: write it relative to this file'],
  ['linked.yaml', "'link.yaml' is outside the project's folder"],
  ['link.yaml', "'link.yaml' is outside the project's folder"],
  ['folder.yaml', "'deep' is not a scenario file"],
  ['other.yaml', "'package.txt' is not a scenario file: its name must end with .yaml, .yml, .json"],
  ['nowhere.yaml', "there is no file 'nowhere.yaml'"],
  ['../outside.yaml', "'../outside.yaml' is outside the project's folder"],
  ['deep/broken.yaml', "deep/broken.yaml:3:1 sead: no field 'sead'; did you mean 'seed'?"],
])('%s is refused', async (path, problem) => {
  expect(await problemsOf(() => load(path))).toEqual([expect.stringContaining(problem)])
})

test('a file outside is not revealed to exist', async () => {
  expect(await problemsOf(() => load('missing.yaml'))).toEqual([
    "missing.yaml:1:11 extends[0]: there is no file 'nothing.yaml'",
    "missing.yaml:1:27 extends[1]: '../nothing.yaml' is outside the project's folder",
  ])
})

test('without a root, a file outside the working directory has its own folder', async () => {
  expect(await loadScenarioFile(join(root, 'child.yaml'))).toMatchObject({ name: 'child' })
  expect(await problemsOf(() => loadScenarioFile(join(root, 'deep', 'up.yaml')))).toHaveLength(1)
})
