// The package as its users get it: built, packed, and installed from the tarball into an empty folder.

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

export const project = resolve(import.meta.dirname, '../..')

export interface PackageJson {
  readonly version: string
  readonly bin: Readonly<Record<string, string>>
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
  remove(): Promise<void>
}

export interface Outcome {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end, with this process's Node first in the path. Never rejects over an exit code. */
export async function run(program: string, args: readonly string[], folder: string): Promise<Outcome> {
  const environment = {
    ...process.env,
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
 * Builds and packs the project and installs the tarball. No registry is asked: the dependencies are packed from those that
 * this project has installed, and only the declared ones, so that one that is missing in package.json is missed here.
 */
export async function packAndInstall(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'reqsim-package-'))
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
    ['install', '--offline', '--no-audit', '--no-fund', ...tarballs.map((name) => join(folder, name))],
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
    remove: () => rm(folder, { recursive: true, force: true }),
  }
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
