/** Maps the addresses that an adapter intercepts to addresses of the core. */
import { ADDRESSES, CONTROL_ADDRESS, INTERFACES, type InterfaceName } from '../../api/framework/interfaces.ts'

/**
 * A single address serves all interfaces below it, as on one port (`http://localhost:3000/sim` has `/sim/wiki/rest/reqs/1/…`).
 * A record has an address for each interface, or for each region of an interface; interfaces that it omits are not intercepted.
 */
export type Bases = string | { readonly [name in InterfaceName | 'control']?: string | RegionalBases }

/** Addresses by region. */
export interface RegionalBases {
  readonly eu?: string
  readonly us?: string
}

export interface Base {
  /** Matches addresses without a query. It has no groups, because some mocks fail when they decode them. */
  readonly pattern: RegExp
  /** Converts a matched URL to the URL for the core. */
  readonly toCore: (url: string) => string
}

const WORLD = '(?:/_world/[^/?#]+)?'

/**
 * The bases to intercept, longest first; by default the in-process addresses. A base without a host is resolved against
 * `relativeTo`. Throws TypeError for an invalid address.
 */
export function resolveBases(bases: Bases | undefined, relativeTo: string | undefined): readonly Base[] {
  if (bases === undefined) return inProcessBases()
  if (typeof bases === 'string') return [onePortBase(readAddress(bases, 'base', relativeTo))]
  const known: readonly string[] = [...INTERFACES, 'control']
  const found: { address: string; path: string }[] = []
  for (const [name, value] of Object.entries(bases)) {
    if (!known.includes(name))
      throw new TypeError(`base: no interface '${cut(name)}': name ${known.join(', ')}`)
    for (const [region, address] of Object.entries(
      typeof value === 'string' ? { eu: value } : (value ?? {}),
    )) {
      const path = pathOf(name, region)
      found.push({ address: readAddress(address, `base.${name}`, relativeTo), path })
    }
  }
  found.sort((left, right) => right.address.length - left.address.length)
  return found.map(({ address, path }) => interfaceBase(address, path))
}

function inProcessBases(): Base[] {
  const origins = new Set([...ADDRESSES, CONTROL_ADDRESS].map(({ url }) => new URL(url).origin))
  return [...origins].map((origin) => ({
    pattern: new RegExp(`^${escape(origin)}(?:/|$)`),
    toCore: (url) => url,
  }))
}

/** Matches addresses that look like one of an interface, whether a base serves them or not. */
export function outsideOf(bases: Bases | undefined): RegExp {
  const own = bases === undefined ? [] : inProcessBases().map(({ pattern }) => pattern.source)
  return new RegExp([...own, String.raw`^https?://[^/]+/(?:[^?#]*/)?rest/reqs/1(?:/|$)`].join('|'))
}

/** What to do about a request that looks like one for an interface, and that is below no base. */
export function outsideText(bases: Bases | undefined, method: string, url: string): string {
  const { origin, pathname } = new URL(url)
  const at = pathname.indexOf('/rest/reqs/1')
  const place = cut(origin + (at < 0 ? '' : pathname.slice(0, at)))
  const own = typeof bases === 'object' && bases.wiki !== undefined ? 'tracker' : 'wiki'
  return `${method} ${cut(origin + pathname)} is not simulated, as 'base' does not name its address: handlers(sim, { base: { ${own}: '${place}' } })`
}

function onePortBase(address: string): Base {
  return {
    pattern: new RegExp(`^${escape(address)}(?:/|$)`),
    toCore: (url) => withSlash(url.slice(address.length)),
  }
}

function interfaceBase(address: string, corePath: string): Base {
  const { origin } = new URL(address)
  const path = address.slice(origin.length)
  const prefix = `${escape(origin)}${WORLD}`
  const world = new RegExp(`^${prefix}`)
  return {
    pattern: new RegExp(`^${prefix}${escape(path)}(?:/|$)`),
    toCore(url) {
      const begin = world.exec(url)?.[0] ?? origin
      return begin.slice(origin.length) + corePath + url.slice(begin.length + path.length)
    },
  }
}

function pathOf(name: string, region: string): string {
  if (name === 'control') return CONTROL_ADDRESS.path
  const address = ADDRESSES.find((candidate) => candidate.interface === name && candidate.region === region)
  if (address === undefined) throw new TypeError(`base.${name}: no region '${cut(region)}' of this interface`)
  return address.path
}

/** An absolute address without a trailing slash, in the platform's normal form. */
function readAddress(text: unknown, parameter: string, relativeTo: string | undefined): string {
  const shown = cut(String(text))
  if (typeof text === 'string' && relativeTo === undefined && text.startsWith('/')) {
    throw new TypeError(
      `${parameter}: '${shown}' has no host, and there is no page that it is relative to: write http://…`,
    )
  }
  // A page would take 'wiki.example.com' for a path of its own.
  const url =
    typeof text === 'string' && /^(?:https?:\/\/|\/)/i.test(text) && URL.canParse(text, relativeTo)
      ? new URL(text, relativeTo)
      : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search + url.hash + url.username !== '') {
    throw new TypeError(
      `${parameter}: '${shown}' is not a valid address: write http://host/path, without a query`,
    )
  }
  return (url.origin + url.pathname).replace(/\/+$/, '')
}

function withSlash(rest: string): string {
  return rest.startsWith('/') ? rest : `/${rest}`
}

function cut(text: string): string {
  return text.slice(0, 100)
}

function escape(text: string): string {
  return text.replace(/[^A-Za-z0-9/:%_-]/g, '\\$&')
}
