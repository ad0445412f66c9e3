// Builds the console's page into dist/console, or the folder of --into: one script, one style sheet, one document. With --if-stale it is built
// only where a source is newer, so that starting from a checkout costs nothing once it is there. Several at once, or a
// server that reads meanwhile, do no harm: what is built is put in place file by file.

import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { bundle } from 'lightningcss'
import { build } from 'tsdown'
import { consolePackages } from './bundled.ts'

const project = resolve(import.meta.dirname, '..')
const into = process.argv.indexOf('--into')
const folder = resolve(project, (into === -1 ? undefined : process.argv[into + 1]) ?? 'dist/console')

const built = ['index.html', 'console.css', 'console.js']

/** True where every built file is at least as new as every source that may be in it. */
function isFresh(): boolean {
  const files = built.map((name) => join(folder, name))
  if (!files.every((file) => existsSync(file))) return false
  const oldest = Math.min(...files.map((file) => statSync(file).mtimeMs))
  const sources = globSync(['src/**/*.{ts,tsx,css,html}', 'scripts/build-console.ts', 'package.json'], {
    cwd: project,
    exclude: ['src/**/*.generated.ts'],
  })
  return sources.every((file) => statSync(join(project, file)).mtimeMs <= oldest)
}

async function buildInto(target: string): Promise<void> {
  const bundles = await build({
    config: false,
    cwd: project,
    entry: { console: 'src/console/main.tsx' },
    outDir: target,
    clean: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    deps: { alwaysBundle: [/./], onlyBundle: false },
    dts: false,
    hash: false,
    logLevel: 'error',
    outputOptions: { codeSplitting: false },
  })
  const modules = bundles.flatMap(({ chunks }) =>
    chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])),
  )
  checkPackages(modules)
  copyFileSync(join(project, 'src/console/index.html'), join(target, 'index.html'))
  const { code } = bundle({ filename: join(project, 'src/console/styles/console.css'), minify: true })
  writeFileSync(join(target, 'console.css'), code)
}

/** Throws where a package is built in whose licence the notices would lack. */
function checkPackages(modules: readonly string[]): void {
  const names = modules.map((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1])
  const unknown = names.find((name) => name !== undefined && !consolePackages.includes(name))
  if (unknown !== undefined) throw new Error(`${unknown} is built in: list it in scripts/bundled.ts.`)
}

if (!(process.argv.includes('--if-stale') && isFresh())) {
  mkdirSync(folder, { recursive: true })
  // As old as the beginning of this build: a source that is changed meanwhile is newer.
  const began = new Date()
  const temporary = mkdtempSync(`${folder}-`)
  try {
    await buildInto(temporary)
    for (const name of built) {
      utimesSync(join(temporary, name), began, began)
      renameSync(join(temporary, name), join(folder, name))
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
