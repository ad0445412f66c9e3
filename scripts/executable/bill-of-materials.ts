/** The software bill of materials of the executables, in CycloneDX 1.6: Node with its parts, and the packages built in. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Component {
  readonly type: 'application' | 'library' | 'platform'
  readonly 'bom-ref': string
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly licenses?: readonly { readonly expression: string }[]
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[]
  readonly purl: string
  readonly cpe?: string
  readonly components?: readonly Component[]
}

interface LockedPackage {
  readonly version: string
  readonly license?: string
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

interface Lockfile {
  readonly version: string
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** Entries of `process.versions` that are no software. */
const NO_SOFTWARE = ['node', 'modules', 'napi', 'cldr', 'tz', 'unicode']

/**
 * The document for packages of the project's lockfile; `versions` is `process.versions` of the Node in the executables. It has
 * no time and no serial number, so that the same sources give the same bytes.
 */
export function billOfMaterials(
  project: string,
  packages: readonly string[],
  versions: Readonly<Record<string, string>>,
): object {
  const lockfile = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as Lockfile
  const locked = (name: string): LockedPackage => {
    const found = lockfile.packages[`node_modules/${name}`]
    if (found === undefined) throw new Error(`${name} is built in, but not in package-lock.json`)
    return found
  }
  const refs = new Map(packages.map((name) => [name, purlOf(name, locked(name).version)]))
  const own = library('reqsim', lockfile.version, { license: 'MIT' })
  const node = nodeComponent(versions)
  const graph = packages.map((name) => ({
    ref: refs.get(name),
    dependsOn: Object.keys(locked(name).dependencies ?? {}).flatMap((each) => refs.get(each) ?? []),
  }))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: { ...own, type: 'application' },
    },
    components: [node, ...packages.map((name) => library(name, locked(name).version, locked(name)))],
    dependencies: [
      { ref: own['bom-ref'], dependsOn: [node['bom-ref'], ...refs.values()] },
      { ref: node['bom-ref'], dependsOn: (node.components ?? []).map((part) => part['bom-ref']) },
      ...graph,
    ],
  }
}

function library(
  name: string,
  version: string,
  { license, integrity }: Pick<LockedPackage, 'license' | 'integrity'>,
): Component {
  const [, group, bare = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? []
  const purl = purlOf(name, version)
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name: bare,
    version,
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...(integrity === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] }),
    purl,
  }
}

function nodeComponent(versions: Readonly<Record<string, string>>): Component {
  const { node = '' } = versions
  const parts = Object.entries(versions).filter(([name]) => !NO_SOFTWARE.includes(name))
  return {
    ...generic('node', node),
    type: 'platform',
    licenses: [{ expression: 'MIT' }],
    cpe: `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`,
    components: parts.map(([name, version]) => generic(name, version)),
  }
}

function generic(name: string, version: string): Component {
  const purl = `pkg:generic/${name}@${encodeURIComponent(version)}`
  return { type: 'library', 'bom-ref': purl, name, version, purl }
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** An integrity such as `sha512-…`, in hexadecimal digits. */
function hexOf(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
}
