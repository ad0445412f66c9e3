// The packed package in the browser mode of Vitest: the fixture in Chromium, what it prints of a failure, and the reporter.

import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, inject, it } from 'vitest'
import { installPinned } from '../../scripts/install-pinned.ts'
import { findChromium } from '../doors/chromium.ts'
import { installBeside, run } from './packed.ts'

const tools = new URL('browser-mode/', import.meta.url)

const TEST = `
import { expect } from 'vitest'
import { test } from 'reqsim/vitest'

test('reads an application in the page', async ({ sim }) => {
  expect(document.title).toBeTypeOf('string')
  const { body } = await sim.call('standalone.application.read', { as: 'alice', path: { applicationId: 101 } })
  expect(body.id).toBe(101)
})
test('fails', async ({ sim }) => {
  const response = await sim.fetch('http://wiki.sim/rest/reqs/1/requirement2/ENG/REQ-777', {
    headers: { Authorization: 'Bearer tok-alice' },
  })
  expect(response.status).toBe(200)
})
`
const CONFIG = `
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const launchOptions = { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] }
export default defineConfig({
  // The packages are links to folders outside of this project.
  server: { fs: { strict: false } },
  test: {
    reporters: ['default', ['reqsim/vitest/reporter', { report: 'report.json', thresholds: { minExercised: 3 } }]],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
`
const chromium = findChromium()

beforeAll(() => installPinned(tools, 'the browser mode of Vitest', ['--legacy-peer-deps']), 120_000)

it('there is a Chromium, or nobody requires one', () => {
  if (chromium === undefined) console.error('NOT TESTED: no Chromium on this machine; set CHROMIUM_PATH')
  expect(chromium === undefined && process.env['REQSIM_REQUIRE_BROWSER'] === '1').toBe(false)
})

it('the browser mode has the version of Vitest', async () => {
  const versionsIn = async (file: URL) =>
    (JSON.parse(await readFile(file, 'utf8')) as { devDependencies: Record<string, string> }).devDependencies
  const { vitest } = await versionsIn(new URL('../../package.json', import.meta.url))
  expect(await versionsIn(new URL('package.json', tools))).toEqual({ '@vitest/browser-playwright': vitest })
})

it.skipIf(chromium === undefined)(
  'a page runs the tests, and the reporter adds up what they did',
  async () => {
    const folder = await installBeside(inject('packed'), 'browser-mode', ['vitest'])
    await mkdir(join(folder, 'node_modules/@vitest'))
    const provider = 'node_modules/@vitest/browser-playwright'
    await symlink(fileURLToPath(new URL(provider, tools)), join(folder, provider))
    await writeFile(join(folder, 'page.test.ts'), TEST)
    await writeFile(join(folder, 'vitest.config.mjs'), CONFIG)

    const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
    const environment = { CHROMIUM_PATH: chromium as string }
    const { stdout, stderr, exitCode } = await run(
      process.execPath,
      [vitest, 'run', '--no-color'],
      folder,
      environment,
    )
    const output = stdout + stderr
    expect(stdout, output).toMatch(/Tests +1 failed \| 1 passed \(2\)/)
    expect(stdout).toContain('|chromium| page.test.ts')
    expect(output).toContain(
      "reqsim, in 'fails':\n  #1 2026-01-05T09:00:00.000Z alice: GET http://wiki.sim/rest/reqs/1/",
    )
    expect(output).not.toContain('trace')
    expect(stdout).toContain('reqsim, 2 tests with sim:')
    expect(stderr).toContain('reqsim: 2 operations exercised, fewer than the minimum of 3\n')
    expect(exitCode).toBe(1)
    expect(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))).toMatchObject({ exchanges: 2 })
  },
)
