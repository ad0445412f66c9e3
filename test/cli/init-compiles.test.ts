/** The compiler takes the tests that `reqsim init` writes. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { run } from './cli.ts'

const { path: folder } = temporaryFolder()

const tsc = resolve('node_modules/.bin/tsc')
const source = (name: string) => resolve('src', name)

/** The complaints of the compiler about the written test, with the settings that `tsc --init` writes. */
function complaints(): string[] {
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  for (const name of ['@types', '@playwright', 'vitest', 'sorted-btree', 'zod'])
    symlinkSync(resolve('node_modules', name), join(modules, name))
  const paths = Object.fromEntries(
    ['node', 'vitest', 'playwright'].map((name) => [`reqsim/${name}`, [source(`adapters/${name}.ts`)]]),
  )
  const compilerOptions = {
    module: 'nodenext',
    target: 'esnext',
    types: [],
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    strict: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    moduleDetection: 'force',
    skipLibCheck: true,
    noEmit: true,
    // The test stands beside the source instead of the package.
    allowImportingTsExtensions: true,
    paths: { reqsim: [source('index.ts')], ...paths },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/reqsim'] }))
  const { stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false', '-p', folder], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((line) => /^(?:\w+\/reqsim\/|error)/.test(line))
}

test('compiles in a package of CommonJS, in one of modules, and in one that does not say', async () => {
  const projects = [
    ['vitest', '{"type":"commonjs"}'],
    ['node', '{}'],
    ['playwright', '{"type":"commonjs"}'],
    ['vitest', '{"type":"module"}'],
  ] as const
  for (const [index, [runner, packageJson]] of projects.entries()) {
    const place = join(folder, `project${index}`)
    mkdirSync(place)
    writeFileSync(join(place, 'package.json'), packageJson)
    await run(['init', place, '--runner', runner, '--language', 'ts'])
  }
  // The same test under the name that it had: the compiler does see the files.
  mkdirSync(join(folder, 'before/reqsim'), { recursive: true })
  const text = readFileSync(join(folder, 'project0/reqsim/first.test.mts'))
  writeFileSync(join(folder, 'before/reqsim/first.test.ts'), text)
  writeFileSync(join(folder, 'before/package.json'), '{"type":"commonjs"}')
  const found = complaints()
  expect(found.filter((line) => !line.startsWith('before/'))).toEqual([])
  expect(found.join()).toContain('TS1309')
}, 60_000)
