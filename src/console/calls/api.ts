/** All calls of the console to the server: the control API of the selected world. */
import { backend } from './backend.ts'
import { address } from '../state/store.ts'

/** An error response of the server, with its message. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: readonly string[]
  constructor(status: number, message: string, errors: readonly string[] = []) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
  }
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  /** The world to call; defaults to the selected one, at the step that is shown. */
  readonly world?: string
  readonly signal?: AbortSignal
  /** Whether the call may create a world that is not in use. Reads never do. */
  readonly mayMake?: boolean
}

/**
 * Calls the control API. Rejects with ApiError on an error response and if the server is unreachable. `path` begins with `/`.
 */
export async function control<T>(path: string, options: CallOptions = {}): Promise<T> {
  const { method = 'GET', body, signal } = options
  const headers: Record<string, string> = { 'X-Sim-World': options.world ?? address.peek() }
  if (options.mayMake !== true) headers['X-Sim-World-Must-Exist'] = '1'
  if (method !== 'GET') {
    headers['X-Sim-Control'] = '1'
    headers['Content-Type'] = 'application/json'
  }
  const { ok, status, text } = await backend
    .fetch(`/_sim${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    .then(async (response) => ({ ok: response.ok, status: response.status, text: await response.text() }))
    .catch((error: unknown) => {
      if (signal?.aborted === true) throw error
      throw new ApiError(0, 'the server does not respond')
    })
  if (ok) return (text === '' ? undefined : JSON.parse(text)) as T
  throw errorOf(status, text)
}

function errorOf(status: number, text: string): ApiError {
  try {
    const { message, errors } = JSON.parse(text) as { message?: string; errors?: string[] }
    return new ApiError(status, message ?? text, errors ?? [])
  } catch {
    return new ApiError(status, text === '' ? `status ${status}` : text)
  }
}

/** An exchange with a simulated interface, the way a client sends it. */
export interface ServiceCall {
  readonly method: string
  /** On the one-port layout: `/wiki/rest/reqs/1/…`. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface ServiceResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends a request to the selected world and returns the response, whatever its status. */
export async function callService({ method, path, headers, body }: ServiceCall): Promise<ServiceResponse> {
  const response = await backend.fetch(path, {
    method,
    headers: { ...headers, 'X-Sim-World': address.peek() },
    credentials: 'omit',
    ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
  })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}

/** A query string of the parameters. Empty and undefined values are left out. */
export function query(values: Readonly<Record<string, string | number | undefined>>): string {
  const parameters = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  if (parameters.length === 0) return ''
  return `?${new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])).toString()}`
}
