/**
 * How large the package is in a page: each entry bundled and minified as an application would, and compressed by gzip; and
 * the console. Counted is what is loaded, not what could be: scenarios that are not asked for stay apart.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'tsdown'
import { type Bundler, loadPage } from '../test/package/page.ts'
import { fileOf, runChild } from './child.ts'
import { type Row, rowOf } from './measure.ts'
import { TARGETS } from './targets.ts'

/** Modules of the package's own entries, by how users import them. */
const ENTRIES: Readonly<Record<string, string>> = {
  reqsim: 'index.js',
  'reqsim/msw': 'adapters/msw.js',
  'reqsim/vitest': 'adapters/vitest.js',
  'reqsim/data': 'adapters/data.js',
  'reqsim/node': 'adapters/node.js',
  'reqsim/playwright': 'adapters/playwright.js',
}

export async function measureBundles(): Promise<Row[]> {
  // Below the project, so that what stays apart is found.
  const folder = fileOf('node_modules/.bundles')
  mkdirSync(folder, { recursive: true })
  try {
    const pages = [
      rowOf(TARGETS.bundle, [await pageSize(folder, 'rolldown')]),
      rowOf(TARGETS.bundleByEsbuild, [await pageSize(folder, 'esbuild')]),
    ]
    const entries: Row[] = []
    for (const [name, file] of Object.entries(ENTRIES)) {
      const source = `export * from '../../../dist/${file}'\n`
      const size = await sizeOf(folder, name.replace('/', '-'), source)
      entries.push(rowOf({ name: `${name}, minified, gzip`, unit: 'KB' }, [size]))
    }
    return [...pages, ...entries, consoleRow()]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Kilobytes of what a page loads that serves the demo, until its first search is answered. */
async function pageSize(folder: string, bundler: Bundler): Promise<number> {
  const modules = join(folder, 'page/node_modules')
  mkdirSync(modules, { recursive: true })
  if (!existsSync(join(modules, 'reqsim'))) symlinkSync(fileOf('..'), join(modules, 'reqsim'), 'dir')
  const { files } = await loadPage(join(folder, 'page'), bundler)
  return files.reduce((sum, { gzip }) => sum + gzip, 0) / 1024
}

/** Kilobytes of what a module loads at once. */
async function sizeOf(folder: string, name: string, source: string): Promise<number> {
  const entry = join(folder, `${name}.entry.js`)
  const outDir = join(folder, name)
  writeFileSync(entry, source)
  await build({
    config: false,
    entry: { entry },
    outDir,
    format: 'esm',
    platform: name.endsWith('node') || name.endsWith('playwright') ? 'node' : 'neutral',
    target: 'es2023',
    minify: true,
    fixedExtension: false,
    dts: false,
    hash: false,
    logLevel: 'error',
    inputOptions: { resolve: { mainFields: ['module', 'main'] } },
    deps: {
      neverBundle: [/^node:/, /^(?:msw|vitest|@msw|@mswjs|playwright)/],
      alwaysBundle: [/./],
      onlyBundle: false,
    },
  })
  const loaded = await runChild<string[]>('loaded-modules.ts', [], [join(outDir, 'entry.js'), outDir])
  return kilobytes(loaded)
}

function consoleRow(): Row {
  const folder = fileOf('../dist/console')
  const files = readdirSync(folder).filter((file) => /\.(?:js|css|html)$/.test(file))
  return rowOf({ name: 'the console, gzip', unit: 'KB' }, [
    kilobytes(files.map((file) => join(folder, file))),
  ])
}

/** Each file compressed by itself, as servers send them. */
function kilobytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1024
}
