// The projects of examples/, and a project begun with `reqsim init`: each is run with the packed package, as its users have it.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { findChromium } from '../doors/chromium.ts'
import { openExample } from './example.ts'
import { freePort, installBeside, run } from './packed.ts'

const packed = inject('packed')
const chromium = findChromium()

it('contract tests of a client pass, and leave their report', async () => {
  const folder = await openExample(packed, 'contract-test')
  const { exitCode, stdout, stderr } = await run('npm', ['test'], folder, { NO_COLOR: '1' })
  expect(exitCode, stdout + stderr).toBe(0)
  expect(stdout).toMatch(/Tests +\d+ passed/)
  const report = await readFile(join(folder, 'report.md'), 'utf8')
  expect(report).toContain('wiki.baseline.freeze')
})

describe('the suites of examples/mutate', () => {
  let folder = ''
  beforeAll(async () => void (folder = await openExample(packed, 'mutate')))

  it.each(['strong', 'statuses-only', 'no-read-after-write', 'first-page-only'])(
    'pass, weak or not: %s',
    { timeout: 300_000 },
    async (suite) => {
      const { exitCode, stdout, stderr } = await run('npm', ['run', suite], folder, { NO_COLOR: '1' })
      expect(exitCode, stdout + stderr).toBe(0)
      expect(stdout).toMatch(/Tests +\d+ passed \(\d+\)/)
    },
  )
})

describe('the front end', () => {
  it.runIf(chromium !== undefined)('passes in Chromium, with its service worker and routed', async () => {
    const folder = await openExample(packed, 'front-end')
    const environment = { CHROMIUM_PATH: chromium as string, PORT: String(await freePort()) }
    const { exitCode, stdout, stderr } = await run('npm', ['test'], folder, environment)
    expect(exitCode, stdout + stderr).toBe(0)
    expect(stdout).toMatch(/^ +\d+ passed/m)
    expect(stdout).not.toMatch(/skipped|flaky/)
  })

  it('is built without the simulator and its tools', async () => {
    const folder = await openExample(packed, 'front-end', 'front-end-built')
    const build = async (mode: string) => {
      const environment = { NODE_ENV: mode }
      const { exitCode, stdout, stderr } = await run(
        'npx',
        ['vite', 'build', '--mode', mode],
        folder,
        environment,
      )
      expect(exitCode, stdout + stderr).toBe(0)
      const files = globSync('dist/**/*.{js,html,css}', { cwd: folder })
      return files.filter((file) => readFileSync(join(folder, file), 'utf8').includes('reqsim'))
    }
    expect(await build('development')).not.toEqual([])
    expect(await build('production')).toEqual([])
    expect(existsSync(join(folder, 'dist/index.html'))).toBe(true)
  })

  it('needs Chromium', () => {
    const absent = chromium === undefined
    if (absent) console.warn('SKIPPED: no Chromium here, the example of a front end was not run')
    expect(absent && process.env['REQSIM_REQUIRE_BROWSER'] === '1').toBe(false)
  })
})

const PLAYWRIGHT_CONFIG = `export default {
  use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] } },
}
`

describe('reqsim init', () => {
  it.each([
    ['in TypeScript', '{"devDependencies":{"typescript":"7"}}'],
    ['in JavaScript, in a package of CommonJS', '{"type":"commonjs"}'],
  ])('writes a test that passes as it is: %s', async (title, packageJson) => {
    const name = title.replaceAll(/\W+/g, '-')
    const folder = await installBeside(packed, name, ['vitest'])
    await writeFile(join(folder, 'package.json'), packageJson)
    const begun = await run('npx', ['reqsim', 'init'], folder)
    expect(begun).toMatchObject({ exitCode: 0 })
    const { exitCode, stdout, stderr } = await run('npx', ['vitest', 'run', 'reqsim'], folder, {
      NO_COLOR: '1',
    })
    expect(exitCode, stdout + stderr).toBe(0)
    expect(stdout).toMatch(/Tests +3 passed \(3\)/)
    const valid = await run('npx', ['reqsim', 'validate', 'reqsim/first.scenario.yaml'], folder)
    expect(valid).toMatchObject({ exitCode: 0, stdout: 'reqsim/first.scenario.yaml: valid\n' })
  })

  it.each(['ts', 'js'])('writes a test for node:test that passes as it is: %s', async (language) => {
    const folder = await installBeside(packed, `node-test-${language}`, [])
    await run('npx', ['reqsim', 'init', '--runner', 'node', '--language', language], folder)
    const name = language === 'ts' ? 'first.test.mts' : 'first.test.mjs'
    const flags = language === 'ts' ? ['--experimental-strip-types'] : []
    const { exitCode, stdout } = await run(
      process.execPath,
      [...flags, '--test', '--test-reporter=tap', `reqsim/${name}`],
      folder,
    )
    expect(exitCode, stdout).toBe(0)
    expect(stdout).toContain('# pass 3\n')
  })

  it.runIf(chromium !== undefined).each(['ts', 'js'])(
    'writes a test for Playwright that passes as it is: %s',
    async (language) => {
      const folder = await installBeside(packed, `playwright-${language}`, ['@playwright/test'])
      await run('npx', ['reqsim', 'init', '--runner', 'playwright', '--language', language], folder)
      await writeFile(join(folder, 'playwright.config.mjs'), PLAYWRIGHT_CONFIG)
      const { exitCode, stdout, stderr } = await run('npx', ['playwright', 'test', 'reqsim'], folder, {
        CHROMIUM_PATH: chromium as string,
      })
      expect(exitCode, stdout + stderr).toBe(0)
      expect(stdout).toMatch(/^ +2 passed/m)
    },
  )
})
