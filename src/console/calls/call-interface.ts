/** Calls of any simulated interface as a selected user, with the credential of that interface. */
import type { Token } from '../../control/responses/editing.ts'
import type { InterfaceName } from '../../api/framework/interfaces.ts'
import { callService, control, type ServiceResponse, type ServiceCall } from './api.ts'
import { callAs } from './as-user.ts'
import { world } from '../state/store.ts'

/** The caller and the interface. */
export interface Caller {
  /** The name of the user; empty for an anonymous call. */
  readonly user: string
  readonly interface: InterfaceName
  readonly region: string
  /** The base address of the site for a hosted call. */
  readonly site?: string | undefined
}

/** Tokens created by the console, by world, region and user. They stay in memory and are never displayed. */
const tokens = new Map<string, string>()

/** Sends a call as a user and returns the response, whatever its status. Creates a token if the interface takes one. */
export async function callInterface(caller: Caller, call: ServiceCall): Promise<ServiceResponse> {
  const json = call.body === undefined ? {} : { 'Content-Type': 'application/json' }
  const site =
    caller.interface.startsWith('hosted-') && caller.site !== undefined && caller.site !== ''
      ? { 'X-Base-Url': caller.site }
      : {}
  const sent: ServiceCall = { ...call, headers: { ...json, ...site, ...call.headers } }
  if (caller.user === '') return callService(sent)
  if (caller.interface === 'wiki' || caller.interface === 'tracker') return callAs(caller.user, sent)
  const response = await callService(withToken(caller, sent, await tokenOf(caller)))
  if (response.status !== 401) return response
  // The token may have expired, or the world may have been reset to a state before it was created.
  tokens.delete(keyOf(caller))
  return callService(withToken(caller, sent, await tokenOf(caller)))
}

async function tokenOf(caller: Caller): Promise<string> {
  const key = keyOf(caller)
  const known = tokens.get(key)
  if (known !== undefined) return known
  const { value } = await control<Token>('/tokens', {
    method: 'POST',
    body: { user: caller.user, name: 'Console', region: caller.region },
  })
  tokens.set(key, value)
  return value
}

function keyOf({ region, user }: Caller): string {
  return JSON.stringify([world.peek(), region, user])
}

function withToken(caller: Caller, call: ServiceCall, token: string): ServiceCall {
  const credential = caller.interface.startsWith('hosted-')
    ? { 'X-Api-Key': token }
    : { Authorization: `Bearer ${token}` }
  return { ...call, headers: { ...call.headers, ...credential } }
}
