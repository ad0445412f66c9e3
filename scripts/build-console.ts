// Builds the console's page into dist/console: one script, one style sheet, one document. With --if-stale it is built
// only where a source is newer, so that starting from a checkout costs nothing once it is there.

import { copyFileSync, existsSync, globSync, mkdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'tsdown'

const project = resolve(import.meta.dirname, '..')
const folder = join(project, 'dist/console')

/** True where every built file is at least as new as every source that may be in it. */
function isFresh(): boolean {
  const built = ['index.html', 'console.css', 'console.js'].map((name) => join(folder, name))
  if (!built.every((file) => existsSync(file))) return false
  const oldest = Math.min(...built.map((file) => statSync(file).mtimeMs))
  const sources = globSync(
    ['src/console/**/*', 'src/language/**/*.ts', 'src/world/**/*.ts', 'package.json'],
    {
      cwd: project,
    },
  )
  return sources.every((file) => statSync(join(project, file)).mtimeMs <= oldest)
}

if (!(process.argv.includes('--if-stale') && isFresh())) {
  mkdirSync(folder, { recursive: true })
  await build({
    config: false,
    cwd: project,
    entry: { console: 'src/console/main.tsx' },
    outDir: folder,
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
  for (const name of ['index.html', 'style.css']) {
    copyFileSync(
      join(project, 'src/console', name),
      join(folder, name === 'style.css' ? 'console.css' : name),
    )
  }
}
