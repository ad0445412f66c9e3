// What registries and editors read of the package: publint and Are the types wrong? judge the tarball.

import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, inject, it } from 'vitest'
import { run } from './packed.ts'

const packed = inject('packed')
const tarball = join(dirname(packed.consumer), `reqsim-${packed.packageJson.version}.tgz`)
const tools = resolve(import.meta.dirname, 'tools/node_modules')

it('has nothing that publint objects to', async () => {
  const { exitCode, stdout, stderr } = await run(
    process.execPath,
    [join(tools, 'publint/src/cli.js'), 'run', tarball, '--strict'],
    packed.consumer,
  )
  expect([exitCode, stdout + stderr]).toEqual([0, expect.stringContaining('All good!')])
})

it('has types that resolve wherever the modules do', async () => {
  const parameters = [tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji']
  const { exitCode, stdout, stderr } = await run(
    process.execPath,
    [join(tools, '@arethetypeswrong/cli/dist/index.js'), ...parameters],
    packed.consumer,
  )
  expect([exitCode, stdout + stderr]).toEqual([0, expect.stringContaining('node16 (from ESM): OK (ESM)')])
})

it('maps what is built to its source', () => {
  const mapped = globSync('dist/{*,adapters/*,chunks/*}.js', { cwd: packed.installed }).filter((file) =>
    // Files that only re-export others have none.
    /sourceMappingURL=/.test(readFileSync(join(packed.installed, file), 'utf8')),
  )
  expect(mapped).toEqual(expect.arrayContaining(['dist/chunks/core.js', 'dist/adapters/vite.js']))
  for (const file of mapped) {
    const map = JSON.parse(readFileSync(join(packed.installed, `${file}.map`), 'utf8')) as SourceMap
    expect(map.sourcesContent).toHaveLength(map.sources.length)
    expect(map.sources.every((source) => /^(?:\.\.\/)+(?:src|node_modules)\//.test(source))).toBe(true)
  }
})

interface SourceMap {
  readonly sources: readonly string[]
  readonly sourcesContent: readonly string[]
}
