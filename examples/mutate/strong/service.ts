/** The `test` of this suite: requests to any interface as any user, besides the client. */
import { test as base } from '../shared/service.ts'
import { ServiceError } from '../src/connection.ts'
import type { Json } from './demo.ts'

export interface Reply {
  readonly status: number
  /** The parsed body; undefined without one. */
  readonly body: unknown
}

/** Sends a request with a user's token, or with the given headers. Text is sent as it is, anything else as JSON. */
export type Request = (
  as: string | Readonly<Record<string, string>>,
  method: string,
  address: string,
  body?: unknown,
) => Promise<Reply>

export const WIKI = 'http://wiki.sim/rest/reqs/1'
export const TRACKER = 'http://tracker.sim/rest/reqs/1'
export const API = 'http://api.sim/api'
export const REQUIREMENTS = `${API}/applications/101/projects/1001/variants/current/requirements`
export const SEARCH = 'http://wiki.cloud.sim/rest/search'

export const test = base.extend('request', ({ sim }): Request => async (as, method, address, body) => {
  const credential = typeof as === 'string' ? { Authorization: `Bearer tok-${as}` } : as
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  const response = await sim.fetch(address, {
    method,
    headers: body === undefined ? credential : { ...credential, 'Content-Type': type },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
})

/** The headers of a hosted call for the demo's wiki. */
export function hostedKey(token: string): Record<string, string> {
  return { 'X-Api-Key': token, 'X-Base-Url': 'https://wiki.northwind.test/wiki' }
}

/** An error response of the wiki and the tracker. */
export function refusal(status: number, message: string): Reply {
  return { status, body: { 'status-code': status, message, 'sub-code': -1 } }
}

/** The error of the client for such a response. */
export function wikiError(status: number, message: string): ServiceError {
  return new ServiceError(status, message, refusal(status, message).body)
}

const NAMES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'TOO_MANY_REQUESTS',
}

/** An error response of the standalone and the hosted interface. */
export function apiRefusal(status: number, message: string): Reply {
  const body: Json = { message, statusCode: NAMES[status], errors: [message] }
  return { status, body }
}

/** The error of the client for such a response. */
export function apiError(status: number, message: string): ServiceError {
  return new ServiceError(status, message, apiRefusal(status, message).body)
}
