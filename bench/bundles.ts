/**
 * How large the package is in a page: bundled and minified as an application would, and compressed by gzip. Modules that are
 * loaded on demand count only if the page loads them.
 */
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Bundler, loadPage } from '../test/package/page.ts'
import { fileOf } from './child.ts'
import { type Row, rowOf } from './measure.ts'
import { TARGETS } from './targets.ts'

export async function measureBundles(): Promise<Row[]> {
  // Below the project, so that the bundlers find its other packages.
  const folder = fileOf('node_modules/.bundles')
  mkdirSync(folder, { recursive: true })
  try {
    return [
      rowOf(TARGETS.bundle, [await pageSize(folder, 'rolldown')]),
      rowOf(TARGETS.bundleByEsbuild, [await pageSize(folder, 'esbuild')]),
    ]
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
