/** Which interface, region and world a URL addresses: by host in process, by path on the one HTTP port. */
import { ADDRESSES, CONTROL_ADDRESS, type InterfaceName } from '../../api/framework/interfaces.ts'
import type { Region } from '../../model/schema.ts'
import { requirePlatform } from '../../world/platform.ts'

export interface Location {
  /** The world that the path prefix `/_world/<name>` selects. */
  readonly world: string | undefined
  readonly target: Target | undefined
  /** The path below the address, still percent-encoded. */
  readonly path: string
  /** The query without its question mark, still percent-encoded. */
  readonly query: string
}

export type Target = ServiceTarget | { readonly kind: 'control' }

export interface ServiceTarget {
  readonly kind: 'service'
  readonly interface: InterfaceName
  readonly region: Region
  /** The address without a trailing slash. */
  readonly baseUrl: string
}

const CONTROL: Target = { kind: 'control' }

interface PathTarget {
  readonly prefix: string
  readonly target: Target
}

// Nothing that an old platform lacks is called before this, wherever the library is loaded.
requirePlatform()

const BY_PATH: ReadonlyMap<string, readonly PathTarget[]> = Map.groupBy(
  [
    ...ADDRESSES.map((address) => ({ prefix: address.path, target: serviceTarget(address, address.path) })),
    { prefix: CONTROL_ADDRESS.path, target: CONTROL },
  ],
  ({ prefix }) => firstSegment(prefix),
)

const BY_HOST: ReadonlyMap<string, readonly PathTarget[]> = Map.groupBy(
  [
    ...ADDRESSES.map((address) => ({
      host: splitUrl(address.url),
      target: serviceTarget(address, address.url),
    })),
    { host: splitUrl(CONTROL_ADDRESS.url), target: CONTROL },
  ].map(({ host, target }) => ({ name: host.host, prefix: host.path === '/' ? '' : host.path, target })),
  ({ name }) => name,
)

/** Reads a URL, absolute or a path of the one port. An address that nothing serves has no target. */
export function locate(url: string): Location {
  const { host, path: fullPath, query } = splitUrl(url)
  const { world, path } = takeWorld(fullPath)
  const targets = BY_HOST.get(host) ?? BY_PATH.get(firstSegment(path)) ?? []
  for (const { prefix, target } of targets) {
    if (!path.startsWith(prefix)) continue
    const rest = path.slice(prefix.length)
    if (rest === '' || rest.startsWith('/')) return { world, target, path: rest === '' ? '/' : rest, query }
  }
  return { world, target: undefined, path, query }
}

/** Host in lower case without a default port, path and query of a URL; never throws. */
export function splitUrl(url: string): { host: string; path: string; query: string } {
  const scheme = url.charCodeAt(0) === 47 ? -1 : url.indexOf('://')
  const hash = url.indexOf('#')
  const whole = hash === -1 ? url : url.slice(0, hash)
  const begin = scheme === -1 ? 0 : endOfHost(whole, scheme + 3)
  const host =
    scheme === -1
      ? ''
      : whole
          .slice(scheme + 3, begin)
          .toLowerCase()
          .replace(/:80$/, '')
  const question = whole.indexOf('?', begin)
  const path = question === -1 ? whole.slice(begin) : whole.slice(begin, question)
  return {
    host,
    path: path.startsWith('/') ? path : `/${path}`,
    query: question === -1 ? '' : whole.slice(question + 1),
  }
}

/** The path without the query and without the prefix of a world. */
export function pathInWorld(url: string): string {
  return takeWorld(splitUrl(url).path).path
}

function endOfHost(url: string, begin: number): number {
  for (let index = begin; index < url.length; index++) {
    const unit = url.charCodeAt(index)
    if (unit === 47 || unit === 63) return index
  }
  return url.length
}

function takeWorld(path: string): { world: string | undefined; path: string } {
  const prefix = '/_world/'
  if (!path.startsWith(prefix)) return { world: undefined, path }
  const slash = path.indexOf('/', prefix.length)
  const end = slash === -1 ? path.length : slash
  // The name of a past world, such as default@12, may be percent-encoded.
  const world = path.slice(prefix.length, end).replace('%40', '@')
  return { world, path: slash === -1 ? '/' : path.slice(slash) }
}

function firstSegment(path: string): string {
  const slash = path.indexOf('/', 1)
  return slash === -1 ? path.slice(1) : path.slice(1, slash)
}

function serviceTarget(address: (typeof ADDRESSES)[number], baseUrl: string): Target {
  return { kind: 'service', interface: address.interface, region: address.region, baseUrl }
}
