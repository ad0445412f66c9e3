/** Whether a simulator has the credential of a request: hand-written handlers accept any. */
import type { ExchangeRequest } from '../../api/framework/exchange.ts'
import { tokens } from '../../model/records/service/users.ts'
import { REGIONS } from '../../model/schema.ts'
import { findByPassword } from '../../model/users/passwords.ts'
import { hashSecret } from '../../model/users/secrets.ts'
import { findSession } from '../../model/users/session-lookup.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import type { Store } from '../../world/store/store.ts'

/** The request without a credential that the default world has in no region; the same request if it has it, or if none was sent. */
export function withKnownCredential(request: ExchangeRequest, { world }: Simulator): ExchangeRequest {
  const { authorization, ...others } = request.headers
  const stores = REGIONS.map((region) => world.region(region))
  if (authorization !== undefined && stores.some((store) => hasAuthorization(store, String(authorization))))
    return request
  const { cookie, ...headers } = others
  const [, session] = /(?:^|; *)JSESSIONID=([^;]*)/.exec(String(cookie ?? '')) ?? []
  if (session !== undefined && !stores.some((store) => findSession(store, session, world.now) !== undefined))
    return { ...request, headers }
  return authorization === undefined ? request : { ...request, headers: others }
}

function hasAuthorization(store: Store, authorization: string): boolean {
  const [, scheme = '', value = ''] = /^(\w+) +(.*)$/.exec(authorization) ?? []
  if (scheme.toLowerCase() === 'bearer')
    return store.table(tokens).find('hash', [hashSecret(value.trim())]) !== undefined
  if (scheme.toLowerCase() !== 'basic') return false
  const pair = decodedBase64(value)
  const colon = pair.indexOf(':')
  return colon > 0 && findByPassword(store, pair.slice(0, colon), pair.slice(colon + 1)) !== undefined
}

/** Empty for a text that is no base64. */
function decodedBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0)))
  } catch {
    return ''
  }
}
