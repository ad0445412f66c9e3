/** Calls of the simulated interfaces as a selected user, without asking for a password. */
import type { Token } from '../../control/responses/editing.ts'
import { callService, control, type ServiceResponse, type ServiceCall } from './api.ts'
import { world } from '../state/store.ts'

/** Tokens created by the console, by world and user. They stay in memory and are never displayed. */
const tokens = new Map<string, string>()

/**
 * Sends a call as a user. It tries the user's name as the password first, the default of scenarios, which leaves the world
 * unchanged; otherwise it creates a token for the user.
 */
export async function callAs(user: string, call: ServiceCall): Promise<ServiceResponse> {
  const known = tokens.get(keyOf(user))
  const first = await send(call, known === undefined ? basicOf(user) : `Bearer ${known}`)
  if (first.status !== 401) return first
  const { value } = await control<Token>('/tokens', {
    method: 'POST',
    body: { user, name: 'Console' },
  })
  tokens.set(keyOf(user), value)
  return send(call, `Bearer ${value}`)
}

/** Like `callAs`, but returns the parsed body and rejects with the error message of the service. */
export async function callForJson<T>(user: string, call: ServiceCall): Promise<T> {
  const { status, body } = await callAs(user, call)
  if (status < 300) return (body === '' ? undefined : JSON.parse(body)) as T
  throw new Error(`${user} got ${status}: ${messageOf(body)}`)
}

function send(call: ServiceCall, authorization: string): Promise<ServiceResponse> {
  const json = call.body === undefined ? {} : { 'Content-Type': 'application/json' }
  return callService({ ...call, headers: { ...json, ...call.headers, Authorization: authorization } })
}

function keyOf(user: string): string {
  return JSON.stringify([world.peek(), user])
}

function basicOf(user: string): string {
  const bytes = new TextEncoder().encode(`${user}:${user}`)
  return `Basic ${btoa(String.fromCodePoint(...bytes))}`
}

/** The message of an error response of any interface. */
export function messageOf(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    if (typeof message === 'string') return message
  } catch {
    // The body is text.
  }
  return body.slice(0, 300)
}
