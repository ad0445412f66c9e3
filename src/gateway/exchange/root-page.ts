/** The response at the root of the one-port layout: the addresses of the interfaces. */
import { type ExchangeRequest, type ExchangeResponse, withoutBody } from '../../api/framework/exchange.ts'
import { ADDRESSES, CONTROL_ADDRESS } from '../../api/framework/interfaces.ts'
import type { Location } from '../addresses/locate.ts'

/** True for a request for the root, also below the prefix of a world. */
export function isRootPage({ method }: ExchangeRequest, { target, path }: Location): boolean {
  return target === undefined && path === '/' && (method === 'GET' || method === 'HEAD')
}

/** Lists the base path of each interface, of the console and of the control API. The journal does not keep it. */
export function rootPage(
  { method }: ExchangeRequest,
  { world }: Location,
  version: string,
): ExchangeResponse {
  const prefix = world === undefined ? '' : `/_world/${world}`
  const interfaces = ADDRESSES.map(({ interface: name, region, path }) => ({
    name,
    region,
    path: prefix + path,
  }))
  const control = prefix + CONTROL_ADDRESS.path
  const body = JSON.stringify({ name: 'reqsim', version, interfaces, console: `${control}/`, control })
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Vary: 'Accept' }
  const response = { status: 200, headers, body }
  return method === 'HEAD' ? withoutBody(response) : response
}
