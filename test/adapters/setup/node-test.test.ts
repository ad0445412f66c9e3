// A suite of node:test that knows no simulator, with `--import reqsim/node-test/setup` and a file of options.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { makeProject } from '../../docs/support/project.ts'

const SUITE = `import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { currentSimulator } from 'reqsim/node'
const W = 'https://wiki.example.com/rest/reqs/1/requirement2/ENG/'
const server = setupServer(http.get(W + 'REQ-002', () => HttpResponse.json({ htmlExcerpt: 'own' })))
before(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
after(() => server.close())
const text = async (key) => (await (await fetch(W + key)).json()).htmlExcerpt
const save = (key, htmlExcerpt) => fetch(W + key, { method: 'PUT', headers: { 'content-type': 'application/json', authorization: 'Bearer nope' }, body: JSON.stringify({ htmlExcerpt }) })
test('saves', async () => { await save('REQ-001', 'x'); assert.equal(await text('REQ-001'), 'x') })
test('sees nothing of it', async () => { assert.notEqual(await text('REQ-001'), 'x'); assert.equal(await text('REQ-002'), 'own') })
describe('suite', () => {
  test('inner', async (t) => {
    await save('REQ-001', 'y')
    await t.test('part', async () => { assert.equal(await text('REQ-001'), 'y') })
  })
  test('override', async () => { server.use(http.get(W + 'REQ-001', () => new HttpResponse(null, { status: 503 }))); assert.equal((await fetch(W + 'REQ-001')).status, 503) })
  test('fault', async () => { (await currentSimulator()).faults.add({ operation: 'wiki.requirement.read', status: 503 }); assert.equal((await fetch(W + 'REQ-001')).status, 503) })
})
describe('together', { concurrency: true }, () => {
  test('one', async () => { await save('REQ-003', '1'); await new Promise(r => setTimeout(r, 50)) })
  test('two', async () => { await new Promise(r => setTimeout(r, 20)); assert.equal(await text('REQ-003'), '1') })
})
test('fails', async () => { assert.equal(await text('REQ-001'), 'z') })
`

const project = await makeProject(['msw'])
beforeAll(async () => {
  await project.write('a.test.js', SUITE)
  const options = { base: { wiki: 'https://wiki.example.com' }, as: 'alice', reportFolder: 'reports' }
  await project.write('reqsim.config.json', JSON.stringify(options))
})

it('gives each test a fork behind its handlers, and reports', async () => {
  const { output } = await project.run('node --import reqsim/node-test/setup --test --test-reporter=tap')
  expect(output).toMatch(/^# pass 8$/m)
  expect(output).toMatch(/^# fail 1$/m)
  expect(output).toContain(
    "reqsim: 'together > two' runs beside 'together > one', and node:test does not say which of them sends a request: concurrent tests share a simulator",
  )
  expect(output).toContain("reqsim, in 'fails':")
  const trace = 'reqsim-traces/a.test.js-fails.trace'
  expect(output).toContain(`trace: ${trace} (npx reqsim show ${trace})`)
  expect(existsSync(join(project.folder, trace))).toBe(true)
  const shown = await project.run(`npx reqsim show ${trace} --text`)
  expect(shown.output).toContain("'z'")
  const report = JSON.parse(await readFile(join(project.folder, 'reports/a.test.js.json'), 'utf8')) as object
  expect(report).toMatchObject({ faulted: expect.anything(), exchanges: expect.any(Number) })
})

it('audits the handlers of the suite', async () => {
  const { output } = await project.run('npx reqsim audit -- node --import reqsim/node-test/setup --test')
  expect(output).toContain(
    'differs: GET https://wiki.example.com/rest/reqs/1/requirement2/ENG/REQ-002 (a.test.js:7), 1 call of wiki.requirement.read',
  )
  expect(output).toContain("in 'sees nothing of it'")
})
