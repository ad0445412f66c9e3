// The recipe for Jest of docs/jest-and-node-test.md, with the packed package and a pinned Jest.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
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

const MOVED = `import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { currentSimulator } from 'reqsim/node'
const W = 'https://wiki.example.com/rest/reqs/1/requirement2/ENG/'
const server = setupServer(http.get(W + 'REQ-002', () => HttpResponse.json({ htmlExcerpt: 'own' })))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())
const text = async (key) => (await (await fetch(W + key)).json()).htmlExcerpt
const save = (key, htmlExcerpt) => fetch(W + key, { method: 'PUT', headers: { 'content-type': 'application/json', authorization: 'Bearer nope' }, body: JSON.stringify({ htmlExcerpt }) })
test('saves', async () => { await save('REQ-001', 'x'); expect(await text('REQ-001')).toBe('x') })
test('sees nothing of it', async () => { expect(await text('REQ-001')).not.toBe('x'); expect(await text('REQ-002')).toBe('own') })
describe('suite', () => {
  it('override', async () => { server.use(http.get(W + 'REQ-001', () => new HttpResponse(null, { status: 503 }))); expect((await fetch(W + 'REQ-001')).status).toBe(503) })
  it('fault', async () => { (await currentSimulator()).faults.add({ operation: 'wiki.requirement.read', status: 503 }); expect((await fetch(W + 'REQ-001')).status).toBe(503) })
})
test('fails', async () => { expect(await text('REQ-001')).toBe('z') })
`

it('the setup puts the simulator behind the handlers of a suite', async () => {
  const moved = join(inject('packed').consumer, 'jest-setup')
  await mkdir(moved)
  const jestOptions = { testEnvironment: 'node', setupFilesAfterEnv: ['reqsim/jest/setup'] }
  await writeFile(
    join(moved, 'package.json'),
    JSON.stringify({ private: true, type: 'module', jest: jestOptions }),
  )
  const options = { base: { wiki: 'https://wiki.example.com' }, as: 'alice', reportFolder: 'reports' }
  await writeFile(join(moved, 'reqsim.config.json'), JSON.stringify(options))
  await writeFile(join(moved, 'client.test.js'), MOVED)
  const { exitCode, stdout, stderr } = await run(process.execPath, ['--experimental-vm-modules', jest], moved)
  expect(exitCode).toBe(1)
  expect(stderr).toContain('Tests:       1 failed, 4 passed, 5 total')
  expect(stdout + stderr).toContain("reqsim, in 'fails':")
  expect(stdout + stderr).toContain('trace: reqsim-traces/client.test.js-fails.trace (npx reqsim show ')
  const report = JSON.parse(await readFile(join(moved, 'reports/client.test.js.json'), 'utf8')) as object
  expect(report).toMatchObject({ exchanges: 5 })
})
