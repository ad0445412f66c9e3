// What a page loads that serves the demo through `reqsim/msw`: the package is bundled as a page's author would, and the
// bundle runs in a process that looks like a page and tells which files it loads.

import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { run } from './packed.ts'

/** The page: a simulator of the demo behind handlers, which answer a first search of the wiki. */
const PAGE = `
import { createSimulator } from 'reqsim'
import { handlers } from 'reqsim/msw'
const sim = await createSimulator()
handlers(sim)
const url = 'http://wiki.sim/rest/reqs/1/requirement2/ENG?q=' + encodeURIComponent("key ~ 'REQ-%'")
const headers = { authorization: 'Bearer tok-alice' }
const { status, body } = await sim.exchange({ method: 'GET', url, headers, body: undefined })
const { assumptions } = sim.report()
console.log(JSON.stringify({ status, found: JSON.parse(body).results.length, assumptions: assumptions.length }))
`

/** Hides what tells Node from a page, stands in for msw, and tells at the end what was loaded from the bundle. */
const LOADER = `
import { registerHooks } from 'node:module'
const own = process
const loaded = []
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'msw') return next(specifier, context)
    const url = 'data:text/javascript,export const http={all:()=>({predicate:()=>true})};export class HttpResponse{}'
    return { url, format: 'module', shortCircuit: true }
  },
  load(url, context, next) {
    if (url.startsWith('file:') && url.includes('/bundle-')) loaded.push(url.slice(url.lastIndexOf('/') + 1))
    return next(url, context)
  },
})
own.on('exit', () => console.log(JSON.stringify(loaded)))
globalThis.process = undefined
`

export type Bundler = 'esbuild' | 'rolldown'

export interface PageLoad {
  /** The result that the page logged. */
  readonly result: { readonly status: number; readonly found: number; readonly assumptions: number }
  /** The files that it loaded, and their sizes in bytes, compressed with gzip. */
  readonly files: readonly { readonly name: string; readonly gzip: number }[]
}

/** Bundles the page in a project that has the package, and runs it. */
export async function loadPage(consumer: string, bundler: Bundler): Promise<PageLoad> {
  const folder = join(consumer, `bundle-${bundler}`)
  await mkdir(folder, { recursive: true })
  const entry = join(consumer, 'page.js')
  await writeFile(entry, PAGE)
  await writeFile(join(consumer, 'page-loader.mjs'), LOADER)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await bundle(bundler, entry, folder)
  const args = ['--import', join(consumer, 'page-loader.mjs'), join(folder, 'page.js')]
  const { exitCode, stdout, stderr } = await run(process.execPath, args, consumer)
  if (exitCode !== 0) throw new Error(stderr)
  const [result = '', loaded = ''] = stdout.trim().split('\n')
  const files = (JSON.parse(loaded) as string[]).map((name) => ({
    name,
    gzip: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length,
  }))
  return { result: JSON.parse(result), files }
}

async function bundle(bundler: Bundler, entry: string, folder: string): Promise<void> {
  const external = ['msw', 'yaml', 'json-schema-faker']
  if (bundler === 'esbuild') {
    const { build } = await import('esbuild')
    const modules = {
      format: 'esm',
      platform: 'browser',
      bundle: true,
      splitting: true,
      minify: true,
    } as const
    await build({ ...modules, entryPoints: [entry], outdir: folder, external, logLevel: 'error' })
    return
  }
  const { rolldown } = await import('rolldown')
  const made = await rolldown({ input: entry, platform: 'browser', external, logLevel: 'warn' })
  await made.write({ dir: folder, format: 'esm', minify: true })
  await made.close()
}
