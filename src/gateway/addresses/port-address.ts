/** Where a recorded request leads on the one HTTP port. */
import { ADDRESSES, type InterfaceName } from '../../api/framework/interfaces.ts'
import type { Region } from '../../model/schema.ts'
import { locate, pathInWorld } from './locate.ts'

export interface PortAddress {
  /** With the query, without the prefix of a world. */
  readonly path: string
  /** Undefined if nothing serves the address, or the control API. */
  readonly interface: InterfaceName | undefined
  readonly region: Region
}

/** `url` is a path of the one port, or an absolute address of an interface. */
export function portAddress(url: string): PortAddress {
  const { target, path, query } = locate(url)
  const search = query === '' ? '' : `?${query}`
  if (target?.kind !== 'service')
    return { path: pathInWorld(url) + search, interface: undefined, region: 'eu' }
  const { interface: name, region } = target
  const address = ADDRESSES.find((each) => each.interface === name && each.region === region)
  return { path: `${address?.path ?? ''}${path}${search}`, interface: name, region }
}
