// Uses the packed package as its users do: from JavaScript, from TypeScript, and from the shell.

import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { packageOf } from '../../lint/imports.ts'
import { importsOf, modulesReachedFrom } from './imports.ts'
import { serveInstalled } from './installed-server.ts'
import { run } from './packed.ts'

const packed = inject('packed')

describe('what is shipped', () => {
  it('is the built code, its declarations, the schema and the papers', () => {
    const files = globSync('**/*', { cwd: packed.installed, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(packed.installed.length + 1))
    const expected =
      /^(bin\/reqsim\.js|clients\/.*\.(py|java|go|md)|dist\/.*|schema\/.*\.json|package\.json|LICENSE|llms\.txt|[A-Z]+\.md|docs\/.*\.md|examples\/.*\.(tsx?|html|json|yaml|md))$/
    expect(files.filter((file) => !expected.test(file))).toEqual([])
    expect(files.filter((file) => /^dist\/(.*\/)?(tests?|fixtures)\/|^dist\/.*\.test\./.test(file))).toEqual(
      [],
    )
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md']))
    expect(files).toEqual(
      expect.arrayContaining(['dist/reference.html', 'dist/third-party-licences.txt', 'docs/reference.md']),
    )
  })

  it('holds every file that package.json points to', () => {
    const { bin, exports } = packed.packageJson
    const targets = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    )
    const files = [...Object.values(bin ?? {}), ...targets].filter((target) => target !== null)
    expect(files.filter((file) => !existsSync(join(packed.installed, file)))).toEqual([])
  })

  it('imports only what is declared', () => {
    const { dependencies, peerDependencies } = packed.packageJson
    // The files that `reqsim init` writes import the package itself.
    const declared = new Set([
      'node:',
      'reqsim',
      ...Object.keys(dependencies),
      ...Object.keys(peerDependencies),
      // So do those for the runners of Jest and Playwright.
      '@jest/globals',
      '@playwright/test',
    ])
    const undeclared = globSync('dist/**/*.{js,d.ts}', { cwd: packed.installed })
      .flatMap((file) => importsOf(join(packed.installed, file)))
      .filter((specifier) => !specifier.startsWith('.') && !declared.has(packageOf(specifier)))
    expect(undeclared).toEqual([])
  })

  it.each(['index.js', 'adapters/msw.js', 'adapters/console.js'])(
    'needs no Node in a browser: %s',
    (entry) => {
      const reached = modulesReachedFrom(join(packed.installed, 'dist', entry))
      const needsNode = (file: string) => /["']node:|getBuiltinModule/.test(readFileSync(file, 'utf8'))
      expect(reached.length).toBeGreaterThan(1)
      expect(reached.filter(needsNode)).toEqual([])
    },
  )
})

describe('from JavaScript', () => {
  it('answers an exchange and says the version of the package', async () => {
    await writeFile(join(packed.consumer, 'use.js'), usage)
    const { stdout, stderr, exitCode } = await run(process.execPath, ['use.js'], packed.consumer)
    expect(stderr).toBe('')
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      version: packed.packageJson.version,
      health: [200, 'demo'],
      served: [200, 'demo'],
      applications: 200,
      handlers: true,
    })
  })

  it('keeps Node’s parts out of a browser’s reach', async () => {
    const resolving =
      "console.log(import.meta.resolve('reqsim')); console.log(import.meta.resolve('reqsim/node'))"
    await writeFile(join(packed.consumer, 'resolve.js'), resolving)
    const { stdout, stderr } = await run(
      process.execPath,
      ['--conditions=browser', 'resolve.js'],
      packed.consumer,
    )
    expect(stdout).toMatch(/\/reqsim\/dist\/index\.js\n$/)
    expect(stderr).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })
})

const usage = `
import { createSimulator, version } from 'reqsim'
import { handlers } from 'reqsim/msw'
import { serve } from 'reqsim/node'

const sim = await createSimulator({ scenario: 'demo' })
const health = await sim.fetch('http://sim.sim/_sim/health')
const applications = await sim.fetch('http://api.sim/api/applications?organizationId=1', {
  headers: { authorization: 'Bearer tok-admin' },
})
const served = await serve(sim, { port: 0 })
const overHttp = await fetch(served.url + '/_sim/health')
console.log(JSON.stringify({
  version,
  health: [health.status, (await health.json()).scenario],
  served: [overHttp.status, (await overHttp.json()).scenario],
  applications: applications.status,
  handlers: handlers(sim).length > 0,
}))
await served.close()
`

describe('from the shell', () => {
  const shell = () => join(packed.consumer, 'node_modules/.bin/reqsim')

  it('says its version', async () => {
    expect(await run(shell(), ['--version'], packed.consumer)).toEqual({
      exitCode: 0,
      stdout: `${packed.packageJson.version}\n`,
      stderr: '',
    })
  })

  it('says which Node it needs on one that is too old', async () => {
    const older = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.11.1"})'
    const { exitCode, stderr } = await run(
      process.execPath,
      ['--import', older, shell(), '--version'],
      packed.consumer,
    )
    expect(exitCode).toBe(2)
    expect(stderr).toBe(
      'reqsim needs Node 22.12 or newer; this is Node 20.11.1. Get a newer one from https://nodejs.org, or with nvm install 24.\n',
    )
  })

  it('says the same as a library', async () => {
    const older = 'data:text/javascript,delete Map.groupBy'
    const { exitCode, stderr } = await run(
      process.execPath,
      ['--import', older, '--input-type=module', '--eval', "import 'reqsim'"],
      packed.consumer,
    )
    expect(exitCode).toBe(1)
    expect(stderr).toContain('Error: reqsim needs Node 22.12 or newer, or a browser of 2024 or newer')
  })

  it('serves the demo world, and ends within a second of SIGTERM', async () => {
    const { url, server } = await serveInstalled(packed)
    expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
    server.kill('SIGTERM')
    expect(await once(server, 'exit', { signal: AbortSignal.timeout(1000) })).toEqual([0, null])
  })
})
