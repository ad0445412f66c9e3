// Builds programs for pages, each one module without imports, and puts what is built in place file by file, so that several
// builds at once, or a server that reads meanwhile, do no harm.

import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'tsdown'

export const PROJECT = resolve(import.meta.dirname, '../..')

/** Builds `entry` as `target/name.js`, minified. Returns the names of the packages in it. */
export async function buildPageProgram(name: string, entry: string, target: string): Promise<string[]> {
  const bundles = await build({
    config: false,
    cwd: PROJECT,
    entry: { [name]: entry },
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
  const chunks = bundles.flatMap((bundle) => bundle.chunks).filter((chunk) => chunk.type === 'chunk')
  // Modules that are loaded on demand are in the chunk too, which is listed as its own import.
  const external = chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports])
  const missing = external.find((other) => other !== `${name}.js`)
  if (missing !== undefined) throw new Error(`${name}.js would import ${missing}`)
  const packages = chunks
    .flatMap((chunk) => chunk.moduleIds)
    .map((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1])
  return [...new Set(packages.filter((each) => each !== undefined))].toSorted()
}

/** True where every built file is at least as new as every source that may be in it. */
function isFresh(folder: string, built: readonly string[]): boolean {
  const files = built.map((name) => join(folder, name))
  if (!files.every((file) => existsSync(file))) return false
  const oldest = Math.min(...files.map((file) => statSync(file).mtimeMs))
  const sources = globSync(
    [
      'src/**/*.{ts,tsx,css,html}',
      '{fixtures,scenarios}/**/*.{ts,yaml}',
      'scripts/{,pages/}*.ts',
      'package.json',
    ],
    { cwd: PROJECT, exclude: ['src/**/*.generated.ts'] },
  )
  return sources.every((file) => statSync(join(PROJECT, file)).mtimeMs <= oldest)
}

/**
 * Puts the files that `buildInto` writes into a folder, by default `folder` of the project, or that of `--into`. With
 * `--if-stale`, only where a source is newer.
 */
export async function buildInPlace(
  folder: string,
  built: readonly string[],
  buildInto: (temporary: string) => Promise<void>,
  args: readonly string[] = process.argv,
): Promise<void> {
  const into = args.indexOf('--into')
  const place = resolve(PROJECT, (into === -1 ? undefined : args[into + 1]) ?? folder)
  if (args.includes('--if-stale') && isFresh(place, built)) return
  mkdirSync(place, { recursive: true })
  // As old as the beginning of this build: a source that is changed meanwhile is newer.
  const began = new Date()
  const temporary = mkdtempSync(`${place}-`)
  try {
    await buildInto(temporary)
    for (const name of built) {
      utimesSync(join(temporary, name), began, began)
      renameSync(join(temporary, name), join(place, name))
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
