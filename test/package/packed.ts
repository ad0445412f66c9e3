// The package as its users get it: built, packed, and installed from the tarball into an empty folder.

import { execFile } from 'node:child_process'
import { cp, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

export const project = resolve(import.meta.dirname, '../..')

export interface PackageJson {
  readonly version: string
  readonly bin?: string | Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string | null>>>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
}

export interface Packed {
  /** The folder of the user's project. */
  readonly consumer: string
  /** The installed package, in that project's node_modules. */
  readonly installed: string
  readonly packageJson: PackageJson
}

export interface Outcome {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end, with this process's Node first in the path. Never rejects over an exit code. */
export async function run(
  program: string,
  args: readonly string[],
  folder: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const environment = {
    ...process.env,
    ...changes,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
  }
  const options = { cwd: folder, env: environment, maxBuffer: 16_000_000 }
  return promisify(execFile)(program, [...args], options).then(
    ({ stdout, stderr }) => ({ exitCode: 0, stdout, stderr }),
    (error: { code: unknown; stdout?: string; stderr?: string }) => {
      if (typeof error.code !== 'number') throw error
      return { exitCode: error.code, stdout: error.stdout ?? '', stderr: error.stderr ?? '' }
    },
  )
}

/**
 * Builds and packs the project into a folder and installs the tarball there. No registry is asked: the dependencies are packed from those that
 * this project has installed, and only the declared ones, so that one that is missing in package.json is missed here.
 */
export async function packAndInstall(folder: string): Promise<Packed> {
  const consumer = join(folder, 'consumer')
  await mkdir(consumer)
  const source = await readPackageJson(project)
  await npm(['pack', '--pack-destination', folder], project)
  const tarballs = [`reqsim-${source.version}.tgz`]
  for (const name of Object.keys(source.dependencies)) {
    const dependency = join(project, 'node_modules', name)
    await npm(['pack', '--ignore-scripts', '--pack-destination', folder, dependency], project)
    const { version } = await readPackageJson(dependency)
    tarballs.push(`${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  }
  await writeFile(join(consumer, 'package.json'), '{"name":"consumer","private":true,"type":"module"}\n')
  await npm(
    // What the cache of this machine says about peers does not count.
    [
      'install',
      '--offline',
      '--cache',
      join(folder, 'cache'),
      '--no-audit',
      '--no-fund',
      ...tarballs.map((name) => join(folder, name)),
    ],
    consumer,
  )
  // The peer of `reqsim/msw`, and what the compiler needs of Node, come from this project.
  await link('msw', consumer)
  await link('@types/node', consumer)
  const installed = join(consumer, 'node_modules/reqsim')
  return {
    consumer,
    installed,
    packageJson: await readPackageJson(installed),
  }
}

/**
 * A project beside the packed package that has it installed, and of this project's packages those that it is said to
 * depend on, with their commands: nothing else is found there.
 */
export async function installBeside(
  { consumer }: Packed,
  name: string,
  packages: readonly string[],
): Promise<string> {
  const target = join(dirname(consumer), name)
  await mkdir(join(target, 'node_modules/.bin'), { recursive: true })
  const modules = join(consumer, 'node_modules')
  // Copied, so that the package finds the peers of this project and not those of another.
  for (const entry of await readdir(modules)) {
    if (entry.startsWith('.') || (await lstat(join(modules, entry))).isSymbolicLink()) continue
    if (entry !== '@types')
      await cp(join(modules, entry), join(target, 'node_modules', entry), { recursive: true })
  }
  await symlink('../reqsim/bin/reqsim.js', join(target, 'node_modules/.bin/reqsim'))
  for (const dependency of packages) {
    await link(dependency, target)
    const { bin = {} } = await readPackageJson(join(project, 'node_modules', dependency))
    for (const [command, file] of Object.entries(typeof bin === 'string' ? { [dependency]: bin } : bin)) {
      await symlink(join('..', dependency, file), join(target, 'node_modules/.bin', command))
    }
  }
  return target
}

async function readPackageJson(folder: string): Promise<PackageJson> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as PackageJson
}

async function npm(args: readonly string[], folder: string): Promise<void> {
  const { exitCode, stdout, stderr } = await run('npm', args, folder)
  if (exitCode !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stdout}\n${stderr}`)
}

async function link(name: string, consumer: string): Promise<void> {
  const place = join(consumer, 'node_modules', name)
  await mkdir(dirname(place), { recursive: true })
  await symlink(join(project, 'node_modules', name), place)
}

/** A port of this machine that nothing listens on. */
export function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, 'localhost', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject()))
    })
  })
}
