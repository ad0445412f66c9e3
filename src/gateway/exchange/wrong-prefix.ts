/** What to do about a request whose path has a prefix that the address of the interface lacks, or the other way round. */
import type { ExchangeRequest } from '../../api/framework/exchange.ts'
import type { InterfaceDescription, InterfaceName } from '../../api/framework/interfaces.ts'
import { quoted } from '../../model/input/refusal.ts'
import { redactAddress } from '../journal/redact.ts'
import { locate, type ServiceTarget, type Target } from '../addresses/locate.ts'
import { placeOfOwner } from './wrong-host.ts'

/** So many slashes of a path are searched for the address of an interface. */
const MAXIMUM_SLASHES = 12
const ORIGIN = /^[a-z]+:\/\/[^/?#]*/i

/**
 * The prefix to leave out of an address that no interface serves, or where the nearest interface is below the base of an adapter;
 * undefined if no interface is near. `nearest` are the operations that were probably meant, as `METHOD /template` on the one port.
 */
export function suggestionForUnserved(
  { address, url }: ExchangeRequest,
  path: string,
  nearest: readonly string[],
): string | undefined {
  const origin = ORIGIN.exec(url)?.[0] ?? ''
  const prefix = prefixOf(path, origin)
  const meant = prefix === '' ? nearest[0]?.split(' ')[1] : path.slice(prefix.length)
  const found = meant === undefined ? undefined : interfaceAt(meant, origin)
  if (found === undefined) return undefined
  const base = baseOf(address, path)
  if (base !== undefined) {
    const where = `the base is ${quoted(base)}, and ${found.name} is at ${quoted(base + found.path)}`
    return prefix === ''
      ? where
      : `${where}: leave out ${quoted(prefix)}, or change the base to ${quoted(base + prefix)}`
  }
  return prefix === '' ? undefined : `${found.name} is at ${quoted(found.path)}: leave out ${quoted(prefix)}`
}

/** The prefix to leave out of a path that reached an embedded interface, or of the base of an adapter; undefined if there is none. */
export function suggestionForServed(
  { address }: ExchangeRequest,
  path: string,
  target: ServiceTarget,
  surface: InterfaceDescription,
): string | undefined {
  const at = surface.prefix === '' ? -1 : path.indexOf(`${surface.prefix}/`)
  const base = baseOf(address, path)
  if (at === -1 && surface.prefix !== '' && base?.endsWith(surface.prefix) === true)
    return `${quoted(surface.prefix)} belongs to the path: change the base to ${quoted(base.slice(0, -surface.prefix.length))}`
  if (at <= 0) return undefined
  const suggestion = `${nameOf(target)} is at ${quoted(base ?? target.baseUrl)}: leave out ${quoted(path.slice(0, at))}`
  return base === undefined ? suggestion : `${suggestion}, or add it to the base`
}

/** What to do about a request to one interface for an operation of another. */
export function suggestionForOwner(
  owner: InterfaceName | undefined,
  request: ExchangeRequest,
  { region }: ServiceTarget,
): string | undefined {
  if (owner === undefined) return undefined
  const place = placeOfOwner(owner, request, region)
  return `it is an operation of the ${owner} interface${place === undefined ? '' : `, which is at ${place}`}`
}

/** The address that an adapter was configured with, up to the path that the simulator received. */
function baseOf(address: string | undefined, path: string): string | undefined {
  const called = address && redactAddress(address).split(/[?#]/, 1)[0]
  if (called === undefined || !called.endsWith(path)) return undefined
  return called.slice(0, called.length - path.length).replace(/\/_world\/[^/]+/, '')
}

/** What precedes the address of an interface in a path. */
function prefixOf(path: string, origin: string): string {
  let at = path.indexOf('/', 1)
  for (let slashes = 1; at !== -1 && slashes < MAXIMUM_SLASHES; slashes++) {
    if (locate(origin + path.slice(at)).target !== undefined) return path.slice(0, at)
    at = path.indexOf('/', at + 1)
  }
  return ''
}

/** The interface that serves a path, and its address on the one port. */
function interfaceAt(
  path: string,
  origin: string,
): { readonly name: string; readonly path: string } | undefined {
  const located = locate(origin + path)
  const { target } = located
  if (target === undefined) return undefined
  const rest = located.path === '/' && !path.endsWith('/') ? 0 : located.path.length
  return { name: nameOf(target), path: path.slice(0, path.length - rest) }
}

function nameOf(target: Target): string {
  return target.kind === 'control' ? 'the control API' : `the ${target.interface} interface`
}
