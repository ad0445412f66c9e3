/** A program in one module, to be the main module of an executable. */
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { build } from 'tsdown'

export interface Bundle {
  /** The path of the module. */
  readonly file: string
  /** The packages with code in it, by name. */
  readonly packages: readonly string[]
}

/** Builds `entry`, a source file of the project, into a folder. Throws if it would load a file at run time. */
export async function bundleProgram(project: string, entry: string, folder: string): Promise<Bundle> {
  const bundles = await build({
    config: false,
    cwd: project,
    entry: { main: entry },
    outDir: folder,
    clean: false,
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    // Not minified: the code cache makes up for it, and stack traces can be read.
    minify: false,
    deps: { alwaysBundle: [/./], neverBundle: [/^node:/], onlyBundle: false },
    dts: false,
    hash: false,
    logLevel: 'error',
    outputOptions: { codeSplitting: false, entryFileNames: '[name].mjs' },
  })
  const chunks = bundles.flatMap((bundle) => bundle.chunks).filter((chunk) => chunk.type === 'chunk')
  const imports = chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports])
  // Modules that are loaded on demand are in the chunk too, which is listed as its own import.
  const external = imports.find((name) => !isBuiltin(name) && name !== chunks[0]?.fileName)
  if (external !== undefined) throw new Error(`the executable would load ${external} from a file`)
  const names = chunks
    .flatMap((chunk) => chunk.moduleIds)
    .map((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1])
  return {
    file: join(folder, 'main.mjs'),
    packages: [...new Set(names.filter((name) => name !== undefined))].toSorted(),
  }
}
