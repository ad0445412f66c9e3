/** Which host serves what a request to another one asks for: hosts tell the interfaces apart in process. */
import { ADDRESSES, CONTROL_ADDRESS, type InterfaceName } from '../../api/framework/interfaces.ts'
import type { ExchangeRequest } from '../../api/framework/exchange.ts'
import { quoted } from '../../model/input/refusal.ts'
import { nearestName } from '../../world/nearest.ts'
import { locate, splitUrl } from '../addresses/locate.ts'

type Address = (typeof ADDRESSES)[number]

/** Embedded operations are served at the hosted addresses, too. */
const HOSTED: Readonly<Partial<Record<InterfaceName, InterfaceName>>> = {
  wiki: 'hosted-wiki',
  tracker: 'hosted-tracker',
}

const KNOWN_HOSTS: ReadonlySet<string> = new Set(
  [...ADDRESSES, CONTROL_ADDRESS].map(({ url }) => splitUrl(url).host),
)

/**
 * What to do about a request to a host that nothing serves; undefined for paths, for adapters with a base of their own and if no
 * operation is near. `nearest` are the operations that were probably meant, as `METHOD /template` on the one port.
 */
export function suggestionForHost(
  { address, url }: ExchangeRequest,
  nearest: readonly string[],
): string | undefined {
  const host = hostOf(url)
  const meant = nearest[0]?.split(' ')[1]
  if (address !== undefined || host === undefined || meant === undefined) return undefined
  const { target } = locate(meant)
  if (target?.kind !== 'service') return undefined
  const serving = ADDRESSES.filter(
    (each) => each.interface === target.interface || each.interface === HOSTED[target.interface],
  )
  const named = addressNear(host, serving)
  if (named === undefined) return undefined
  const place = `the ${named.interface} interface is at ${quoted(named.url)}`
  return KNOWN_HOSTS.has(host) ? place : `no host ${quoted(host)}: ${place}`
}

/** The address of an interface for a caller of another one: its host in process, its path on the one port. */
export function placeOfOwner(
  owner: InterfaceName,
  { address, url }: ExchangeRequest,
  region: string,
): string | undefined {
  if (address !== undefined) return undefined
  const found =
    ADDRESSES.find((each) => each.interface === owner && each.region === region) ??
    ADDRESSES.find((each) => each.interface === owner)
  return found && quoted(hostOf(url) === undefined ? found.path : found.url)
}

/** The interface whose path on the one port a path begins with: `http://wiki.sim/api/…` means the standalone interface. */
export function ownerByPath(path: string): InterfaceName | undefined {
  const { target } = locate(path)
  return target?.kind === 'service' ? target.interface : undefined
}

/** The address whose host is most like this one; the first if none is. */
function addressNear(host: string, addresses: readonly Address[]): Address | undefined {
  const hosts = new Map(addresses.map((each) => [splitUrl(each.url).host, each]))
  // The region eu has no part in the names of hosts.
  const nearest = nearestName(host.replace('.eu.', '.'), hosts.keys())
  return nearest === undefined ? addresses[0] : hosts.get(nearest)
}

function hostOf(url: string): string | undefined {
  const { host } = splitUrl(url)
  return host === '' ? undefined : host
}
