/** Calls of the simulated interfaces as a user whom somebody chose, without asking for a password. */
import { callService, control, type ServiceAnswer, type ServiceCall } from './api.ts'
import { world } from '../state/store.ts'

/** Tokens that were made here, by world and user; they stay in memory and are never shown. */
const tokens = new Map<string, string>()

/**
 * Sends a call as a user. Where the password is the user's name, as scenarios have it unless they say otherwise, the world
 * is left as it is; else a token is made for the user.
 */
export async function callAs(user: string, call: ServiceCall): Promise<ServiceAnswer> {
  const known = tokens.get(keyOf(user))
  const first = await send(call, known === undefined ? basicOf(user) : `Bearer ${known}`)
  if (first.status !== 401) return first
  const { value } = await control<{ value: string }>('/tokens', {
    method: 'POST',
    body: { user, name: 'Console' },
  })
  tokens.set(keyOf(user), value)
  return send(call, `Bearer ${value}`)
}

/** As `callAs`, for what must succeed: answers the parsed body, and rejects with what the service said. */
export async function callForJson<T>(user: string, call: ServiceCall): Promise<T> {
  const { status, body } = await callAs(user, call)
  if (status < 300) return (body === '' ? undefined : JSON.parse(body)) as T
  throw new Error(`${user} got ${status}: ${messageOf(body)}`)
}

function send(call: ServiceCall, authorization: string): Promise<ServiceAnswer> {
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

/** What an error says, whichever interface it comes from. */
export function messageOf(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    if (typeof message === 'string') return message
  } catch {
    // Text then.
  }
  return body.slice(0, 300)
}
