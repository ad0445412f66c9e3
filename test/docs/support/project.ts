/** A project of somebody who follows a page: a folder in which `reqsim` is this source under the package's own names. */
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { execFile } from 'node:child_process'
import { afterAll } from 'vitest'
import { compileCache } from '../../support/compile-cache.ts'

export const root = resolve(import.meta.dirname, '../../..')

export interface Project {
  readonly folder: string
  /** Runs a line as a shell does, with the commands of the installed packages; never rejects over an exit code. */
  run(line: string): Promise<{ readonly code: number; readonly output: string }>
  write(path: string, text: string): Promise<void>
}

/** A project as `createProject` makes it, until all tests of the file have run. */
export async function makeProject(packages: readonly string[]): Promise<Project> {
  const project = await createProject(packages)
  afterAll(() => rm(project.folder, { recursive: true, force: true }))
  return project
}

/** Makes an empty project that has `reqsim` and these packages of ours installed; its folder stays. */
export async function createProject(packages: readonly string[]): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'reqsim-page-'))
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true })
  await offerSource(join(folder, 'node_modules/reqsim'))
  await writeFile(
    join(folder, 'node_modules/.bin/reqsim'),
    `#!/bin/sh\nexport NODE_COMPILE_CACHE='${compileCache.NODE_COMPILE_CACHE}'\nexec '${process.execPath}' '${root}/src/cli/main.ts' "$@"\n`,
    { mode: 0o755 },
  )
  for (const name of packages) {
    const source = join(root, 'node_modules', name)
    await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true })
    await symlink(source, join(folder, 'node_modules', name))
    const { bin = {} } = await readJson<{ bin?: string | Record<string, string> }>(
      join(source, 'package.json'),
    )
    for (const [command, file] of Object.entries(typeof bin === 'string' ? { [name]: bin } : bin))
      await symlink(join(source, file), join(folder, 'node_modules/.bin', command))
  }
  await writeFile(join(folder, 'package.json'), '{ "name": "page", "private": true, "type": "module" }\n')
  return {
    folder,
    run: (line) => shell(line, folder),
    async write(path, text) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), `${text}\n`)
    },
  }
}

/**
 * A configuration of Vitest in which Node loads this source itself, as it loads the built package: Vite would transform all of it
 * for each file. A busy machine may take long to load it.
 */
export function withNativeSource(config: string): string {
  const own = `testTimeout: 60_000, server: { deps: { external: [/^${root.replaceAll('/', '\\/')}\\/src\\//] } },`
  return config.replace('test: {', `test: { ${own}`)
}

/** The package as its `exports` map has it, each built file replaced by the source that it is built from. */
async function offerSource(folder: string): Promise<void> {
  await mkdir(folder)
  const { name, version, exports } = await readJson<{
    name: string
    version: string
    exports: Record<string, string | { default: string }>
  }>(join(root, 'package.json'))
  const sources = Object.entries(exports).map(([key, target]) => [
    key,
    typeof target === 'string' ? target : target.default.replace('./dist/', './src/').replace(/\.js$/, '.ts'),
  ])
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name, version, type: 'module', exports: Object.fromEntries(sources) }),
  )
  for (const part of ['src', 'schema']) await symlink(join(root, part), join(folder, part))
}

function shell(line: string, folder: string): Promise<{ code: number; output: string }> {
  const path = [join(folder, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(
    delimiter,
  )
  // A test runner that is started by another one must not take itself for a part of it.
  const env = Object.fromEntries(
    Object.entries({ ...process.env, PATH: path, NO_COLOR: '1', CI: '1' }).filter(
      ([name]) => !/^(?:VITEST|GITHUB_|NODE_ENV|FORCE_COLOR|npm_|TEST$|NODE_OPTIONS)/.test(name),
    ),
  )
  return new Promise((settle) => {
    const options = { cwd: folder, env, maxBuffer: 16_000_000 }
    const child = execFile('sh', ['-c', line], options, (error, out, errors) =>
      settle({ code: error === null ? 0 : Number(error.code ?? 1), output: out + errors }),
    )
    // Whoever asks a question finds that nobody is there.
    child.stdin?.end()
  })
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T
}
