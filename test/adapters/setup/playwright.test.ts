// A suite of Playwright that knows no simulator, with one import in its configuration.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeProject } from '../../docs/support/project.ts'
import { findChromium } from '../../doors/chromium.ts'

const executablePath = findChromium()
const absent = executablePath === undefined

test('there is a Chromium, or nobody requires one', () => {
  if (absent) console.error('NOT TESTED: no Chromium on this machine; set CHROMIUM_PATH')
  expect(absent && process.env['REQSIM_REQUIRE_BROWSER'] === '1').toBe(false)
})

const CONFIG = `import { defineConfig } from '@playwright/test'
import 'reqsim/playwright/setup'

export default defineConfig({
  testDir: 'e2e',
  timeout: 120_000,
  workers: 1,
  use: { launchOptions: { executablePath: ${JSON.stringify(executablePath)}, args: ['--no-sandbox'] } },
})`

const SUITE = `import { expect, test } from '@playwright/test'

const APP = 'http://app.example/'
const READ = 'https://wiki.example.com/rest/reqs/1/requirement2/ENG/REQ-001'
const call = async (page, init = {}) => {
  await page.route(APP, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>app</h1>' }))
  await page.goto(APP)
  return page.evaluate(async ([url, init]) => {
    const response = await fetch(url, init)
    return { ...(await response.json()), status: response.status }
  }, [READ, init])
}
const headers = { 'content-type': 'application/json', authorization: 'Bearer made-up' }

test('saves', async ({ page }) => {
  const body = JSON.stringify({ htmlExcerpt: 'x' })
  expect((await call(page, { method: 'PUT', headers, body })).status).toBe(200)
  expect((await call(page)).htmlExcerpt).toBe('x')
})
test('sees nothing of it', async ({ page }) => {
  expect((await call(page)).htmlExcerpt).not.toBe('x')
})
test('has a route of its own', async ({ page }) => {
  await page.route('**/requirement2/**', (route) => route.fulfill({ status: 503, json: {} }))
  expect((await call(page)).status).toBe(503)
})
test('fails', async ({ page }) => {
  expect((await call(page)).htmlExcerpt).toBe('z')
})
`

describe.skipIf(absent)('a suite of Playwright', () => {
  let output = ''
  let folder = ''
  beforeAll(async () => {
    const project = await makeProject(['@playwright/test'])
    folder = project.folder
    await project.write('playwright.config.js', CONFIG)
    await project.write('e2e/wiki.spec.js', SUITE)
    const options = { base: { wiki: 'https://wiki.example.com' }, as: 'alice' }
    await project.write('reqsim.config.json', JSON.stringify(options))
    ;({ output } = await project.run('npx playwright test --reporter=list'))
  }, 600_000)

  test('has a fork for each test, behind its own routes', () => {
    expect(output).toMatch(/3 passed/)
    expect(output).toMatch(/1 failed/)
  })

  test('prints the requests of a test that fails, and attaches its trace', () => {
    expect(output).toContain("reqsim, in 'fails':")
    expect(output).toContain(
      'alice: GET https://wiki.example.com/rest/reqs/1/requirement2/ENG/REQ-001 → 200 (wiki.requirement.read)',
    )
    const [, trace = ''] = /trace: (\S+) /.exec(output) ?? []
    expect(existsSync(join(folder, trace))).toBe(true)
    expect(output).not.toContain("reqsim, in 'saves':")
  })
})
