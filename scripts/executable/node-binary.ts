/** Node for a platform, from its package on npm, with the version and checksum that `node/package-lock.json` pins. */
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPinned } from '../install-pinned.ts'
import { type Platform, PLATFORMS } from './platforms.ts'

const project = resolve(import.meta.dirname, '../..')
const PINS = join(import.meta.dirname, 'node')

/** The version of Node in every executable. Throws if the packages differ in it. */
export function pinnedVersion(): string {
  const { optionalDependencies } = JSON.parse(readFileSync(join(PINS, 'package.json'), 'utf8')) as {
    optionalDependencies: Readonly<Record<string, string>>
  }
  const [version = '', ...others] = new Set(Object.values(optionalDependencies))
  if (others.length > 0)
    throw new Error(`the executables have one version of Node, not ${version}, ${others}`)
  return version
}

/** The path of the binary, which is installed below node_modules/.cache unless it is there. */
export async function nodeFor(platform: Platform): Promise<string> {
  const folder = join(project, 'node_modules/.cache/reqsim-node', platform.name)
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(PINS, name), join(folder, name), { preserveTimestamps: true })
  const flags = [`--os=${platform.os}`, `--cpu=${platform.cpu}`]
  await installPinned(pathToFileURL(`${folder}/`), `Node ${pinnedVersion()} for ${platform.name}`, flags)
  return join(folder, 'node_modules', platform.nodePackage, platform.binary)
}

/** The licences of Node and its parts. The package for Windows lacks them. */
export async function nodeLicence(host: Platform): Promise<string> {
  const [first = host] = PLATFORMS
  const binary = await nodeFor(host.os === 'win32' ? first : host)
  return readFileSync(join(dirname(binary), '../LICENSE'), 'utf8')
}

/** A copy without symbols, which saves a fifth; the original if this machine cannot strip it, or the copy does not run. */
export function stripped(binary: string, copy: string): string {
  copyFileSync(binary, copy)
  chmodSync(copy, 0o755)
  const hasStripped = spawnSync('strip', [copy], { stdio: 'ignore' }).status === 0
  return hasStripped && versionOf(copy) === versionOf(binary) ? copy : binary
}

function versionOf(binary: string): string {
  return spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout
}
